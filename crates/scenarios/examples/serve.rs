//! Plays a scenario until its standard input ends, so that any host can be tried on it:
//!
//! `cargo run -p amb-scenarios --example serve -- plain-answer 4400`
//!
//! Prints the address, the question, and at the end what it was sent.

use std::io::{Write, stdin, stdout};

use amb_scenarios::{Server, all};
use anyhow::{Context, Result};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().context("which scenario?")?;
    let port = arguments.next().map_or(Ok(0), |port| port.parse())?;
    let scenario = all()?
        .into_iter()
        .find(|scenario| scenario.name == name)
        .with_context(|| format!("there is no scenario {name:?}"))?;
    let question = scenario.request.question.clone();
    let server = Server::start(scenario, port)?;
    writeln!(stdout(), "{}\n{question}", server.address())?;
    std::io::copy(&mut stdin(), &mut std::io::sink())?;
    for exchange in server.exchanges() {
        let first = exchange.sent.lines().next().unwrap_or_default();
        writeln!(stdout(), "{} {} {first}", exchange.kind, exchange.status)?;
    }
    Ok(())
}
