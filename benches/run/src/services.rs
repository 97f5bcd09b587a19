//! The network services of a run: a model, a search and pages that reply at once; and an embedder.

use std::cell::{Ref, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};

use amb_agents::host::{EmbedderInfo, Embedding};
use amb_llm::reader::JINA_READER;
use amb_llm::search::SearchService;
use serde_json::{Value, json};

use crate::pages::{Page, Pages};
use crate::script::{Said, Script};
use crate::traffic::Traffic;

/// Numbers in a vector: MiniLM's.
const DIMENSIONS: usize = 384;

/// Bytes of a stream that arrive at once.
pub const PACKET: usize = 1400;

/// Characters of a token in a stream.
const TOKEN_CHARS: usize = 4;

/// Characters of a result's snippet.
const SNIPPET_CHARS: usize = 200;

/// The body of an answer.
pub struct Reply {
    /// Its media type.
    pub kind: &'static str,
    /// Its bytes.
    pub body: Vec<u8>,
}

/// All services of a run.
pub struct Services<'p> {
    pages: &'p Pages,
    script: Script<'p>,
    traffic: RefCell<Traffic>,
}

impl<'p> Services<'p> {
    /// Creates the services with this model; its traffic is added to `traffic`.
    #[must_use]
    pub fn new(pages: &'p Pages, script: Script<'p>, traffic: Traffic) -> Self {
        let traffic = RefCell::new(traffic);
        Self {
            pages,
            script,
            traffic,
        }
    }

    /// Returns the traffic to the model so far.
    pub fn traffic(&self) -> Ref<'_, Traffic> {
        self.traffic.borrow()
    }

    /// Replies to a request; `None` if no run of the bench makes it.
    pub fn answer(&self, url: &str, body: &str) -> Option<Reply> {
        let body: Value = serde_json::from_str(body).unwrap_or_default();
        let json = "application/json";
        let (kind, body) = if url.ends_with("/chat/completions") {
            let said = self.script.reply(&body)?;
            self.traffic.borrow_mut().count(&body, &said);
            ("text/event-stream", stream(&said))
        } else if url.starts_with(SearchService::Serper.address()) {
            let query = body.get("q").and_then(Value::as_str).unwrap_or_default();
            (json, results(&self.pages.search(query)).to_string())
        } else {
            let page = url.trim_start_matches(JINA_READER).trim_start_matches('/');
            (json, read(self.pages.at(page)?).to_string())
        };
        let body = body.into_bytes();
        Some(Reply { kind, body })
    }
}

/// The model behind [`embed`].
#[must_use]
pub fn embedder() -> EmbedderInfo {
    EmbedderInfo {
        model_id: "hashed-words".to_owned(),
        dimensions: DIMENSIONS,
    }
}

/// A bag of hashed words, of length 1: texts with the same words are near.
#[must_use]
pub fn embed(text: &str) -> Embedding {
    let mut vector = vec![0.01_f32; DIMENSIONS];
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let mut hasher = DefaultHasher::new();
        word.to_lowercase().hash(&mut hasher);
        let place = usize::try_from(hasher.finish() % DIMENSIONS as u64).unwrap_or_default();
        if let Some(number) = vector.get_mut(place).filter(|_| !word.is_empty()) {
            *number += 1.0;
        }
    }
    let norm = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    vector.iter_mut().for_each(|number| *number /= norm);
    Embedding {
        vector,
        coverage: 1.0,
    }
}

/// A reply as DeepSeek streams it: an event for each token.
fn stream(said: &Said) -> String {
    let mut deltas = vec![json!({ "role": "assistant", "content": "" })];
    deltas.extend(tokens(&said.text).map(|text| json!({ "content": text })));
    if let Some((name, arguments)) = &said.call {
        let named = json!({ "name": name, "arguments": "" });
        let id = "call_0_6f6c1f0a-7d55-4a0e-9a35-d5a0b52c8f3b";
        let call = json!({ "index": 0, "id": id, "type": "function", "function": named });
        deltas.push(json!({ "tool_calls": [call] }));
        deltas.extend(tokens(arguments).map(
            |text| json!({ "tool_calls": [{ "index": 0, "function": { "arguments": text } }] }),
        ));
    }
    let finish = if said.call.is_some() {
        "tool_calls"
    } else {
        "stop"
    };
    let usage = json!({ "prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2 });
    let ends = [(json!({ "content": "" }), json!(finish), usage)];
    let goes_on = deltas
        .into_iter()
        .map(|delta| (delta, Value::Null, Value::Null));
    let mut body = String::new();
    for (delta, finish, usage) in goes_on.chain(ends) {
        let event = json!({
            "id": "5f0b7c1e-33a8-4a58-9f5f-0a4f1a9b2c11",
            "object": "chat.completion.chunk",
            "created": 1_795_000_000,
            "model": "deepseek-flash",
            "system_fingerprint": "fp_8802369eaa_prod0623_fp8_kvcache",
            "choices": [{ "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish }],
            "usage": usage,
        });
        body.push_str(&format!("data: {event}\n\n"));
    }
    body.push_str("data: [DONE]\n\n");
    body
}

fn tokens(text: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = letters
        .chunks(TOKEN_CHARS)
        .map(|piece| piece.iter().collect())
        .collect();
    pieces.into_iter()
}

/// Serper's answer.
fn results(pages: &[&Page]) -> Value {
    let organic = pages.iter().zip(1..).map(|(page, position)| {
        let snippet: String = page
            .spread(2)
            .join(" ")
            .chars()
            .take(SNIPPET_CHARS)
            .collect();
        json!({ "title": page.title, "link": page.url, "snippet": snippet, "position": position })
    });
    json!({ "organic": organic.collect::<Vec<_>>() })
}

/// Jina Reader's answer.
fn read(page: &Page) -> Value {
    let data = json!({ "title": page.title, "url": page.url, "content": page.text });
    json!({ "code": 200, "status": 20000, "data": data })
}
