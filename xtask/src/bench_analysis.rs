//! `cargo xtask bench-analysis`: does the cost of a proof grow with the program, and no faster?
//!
//! Counts of steps and questions are the same on every machine; only they decide.

use analyzer::{Closed, Conclusion, Input, Property, Question, check_closed, front_end};
use clap::Args;
use source::{DataModel, SourceMap};
use std::fmt::Write;

/// From one size to the next, ten times as large, the cost may grow by this much.
const MAXIMAL_GROWTH: f64 = 15.0;

#[derive(Args)]
pub struct Arguments {
    /// The largest program has so many copies of the functions
    #[arg(long, default_value_t = 100)]
    copies: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    println!("| lists | functions | steps | contracts | questions to the solver | steps for each list |");
    println!("|---:|---:|---:|---:|---:|---:|");
    let mut before: Option<u64> = None;
    let mut copies = 1;
    while copies <= arguments.copies {
        let closed = analyse(copies)?;
        let steps = closed.effort.steps;
        let questions: u64 = closed.effort.solver.iter().map(|solver| solver.questions).sum();
        println!(
            "| {copies} | {} | {steps} | {} | {questions} | {} |",
            5 * copies + 1,
            closed.effort.contracts,
            steps / copies as u64
        );
        if let Some(before) = before
            && steps as f64 > MAXIMAL_GROWTH * before as f64
        {
            return Err(format!("ten times the program costs {} times as much", steps / before.max(1)));
        }
        before = Some(steps);
        copies *= 10;
    }
    Ok(())
}

fn analyse(copies: usize) -> Result<Closed, String> {
    let text = program(copies);
    let input =
        Input { name: "bench.i".to_owned(), text: text.into_bytes().into(), data_model: DataModel::Lp64 };
    let result = front_end(&mut SourceMap::new(), &input, &|_| {});
    if let Some(diagnostic) = result.diagnostics.first() {
        return Err(diagnostic.message.clone());
    }
    let closed = check_closed(&result.module, &Question::new(Property::NoError));
    match closed.conclusion {
        Conclusion::Proved => Ok(closed),
        _ => Err(format!("the program with {copies} lists is not proved")),
    }
}

/// Lists of their own types, each built, reversed, summed up and destroyed by functions of its own.
fn program(copies: usize) -> String {
    let mut text = String::from(
        "extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);\n\
         extern int __VERIFIER_nondet_int(void);\n",
    );
    let mut calls = String::new();
    for number in 0..copies {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "struct node{number} {{ struct node{number} *next; int value; }};\n\
             static struct node{number} *build{number}(void) {{\n\
             \x20   struct node{number} *head = 0;\n\
             \x20   while (__VERIFIER_nondet_int()) {{\n\
             \x20       struct node{number} *node = malloc(sizeof *node);\n\
             \x20       if (node == 0) abort();\n\
             \x20       node->next = head; node->value = {}; head = node;\n\
             \x20   }}\n\
             \x20   return head;\n\
             }}\n\
             static struct node{number} *reverse{number}(struct node{number} *list) {{\n\
             \x20   struct node{number} *result = 0;\n\
             \x20   while (list) {{\n\
             \x20       struct node{number} *next = list->next;\n\
             \x20       list->next = result; result = list; list = next;\n\
             \x20   }}\n\
             \x20   return result;\n\
             }}\n\
             static int sum{number}(const struct node{number} *list) {{\n\
             \x20   int sum = 0;\n\
             \x20   for (; list; list = list->next) sum ^= list->value;\n\
             \x20   return sum;\n\
             }}\n\
             static void destroy{number}(struct node{number} *list) {{\n\
             \x20   while (list) {{ struct node{number} *next = list->next; free(list); list = next; }}\n\
             }}\n\
             static int use{number}(void) {{\n\
             \x20   struct node{number} *list = reverse{number}(build{number}());\n\
             \x20   int sum = sum{number}(list);\n\
             \x20   destroy{number}(list);\n\
             \x20   return sum;\n\
             }}",
            number % 8
        );
        let _ = writeln!(calls, "    sum ^= use{number}();");
    }
    let _ = write!(text, "int main(void) {{\n    int sum = 0;\n{calls}    return sum & 1;\n}}\n");
    text
}
