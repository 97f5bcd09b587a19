//! The scenario files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use amb_agents::journal::Requested;
use amb_agents::protocol::{ResearchRequest, Termination};
use amb_agents::settings::Settings;
use amb_memory::task::Trust;
use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use crate::memory::MemoryScript;

/// A scenario: a file of `scenarios/`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scenario {
    /// The file's name.
    #[serde(skip)]
    pub name: String,
    /// Its purpose, with the ids of the features.
    pub shows: String,
    /// The request to the run.
    pub request: ResearchRequest,
    /// Paragraphs that make documents of the request, or pages, long.
    #[serde(default)]
    pub filler: Vec<Filler>,
    /// Settings that differ from the scenarios' own.
    #[serde(default)]
    pub settings: Value,
    /// The rules of the model; the first that fits and is not used up replies.
    #[serde(default)]
    pub llm: Vec<LlmRule>,
    /// The results of searches.
    #[serde(default)]
    pub search: Vec<SearchRule>,
    /// Pages, by their address.
    #[serde(default)]
    pub pages: Vec<PageRule>,
    /// The content of long-term memory; a world without memory if not given.
    pub memory: Option<MemoryScript>,
    /// The expected outcome.
    pub expect: Expected,
}

/// A paragraph that is put to the end of a document or page many times.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filler {
    /// The document's name, or the page's address.
    pub document: String,
    /// The paragraph; `{n}` in it counts from 1.
    pub paragraph: String,
    /// Number of times.
    pub times: usize,
}

/// The model's reply to a request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LlmRule {
    /// The requested shape: `plan`, `topics`, `summary`, `relationships`, `merge`, `verdict`, `notes`; or `react`,
    /// `answer` for words. Any if not given.
    pub asks: Option<String>,
    /// Texts that the request must all hold.
    #[serde(default)]
    pub when: Vec<String>,
    /// Number of times that the rule serves; always if not given.
    pub times: Option<usize>,
    /// The reply: words, or JSON. `{id of TEXT}` in it is the first node id of the request that is followed by
    /// TEXT before the next id, `{id after TEXT}` the first that stands after TEXT,
    /// `{[evidence TEXT]}` the mark of the first evidence of the request that holds TEXT.
    #[serde(default)]
    pub reply: Value,
    /// Native tool calls: name and arguments, with ids as in the reply.
    #[serde(default)]
    pub calls: Vec<(String, Value)>,
    /// Why it stopped: `stop`.
    pub finish: Option<String>,
    /// The status: 200.
    pub status: Option<u16>,
    /// Headers of the response.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The connection ends in the middle of the stream.
    #[serde(default)]
    pub cut: bool,
    /// True if the reply is sent unchanged, not as a stream: a proxy's reply in the model's place.
    #[serde(default)]
    pub raw: bool,
    /// The endpoint's error in the middle of the stream, instead of its end.
    pub stream_error: Option<Value>,
    /// The fault in the sending of the response.
    pub fault: Option<Fault>,
}

/// A fault in the sending of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// Half of it is sent, and then nothing, until the client gives up.
    Stalled,
    /// It comes in small pieces, with pauses.
    Slow,
    /// The body is shorter than its `Content-Length`.
    Truncated,
    /// The connection ends before anything comes.
    Dropped,
}

/// The search's response to a query.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRule {
    /// Texts that the query must all hold.
    #[serde(default)]
    pub when: Vec<String>,
    /// The status: 200.
    pub status: Option<u16>,
    /// The payload; words are sent unchanged.
    pub reply: Value,
    /// The fault in its sending.
    pub fault: Option<Fault>,
}

/// A page.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageRule {
    /// Its address.
    pub url: String,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// Its text, as the reader gives it.
    pub text: String,
    /// The status of the reader: 200.
    pub status: Option<u16>,
    /// The reader's response instead of the page, as from a proxy that wants a login. Words are sent unchanged.
    pub reader_says: Option<Value>,
    /// The fault in the sending of the reader's response.
    pub reader_fault: Option<Fault>,
    /// The response of the page's own server to a direct request; without it or one of the others, the page is not
    /// found.
    pub html: Option<String>,
    /// Or a PDF file of these pages.
    pub pdf: Option<Vec<String>>,
    /// Or the target of a redirect.
    pub redirect: Option<String>,
    /// Or so many bytes of this value.
    pub bytes: Option<(u8, usize)>,
    /// The encoding of its HTML: `utf-8`.
    pub charset: Option<String>,
    /// The content type of its server: `text/html` in its charset.
    pub content_type: Option<String>,
    /// The status of the page's own server: 200, or 302.
    pub direct_status: Option<u16>,
    /// The fault in the sending by the page's own server.
    pub fault: Option<Fault>,
}

/// The expected outcome of a run. A missing field allows any value.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Expected {
    /// Why it ended.
    pub termination: Option<Termination>,
    /// The failure's stable name.
    pub error: Option<String>,
    /// Texts in its message.
    pub failure_contains: Vec<String>,
    /// True if an answer was found.
    pub found: Option<bool>,
    /// Texts in the answer.
    pub answer_contains: Vec<String>,
    /// The agent that wrote the answer.
    pub answer_by: Option<String>,
    /// Disputes and refutations that the answer shows.
    pub disputes: Option<usize>,
    /// Texts in them.
    pub disputes_contain: Vec<String>,
    /// The lowest trust of the cited sources.
    pub answer_trust: Option<Trust>,
    /// The trust of each citation, in order.
    pub cites_trust: Option<Vec<Trust>>,
    /// Titles of the cited pages, in order; blank for a page without.
    pub cites_titles: Option<Vec<String>>,
    /// The page of each citation's document, in order; 0 for a document without pages.
    pub pages: Option<Vec<usize>>,
    /// Texts not in the answer.
    pub answer_lacks: Vec<String>,
    /// Documents that the answer cites, in order.
    pub cites: Option<Vec<String>>,
    /// Names in the answer that the run never retrieved.
    pub flags: Option<Vec<String>>,
    /// Finished steps: type and whether each succeeded, such as `NORMAL ok`, `CROSS_VALIDATE failed`.
    pub steps: Option<Vec<String>>,
    /// Merges.
    pub merges: Option<usize>,
    /// Nodes that are disputed at the end.
    pub disputed: Option<usize>,
    /// Nodes at the end.
    pub nodes: Option<usize>,
    /// Nodes by a text in their topic or summary, and how far each can be trusted.
    pub node_trust: BTreeMap<String, Trust>,
    /// Edges at the end.
    pub edges: Option<usize>,
    /// Texts in entries of the Interaction Tree.
    pub entries_contain: Vec<String>,
    /// Texts in the memory's JSON.
    pub memory_holds: Vec<String>,
    /// Texts not in it.
    pub memory_lacks: Vec<String>,
    /// Requests of each kind: `llm`, `search`, `page` to the reader, `direct` to a page's own server; or of the
    /// model for a shape, such as `llm plan`.
    pub requests: BTreeMap<String, usize>,
    /// Texts that some request holds.
    pub sent: Vec<String>,
    /// Texts that no request may hold, in any part.
    pub never_sent: Vec<String>,
    /// Texts that no request of a kind may hold, in any part.
    pub never_sent_to: BTreeMap<String, Vec<String>>,
    /// Texts that no request but the model's may hold.
    pub never_told: Vec<String>,
    /// The words of the answer as they were streamed: one entry for each stretch that ends with a retraction or with
    /// the answer.
    pub told: Option<Vec<String>>,
    /// Stable names of warnings, in any order.
    pub warnings: Vec<String>,
    /// Texts in the warnings' messages.
    pub warned: Vec<String>,
    /// The run's total cost: the named fields of the ledger's total.
    pub spent: BTreeMap<String, Value>,
    /// Its use of long-term memory.
    pub memory: ExpectedMemory,
    /// Lines of the ledger in order, such as `planning 3 calls 300+51 tokens 0.00081 USD` or `search 1 calls ?`,
    /// where the price is not known.
    pub ledger: Option<Vec<String>>,
}

/// The expected use of long-term memory by a run (BX-06). A missing field allows any value.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedMemory {
    /// Texts by purpose (`planning`, `step`, `loop`): each stands in an item of the run's events, which has its
    /// channels.
    pub given: BTreeMap<String, Vec<String>>,
    /// Texts in no item that it was given; the blank text is in each.
    pub never_given: Vec<String>,
    /// Failed tool calls at the time of each reported loop.
    pub loops: Option<Vec<usize>>,
    /// Steps that were learned from.
    pub learned: Option<usize>,
    /// Number of reports that memory failed.
    pub failures: Option<usize>,
    /// Texts in memory after the run, consolidated.
    pub holds: Vec<String>,
    /// Texts not in it.
    pub lacks: Vec<String>,
}

impl Scenario {
    /// Returns the scenario of this name.
    ///
    /// # Errors
    /// There is none, or its file is no valid scenario.
    pub fn named(name: &str) -> Result<Self> {
        read(&folder().join(format!("{name}.json")))
    }

    /// Its request, carried out with these settings.
    #[must_use]
    pub fn asked(&self, settings: Settings) -> Requested {
        let request = self.request.clone();
        Requested {
            request,
            settings,
            from: 0,
        }
    }
}

/// All scenarios, in the order of their names.
///
/// # Errors
/// A file that is no scenario.
pub fn all() -> Result<Vec<Scenario>> {
    let folder = folder();
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn read(path: &Path) -> Result<Scenario> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut scenario: Scenario =
        serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    for filler in scenario.filler.clone() {
        let text = long_text(&mut scenario, &filler.document);
        let text = text.with_context(|| format!("no document or page {}", filler.document))?;
        for number in 1..=filler.times {
            let paragraph = filler.paragraph.replace("{n}", &number.to_string());
            text.push_str(&format!("\n\n{paragraph}"));
        }
    }
    let name = path.file_stem().unwrap_or_default();
    scenario.name = name.to_string_lossy().into_owned();
    Ok(scenario)
}

/// The text of a document or page.
fn long_text<'s>(scenario: &'s mut Scenario, name: &str) -> Option<&'s mut String> {
    let documents = scenario.request.documents.iter_mut();
    let documents = documents.map(|document| (&document.name, &mut document.text));
    let pages = scenario.pages.iter_mut();
    let pages = pages.map(|page| (&page.url, &mut page.text));
    let mut texts = documents.chain(pages);
    texts.find_map(|(known, text)| (known == name).then_some(text))
}
