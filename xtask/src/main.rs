//! The project's commands: `cargo xtask COMMAND`. Each installs what it needs, says what it does on standard
//! error and leaves standard output to its result.
#![allow(
    clippy::disallowed_methods,
    reason = "xtask is a program of the developer's machine: it measures time and starts processes"
)]

mod artefacts;
mod cli;
mod commands;
mod coverage;
mod javascript;
mod neo4j;
mod tools;
mod workspace;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
