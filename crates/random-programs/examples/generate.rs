//! Prints a random program: `generate SEED [CASES] [floats]`.

use random_programs::{Options, generate};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default| arguments.get(index).and_then(|a| a.parse().ok()).unwrap_or(default);
    let options = Options {
        seed: number(0, 1),
        cases: number(1, 10) as usize,
        floats: arguments.iter().any(|a| a == "floats"),
        only: None,
    };
    print!("{}", generate(&options));
}
