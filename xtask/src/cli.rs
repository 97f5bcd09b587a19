//! The command line and its dispatch.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    bench, build, coverage, documents, figures, models, neo4j, package, size, start, test, types,
    worker,
};

/// The project's commands. Each installs what it needs the first time and is quick the second.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing, build, do the sample task in the terminal, then serve the page.
    Start(start::Arguments),
    /// Install what tests need and run every lane: lint, native, Neo4j, wasm, scenarios, page, package and Worker.
    Test(test::Arguments),
    /// Build the wasm artefacts of wasm-pack.toml and check them against their budgets.
    Build(build::Arguments),
    /// Pack the npm packages into target/package and print what each host loads.
    Package(package::Arguments),
    /// Run a bench; its table is printed and written to target/bench/NAME.json.
    Bench(bench::Arguments),
    /// Print the raw and gzip size of each artefact beside its budget.
    Size,
    /// List, for each feature id, the tests that name it.
    Coverage(coverage::Arguments),
    /// Print how large the code is, and how much of it is rules.
    Figures,
    /// Put the real documents that benches read under target/documents.
    Documents,
    /// Fetch the embedding models, check their hashes and convert all-MiniLM-L6-v2 to int8.
    Models,
    /// Run a Neo4j server on this machine, for trajectory memory that many share.
    Neo4j(neo4j::Arguments),
    /// Run the Worker on this machine: the page, the proxy and the engine in workerd.
    Worker(worker::Arguments),
    /// Write the TypeScript types that cross between Rust and JavaScript to npm/src/generated.ts.
    Types(types::Arguments),
}

/// Parses the command line and runs the command it names.
pub fn run() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        Command::Start(arguments) => start::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Package(arguments) => package::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Size => size::run(),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Documents => documents::run(),
        Command::Figures => figures::run(),
        Command::Models => models::run(),
        Command::Neo4j(arguments) => neo4j::run(&arguments),
        Command::Types(arguments) => types::run(&arguments),
        Command::Worker(arguments) => worker::run(&arguments),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
