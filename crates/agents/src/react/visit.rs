//! The visit tool (MB-20): a page is fetched, read into text, and handed to a reading model without tools,
//! which returns what serves the goal (reliability: the one who acts never sees the page itself).

use amb_documents::Limits;
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_llm::reader::{PageText, Url, direct_request, jina_read, jina_request};
use amb_memory::task::Trust;
use amb_memory::text::{Language, sentences, split_to_window, visible};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::quotations::own_words;
use super::search::{not_borne, of_host};
use super::toolbox::{Observation, ToolError, Toolbox};
use crate::engine::{EngineContext, EngineError, FoundText};
use crate::inert::{inert, one_line};
use crate::llm::{Asker, Prompt};
use crate::settings::Agent;
use crate::spending::{Service, SpendError};

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
#[derive(Debug, Deserialize, JsonSchema)]
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
        .map_err(|refusal| failed(refusal.to_string()))?;
    let page = fetch(tools, context, &url).await?;
    let text = visible(&page.text).into_owned();
    if tools.settings.reader.follow_links {
        tools.addresses.learn_from(&text, Trust::FoundPage);
    }
    let notes = read(tools, context, &arguments.goal, &page, &text).await?;
    let found = found(&url, trust, &page, &text, &notes);
    Ok(vec![observed(context.language, found, &page, &notes)])
}

fn failed(detail: String) -> ToolError {
    ToolError::Failed { detail }
}

/// The page's text: by Jina Reader, and where that fails directly.
async fn fetch(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    url: &Url,
) -> Result<PageText, ToolError> {
    let reader = &tools.settings.reader;
    let mut first_failure = None;
    if !reader.base_url.is_empty() {
        let request = jina_request(&reader.base_url, url, true);
        let service = (Service::Reader, reader.base_url.as_str());
        match ask(context, service, &request).await {
            Ok(response) => match jina_read(&response) {
                Ok(page) => return Ok(page),
                Err(error) => first_failure = Some(error.to_string()),
            },
            Err(ToolError::Failed { detail }) => first_failure = Some(detail),
            Err(error) => return Err(error),
        }
    }
    direct(tools, context, url)
        .await
        .map_err(|error| match (error, first_failure) {
            (ToolError::Failed { detail }, Some(first)) => failed(format!(
                "the page could not be read: {detail}; by the reader: {first}"
            )),
            (error, _) => error,
        })
}

/// Asks a service, if the budget bears it.
async fn ask(
    context: &EngineContext<'_>,
    service: (Service, &str),
    request: &HttpRequest,
) -> Result<HttpResponse, ToolError> {
    let asked = context
        .meter
        .fetch(context.host, context.emit, service, request);
    match asked.await {
        Ok(response) => Ok(response),
        Err(SpendError::Host(error)) => Err(of_host(error)?),
        Err(SpendError::Budget(reached)) => Err(not_borne(&reached)),
    }
}

/// The page as its own server sends it.
async fn direct(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    url: &Url,
) -> Result<PageText, ToolError> {
    let service = (Service::Page, url.as_str());
    let response = ask(context, service, &direct_request(url)).await?;
    if !response.is_success() {
        return Err(failed(format!(
            "the page answered with status {}",
            response.status
        )));
    }
    let limits = Limits {
        max_bytes: tools.settings.max_document_bytes,
    };
    let document = amb_documents::read(
        url.as_str(),
        response.header("content-type"),
        &response.body,
        &limits,
    )
    .map_err(|error| failed(error.to_string()))?;
    Ok(PageText {
        url: url.to_string(),
        title: document.title.unwrap_or_default(),
        published: None,
        text: document.text,
    })
}

/// The reading model's notes on each window of the page, put together.
async fn read(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    goal: &str,
    page: &PageText,
    text: &str,
) -> Result<Notes, ToolError> {
    let Some(llm) = &tools.settings.llm else {
        return Err(failed("there is no model to read the page".to_owned()));
    };
    let asker = Asker::new(context, llm, Agent::Reading);
    let window = llm.agents.reading.window;
    let windows = split_to_window(text, window, tools.settings.chunk_ratio);
    let mut all = Notes {
        relevant: false,
        evidence: Vec::new(),
        summary: String::new(),
    };
    for span in windows.iter().take(tools.settings.reader.windows.max(1)) {
        let variables = Variables {
            fence: asker.fence()?,
            goal,
            page: Page {
                title: &page.title,
                url: &page.url,
                text: span.of(text),
            },
        };
        let notes: Notes = asker
            .ask(&Prompt::READING, &variables, "notes", true)
            .await
            .map_err(of_reading)?;
        all.relevant |= notes.relevant;
        all.evidence.extend(notes.evidence);
        if !notes.summary.is_empty() {
            all.summary.push_str(&notes.summary);
            all.summary.push('\n');
        }
    }
    Ok(all)
}

/// A page that the reading model says nothing usable of is the tool's failure; a model that cannot be asked
/// is the run's.
fn of_reading(error: EngineError) -> ToolError {
    if error.is_passing() {
        failed(error.to_string())
    } else {
        ToolError::Run(error)
    }
}

/// What memory keeps of a page: its own words alone, each quotation a paragraph. Blank where none serves.
fn found(url: &Url, trust: Trust, page: &PageText, text: &str, notes: &Notes) -> FoundText {
    let title = inert(&one_line(&page.title));
    FoundText {
        document: url.to_string(),
        title: Some(title).filter(|title| !title.is_empty()),
        published: page.published.as_deref().map(|day| inert(&one_line(day))),
        text: inert(&quotations(text, notes).join("\n\n")),
        trust,
    }
}

/// What the model is told of it.
fn observed(language: Language, found: FoundText, page: &PageText, notes: &Notes) -> Observation {
    let (date, nothing) = match language {
        Language::English => ("Date", "The page says nothing about the goal."),
        Language::Chinese => ("日期", "这个页面没有说到目标。"),
    };
    let url = &found.document;
    let title = if page.title.is_empty() {
        url
    } else {
        &page.title
    };
    let mut told = vec![format!("[{}]({url})", title.replace(['[', ']', '\n'], " "))];
    told.extend(page.published.iter().map(|day| format!("{date}: {day}")));
    if notes.relevant || !found.text.is_empty() {
        told.push(notes.summary.trim().to_owned());
        let quotes = found.text.split("\n\n").filter(|quote| !quote.is_empty());
        told.extend(quotes.map(|quote| format!("> {quote}")));
    } else {
        told.push(nothing.to_owned());
    }
    told.retain(|line| !line.is_empty());
    Observation {
        tool: "visit".to_owned(),
        source: url.clone(),
        text: inert(&told.join("\n")),
        trust: Some(found.trust),
        found: (!found.text.is_empty())
            .then_some(found)
            .into_iter()
            .collect(),
    }
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
