//! The search tool (MB-19).

use amb_llm::reader::page_key;
use amb_llm::search::{
    LONGEST_QUERY, SearchError, SearchResults, SearchService, told, within_query,
};
use amb_memory::task::Trust;
use amb_memory::text::Language;
use serde::Deserialize;

use super::retrying::{self, Failure};
use super::toolbox::{Observation, OneOrMany, ToolError, Toolbox};
use crate::engine::RunContext;
use crate::inert::{inert, one_line};
use crate::protocol::{Event, FoundText, Service};
use crate::settings::SearchSettings;

/// The tool's name.
const TOOL: &str = "search";

/// Queries that one call may make.
const QUERIES: usize = 3;

#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(alias = "queries")]
    query: OneOrMany,
}

/// The results of one or several queries.
pub(super) async fn search(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let Some(settings) = &tools.settings.search else {
        return Ok(Vec::new());
    };
    let given = arguments.query.all();
    if given.is_empty() {
        return Err(ToolError::Arguments {
            tool: TOOL.to_owned(),
            detail: "no query was given".to_owned(),
        });
    }
    let mut observations = made(tools, context, settings, &given).await?;
    let unmade = given.len().saturating_sub(QUERIES);
    if let (Some(last), 1..) = (observations.last_mut(), unmade) {
        last.text = format!("{}\n\n{}", last.text, too_many(context.language, unmade));
    }
    Ok(observations)
}

/// Returns the results of the queries that a call may make. A failed query is reported in its place: the results of the
/// others were paid for, and are kept.
async fn made(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    settings: &SearchSettings,
    queries: &[String],
) -> Result<Vec<Observation>, ToolError> {
    let mut observations = Vec::new();
    let mut has_any = false;
    let mut last_failure = None;
    for query in queries.iter().take(QUERIES) {
        let outcome = match &last_failure {
            // A service that asks for such a wait is not called before.
            Some(error @ ToolError::NotBefore { .. }) => Err(error.clone()),
            _ => found(tools, context, settings, query).await,
        };
        match outcome {
            Ok(observation) => {
                observations.push(observation);
                has_any = true;
            }
            Err(error) if error.ends_run() => return Err(error),
            Err(error) => {
                // If the budget has stopped the run, no model reads on.
                if !context.meter.has_stopped() {
                    observations.push(failed(context.language, settings.service, query, &error));
                }
                last_failure = Some(error);
            }
        }
        if context.meter.has_stopped() {
            break;
        }
    }
    match last_failure {
        Some(error) if !has_any => Err(error),
        _ => Ok(observations),
    }
}

/// Returns the results of a query; their addresses may be visited from now on.
async fn found(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    settings: &SearchSettings,
    asked: &str,
) -> Result<Observation, ToolError> {
    let query = within_query(asked);
    let mut results = results(tools, context, settings, query).await?;
    let may_name = |url: &String| tools.addresses.may_name(&settings.base_url, url);
    leave_out(&mut results, may_name);
    let shown = results.results.iter().filter_map(|result| {
        let snippet = result.snippet.as_deref().unwrap_or_default();
        Some((
            page_key(&result.url)?,
            format!("{} {snippet}", result.title),
        ))
    });
    tools.told.borrow_mut().extend(shown);
    let named = results.results.iter().map(|result| result.url.as_str());
    tools.addresses.learn_from(&settings.base_url, named);
    let is_empty = results.results.is_empty() && results.answer.is_none();
    let is_chinese = context.language == Language::Chinese;
    let mut text = inert(&told(&results, settings.service, is_chinese));
    if query.len() < asked.len() {
        text = format!("{}\n\n{text}", cut(context.language));
    }
    let source = source(query);
    Ok(Observation {
        tool: TOOL.to_owned(),
        text,
        found: kept(&results, &source),
        trust: (!is_empty).then_some(Trust::Snippet),
        source,
    })
}

/// Returns the text for the model about a failed query, beside others.
fn failed(
    language: Language,
    service: SearchService,
    asked: &str,
    error: &ToolError,
) -> Observation {
    let engine = service.engine();
    let query = within_query(asked);
    let shown = one_line(query);
    let told = match language {
        Language::English => format!("{engine} search for '{shown}' failed: {error}"),
        Language::Chinese => format!("{engine} 搜索 '{shown}' 失败：{error}"),
    };
    Observation::of_failure(language, [TOOL, &source(query)], &told)
}

/// Returns the source label of a query's results.
fn source(query: &str) -> String {
    format!("search: {query}")
}

/// Returns the text for the model about queries beyond a call's limit.
fn too_many(language: Language, unmade: usize) -> String {
    match language {
        Language::English => format!(
            "Queries that were not made: {unmade}. At most {QUERIES} are made by a call. Make another one if they are \
             still needed."
        ),
        Language::Chinese => format!(
            "未执行的查询：{unmade} 个。每次调用最多执行 {QUERIES} 个查询。如仍需要，请再次调用。"
        ),
    }
}

/// Leaves out results that are never opened, such as those of the local network: they are no sources either.
fn leave_out(results: &mut SearchResults, may_name: impl Fn(&String) -> bool) {
    results.results.retain(|result| may_name(&result.url));
    results.answer_url = results.answer_url.take().filter(|url| may_name(url));
}

/// Returns the text for the model about a query that was too long.
fn cut(language: Language) -> String {
    match language {
        Language::English => format!(
            "The query was too long: only its beginning was searched for, at most {LONGEST_QUERY} characters. Give a few \
             words."
        ),
        Language::Chinese => {
            format!("查询过长：只搜索了开头部分，最多{LONGEST_QUERY}个字符。请只给几个关键词。")
        }
    }
}

/// Returns the texts of results for memory: the shown text of each page, under the page's own address; then the search
/// engine's own answer.
fn kept(results: &SearchResults, source: &str) -> Vec<FoundText> {
    let shown = |text: Option<&String>| text.map(|text| inert(text));
    let mut found: Vec<FoundText> = results
        .results
        .iter()
        .map(|result| {
            let title = inert(&result.title);
            let published = shown(result.date.as_ref());
            let lines = [
                Some(title.clone()),
                published.clone(),
                shown(result.snippet.as_ref()),
            ];
            let lines: Vec<String> = lines.into_iter().flatten().collect();
            FoundText {
                document: result.url.clone(),
                title: Some(title),
                published,
                text: lines.join("\n"),
                structure: None,
                trust: Trust::Snippet,
            }
        })
        .collect();
    found.extend(results.answer.as_ref().map(|answer| {
        FoundText {
            document: results
                .answer_url
                .clone()
                .unwrap_or_else(|| source.to_owned()),
            title: None,
            published: None,
            text: inert(answer),
            structure: None,
            trust: Trust::Snippet,
        }
    }));
    found
}

/// Returns the results of a query, with retries.
async fn results(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    settings: &SearchSettings,
    query: &str,
) -> Result<SearchResults, ToolError> {
    let query = tools
        .settings
        .search_query(settings, query, Some(context.language));
    let http = settings.service.request(&settings.base_url, &query);
    let http = http.map_err(|error| ToolError::failed(error.to_string()))?;
    let service = (Service::Search, settings.base_url.as_str());
    retrying::ask(tools, context, service, &http, |response| {
        settings.service.read(&query, &response).map_err(|error| {
            tell_refused(tools, context, &error);
            Failure::of_search(&error)
        })
    })
    .await
}

/// Warns the user, once, that the service refuses searches until the user acts: a model would only see empty results.
fn tell_refused(tools: &Toolbox<'_>, context: &RunContext<'_>, error: &SearchError) {
    let is_of_account = matches!(
        error,
        SearchError::Unauthorized | SearchError::QuotaExceeded
    );
    if is_of_account && !tools.told_of_search.replace(true) {
        (context.emit)(Event::Warning {
            code: error.kind().to_owned(),
            message: format!("{error}. Until then no search finds anything."),
        });
    }
}
