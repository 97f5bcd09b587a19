//! The search tool (MB-19).

use amb_llm::chat::Attempt;
use amb_llm::search::{
    LONGEST_QUERY, SearchError, SearchQuery, SearchResults, read, request, told, within_query,
};
use amb_memory::task::Trust;
use amb_memory::text::{Language, gives_orders, orders_told};
use serde::Deserialize;

use super::toolbox::{Observation, OneOrMany, ToolError, Toolbox};
use crate::engine::{EngineContext, FoundText};
use crate::host::HostError;
use crate::inert::inert;
use crate::settings::SearchSettings;
use crate::spending::{BudgetReached, Service, SpendError};

/// Queries that one call may make.
const QUERIES: usize = 3;

#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    query: OneOrMany,
}

/// The results of one or several queries; their addresses may be visited from now on.
pub(super) async fn search(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let Some(settings) = &tools.settings.search else {
        return Ok(Vec::new());
    };
    let queries: Vec<&str> = arguments
        .query
        .all()
        .iter()
        .map(|query| query.trim())
        .filter(|query| !query.is_empty())
        .take(QUERIES)
        .collect();
    if queries.is_empty() {
        return Err(ToolError::Arguments {
            tool: "search".to_owned(),
            detail: "no query was given".to_owned(),
        });
    }
    let mut observations = Vec::new();
    for asked in queries {
        let query = within_query(asked);
        let mut results = match results(tools, context, settings, query).await {
            // What was paid for is kept.
            Err(ToolError::Failed { .. })
                if context.meter.has_stopped() && !observations.is_empty() =>
            {
                break;
            }
            results => results?,
        };
        let may_name = |url: &String| tools.addresses.may_name(&settings.base_url, url);
        leave_out(&mut results, may_name);
        let named = results.results.iter().map(|result| result.url.as_str());
        tools.addresses.learn_from(&settings.base_url, named);
        let source = format!("search: {query}");
        let is_empty = results.results.is_empty() && results.answer.is_none();
        let mut text = inert(&told(&results, context.language == Language::Chinese));
        if gives_orders(&text) {
            text = format!("({})\n\n{text}", orders_told(context.language));
        }
        if query.len() < asked.len() {
            text = format!("{}\n\n{text}", cut(context.language));
        }
        observations.push(Observation {
            tool: "search".to_owned(),
            text,
            found: found(&results, &source),
            trust: (!is_empty).then_some(Trust::Snippet),
            // Memory keeps all results, and flags them.
            gives_orders: false,
            source,
        });
    }
    Ok(observations)
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
fn found(results: &SearchResults, source: &str) -> Vec<FoundText> {
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
    let http = request(&settings.base_url, &query).map_err(failed)?;
    let mut attempt = 0;
    loop {
        let service = (Service::Search, settings.base_url.as_str());
        let asked = context
            .meter
            .fetch(context.host, context.emit, service, &http);
        let failure = match asked.await {
            Ok(response) => match read(&query, &response) {
                Ok(results) => return Ok(results),
                Err(error) => Failure::Search(error),
            },
            Err(SpendError::Host(error)) => Failure::Host(error),
            Err(SpendError::Budget(reached)) => return Err(not_borne(&reached)),
        };
        wait(tools, context, attempt, failure).await?;
        attempt += 1;
    }
}

/// A language as the search service names it.
fn service_code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh-cn",
    }
}

enum Failure {
    Search(SearchError),
    Host(HostError),
}

/// Waits until the query may be repeated, or fails with why it may not.
async fn wait(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
    attempt: u32,
    failure: Failure,
) -> Result<(), ToolError> {
    let (asked, retryable, failure) = match failure {
        Failure::Search(error) => {
            let asked = match &error {
                SearchError::RateLimited { retry_after, .. } => retry_after.clone(),
                _ => None,
            };
            (asked, error.is_retryable(), failed(error))
        }
        Failure::Host(error) => (None, error.is_retryable(), of_host(error)?),
    };
    let policy = tools
        .settings
        .llm
        .as_ref()
        .map(|llm| llm.retry)
        .unwrap_or_default();
    let now = context.host.now().map_err(of_run)?;
    let [random, ..] = context.host.random().map_err(of_run)?;
    match policy.after(attempt, asked.as_deref(), now, random) {
        Attempt::Again(milliseconds) if retryable => {
            context.host.sleep(milliseconds).await.map_err(of_run)
        }
        _ => Err(failure),
    }
}

fn failed(error: SearchError) -> ToolError {
    ToolError::Failed {
        detail: error.to_string(),
    }
}

fn of_run(error: HostError) -> ToolError {
    ToolError::Run(error.into())
}

/// What the budget does not bear, the tool could not do.
pub(super) fn not_borne(reached: &BudgetReached) -> ToolError {
    ToolError::Failed {
        detail: reached.to_string(),
    }
}

/// A failure of the network is the tool's; one of the journal is the run's.
pub(super) fn of_host(error: HostError) -> Result<ToolError, ToolError> {
    match error {
        HostError::Journal { .. } | HostError::Abandoned => Err(of_run(error)),
        error => Ok(ToolError::Failed {
            detail: error.to_string(),
        }),
    }
}
