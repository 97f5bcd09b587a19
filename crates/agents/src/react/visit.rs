//! The visit tool (MB-20): a page is fetched, converted to text, and given to a reading model without tools, which
//! returns the parts that serve the goal (reliability: the acting model never sees the page itself).

use std::collections::BTreeMap;

use amb_documents::Links;
use amb_llm::http::HttpResponse;
use amb_llm::reader::{PageText, Url, is_own, jina_read, jina_request, page_key};
use amb_memory::retrieval::analyze;
use amb_memory::task::Trust;
use amb_memory::text::{Language, Structure, sentences, split_to_window, visible};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::direct::{FoundPage, direct};
use super::links::{learn_links, show};
use super::quotations::own_words;
use super::retrying::{self, Failure};
use super::toolbox::{Observation, OneOrMany, ToolError, Toolbox};
use crate::documents::page_address;
use crate::engine::{EngineError, RunContext};
use crate::inert::{inert, one_line};
use crate::llm::{Asker, Prompt};
use crate::protocol::{FoundText, Service, VISIT};
use crate::settings::Agent;

#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(alias = "urls")]
    url: OneOrMany,
    #[serde(default)]
    goal: String,
}

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    goal: &'v str,
    page: Page<'v>,
}

#[derive(Serialize)]
struct Page<'v> {
    title: &'v str,
    url: &'v str,
    text: &'v str,
}

/// What the reading model found.
#[derive(Debug, Default, Deserialize, JsonSchema)]
struct Notes {
    /// Whether the page serves the goal.
    relevant: bool,
    /// Quotations, word for word.
    #[serde(default)]
    evidence: Vec<String>,
    /// What the page says about the goal.
    #[serde(default)]
    summary: String,
}

/// Pages that one call may read.
const PAGES: usize = 3;

/// Characters of a short page: a login page, or a robot check, has no more.
const SHORT: usize = 1_500;

/// Reads one or several pages for a goal. An unreadable page is reported in its place.
pub(super) async fn visit(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let addresses = arguments.url.all();
    let mut observations = Vec::new();
    let mut failures = Vec::new();
    for address in addresses.iter().take(PAGES) {
        match page(tools, context, address, &arguments.goal).await {
            Ok(found) => observations.extend(found),
            Err(error) if error.ends_run() => return Err(error),
            Err(error) => failures.push((address, error)),
        }
    }
    if observations.is_empty() {
        let last = failures.pop().map(|(_, error)| error);
        return Err(last.unwrap_or_else(|| ToolError::Arguments {
            tool: VISIT.to_owned(),
            detail: "no address was given".to_owned(),
        }));
    }
    let failed = failures
        .iter()
        .map(|(address, error)| (*address, error.to_string()));
    let unmade = addresses.iter().skip(PAGES);
    let unmade =
        unmade.map(|address| (address, format!("at most {PAGES} pages are read by a call")));
    observations.extend(failed.chain(unmade).map(|(address, why)| {
        let told = format!("{address}: {why}");
        Observation::of_failure(context.language, [VISIT, address], &told)
    }));
    Ok(observations)
}

/// Reads a page for a goal. Memory keeps the page's own words that were quoted, with its address.
async fn page(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    address: &str,
    goal: &str,
) -> Result<Vec<Observation>, ToolError> {
    let (url, trust) = tools.addresses.check(address)?;
    let found = fetch(tools, context, &url, trust).await?;
    let text = visible(&found.page.text).into_owned();
    let told = page_key(url.as_str()).and_then(|key| tools.told.borrow().get(&key).cloned());
    let known = told.as_ref().unwrap_or(&found.page.title);
    if is_another(&found, &text, known, &[goal, &tools.user]) {
        return Err(ToolError::failed(
            "the page was not read: its short text shares no word with the goal and with what is known of the page, as \
             where a login is asked for, or whether the visitor is a robot. Visit another result",
        ));
    }
    let links = if tools.settings.reader.follow_links {
        learn_links(&tools.addresses, &found, &text)
    } else {
        Vec::new()
    };
    let reading = read(tools, context, goal, &found.page, &text).await?;
    let text = text.get(..reading.end).unwrap_or(&text);
    let mut observations = observed(context.language, &found, text, &reading);
    show(&links, goal, context.language, &mut observations);
    Ok(observations)
}

/// Returns true if a page stands in place of the wanted one: it is short, and shares no word with the known text of the
/// page nor with the goal, except the name of its host.
fn is_another(found: &FoundPage, text: &str, known: &str, wanted: &[&str]) -> bool {
    let known = analyze(known);
    if known.is_empty() || text.chars().nth(SHORT).is_some() {
        return false;
    }
    let host = found.url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let said = analyze(&text.replace(host, " "));
    let mut expected = known
        .into_iter()
        .chain(wanted.iter().flat_map(|words| analyze(words)));
    !expected.any(|term| said.contains(&term))
}

/// Returns the page's text: by Jina Reader, or directly if that fails. A page of the local network is always read
/// directly: its address alone may hold a secret.
async fn fetch(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    url: &Url,
    trust: Trust,
) -> Result<FoundPage, ToolError> {
    let reader = &tools.settings.reader;
    let mut first_failure = None;
    if !reader.base_url.is_empty() && !is_own(url) {
        let request = jina_request(&reader.base_url, url, true);
        let service = (Service::Reader, reader.base_url.as_str());
        let read = |response: HttpResponse| by_reader(tools, (url, trust), &response);
        match retrying::ask(tools, context, service, &request, read).await {
            Ok(found) => return Ok(found),
            Err(error) if error.ends_run() => return Err(error),
            Err(error) => first_failure = Some(error),
        }
    }
    direct(tools, context, url, trust)
        .await
        .map_err(|error| match first_failure {
            Some(first) if !error.ends_run() => ToolError::failed(format!(
                "the page could not be read: {error}; by the reader: {first}"
            )),
            _ => error,
        })
}

/// The page of Jina Reader's response. Jina Reader follows redirects: the address that answered is checked, and counts,
/// as it does where we follow them ourselves.
fn by_reader(
    tools: &Toolbox<'_>,
    asked: (&Url, Trust),
    response: &HttpResponse,
) -> Result<FoundPage, Failure> {
    let page = jina_read(asked.0, response).map_err(|error| Failure::of_reader(&error))?;
    let led = tools.addresses.led(asked, &page.url);
    let (url, trust) =
        led.map_err(|refusal| Failure::last(format!("the page leads elsewhere: {refusal}")))?;
    Ok(FoundPage {
        url,
        page,
        pages: Vec::new(),
        links: Links::default(),
        unreadable: 0,
        trust,
    })
}

/// The result of reading a page.
struct Reading {
    /// The reading model's notes on each window, put together.
    notes: Notes,
    /// The byte of the text at which reading stopped.
    end: usize,
    /// True if the page was read to its end.
    is_whole: bool,
}

/// Reads the page, window by window. The windows read, and paid for, are kept if a later one fails.
async fn read(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    goal: &str,
    page: &PageText,
    text: &str,
) -> Result<Reading, ToolError> {
    let Some(llm) = &tools.settings.llm else {
        return Err(ToolError::failed("there is no model to read the page"));
    };
    let asker = Asker::new(context, llm, Agent::Reading);
    let window = llm.agents.reading.window;
    let structure = Structure::markdown(text);
    let windows = split_to_window(text, &structure, window, tools.settings.chunk_ratio);
    let mut all = Notes::default();
    let mut end = 0;
    for span in windows.iter().take(tools.settings.reader.windows.max(1)) {
        let part = Page {
            title: &page.title,
            url: &page.url,
            text: span.of(text),
        };
        match notes(&asker, goal, part).await {
            Ok(notes) => all.add(notes),
            Err(error) if end == 0 || error.ends_run() => return Err(error),
            Err(_) => break,
        }
        end = span.end;
    }
    Ok(Reading {
        notes: all,
        end,
        is_whole: end == text.len(),
    })
}

/// The reading model's notes on a part of a page.
async fn notes(asker: &Asker<'_>, goal: &str, page: Page<'_>) -> Result<Notes, ToolError> {
    let fence = asker.fence()?;
    let variables = Variables { fence, goal, page };
    asker
        .ask(&Prompt::READING, &variables, "notes", true)
        .await
        .map_err(of_reading)
}

impl Notes {
    /// Puts those on a later part behind them.
    fn add(&mut self, later: Self) {
        self.relevant |= later.relevant;
        self.evidence.extend(later.evidence);
        if !later.summary.is_empty() {
            self.summary.push_str(&later.summary);
            self.summary.push('\n');
        }
    }
}

/// Returns the tool's failure for an unusable reply of the reading model, and the run's for an unreachable model.
fn of_reading(error: EngineError) -> ToolError {
    if error.is_passing() {
        ToolError::failed(error.to_string())
    } else {
        ToolError::Run(error)
    }
}

/// Returns the text for the model, and the page's own words for memory. The quotations on each page of a PDF file have
/// the address of that page.
fn observed(
    language: Language,
    found: &FoundPage,
    text: &str,
    reading: &Reading,
) -> Vec<Observation> {
    let [date, nothing, partly] = match language {
        Language::English => [
            "Date",
            "The page says nothing about the goal.",
            "Only the beginning of the page was read.",
        ],
        Language::Chinese => [
            "日期",
            "这个页面没有说到目标。",
            "只读取了这个页面的开头部分。",
        ],
    };
    let notes = &reading.notes;
    let mut by_page: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for quote in quotations(text, notes) {
        by_page
            .entry(found.page_of(&quote))
            .or_default()
            .push(quote);
    }
    let published = found.page.published.iter();
    let mut told: Vec<String> = published.map(|day| format!("{date}: {day}")).collect();
    told.extend(partly_unreadable(language, found.unreadable));
    if !reading.is_whole {
        told.push(partly.to_owned());
    }
    if notes.relevant || !by_page.is_empty() {
        told.push(notes.summary.trim().to_owned());
    } else {
        told.push(nothing.to_owned());
    }
    if by_page.is_empty() {
        by_page.insert(0, Vec::new());
    }
    let pages = by_page.iter();
    pages
        .map(|(page, quoted)| {
            let told = std::mem::take(&mut told);
            observation(found, *page, told, quoted)
        })
        .collect()
}

/// Returns the note for a page with invalid bytes.
fn partly_unreadable(language: Language, times: usize) -> Option<String> {
    (times > 0).then(|| match language {
        Language::English => format!(
            "(The page is not readable in full: {times} sequences of its bytes are no characters, and shown as \u{FFFD}.)"
        ),
        Language::Chinese => {
            format!("（页面有 {times} 处字节无法解码，显示为 \u{FFFD}，内容不完整。）")
        }
    })
}

/// Returns the quotations of one page, after the common text; page 0 for a text without pages.
fn observation(
    found: &FoundPage,
    page: usize,
    mut told: Vec<String>,
    quoted: &[String],
) -> Observation {
    let source = match page {
        0 => found.url.to_string(),
        page => page_address(found.url.as_str(), page),
    };
    let title = match found.page.title.as_str() {
        "" => found.url.as_str(),
        title => title,
    };
    let title = title.replace(['[', ']', '\n'], " ");
    told.insert(0, format!("[{title}]({source})"));
    told.extend(quoted.iter().map(|quote| format!("> {quote}")));
    told.retain(|line| !line.is_empty());
    Observation {
        tool: "visit".to_owned(),
        source: source.clone(),
        text: inert(&told.join("\n")),
        trust: Some(found.trust),
        found: kept(found, source, quoted).into_iter().collect(),
    }
}

/// Returns a page's text for memory: its own words alone, each quotation a paragraph. `None` if no quotation serves.
fn kept(found: &FoundPage, document: String, quoted: &[String]) -> Option<FoundText> {
    let FoundPage { page, trust, .. } = found;
    let title = inert(&one_line(&page.title));
    (!quoted.is_empty()).then(|| FoundText {
        document,
        title: Some(title).filter(|title| !title.is_empty()),
        published: page.published.as_deref().map(|day| inert(&one_line(day))),
        text: inert(&quoted.join("\n\n")),
        structure: None,
        trust: *trust,
    })
}

/// Returns the page's words that the notes quote; without quotations, those that the summary was made from.
fn quotations(text: &str, notes: &Notes) -> Vec<String> {
    let quoted = own_words(text, &notes.evidence);
    if !quoted.is_empty() || !notes.relevant {
        return quoted;
    }
    let summary = notes.summary.as_str();
    let told: Vec<String> = sentences(summary)
        .into_iter()
        .map(|span| span.of(summary).to_owned())
        .collect();
    own_words(text, &told)
}
