//! `cargo xtask start`: from a fresh clone to the page, with the job done once in the terminal on the way.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;
use walkdir::WalkDir;

use crate::artefacts::Build;
use crate::javascript::{self, Server};
use crate::workspace::{note, path, spawn_as, step};
use crate::{artefacts, tools};

/// The sample whose document the page offers, too.
pub const SAMPLE: &str = "www/public/sample/ownership.txt";
/// The question about the sample.
pub const QUESTION: &str = "When is the memory of a String returned to the allocator?";

/// Options of `start`.
#[derive(Args)]
pub struct Arguments {
    /// End after the job: success when it gave an answer with citations and the page is served.
    #[arg(long)]
    check: bool,
    /// The first port to try.
    #[arg(long, default_value_t = 5173)]
    port: u16,
}

/// Prepares everything, does the sample task, serves the page.
///
/// # Errors
/// When something cannot be installed or built, or the job fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    prepare()?;
    let entry = javascript::package_built(Build::Quick)?;
    let page = thread::scope(|scope| {
        let page = spawn_as(scope, Some("page"), || javascript::page_built(Build::Quick));
        do_the_sample_task(&entry)?;
        joined(page)
    })?;
    let server = Server::start(arguments.port)?;
    if arguments.check {
        check_page(&server, &page)?;
        step("the job is done and the page is served");
        return Ok(ExitCode::SUCCESS);
    }
    println!("The page is at {} (Ctrl+C ends it)", server.address());
    server.serve()?;
    Ok(ExitCode::SUCCESS)
}

/// Prepares the inputs of the package and the page. Downloads run while cargo compiles.
fn prepare() -> Result<()> {
    thread::scope(|scope| {
        let model = spawn_as(scope, Some("model"), tools::model_if_reachable);
        let packages = spawn_as(scope, Some("npm"), || {
            tools::npm_install(Path::new("npm"))?;
            tools::npm_install(Path::new("www"))
        });
        artefacts::build_quick()?;
        joined(packages)?;
        joined(model).map(drop)
    })
}

fn joined<T>(thread: ScopedJoinHandle<Result<T>>) -> Result<T> {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Asks about the sample in the terminal: the same wasm, run by Node.
///
/// # Errors
/// When it cannot be asked, or is answered without a citation.
pub fn do_the_sample_task(entry: &Path) -> Result<()> {
    step(&format!(
        "doing the sample task in the terminal: {QUESTION}"
    ));
    let document = path(SAMPLE);
    let document = document.to_string_lossy();
    let printed =
        javascript::command_line_output(entry, &["ask", QUESTION, "--doc", &document, "--json"])?;
    let result: Value = serde_json::from_str(&printed).context("the answer is not JSON")?;
    show(&cited_answer(&result)?);
    Ok(())
}

/// An answer and its citations.
#[derive(Debug, PartialEq, Eq)]
pub struct CitedAnswer {
    text: String,
    quotes: Vec<String>,
}

/// The answer in a result as `ask --json` prints it.
///
/// # Errors
/// Without an answer or a citation: the job is not done.
pub fn cited_answer(result: &Value) -> Result<CitedAnswer> {
    let answer = result.get("answer").unwrap_or(&Value::Null);
    let text = answer
        .get("text")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let citations = answer.get("citations").and_then(Value::as_array);
    let quotes: Vec<_> = citations
        .into_iter()
        .flatten()
        .filter_map(|citation| citation.get("quote").and_then(Value::as_str))
        .map(str::to_owned)
        .collect();
    if text.trim().is_empty() || quotes.is_empty() {
        bail!("the sample task gave no answer with citations: {result}");
    }
    let text = text.to_owned();
    Ok(CitedAnswer { text, quotes })
}

/// Prints an answer and its quotations.
pub fn show(answer: &CitedAnswer) {
    println!("{}", answer.text.trim());
    for (number, quote) in (1..).zip(&answer.quotes) {
        println!("  [{number}] {}", quote.trim());
    }
}

/// The page is there, and its wasm is served as wasm, without which a browser does not stream it.
fn check_page(server: &Server, built: &Path) -> Result<()> {
    expect(server, "/", "text/html")?;
    for wasm in wasm_files(built) {
        expect(server, &format!("/{}", wasm.display()), "application/wasm")?;
    }
    note(&format!("the page answers at {}", server.address()));
    Ok(())
}

fn expect(server: &Server, address: &str, content_type: &str) -> Result<()> {
    let answer = javascript::get(server.port(), address)?;
    let (status, head) = answer.split_once("\r\n").unwrap_or_default();
    if !status.contains(" 200") || !head.to_ascii_lowercase().contains(content_type) {
        bail!("{address} is not served as {content_type}: {status}");
    }
    Ok(())
}

/// The wasm files under `built`, relative to it.
fn wasm_files(built: &Path) -> Vec<PathBuf> {
    WalkDir::new(built)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|it| it == "wasm"))
        .filter_map(|entry| entry.path().strip_prefix(built).map(Path::to_owned).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_without_citations_is_no_done_job() {
        let result = |text: &str, citations: Value| json!({"answer": {"text": text, "citations": citations}});
        let done = result("When it goes out of scope.", json!([{"quote": "drop"}]));
        assert_eq!(cited_answer(&done).unwrap().quotes, ["drop"]);
        for lacking in [
            result("Yes.", json!([])),
            result(" ", json!([{"quote": "drop"}])),
            json!({"answer": null}),
        ] {
            assert!(cited_answer(&lacking).is_err(), "{lacking}");
        }
    }
}
