//! `cargo xtask bench NAME`: a bench of benches/, on real documents.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use crate::artefacts::Build;
use crate::neo4j::{Ports, Server, random_password};
use crate::workspace::{path, step};
use crate::{artefacts, javascript, tools};

/// The bench that uses a Neo4j server, too.
const ON_NEO4J: &str = "store";

/// The bench that calls the Worker.
const OF_WORKER: &str = "edge";

/// Benches that bring their own world: they need no artefact, no model and no document.
const SELF_CONTAINED: [&str; 1] = ["learn"];

/// Benches that need their own crate as wasm.
const WITH_OWN_WASM: [&str; 2] = ["retrieve", "run"];

/// The bench of judgements, and its folder. Like the benches that bring their own world it needs no artefact.
const OF_JUDGEMENTS: (&str, &str) = ("judge", "judgement");

/// The bench that reads the documents of the judgements, too.
const ON_JUDGED_DOCUMENTS: &str = "recall";

/// Options of `bench`.
#[derive(Args)]
pub struct Arguments {
    /// The bench: `judge`, or a folder of benches/ with a run.mjs.
    name: String,
    /// Passed on to the bench.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Prepares what benches need and runs one.
///
/// # Errors
/// When there is no such bench or something it needs cannot be had.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let script = path("benches")
        .join(folder(&arguments.name))
        .join("run.mjs");
    if !script.exists() {
        bail!(
            "no bench {:?}: there are {}",
            arguments.name,
            names()?.join(", ")
        );
    }
    let is_of_judgements = arguments.name == OF_JUDGEMENTS.0;
    let is_self_contained = is_of_judgements || SELF_CONTAINED.contains(&arguments.name.as_str());
    if !is_self_contained {
        prepare()?;
    }
    if is_of_judgements || arguments.name == ON_JUDGED_DOCUMENTS {
        tools::judged_documents()?;
    }
    if is_of_judgements {
        tools::model()?;
    }
    if arguments.name == OF_WORKER {
        javascript::worker_built(Build::Release)?;
    }
    let mut node = tools::node()?;
    node.arg(&script).args(&arguments.arguments);
    if WITH_OWN_WASM.contains(&arguments.name.as_str()) {
        let package = format!("amb-bench-{}", arguments.name);
        node.env("BENCH_WASM", artefacts::build_bench(&package)?);
    }
    step(&format!("running the bench {}", arguments.name));
    if !is_self_contained {
        node.env("CHROMIUM", tools::browser()?.chromium);
    }
    // It ends with the bench.
    let server = (arguments.name == ON_NEO4J).then(neo4j_server);
    match &server {
        Some(Ok(server)) => {
            node.env("NEO4J_URL", server.address())
                .env("NEO4J_USER", server.user())
                .env("NEO4J_PASSWORD", server.password());
        }
        Some(Err(error)) => {
            node.env_remove("NEO4J_URL")
                .env("NEO4J_LEFT_OUT", format!("there is no server: {error:#}"));
        }
        None => {}
    }
    let status = node.current_dir(path("")).status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// The folder of a bench.
fn folder(name: &str) -> &str {
    let (judge, folder) = OF_JUDGEMENTS;
    if name == judge { folder } else { name }
}

fn prepare() -> Result<()> {
    tools::model()?;
    artefacts::build_release()?;
    javascript::package_built(Build::Release)?;
    tools::documents()?;
    if path("benches/package.json").exists() {
        tools::npm_install(Path::new("benches"))?;
    }
    fs::create_dir_all(path("target/bench"))?;
    Ok(())
}

/// A server of our own, with new data.
fn neo4j_server() -> Result<Server> {
    let neo4j = tools::neo4j()?;
    let home = path("target/neo4j/bench");
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    Server::start(&neo4j, &home, Ports::free()?, random_password()?, &[])
}

fn names() -> Result<Vec<String>> {
    let entries = fs::read_dir(path("benches"))?.filter_map(Result::ok);
    let mut names: Vec<_> = entries
        .filter(|entry| entry.path().join("run.mjs").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .map(|folder| {
            let (judge, judgement) = OF_JUDGEMENTS;
            if folder == judgement {
                judge.to_owned()
            } else {
                folder
            }
        })
        .collect();
    names.sort();
    Ok(names)
}
