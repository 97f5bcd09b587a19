//! The JSON of a chat endpoint, read leniently, because no two endpoints write the same.

use serde::Deserialize;
use serde_json::Value;

use super::reply::Usage;
use super::words::Piece;

/// An event of a stream; also a whole reply, of endpoints that do not stream.
#[derive(Deserialize)]
pub(super) struct Chunk<'a> {
    #[serde(borrow)]
    pub(super) choices: Option<Vec<Choice<'a>>>,
    pub(super) usage: Option<Value>,
    pub(super) error: Option<Value>,
}

impl Chunk<'_> {
    /// Reads an event, or a whole reply, and passes it on; `None` is `null`, which means nothing.
    pub(super) fn read<T>(
        json: &str,
        take: impl FnOnce(Option<Chunk<'_>>) -> T,
    ) -> Result<T, serde_json::Error> {
        match serde_json::from_str(json) {
            Ok(chunk) => Ok(take(chunk)),
            Err(fault) => {
                let written = with_written_arguments(json).ok_or(fault)?;
                serde_json::from_str(&written).map(take)
            }
        }
    }

    /// Returns true if it is part of a chat: other services send JSON, too.
    pub(super) fn is_chat(&self) -> bool {
        self.choices.is_some() || self.error.is_some()
    }
}

#[derive(Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(borrow)]
    pub(super) delta: Option<Part<'a>>,
    #[serde(borrow)]
    pub(super) message: Option<Part<'a>>,
    pub(super) finish_reason: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Part<'a> {
    #[serde(borrow)]
    pub(super) content: Option<Piece<'a>>,
    #[serde(borrow)]
    pub(super) refusal: Option<Piece<'a>>,
    #[serde(borrow)]
    pub(super) reasoning_content: Option<Piece<'a>>,
    #[serde(borrow)]
    pub(super) reasoning: Option<Piece<'a>>,
    #[serde(borrow)]
    pub(super) tool_calls: Option<Vec<Call<'a>>>,
}

#[derive(Deserialize)]
pub(super) struct Call<'a> {
    index: Option<Value>,
    id: Option<Value>,
    #[serde(borrow)]
    pub(super) function: Option<Function<'a>>,
}

impl Call<'_> {
    /// Returns its id, a text or a number; `None` if it has none, or a blank one.
    pub(super) fn id(&self) -> Option<String> {
        match self.id.as_ref()? {
            Value::String(id) if !id.is_empty() => Some(id.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Returns its index among the calls of a turn; `None` if it has none, or an invalid one such as -1.
    pub(super) fn index(&self) -> Option<usize> {
        let index = count(self.index.as_ref())?;
        usize::try_from(index).ok()
    }
}

#[derive(Deserialize)]
pub(super) struct Function<'a> {
    pub(super) name: Option<String>,
    #[serde(borrow)]
    pub(super) arguments: Option<Piece<'a>>,
}

/// Returns the same event with its calls' arguments as texts, if they are objects; `None` if none is.
fn with_written_arguments(json: &str) -> Option<String> {
    let mut event: Value = serde_json::from_str(json).ok()?;
    let choices = event.get_mut("choices")?.as_array_mut()?;
    let mut is_other = false;
    for call in choices.iter_mut().flat_map(calls_of) {
        let arguments = call.pointer_mut("/function/arguments");
        if let Some(object) = arguments.filter(|arguments| arguments.is_object()) {
            *object = Value::String(object.to_string());
            is_other = true;
        }
    }
    is_other.then(|| event.to_string())
}

/// The calls of a choice, streamed or not.
fn calls_of(choice: &mut Value) -> impl Iterator<Item = &mut Value> {
    let parts = choice.as_object_mut().into_iter().flatten();
    let parts = parts.filter(|(name, _)| ["delta", "message"].contains(&name.as_str()));
    let calls = parts.filter_map(|(_, part)| part.get_mut("tool_calls")?.as_array_mut());
    calls.flatten()
}

/// Returns the endpoint's token counts; `None` unless it gives both prompt and completion tokens.
pub(super) fn usage(wire: &Value) -> Option<Usage> {
    let details = wire.get("prompt_tokens_details");
    let cached =
        count(wire.get("prompt_cache_hit_tokens")).or_else(|| count(details?.get("cached_tokens")));
    let input = count(wire.get("prompt_tokens"))?;
    Some(Usage {
        input,
        cached: cached.unwrap_or_default().min(input),
        output: count(wire.get("completion_tokens"))?,
        estimated: false,
    })
}

/// Largest valid count in a reply: a hundred times the longest context window of any model. A greater one means
/// nothing, and sums of it would exceed JavaScript's safe integers.
const MOST: f64 = 1e9;

/// Returns a number in any spelling: `10`, `10.0`, `"10"`; `None` for an invalid count such as -1, and for a missing
/// one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked against the range"
)]
fn count(value: Option<&Value>) -> Option<u64> {
    let value = value?;
    let written = value.as_str().and_then(|text| text.trim().parse().ok());
    let broken = value.as_f64().or(written);
    let whole = broken.filter(|number| (0.0..=MOST).contains(number));
    whole.map(|number| number as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bx_03_a_count_is_read_however_it_is_written() {
        for (written, read) in [
            (json!(10), Some(10)),
            (json!(10.0), Some(10)),
            (json!("10"), Some(10)),
            (json!(1_000_000_000), Some(1_000_000_000)),
            (json!(1_000_000_001), None),
            (json!(9_007_199_254_740_993_u64), None),
            (json!(u64::MAX), None),
            (json!(i64::MIN), None),
            (json!("18446744073709551615"), None),
            (json!(1e300), None),
            (json!(-1), None),
            (json!("-1"), None),
            (json!("NaN"), None),
            (json!("inf"), None),
            (json!("many"), None),
            (json!(null), None),
            (json!([10]), None),
        ] {
            assert_eq!(count(Some(&written)), read, "{written}");
        }
    }

    /// Reliability: no token count of an endpoint ends a run.
    #[test]
    fn bx_03_tokens_that_nobody_has_counted_are_not_counted() {
        let of = |input: u64, cached: u64, output: u64| {
            usage(&json!({
                "prompt_tokens": input, "completion_tokens": output,
                "prompt_cache_hit_tokens": cached,
            }))
        };
        assert_eq!(of(u64::MAX, 0, 5), None);
        assert_eq!(of(5, 0, 9_007_199_254_740_993), None);
        let cached = |cached| of(10, cached, 7).unwrap().cached;
        assert_eq!([cached(4), cached(11), cached(u64::MAX)], [4, 10, 0]);
    }
}
