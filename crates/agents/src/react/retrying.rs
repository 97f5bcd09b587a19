//! Requests of the tools, with retries (MB-19, MB-20).

use amb_llm::chat::{Attempt, RetryPolicy};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_llm::reader::ReaderError;
use amb_llm::search::SearchError;

use super::toolbox::{ToolError, Toolbox};
use crate::engine::RunContext;
use crate::host::{HostError, NetworkFailure};
use crate::protocol::Service;
use crate::spending::{BudgetReached, Purpose, SpendError};

/// Retries that a page is worth, unless its reader requests a wait: a page has a second way, directly, and there are
/// other pages.
const PAGE_REPETITIONS: u32 = 1;

/// The failure of a request.
#[derive(Debug)]
pub(super) struct Failure {
    detail: String,
    /// Most retries that are worthwhile.
    worth: u32,
    /// The wait that the service asks for, as written.
    retry_after: Option<String>,
}

impl Failure {
    /// Returns a failure that no retry helps.
    pub(super) fn last(detail: impl Into<String>) -> Self {
        Self {
            detail: detail.into(),
            worth: 0,
            retry_after: None,
        }
    }

    /// The search's.
    pub(super) fn of_search(error: &SearchError) -> Self {
        let retry_after = match error {
            SearchError::RateLimited { retry_after } => retry_after.clone(),
            _ => None,
        };
        Self {
            worth: if error.is_retryable() { u32::MAX } else { 0 },
            retry_after,
            ..Self::last(error.to_string())
        }
    }

    /// The page reader's.
    pub(super) fn of_reader(error: &ReaderError) -> Self {
        let (worth, retry_after) = match error {
            ReaderError::RateLimited { retry_after } => (u32::MAX, retry_after.clone()),
            error if error.is_retryable() => (PAGE_REPETITIONS, None),
            _ => (0, None),
        };
        Self {
            worth,
            retry_after,
            ..Self::last(error.to_string())
        }
    }

    /// Returns the failure of a page's own server; `None` if its response is the page.
    pub(super) fn of_page(response: &HttpResponse) -> Option<Self> {
        let status = response.status;
        let worth = if may_pass(status) {
            PAGE_REPETITIONS
        } else {
            0
        };
        (!response.is_success()).then(|| Self {
            worth,
            retry_after: response.header("retry-after").map(str::to_owned),
            ..Self::last(format!("the page answered with status {status}"))
        })
    }

    /// Returns the failure of a request without a response.
    fn of_host(service: Service, error: HostError) -> Result<Self, ToolError> {
        let took_its_time = matches!(
            error,
            HostError::Network {
                failure: NetworkFailure::Timeout,
                ..
            }
        );
        let worth = match service {
            _ if !error.is_retryable() => 0,
            Service::Search => u32::MAX,
            // It would take as long again.
            Service::Reader | Service::Page if took_its_time => 0,
            Service::Reader | Service::Page => PAGE_REPETITIONS,
        };
        match of_host(error) {
            ToolError::Failed { detail } => Ok(Self {
                worth,
                ..Self::last(detail)
            }),
            error => Err(error),
        }
    }
}

/// Returns true if a server that replies with this status may soon reply otherwise: not one without the requested
/// feature, or with an internal loop.
fn may_pass(status: u16) -> bool {
    match status {
        501 | 505 | 508 => false,
        408 | 409 | 429 => true,
        status => status >= 500,
    }
}

/// Requests a service and passes its response to `read`. Retries by the settings' policy, if the failure is worth it.
pub(super) async fn ask<T>(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    service: (Service, &str),
    request: &HttpRequest,
    read: impl Fn(HttpResponse) -> Result<T, Failure>,
) -> Result<T, ToolError> {
    let mut attempt = 0;
    loop {
        let asked = context
            .meter
            .fetch(context.host, context.emit, service, request);
        let outcome = match asked.await {
            Ok(response) => read(response),
            Err(SpendError::Host(error)) => Err(Failure::of_host(service.0, error)?),
            Err(SpendError::Budget(reached)) => return Err(not_borne(&reached)),
        };
        match outcome {
            Ok(value) => return Ok(value),
            Err(failure) => wait(tools, context, attempt, failure).await?,
        }
        attempt += 1;
    }
}

/// Waits until a request may be repeated, or fails with why it may not.
async fn wait(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    attempt: u32,
    failure: Failure,
) -> Result<(), ToolError> {
    let Failure {
        detail,
        worth,
        retry_after,
    } = failure;
    if worth == 0 {
        return Err(ToolError::failed(detail));
    }
    let llm = tools.settings.llm.as_ref();
    let given = llm.map(|llm| llm.retry).unwrap_or_default();
    let policy = RetryPolicy {
        retries: given.retries.min(worth),
        ..given
    };
    let now = context.host.now().map_err(of_run)?;
    let [random, ..] = context.host.random().map_err(of_run)?;
    match policy.after(attempt, retry_after.as_deref(), now, random) {
        Attempt::Again(milliseconds) if is_time_for(context, milliseconds) => {
            context.host.sleep(milliseconds).await.map_err(of_run)
        }
        Attempt::NotBefore(until) => Err(ToolError::NotBefore {
            reason: detail,
            until,
        }),
        Attempt::Again(_) | Attempt::GiveUp => Err(ToolError::failed(detail)),
    }
}

/// Returns true if the budget leaves time for such a wait. If not, the run goes on without the result.
fn is_time_for(context: &RunContext<'_>, milliseconds: u32) -> bool {
    context.meter.within_time(Purpose::Work, milliseconds) >= milliseconds
}

/// Returns the tool's error for a request beyond the budget.
fn not_borne(reached: &BudgetReached) -> ToolError {
    ToolError::failed(reached.to_string())
}

fn of_run(error: HostError) -> ToolError {
    ToolError::Run(error.into())
}

/// Returns the tool's error for a failure of the network, and the run's for one of the journal.
pub(super) fn of_host(error: HostError) -> ToolError {
    match error {
        HostError::Journal { .. } | HostError::Abandoned => of_run(error),
        error => ToolError::failed(error.to_string()),
    }
}
