//! What a chat endpoint sends, as JSON: read with patience, since no two endpoints write the same.

use serde::Deserialize;
use serde_json::Value;

use super::reply::Usage;
use super::words::Piece;

/// An event of a stream; also a whole reply, of endpoints that do not stream.
#[derive(Deserialize)]
pub(super) struct Chunk {
    pub(super) choices: Option<Vec<Choice>>,
    pub(super) usage: Option<Value>,
    pub(super) error: Option<Value>,
}

impl Chunk {
    /// Whether it is part of a chat at all: other services send JSON, too.
    pub(super) fn is_chat(&self) -> bool {
        self.choices.is_some() || self.error.is_some()
    }
}

#[derive(Deserialize)]
pub(super) struct Choice {
    pub(super) delta: Option<Part>,
    pub(super) message: Option<Part>,
    pub(super) finish_reason: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Part {
    pub(super) content: Option<Piece>,
    pub(super) refusal: Option<Piece>,
    pub(super) reasoning_content: Option<Piece>,
    pub(super) reasoning: Option<Piece>,
    pub(super) tool_calls: Option<Vec<Call>>,
}

#[derive(Deserialize)]
pub(super) struct Call {
    index: Option<Value>,
    pub(super) id: Option<String>,
    pub(super) function: Option<Function>,
}

impl Call {
    /// Its number among the calls of a turn; `None` where it has none, or one that counts nothing, such as -1.
    pub(super) fn index(&self) -> Option<usize> {
        let index = count(self.index.as_ref())?;
        usize::try_from(index).ok()
    }
}

#[derive(Deserialize)]
pub(super) struct Function {
    pub(super) name: Option<String>,
    pub(super) arguments: Option<Piece>,
}

/// The tokens that an endpoint counted; `None` unless it tells both what it read and what it wrote.
pub(super) fn usage(wire: &Value) -> Option<Usage> {
    let details = wire.get("prompt_tokens_details");
    let cached =
        count(wire.get("prompt_cache_hit_tokens")).or_else(|| count(details?.get("cached_tokens")));
    Some(Usage {
        input: count(wire.get("prompt_tokens"))?,
        cached: cached.unwrap_or_default(),
        output: count(wire.get("completion_tokens"))?,
        estimated: false,
    })
}

/// A number however it is written: `10`, `10.0`, `"10"`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked against the range"
)]
fn count(value: Option<&Value>) -> Option<u64> {
    let value = value?;
    let written = value.as_str().and_then(|text| text.trim().parse().ok());
    let broken = value.as_f64().or(written);
    let whole = broken.filter(|number| (0.0..=1e15).contains(number));
    value.as_u64().or(whole.map(|number| number as u64))
}
