//! A model's input and output, in estimated tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher};

use amb_agents::settings::ModelPrice;
use amb_memory::text::estimate_tokens;
use serde_json::Value;

use crate::script::Said;

/// Bytes that endpoints keep a request's beginning in multiples of: some 64 tokens, as DeepSeek does.
const BLOCK: usize = 256;

/// Tokens of a run, by the estimate that the engine itself uses.
#[derive(Default, Clone)]
pub struct Traffic {
    /// Requests.
    pub calls: usize,
    /// Tokens sent, over all requests.
    pub sent: usize,
    /// Input tokens in the beginning that a request shares with an earlier one: those that an endpoint's cache may
    /// hold.
    pub repeated: usize,
    /// Tokens of the longest request.
    pub peak: usize,
    /// Tokens that the model wrote.
    pub written: usize,
    /// Requests and tokens sent, by agent.
    pub by_agent: BTreeMap<&'static str, (usize, usize)>,
    /// Beginnings of requests so far; `None` where they are not compared, as they take memory.
    beginnings: Option<BTreeSet<u64>>,
}

impl Traffic {
    /// Nothing sent yet; requests are compared with earlier ones.
    pub fn compared() -> Self {
        Self {
            beginnings: Some(BTreeSet::new()),
            ..Self::default()
        }
    }

    /// Counts an exchange.
    pub fn count(&mut self, request: &Value, said: &Said) {
        let text = read_by_model(request);
        let sent = estimate_tokens(&text);
        self.calls += 1;
        self.sent += sent;
        self.repeated += self.known_beginning(&text).map_or(0, estimate_tokens);
        self.peak = self.peak.max(sent);
        self.written += said.tokens();
        let (calls, tokens) = self.by_agent.entry(said.agent).or_default();
        *calls += 1;
        *tokens += sent;
    }

    /// Tokens sent that no earlier request began with.
    pub fn fresh(&self) -> usize {
        self.sent - self.repeated
    }

    /// Returns the requests of one agent.
    pub fn calls_of(&self, agent: &str) -> usize {
        self.by_agent.get(agent).map_or(0, |(calls, _)| *calls)
    }

    /// Returns the cost if the endpoint's cache holds every beginning sent before.
    pub fn cost(&self, price: &ModelPrice) -> f64 {
        let again = price.cached_input.unwrap_or(price.input);
        let read = price.input.for_tokens(self.fresh() as u64);
        let read = read.plus(again.for_tokens(self.repeated as u64));
        read.plus(price.output.for_tokens(self.written as u64))
            .units()
    }

    /// The longest beginning, in whole blocks, that an earlier request had too. This one's are noted.
    fn known_beginning<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let beginnings = self.beginnings.as_mut()?;
        let mut known = 0;
        let mut beginning = DefaultHasher::new();
        for (place, block) in (1..).zip(text.as_bytes().chunks_exact(BLOCK)) {
            beginning.write(block);
            if !beginnings.insert(beginning.finish()) {
                known = place * BLOCK;
            }
        }
        text.get(..text.floor_char_boundary(known))
    }
}

impl Said {
    fn tokens(&self) -> usize {
        let called = self.call.as_ref();
        let called =
            called.map(|(name, arguments)| estimate_tokens(name) + estimate_tokens(arguments));
        estimate_tokens(&self.text) + called.unwrap_or_default()
    }
}

/// Returns all text that a model reads of a request: the tools, and each message's words and calls.
fn read_by_model(request: &Value) -> String {
    let mut text = request
        .get("tools")
        .map(ToString::to_string)
        .unwrap_or_default();
    let messages = request.get("messages").and_then(Value::as_array);
    for message in messages.into_iter().flatten() {
        let calls = message.get("tool_calls").and_then(Value::as_array);
        let called = calls.into_iter().flatten().flat_map(|call| {
            ["/function/name", "/function/arguments"].map(|part| call.pointer(part))
        });
        let parts = [message.get("content")].into_iter().chain(called);
        for part in parts.flatten().filter_map(Value::as_str) {
            text.push_str(part);
            text.push('\n');
        }
    }
    text
}
