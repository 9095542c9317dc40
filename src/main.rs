//! The program: see [`kumataka::cli`] for what it does when.

use std::process::ExitCode;

fn main() -> ExitCode {
    if kumataka::cpu::is_sufficient() { kumataka::cli::run() } else { ExitCode::FAILURE }
}
