//! `cargo xtask check-contracts`: the contracts of open code against executions.
//!
//! For every contract of every function of the files, memories that satisfy the precondition are built,
//! with up to four nodes in lists. The interpreter calls the function on them; it must make no error
//! and leave behind what the contract says.

use analyzer::{Execution, execute};
use clap::Args;
use cli::compiler_flags::CompilerFlags;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// C files
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Assume that allocations never fail
    #[arg(long)]
    malloc_never_fails: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut total = Execution::default();
    let (mut functions, mut contracts, mut without) = (0, 0, 0);
    for path in &arguments.files {
        let flags = CompilerFlags::default();
        let data_model = cli::input::data_model(&flags, None).map_err(|error| error.message)?;
        let loaded = cli::input::load(path, &flags, data_model).map_err(|error| error.diagnostic.message)?;
        let mut map = source::SourceMap::new();
        let front_end = analyzer::front_end(&mut map, &loaded.input, &|_| {});
        let question = analyzer::Question {
            allocation_may_fail: !arguments.malloc_never_fails,
            ..analyzer::Question::new(analyzer::Property::NoError)
        };
        let executed = analyzer::on_large_stack(|| {
            let mut results = Vec::new();
            for mut open in analyzer::open_functions(&front_end.module, &question) {
                let count = open.contracts.len();
                results.push((count, execute(&mut open)));
            }
            results
        })?;
        for (count, execution) in executed {
            functions += 1;
            contracts += count;
            without += usize::from(count == 0);
            total.add(execution);
        }
    }
    for wrong in &total.wrong {
        eprintln!("{wrong}\n");
    }
    println!(
        "{functions} functions, {without} without a contract; {contracts} contracts, {} of them without a memory; \
         {} calls, {} undecided, {} wrong",
        total.without_memory,
        total.calls,
        total.undecided,
        total.wrong.len()
    );
    match total.wrong.len() {
        0 => Ok(()),
        count => Err(format!("{count} executions contradict a contract")),
    }
}
