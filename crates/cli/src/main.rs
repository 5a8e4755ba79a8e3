//! The command `besom`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
