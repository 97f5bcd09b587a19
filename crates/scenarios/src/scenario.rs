//! The scenario files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use amb_agents::journal::Requested;
use amb_agents::run::{ResearchRequest, Termination};
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
    /// What it shows, with the ids of the features.
    pub shows: String,
    /// What the run is asked.
    pub request: ResearchRequest,
    /// Paragraphs that make documents of the request, or pages, long.
    #[serde(default)]
    pub filler: Vec<Filler>,
    /// Settings that differ from the scenarios' own.
    #[serde(default)]
    pub settings: Value,
    /// What the model says; the first rule that fits and is not used up answers.
    #[serde(default)]
    pub llm: Vec<LlmRule>,
    /// What the search finds.
    #[serde(default)]
    pub search: Vec<SearchRule>,
    /// Pages, by their address.
    #[serde(default)]
    pub pages: Vec<PageRule>,
    /// What long-term memory holds; a world without one if not given.
    pub memory: Option<MemoryScript>,
    /// What must come of it.
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
    /// How often.
    pub times: usize,
}

/// What the model says to a request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LlmRule {
    /// The shape that is asked for: `plan`, `topics`, `summary`, `relationships`, `merge`, `verdict`, `notes`; or
    /// `react`, `answer` for words. Any if not given.
    pub asks: Option<String>,
    /// Texts that must all stand in the request.
    #[serde(default)]
    pub when: Vec<String>,
    /// How often the rule serves; always if not given.
    pub times: Option<usize>,
    /// The reply: words, or JSON. `{id of TEXT}` in it is the first node id of the request that is followed by
    /// TEXT before the next id, `{id after TEXT}` the first that stands after TEXT,
    /// `{[evidence TEXT]}` the mark of the first evidence of the request that holds TEXT.
    #[serde(default)]
    pub reply: Value,
    /// Native tool calls: name and arguments, in which ids stand as in the reply.
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
    /// The reply is sent as it is, no stream of it made: what a proxy says in the model's place.
    #[serde(default)]
    pub raw: bool,
    /// What the endpoint says in the middle of the stream instead of its end.
    pub stream_error: Option<Value>,
    /// What is wrong with how the response is sent.
    pub fault: Option<Fault>,
}

/// What is wrong with how a response is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// Half of it comes, and then nothing, for as long as the other side waits.
    Stalled,
    /// It comes in small pieces, with pauses.
    Slow,
    /// Less comes than its `Content-Length` says.
    Truncated,
    /// The connection ends before anything comes.
    Dropped,
}

/// What the search says to a query.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRule {
    /// Texts that must all stand in the query.
    #[serde(default)]
    pub when: Vec<String>,
    /// The status: 200.
    pub status: Option<u16>,
    /// The payload; words are sent as they are.
    pub reply: Value,
    /// What is wrong with how it is sent.
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
    /// What the reader says instead of the page: what a proxy that wants a login does. Words are sent as they are.
    pub reader_says: Option<Value>,
    /// What is wrong with how the reader's response is sent.
    pub reader_fault: Option<Fault>,
    /// What the page's own server sends to who asks it directly; without it or one of the others, that no such
    /// page is there.
    pub html: Option<String>,
    /// Or a PDF file of these pages.
    pub pdf: Option<Vec<String>>,
    /// Or where it leads.
    pub redirect: Option<String>,
    /// Or bytes of this value, so many.
    pub bytes: Option<(u8, usize)>,
    /// The encoding of its HTML: `utf-8`.
    pub charset: Option<String>,
    /// What its server calls it: `text/html` in its charset.
    pub content_type: Option<String>,
    /// The status of the page's own server: 200, or 302.
    pub direct_status: Option<u16>,
    /// What is wrong with how the page's own server sends it.
    pub fault: Option<Fault>,
}

/// What must come of a run. What is not named may be anything.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Expected {
    /// Why it ended.
    pub termination: Option<Termination>,
    /// The failure's stable name.
    pub error: Option<String>,
    /// Texts in its message.
    pub failure_contains: Vec<String>,
    /// Whether an answer was found.
    pub found: Option<bool>,
    /// Texts in the answer.
    pub answer_contains: Vec<String>,
    /// Who wrote the answer.
    pub answer_by: Option<String>,
    /// Disputes and refutations that the answer shows.
    pub disputes: Option<usize>,
    /// Texts in them.
    pub disputes_contain: Vec<String>,
    /// The least trusted of what the answer cites.
    pub answer_trust: Option<Trust>,
    /// How far each citation can be trusted, in order.
    pub cites_trust: Option<Vec<Trust>>,
    /// Titles of the pages that the answer cites, in order; blank where there is none.
    pub cites_titles: Option<Vec<String>>,
    /// Of each citation of the answer, the page of its document; 0 for a document without.
    pub pages: Option<Vec<usize>>,
    /// Texts not in the answer.
    pub answer_lacks: Vec<String>,
    /// Documents that the answer cites, in order.
    pub cites: Option<Vec<String>>,
    /// What the answer named and the run never retrieved.
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
    /// A text in the topic or summary of each node that gives orders to a model; of no other.
    pub ordering_nodes: Vec<String>,
    /// A text in each entry that does; in no other.
    pub ordering_entries: Vec<String>,
    /// Documents that the answer cites for a text that does.
    pub ordering_cites: Vec<String>,
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
    /// Texts that no request may hold, wherever.
    pub never_sent: Vec<String>,
    /// Texts that no request but the model's may hold.
    pub never_told: Vec<String>,
    /// The words that were told of the answer as they came: all until a warning takes them back or the answer is there,
    /// once for each time.
    pub told: Option<Vec<String>>,
    /// Stable names of warnings, in any order.
    pub warnings: Vec<String>,
    /// Texts in the warnings' messages.
    pub warned: Vec<String>,
    /// What the run spent in sum: those fields of the ledger's total that are named.
    pub spent: BTreeMap<String, Value>,
    /// What it had of long-term memory.
    pub memory: ExpectedMemory,
    /// Lines of the ledger in order, such as `planning 3 calls 300+51 tokens 0.00081 USD` or `search 1 calls ?`,
    /// where the price is not known.
    pub ledger: Option<Vec<String>>,
}

/// What a run must have had of long-term memory (BX-06). What is not named may be anything.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedMemory {
    /// By what it was given for (`planning`, `step`, `loop`), texts: each stands in an item of the run's events, which says
    /// where it was found.
    pub given: BTreeMap<String, Vec<String>>,
    /// Texts in no item that it was given; the blank text is in each.
    pub never_given: Vec<String>,
    /// How many calls of tools had failed when each loop was told of.
    pub loops: Option<Vec<usize>>,
    /// Steps that were learned from.
    pub learned: Option<usize>,
    /// How often it was told that memory failed.
    pub failures: Option<usize>,
    /// Texts in what memory holds after the run, all of it consolidated.
    pub holds: Vec<String>,
    /// Texts not in it.
    pub lacks: Vec<String>,
}

impl Scenario {
    /// That of this name.
    ///
    /// # Errors
    /// There is none, or its file is no scenario.
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
