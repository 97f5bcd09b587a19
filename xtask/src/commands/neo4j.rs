//! `cargo xtask neo4j`: a Neo4j server on this machine.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::neo4j::{Ports, Server, kept_password};
use crate::tools;
use crate::workspace::{path, step};

/// Options of `neo4j`.
#[derive(Args)]
pub struct Arguments {
    /// The folder of its data and its password.
    #[arg(long, value_name = "FOLDER", default_value = "target/neo4j/home")]
    data: PathBuf,
    /// The port of its HTTP API.
    #[arg(long, default_value_t = 7474)]
    port: u16,
    /// The port of Bolt, for Neo4j's own tools.
    #[arg(long, default_value_t = 7687)]
    bolt_port: u16,
    /// Fetch and start the server, and end.
    #[arg(long)]
    check: bool,
}

/// Starts the server and prints how it is reached.
///
/// # Errors
/// When it cannot be had or does not start.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let neo4j = tools::neo4j()?;
    let home = std::path::absolute(if arguments.data.is_absolute() {
        arguments.data.clone()
    } else {
        path(&arguments.data)
    })?;
    let ports = Ports {
        http: arguments.port,
        bolt: arguments.bolt_port,
    };
    step("starting the Neo4j server");
    let server = Server::start(&neo4j, &home, ports, kept_password(&home)?, &[])?;
    println!("NEO4J_URL={}", server.address());
    println!("NEO4J_USER={}", server.user());
    println!("NEO4J_PASSWORD={}", server.password());
    if !arguments.check {
        step("the server runs (Ctrl+C ends it)");
        server.serve()?;
    }
    Ok(ExitCode::SUCCESS)
}
