//! `cargo xtask worker`: the page, the proxy and the engine in workerd on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use super::start::{QUESTION, SAMPLE, cited_answer, show};
use crate::artefacts::Build;
use crate::javascript::{self, Setting, Workerd};
use crate::workspace::{note, path, step};
use crate::{artefacts, tools};

/// Variables and secrets of the local Worker.
const VARIABLES: &str = "worker/.dev.vars";
/// Data of the local Worker.
const STATE: &str = "target/worker/state";
/// Files of a check, which begins with no data.
const CHECK: &str = "target/worker/check";
/// Time for a run of the extractive engine, which embeds on one core beside all else.
const PATIENCE: Duration = Duration::from_secs(240);
/// Time for one look at a run. The proxy of `wrangler dev` keeps a request that it could not pass on until the next one
/// comes.
const LOOK: Duration = Duration::from_secs(15);

/// Options of `worker`.
#[derive(Args)]
pub struct Arguments {
    /// The first port to try.
    #[arg(long, default_value_t = 8787)]
    port: u16,
    /// Ask one question on a free port, without the variables of worker/.dev.vars, and end.
    #[arg(long)]
    check: bool,
    /// Build what `wrangler deploy` uploads, and end.
    #[arg(long, conflicts_with = "check")]
    build: bool,
}

/// Builds the Worker and runs it.
///
/// # Errors
/// When something cannot be installed or built, or the Worker does not answer.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.build {
        build_for_deploying()?;
        step("the Worker is built: npx wrangler deploy in worker/ uploads it");
        return Ok(ExitCode::SUCCESS);
    }
    build()?;
    if arguments.check {
        check()?;
        return Ok(ExitCode::SUCCESS);
    }
    serve(javascript::free_port(arguments.port)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the Worker of the package's artefacts.
///
/// # Errors
/// When something cannot be installed or built, or an artefact is over its budget.
pub fn build_for_deploying() -> Result<()> {
    tools::model()?;
    super::build::build_within_budgets()?;
    javascript::worker_built(Build::Release)
}

/// Builds the Worker of the artefacts that are there, or else of a quick build.
fn build() -> Result<()> {
    tools::model()?;
    if artefacts::is_release_fresh()? {
        return javascript::worker_built(Build::Release);
    }
    artefacts::build_quick()?;
    javascript::worker_built(Build::Quick)
}

fn serve(port: u16) -> Result<()> {
    let token = javascript::local_token(&path(VARIABLES))?;
    let setting = Setting {
        state: &path(STATE),
        variables: None,
        log: None,
    };
    let workerd = Workerd::start(port, &setting)?;
    println!("The page is at {} (Ctrl+C ends it)", workerd.address());
    match token {
        Some(token) => println!("Your invitation: {}#token={token}", workerd.address()),
        None => println!("{VARIABLES} names the users; each has a token of their own"),
    }
    workerd.serve()
}

/// Runs the built Worker on a free port: the page answers, and a question is answered with citations.
///
/// # Errors
/// When one of them does not.
pub fn check() -> Result<()> {
    let folder = path(CHECK);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let token = javascript::new_token()?;
    let variables = kept(&folder, "variables", &javascript::variables_of(&token))?;
    let setting = Setting {
        state: &folder.join("state"),
        variables: Some(&variables),
        log: Some(&folder.join("wrangler.log")),
    };
    step("starting the Worker on a free port");
    let workerd = Workerd::start(javascript::any_port()?, &setting)?;
    let visitor = Visitor::new(workerd.address(), token);
    visitor.sees_the_page()?;
    step(&format!("asking the Worker: {QUESTION}"));
    show(&cited_answer(&visitor.answer()?)?);
    Ok(())
}

fn kept(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let file = folder.join(name);
    fs::write(&file, text)?;
    Ok(file)
}

/// Somebody with a token.
struct Visitor {
    agent: ureq::Agent,
    address: String,
    token: String,
}

impl Visitor {
    fn new(address: String, token: String) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false);
        Self {
            agent: config.proxy(None).build().into(),
            address,
            token,
        }
    }

    fn sees_the_page(&self) -> Result<()> {
        let mut answer = self.agent.get(&self.address).call()?;
        let page = answer.body_mut().read_to_string()?;
        if answer.status() != 200 || !page.contains("<meta name=\"deployment\"") {
            bail!("the page does not answer: {} {page}", answer.status());
        }
        note("the page answers");
        Ok(())
    }

    /// The result of a run about the sample.
    fn answer(&self) -> Result<Value> {
        let text = fs::read_to_string(path(SAMPLE))?;
        let name = Path::new(SAMPLE).file_name().unwrap_or_default();
        let document = json!({ "name": name.to_string_lossy(), "text": text });
        let request = json!({ "question": QUESTION, "documents": [document] });
        let begun = self.agent.post(self.route("runs"));
        let begun = begun
            .header("authorization", self.bearer())
            .header("content-type", "application/json")
            .send(request.to_string());
        let begun = read(begun?)?;
        let id = begun.get("docId").and_then(Value::as_str);
        let id = id.with_context(|| format!("the run was not begun: {begun}"))?;
        self.result(id)
    }

    fn result(&self, id: &str) -> Result<Value> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let asked = self.agent.get(self.route(&format!("runs/{id}")));
            let asked = asked.header("authorization", self.bearer()).config();
            match asked.timeout_global(Some(LOOK)).build().call() {
                Ok(answer) => {
                    if let Some(result) = read(answer)?.get("result") {
                        return Ok(result.clone());
                    }
                    thread::sleep(Duration::from_millis(200));
                }
                Err(ureq::Error::Timeout(_)) => note("the Worker is busy"),
                Err(error) => return Err(error.into()),
            }
        }
        bail!("the run did not end within {PATIENCE:?}")
    }

    fn route(&self, route: &str) -> String {
        format!("{}api/{route}", self.address)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }
}

fn read(mut answer: ureq::http::Response<ureq::Body>) -> Result<Value> {
    let text = answer.body_mut().read_to_string()?;
    if !answer.status().is_success() {
        bail!("the Worker answers {}: {text}", answer.status());
    }
    serde_json::from_str(&text).context("the answer is not JSON")
}
