//! Plays scenarios until its standard input ends, for tests of any host:
//!
//! `cargo run -p amb-scenarios --example serve -- plain-answer 4400`
//!
//! prints the address and the question, and at the end the received requests.
//!
//! `cargo run -p amb-scenarios --example serve -- --all`
//!
//! prints the address at which hosts fetch their plays and post their outcomes: `{"control":"http://127.0.0.1:…"}`.

use std::io::{Write, stdin, stdout};

use amb_scenarios::{Control, Server, all};
use anyhow::{Context, Result};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().context("which scenario?")?;
    if name == "--all" {
        return serve_all();
    }
    let port = arguments.next().map_or(Ok(0), |port| port.parse())?;
    serve(&name, port)
}

fn serve_all() -> Result<()> {
    let control = Control::start()?;
    writeln!(stdout(), "{{\"control\":\"{}\"}}", control.address())?;
    until_input_ends()
}

fn serve(name: &str, port: u16) -> Result<()> {
    let scenario = all()?
        .into_iter()
        .find(|scenario| scenario.name == name)
        .with_context(|| format!("there is no scenario {name:?}"))?;
    let question = scenario.request.question.clone();
    let server = Server::start(scenario, port)?;
    writeln!(stdout(), "{}\n{question}", server.address())?;
    until_input_ends()?;
    for exchange in server.exchanges() {
        let first = exchange.sent.lines().next().unwrap_or_default();
        writeln!(stdout(), "{} {} {first}", exchange.kind, exchange.status)?;
    }
    Ok(())
}

fn until_input_ends() -> Result<()> {
    std::io::copy(&mut stdin(), &mut std::io::sink())?;
    Ok(())
}
