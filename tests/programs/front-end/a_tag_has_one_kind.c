struct shape { int sides; };
enum shape { ROUND, SQUARE }; //~ error[wrong-tag]
