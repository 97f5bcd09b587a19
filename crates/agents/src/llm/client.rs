//! One call of the model: over the host, repeated where that helps, counted.

use std::cell::RefCell;

use amb_llm::chat::{Attempt, ChatError, ChatRequest, Delta, Reply, ReplyReader, Usage, http_date};
use amb_llm::http::HttpResponse;
use amb_memory::text::estimate_tokens;

use crate::event::Event;
use crate::host::{Host, HostError};
use crate::settings::{Agent, LlmSettings};

/// Why a call of the model failed for good.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The endpoint said so.
    #[error(transparent)]
    Chat(#[from] ChatError),
    /// There was no response.
    #[error(transparent)]
    Host(#[from] HostError),
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
            Self::NotBefore { .. } => "llm_not_before",
        }
    }
}

/// Asks the model over a host.
pub struct Client<'a> {
    /// The world, usually behind a journal.
    pub host: &'a dyn Host,
    /// The endpoint and how patiently it is asked.
    pub settings: &'a LlmSettings,
    /// Where events go.
    pub emit: &'a dyn Fn(Event),
}

impl Client<'_> {
    /// The model's reply. `words` gets it as it comes, thoughts apart; words of a reply that broke off
    /// and was asked for again are told again.
    ///
    /// # Errors
    /// What cannot be mended by asking again, or was not.
    pub async fn call(
        &self,
        agent: Agent,
        request: &ChatRequest,
        words: &dyn Fn(&str),
    ) -> Result<Reply, CallError> {
        let mut attempt = 0;
        loop {
            let failure = match self.attempt(request, words).await {
                Ok(reply) => {
                    self.tell(agent, request, &reply);
                    return Ok(reply);
                }
                Err(failure) => failure,
            };
            self.wait(attempt, failure).await?;
            attempt += 1;
        }
    }

    /// Waits until the call may be repeated, or fails with why it may not.
    async fn wait(&self, attempt: u32, failure: CallError) -> Result<(), CallError> {
        let asked = match &failure {
            CallError::Chat(error) if error.is_retryable() => error.retry_after(),
            CallError::Host(error) if error.is_retryable() => None,
            _ => return Err(failure),
        };
        let now = self.host.now()?;
        let [random, ..] = self.host.random()?;
        match self.settings.retry.after(attempt, asked, now, random) {
            Attempt::GiveUp => Err(failure),
            Attempt::NotBefore(until) => Err(match failure {
                CallError::Chat(reason) => CallError::NotBefore { until, reason },
                other => other,
            }),
            Attempt::Again(milliseconds) => {
                (self.emit)(Event::Warning {
                    code: failure.kind().to_owned(),
                    message: format!("{failure}. Asking again in {milliseconds} ms."),
                });
                Ok(self.host.sleep(milliseconds).await?)
            }
        }
    }

    async fn attempt(
        &self,
        request: &ChatRequest,
        words: &dyn Fn(&str),
    ) -> Result<Reply, CallError> {
        let http = request.to_http(&self.settings.provider);
        let reader = RefCell::new(ReplyReader::default());
        let chunk = |bytes: &[u8]| {
            for delta in reader.borrow_mut().push(bytes) {
                if let Delta::Text(text) = delta {
                    words(&text);
                }
            }
        };
        let response = self.host.fetch(&http, &chunk).await?;
        if let Some(error) = ChatError::of(&response) {
            return Err(error.into());
        }
        Ok(read(&response, reader.into_inner(), words)?)
    }

    fn tell(&self, agent: Agent, request: &ChatRequest, reply: &Reply) {
        let usage = reply.usage.unwrap_or_else(|| estimated(request, reply));
        (self.emit)(Event::AgentCall {
            agent,
            model: request.model.clone(),
            input_tokens: usage.input,
            cached_tokens: usage.cached,
            output_tokens: usage.output,
            estimated: usage.estimated,
        });
    }
}

/// The reply of a stream, or of an endpoint that does not stream.
fn read(
    response: &HttpResponse,
    reader: ReplyReader,
    words: &dyn Fn(&str),
) -> Result<Reply, ChatError> {
    let plain = response
        .header("content-type")
        .is_some_and(|kind| kind.starts_with("application/json"));
    if !plain {
        return reader.end();
    }
    let reply = Reply::from_body(&response.text())?;
    words(&reply.text);
    Ok(reply)
}

/// The tokens of a call that its endpoint did not count.
fn estimated(request: &ChatRequest, reply: &Reply) -> Usage {
    let input: usize = request
        .messages
        .iter()
        .map(|message| estimate_tokens(&message.words()))
        .sum();
    let output = estimate_tokens(&reply.text) + estimate_tokens(&reply.reasoning);
    Usage {
        input: input as u64,
        cached: 0,
        output: output as u64,
        estimated: true,
    }
}
