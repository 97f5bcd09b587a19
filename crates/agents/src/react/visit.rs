//! The visit tool (MB-20): a page is fetched, read into text, and handed to a reading model without tools,
//! which returns what serves the goal (reliability: the one who acts never sees the page itself).

use std::collections::BTreeMap;

use amb_documents::Links;
use amb_llm::http::HttpResponse;
use amb_llm::reader::{PageText, Url, is_own, jina_read, jina_request};
use amb_memory::task::Trust;
use amb_memory::text::{Language, gives_orders, orders_told, sentences, split_to_window, visible};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::direct::{FoundPage, direct};
use super::links::{learn_links, show};
use super::quotations::own_words;
use super::retrying::{self, Failure};
use super::toolbox::{Observation, ToolError, Toolbox};
use crate::engine::{EngineContext, EngineError, FoundText};
use crate::inert::{inert, one_line};
use crate::llm::{Asker, Prompt};
use crate::run::page_address;
use crate::settings::Agent;
use crate::spending::Service;

#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    url: String,
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

/// Reads a page for a goal. Memory keeps the page's own words that were quoted, with its address.
pub(super) async fn visit(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let (url, trust) = tools
        .addresses
        .check(&arguments.url)
        .map_err(|refusal| ToolError::failed(refusal.to_string()))?;
    let found = fetch(tools, context, &url, trust).await?;
    let text = visible(&found.page.text).into_owned();
    let links = if tools.settings.reader.follow_links {
        learn_links(&tools.addresses, &found, &text)
    } else {
        Vec::new()
    };
    let reading = read(tools, context, &arguments.goal, &found.page, &text).await?;
    let text = text.get(..reading.end).unwrap_or(&text);
    let mut observations = observed(context.language, &found, text, &reading);
    show(&links, &arguments.goal, context.language, &mut observations);
    Ok(observations)
}

/// The page's text: by Jina Reader, and where that fails directly. A page of one's own network is none of a reader's
/// business: its address alone may hold a secret.
async fn fetch(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
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

/// What was read of a page.
struct Reading {
    /// The reading model's notes on each window, put together.
    notes: Notes,
    /// The byte of the text where it stopped.
    end: usize,
    /// Whether there is no more.
    is_whole: bool,
}

/// Reads the page, window by window. What was read, and paid for, is kept where a later window cannot be.
async fn read(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    goal: &str,
    page: &PageText,
    text: &str,
) -> Result<Reading, ToolError> {
    let Some(llm) = &tools.settings.llm else {
        return Err(ToolError::failed("there is no model to read the page"));
    };
    let asker = Asker::new(context, llm, Agent::Reading);
    let window = llm.agents.reading.window;
    let windows = split_to_window(text, window, tools.settings.chunk_ratio);
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

/// A page that the reading model says nothing usable of is the tool's failure; a model that cannot be asked
/// is the run's.
fn of_reading(error: EngineError) -> ToolError {
    if error.is_passing() {
        ToolError::failed(error.to_string())
    } else {
        ToolError::Run(error)
    }
}

/// What the model is told, and what memory keeps: the page's own words alone. Of a PDF file, what stands on
/// each of its pages comes with the address of that page.
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
    let orders = gives_orders(text);
    if orders {
        told.insert(0, format!("({})", orders_told(language)));
    }
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
            observation((found, orders), *page, told, quoted)
        })
        .collect()
}

/// What is told of a page some bytes of which are no characters.
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

/// What was quoted of one page, after what is told of all; 0 for a text without pages.
fn observation(
    (found, gives_orders): (&FoundPage, bool),
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
        gives_orders,
    }
}

/// What memory keeps of a page: its own words alone, each quotation a paragraph. Nothing where none serves.
fn kept(found: &FoundPage, document: String, quoted: &[String]) -> Option<FoundText> {
    let FoundPage { page, trust, .. } = found;
    let title = inert(&one_line(&page.title));
    (!quoted.is_empty()).then(|| FoundText {
        document,
        title: Some(title).filter(|title| !title.is_empty()),
        published: page.published.as_deref().map(|day| inert(&one_line(day))),
        text: inert(&quoted.join("\n\n")),
        trust: *trust,
    })
}

/// The page's words that the notes quote; where they quote nothing, those that the summary was made of.
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
