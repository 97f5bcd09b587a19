//! The search tool (MB-19).

use amb_llm::search::{
    LONGEST_QUERY, SearchError, SearchQuery, SearchResults, read, request, told, within_query,
};
use amb_memory::task::Trust;
use amb_memory::text::{Language, gives_orders, orders_told};
use serde::Deserialize;

use super::retrying::{self, Failure};
use super::toolbox::{Observation, OneOrMany, ToolError, Toolbox};
use crate::engine::{EngineContext, FoundText};
use crate::event::Event;
use crate::inert::{inert, one_line};
use crate::settings::SearchSettings;
use crate::spending::Service;

/// The tool's name.
const TOOL: &str = "search";

/// Queries that one call may make.
const QUERIES: usize = 3;

#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    query: OneOrMany,
}

/// The results of one or several queries.
pub(super) async fn search(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let Some(settings) = &tools.settings.search else {
        return Ok(Vec::new());
    };
    let given: Vec<&str> = arguments
        .query
        .all()
        .iter()
        .map(|query| query.trim())
        .filter(|query| !query.is_empty())
        .collect();
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

/// What came of the queries that a call may make. One that fails is told in its place: what the others brought was paid
/// for, and is kept.
async fn made(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    settings: &SearchSettings,
    queries: &[&str],
) -> Result<Vec<Observation>, ToolError> {
    let mut observations = Vec::new();
    let mut has_any = false;
    let mut last_failure = None;
    for query in queries.iter().take(QUERIES) {
        let outcome = match &last_failure {
            // Who asks for such a wait is not asked before.
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
                // Where the budget has stopped the run, no model reads on.
                if !context.meter.has_stopped() {
                    observations.push(failed(context.language, query, &error));
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

/// What a query found; the addresses may be visited from now on.
async fn found(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    settings: &SearchSettings,
    asked: &str,
) -> Result<Observation, ToolError> {
    let query = within_query(asked);
    let mut results = results(tools, context, settings, query).await?;
    let may_name = |url: &String| tools.addresses.may_name(&settings.base_url, url);
    leave_out(&mut results, may_name);
    let named = results.results.iter().map(|result| result.url.as_str());
    tools.addresses.learn_from(&settings.base_url, named);
    let is_empty = results.results.is_empty() && results.answer.is_none();
    let mut text = inert(&told(&results, context.language == Language::Chinese));
    if gives_orders(&text) {
        text = format!("({})\n\n{text}", orders_told(context.language));
    }
    if query.len() < asked.len() {
        text = format!("{}\n\n{text}", cut(context.language));
    }
    let source = source(query);
    Ok(Observation {
        tool: TOOL.to_owned(),
        text,
        found: kept(&results, &source),
        trust: (!is_empty).then_some(Trust::Snippet),
        // Memory keeps all results, and flags them.
        gives_orders: false,
        source,
    })
}

/// What the model is told of a query that failed, beside others.
fn failed(language: Language, asked: &str, error: &ToolError) -> Observation {
    let query = within_query(asked);
    let shown = one_line(query);
    let told = match language {
        Language::English => format!("Google search for '{shown}' failed: {error}"),
        Language::Chinese => format!("Google 搜索 '{shown}' 失败：{error}"),
    };
    Observation::of_failure(language, [TOOL, &source(query)], &told)
}

/// Where what a query found comes from.
fn source(query: &str) -> String {
    format!("search: {query}")
}

/// What the model is told of queries that a call may not make.
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

/// Leaves out results that are never opened, such as those of one's own network: they are no sources either.
fn leave_out(results: &mut SearchResults, may_name: impl Fn(&String) -> bool) {
    results.results.retain(|result| may_name(&result.url));
    results.answer_url = results.answer_url.take().filter(|url| may_name(url));
}

/// What the model is told of a query that was longer than one.
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

/// What memory keeps of results: of each what was shown of its page, under the page's own address; then the
/// search engine's own answer.
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
            trust: Trust::Snippet,
        }
    }));
    found
}

/// The results of a query, asked for again where that helps.
async fn results(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    settings: &SearchSettings,
    query: &str,
) -> Result<SearchResults, ToolError> {
    let query = SearchQuery {
        language: settings.language.clone().or_else(|| {
            let set = tools.settings.search_language?;
            Some(service_code(set).to_owned())
        }),
        country: settings.country.clone(),
        results: settings.results,
        ..SearchQuery::new(query)
    };
    let http = request(&settings.base_url, &query)
        .map_err(|error| ToolError::failed(error.to_string()))?;
    let service = (Service::Search, settings.base_url.as_str());
    retrying::ask(tools, context, service, &http, |response| {
        read(&query, &response).map_err(|error| {
            tell_refused(tools, context, &error);
            Failure::of_search(&error)
        })
    })
    .await
}

/// Tells the user, once, that the service takes no searches until something is done: a model would only find nothing.
fn tell_refused(tools: &Toolbox<'_>, context: &EngineContext<'_>, error: &SearchError) {
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

/// A language as the search service names it.
fn service_code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh-cn",
    }
}
