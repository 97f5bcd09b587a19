//! One call of the model: over the host, repeated where that helps, counted.

use std::cell::RefCell;

use amb_llm::chat::{
    Attempt, ChatError, ChatRequest, Delta, Message, Patience, Reply, ReplyReader, Usage, http_date,
};
use amb_llm::http::HttpResponse;
use amb_memory::text::estimate_tokens;

use super::tokens::{message_tokens, request_tokens};
use crate::host::{Host, HostError};
use crate::protocol::Event;
use crate::settings::{Agent, LlmSettings};
use crate::spending::{BudgetReached, Meter, Paid, Purpose, SpendError, breaks_off};

/// Why a call of the model failed for good.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The endpoint said so.
    #[error(transparent)]
    Chat(#[from] ChatError),
    /// There was no response.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The budget does not bear it.
    #[error(transparent)]
    Budget(#[from] BudgetReached),
    /// The endpoint asks for a longer wait than the settings allow.
    #[error("{reason}; it can be asked again after {}", http_date(*.until))]
    NotBefore {
        /// Milliseconds since the epoch.
        until: i64,
        /// Why it has to wait.
        reason: ChatError,
    },
}

impl CallError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Chat(error) => error.kind(),
            Self::Host(error) => error.kind(),
            Self::Budget(_) => "budget_reached",
            Self::NotBefore { .. } => "llm_not_before",
        }
    }
}

impl From<SpendError> for CallError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::Budget(reached) => reached.into(),
            SpendError::Host(error) => error.into(),
        }
    }
}

/// Asks the model over a host.
pub struct Client<'a> {
    /// The world, usually behind a journal.
    pub host: &'a dyn Host,
    /// The endpoint and how patiently it is asked.
    pub settings: &'a LlmSettings,
    /// The run's account.
    pub meter: &'a Meter,
    /// Purpose of the calls.
    pub purpose: Purpose,
    /// Receiver of events.
    pub emit: &'a dyn Fn(Event),
}

impl Client<'_> {
    /// Returns the model's reply. `words` receives it as it comes, without thoughts. If a reply breaks off and is asked
    /// for again, its words are sent again.
    ///
    /// # Errors
    /// A failure that a retry does not mend, or a budget that does not allow the call.
    pub async fn call(
        &self,
        agent: Agent,
        request: &ChatRequest,
        words: Option<&dyn Fn(&str)>,
    ) -> Result<Reply, CallError> {
        let input = request_tokens(request, &self.settings.provider);
        let mut attempt = 0;
        loop {
            let failure = match self.attempt(agent, request, input, words).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            self.wait(attempt, failure).await?;
            attempt += 1;
        }
    }

    /// Waits until the call may be repeated, or fails with why it may not.
    async fn wait(&self, attempt: u32, failure: CallError) -> Result<(), CallError> {
        let (worth, asked) = match &failure {
            CallError::Chat(error) => (error.worth_retries(), error.retry_after()),
            CallError::Host(error) if error.is_retryable() => (u32::MAX, None),
            _ => return Err(failure),
        };
        if attempt >= worth {
            return Err(failure);
        }
        let now = self.host.now()?;
        let [random, ..] = self.host.random()?;
        match self.settings.retry.after(attempt, asked, now, random) {
            Attempt::GiveUp => Err(failure),
            Attempt::NotBefore(until) => Err(match failure {
                CallError::Chat(reason) => CallError::NotBefore { until, reason },
                other => other,
            }),
            Attempt::Again(milliseconds) => {
                self.meter
                    .bears_wait(self.emit, self.purpose, milliseconds)?;
                (self.emit)(Event::Warning {
                    code: failure.kind().to_owned(),
                    message: format!("{failure}. Asking again in {milliseconds} ms."),
                });
                Ok(self.host.sleep(milliseconds).await?)
            }
        }
    }

    /// Asks once, if the budget bears it; what it took is written down, be it a failure that costs. `input` is what the
    /// request is estimated at.
    async fn attempt(
        &self,
        agent: Agent,
        request: &ChatRequest,
        input: usize,
        words: Option<&dyn Fn(&str)>,
    ) -> Result<Reply, CallError> {
        let model = request.model.as_str();
        let most = (model, input, request.max_tokens);
        let (host, emit) = (self.host, self.emit);
        let begun = self.meter.admit_call(host, emit, self.purpose, most)?;
        let (result, usage) = self.exchange(request, input, words).await;
        if let Err(CallError::Host(HostError::Journal { .. } | HostError::Abandoned)) = result {
            return result;
        }
        let call = Paid {
            agent,
            model,
            usage,
            answered: result.is_ok(),
            begun,
        };
        self.meter.paid(host, emit, &call)?;
        result
    }

    /// One exchange, and the tokens that it took; `None` for one that costs nothing.
    async fn exchange(
        &self,
        request: &ChatRequest,
        input: usize,
        words: Option<&dyn Fn(&str)>,
    ) -> (Result<Reply, CallError>, Option<Usage>) {
        let patience = Patience {
            timeout: self.meter.within_time(self.purpose, self.settings.timeout),
            idle_timeout: self.settings.idle_timeout,
        };
        let http = request.to_http(&self.settings.provider, patience);
        let listener = RefCell::new(ReplyReader::default());
        let chunk = |bytes: &[u8]| {
            let Some(words) = words else {
                return;
            };
            for delta in listener.borrow_mut().push(bytes) {
                if let Delta::Text(text) = delta {
                    words(&text);
                }
            }
        };
        let response = match self.host.fetch(&http, &chunk).await {
            Ok(response) => response,
            Err(error) => {
                // Nobody says what came before a connection broke: it is taken at its most.
                let usage =
                    breaks_off(&error).then(|| estimated(input, request.max_tokens as usize));
                return (Err(error.into()), usage);
            }
        };
        if let Some(error) = ChatError::of(&response) {
            return (Err(error.into()), None);
        }
        // What counts is the response as the host hands it on, and as a replay has it.
        let mut reader = ReplyReader::default();
        reader.push(&response.body);
        let (counted, written) = reader.so_far();
        match read(&response, reader, words) {
            Ok(reply) => {
                let usage = taken(reply.usage, input, reply_tokens(&reply));
                (Ok(reply), Some(usage))
            }
            Err(error) => {
                // A chat endpoint that ends a reply without a word has read what it was asked.
                let began = !written.is_empty() || matches!(error, ChatError::Incomplete { .. });
                let broken_off = began.then(|| taken(counted, input, estimate_tokens(&written)));
                (Err(error.into()), broken_off.or(counted))
            }
        }
    }
}

/// The reply of a stream, or of an endpoint that does not stream. What it is shows in its beginning: headers tell it
/// wrong often enough.
fn read(
    response: &HttpResponse,
    reader: ReplyReader,
    words: Option<&dyn Fn(&str)>,
) -> Result<Reply, ChatError> {
    let body = response.body.strip_prefix(BYTE_ORDER_MARK);
    let body = body.unwrap_or(&response.body).trim_ascii_start();
    if !body.starts_with(b"{") {
        return reader.end();
    }
    let reply = Reply::from_body(&String::from_utf8_lossy(body))?;
    if let Some(words) = words {
        words(&reply.text);
    }
    Ok(reply)
}

/// The byte order mark that some servers put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The tokens that a reply was written as.
fn reply_tokens(reply: &Reply) -> usize {
    let said = estimate_tokens(&reply.text) + estimate_tokens(&reply.reasoning);
    said + message_tokens(&Message {
        content: Vec::new(),
        ..reply.to_message()
    })
}

/// The tokens of a call as its endpoint counted them, by estimate where it counted none although words were exchanged.
fn taken(counted: Option<Usage>, input: usize, output: usize) -> Usage {
    let estimate = estimated(input, output);
    let Some(counted) = counted else {
        return estimate;
    };
    let or_estimate = |count: u64, estimate: u64| if count == 0 { estimate } else { count };
    let filled = Usage {
        input: or_estimate(counted.input, estimate.input),
        output: or_estimate(counted.output, estimate.output),
        ..counted
    };
    Usage {
        estimated: counted.estimated || filled != counted,
        ..filled
    }
}

/// The tokens of a call that its endpoint did not count.
fn estimated(input: usize, output: usize) -> Usage {
    Usage {
        input: input as u64,
        cached: 0,
        output: output as u64,
        estimated: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_03_a_count_of_none_where_words_were_exchanged_is_no_count() {
        let counted = |input, output| Usage {
            input,
            output,
            ..Usage::default()
        };
        assert_eq!(taken(None, 30, 4), estimated(30, 4));
        assert_eq!(taken(Some(counted(0, 0)), 30, 4), estimated(30, 4));
        assert_eq!(taken(Some(counted(70, 0)), 30, 4), estimated(70, 4));
        assert_eq!(taken(Some(counted(70, 3)), 30, 4), counted(70, 3));
        assert_eq!(taken(Some(counted(70, 0)), 30, 0), counted(70, 0));
    }

    #[test]
    fn mb_21_a_page_in_place_of_a_reply_is_told_with_its_beginning() {
        let response = HttpResponse {
            status: 200,
            url: String::new(),
            headers: Vec::new(),
            body: b"<html><title>Open WebUI</title></html>".to_vec(),
        };
        let mut reader = ReplyReader::default();
        reader.push(&response.body);
        let error = read(&response, reader, None).unwrap_err();
        assert!(error.to_string().contains("Open WebUI"), "{error}");
    }

    #[test]
    fn mb_21_a_reply_is_read_by_what_it_is_whatever_its_header_says() {
        let whole = r#"{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}"#;
        let event = r#"{"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}"#;
        let stream = format!(": alive\n\ndata: {event}\n\ndata: [DONE]\n\n");
        for kind in [
            "text/plain",
            "Application/JSON; charset=utf-8",
            "application/json",
            "text/event-stream",
        ] {
            for body in [whole, &format!("\u{FEFF}\n{whole}"), &stream] {
                let response = HttpResponse {
                    status: 200,
                    url: String::new(),
                    headers: vec![("content-type".to_owned(), kind.to_owned())],
                    body: body.as_bytes().to_vec(),
                };
                let mut reader = ReplyReader::default();
                reader.push(&response.body);
                let reply = read(&response, reader, None);
                assert_eq!(reply.unwrap().text, "hi", "{kind} {body}");
            }
        }
    }
}
