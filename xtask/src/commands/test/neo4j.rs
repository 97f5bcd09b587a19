//! Trajectory memory on a real Neo4j server: one started here, or the one that `NEO4J_URL` names. First the store, then
//! the npm package, in Node and in a tab.

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use super::page;
use super::suite::LeftOut;
use crate::neo4j::{Ports, Server, random_password};
use crate::tools;
use crate::workspace::{note, over_all, path, run};

/// The npm package's suite on a server.
pub(super) const SUITE: &str = "test:neo4j";

/// Java compiles fast rather than well: the server lives for minutes.
const SHORT_LIVED: &str = "-XX:TieredStopAtLevel=1";

/// Runs the tests that need a server.
///
/// A server started here has new data, a random password and free ports on loopback, and ends with the tests. The tests
/// delete all data of their database: for a user's server, `NEO4J_WIPE` must name that database.
///
/// # Errors
/// When a test fails; [`LeftOut`] if no server is available.
pub fn tests() -> Result<()> {
    if env::var_os("NEO4J_URL").is_some() {
        return on_a_given_server();
    }
    let neo4j =
        tools::neo4j().map_err(|error| LeftOut(format!("there is no server: {error:#}")))?;
    let home = path("target/neo4j/test");
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    let password = random_password()?;
    let server = Server::start(&neo4j, &home, Ports::free()?, password, &[SHORT_LIVED])?;
    let told = |mut command: Command| {
        command
            .env("NEO4J_URL", server.address())
            .env("NEO4J_USER", server.user())
            .env("NEO4J_PASSWORD", server.password())
            .env("NEO4J_DATABASE", "neo4j")
            .env("NEO4J_WIPE", "neo4j");
        command
    };
    run(told(cargo_test()?).env("NEO4J_CLASSPATH", &neo4j.class_path))?;
    run(&mut told(page::suite(SUITE)?))
}

fn on_a_given_server() -> Result<()> {
    let database = env::var("NEO4J_DATABASE").unwrap_or_else(|_| "neo4j".to_owned());
    if env::var("NEO4J_WIPE").ok().as_ref() != Some(&database) {
        bail!(
            "NEO4J_URL names a server, and the tests delete everything in its database {database}: \
            set NEO4J_WIPE={database} to allow that, or NEO4J_DATABASE to another one"
        );
    }
    note("tests that kill a server are left out: this one is not ours");
    run(cargo_test()?.args(["--", "--skip", "own_server"]))?;
    run(&mut page::suite(SUITE)?)
}

fn cargo_test() -> Result<Command> {
    let mut cargo = over_all("test")?;
    cargo.args(["--features", "amb-neo4j/server", "--test", "server"]);
    Ok(cargo)
}
