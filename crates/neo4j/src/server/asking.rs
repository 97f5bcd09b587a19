use serde::Serialize;
use serde_json::{Map, Value};

use amb_store::long_term::LongTermError;

use crate::exchange::{Exchange, Request};
use crate::settings::{Neo4jSettings, Retries};
use crate::wire::{Failure, Intent, Repeat, body, rows};

/// Longest reply: a page of a thousand long runs, several times.
const MOST_BYTES: usize = 256 << 20;

/// A row, its values by their names.
pub type Row = Map<String, Value>;

/// A server, and its HTTP client.
pub struct Server {
    exchange: Box<dyn Exchange>,
    settings: Neo4jSettings,
}

impl Server {
    pub fn new(exchange: Box<dyn Exchange>, settings: Neo4jSettings) -> Self {
        Self { exchange, settings }
    }

    /// The settings.
    pub fn settings(&self) -> &Neo4jSettings {
        &self.settings
    }

    /// Runs a statement in a transaction of its own; transient failures are retried.
    pub async fn ask(
        &self,
        intent: Intent,
        statement: &str,
        parameters: &impl Serialize,
    ) -> Result<Vec<Row>, Failure> {
        let request = Request {
            url: self.settings.url(),
            authorization: self.settings.authorization(),
            body: body(statement, parameters).map_err(Failure::of_ours)?,
            timeout_ms: self.settings.timeout_ms,
            most_bytes: MOST_BYTES,
        };
        let mut attempt = 0;
        loop {
            let failure = match self.ask_once(intent, &request).await {
                Ok(rows) => return Ok(rows),
                Err(failure) => failure,
            };
            let is_harmless = match failure.repeat {
                Repeat::Never => false,
                Repeat::Looks => intent == Intent::Look,
                Repeat::LookOnce => intent == Intent::Look && attempt == 0,
                Repeat::Always => true,
            };
            if !is_harmless || attempt >= self.settings.retries.most {
                return Err(failure);
            }
            self.pause(attempt, failure.after_ms).await;
            attempt += 1;
        }
    }

    /// Waits before another attempt, from 0: each time twice as long, and not as long as others do.
    pub async fn pause(&self, attempt: u32, at_least: Option<u32>) {
        let chance = self.exchange.random();
        let pause = pause_ms(&self.settings.retries, attempt, at_least, chance);
        self.exchange.sleep(pause).await;
    }

    async fn ask_once(&self, intent: Intent, request: &Request) -> Result<Vec<Row>, Failure> {
        let host = self.settings.host();
        let answered = self.exchange.send(request).await;
        let response = answered.map_err(|why| Failure::not_answered(host, intent, why))?;
        rows(host, intent, &response)
    }
}

impl Failure {
    /// A failure on the client's side.
    fn of_ours(error: impl Into<LongTermError>) -> Self {
        Self {
            error: error.into(),
            repeat: Repeat::Never,
            after_ms: None,
            no_writes: false,
        }
    }
}

impl From<Failure> for LongTermError {
    fn from(failure: Failure) -> Self {
        failure.error
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds are whole and not negative"
)]
pub(super) fn pause_ms(retries: &Retries, attempt: u32, at_least: Option<u32>, chance: f32) -> u32 {
    let doubled = retries
        .first_pause_ms
        .saturating_mul(2_u32.saturating_pow(attempt));
    let longest = retries.longest_pause_ms;
    let full = doubled.max(at_least.unwrap_or(0)).min(longest);
    let left_out = (full as f32 * 0.5 * chance.clamp(0.0, 1.0)) as u32;
    match at_least {
        Some(_) => full,
        None => full.saturating_sub(left_out),
    }
}
