//! The bench's host: a model, a search and pages that answer at once, and a watch that stops meanwhile.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use amb_agents::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_llm::reader::JINA_READER;
use amb_llm::search::SERPER;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

use crate::pages::{Page, Pages};
use crate::script::{Said, Script};
use crate::traffic::Traffic;

/// Numbers in a vector: MiniLM's.
const DIMENSIONS: usize = 384;

/// Bytes of a stream that arrive at once.
const PACKET: usize = 1400;

/// Characters of a token in a stream.
const TOKEN_CHARS: usize = 4;

/// Characters of a result's snippet.
const SNIPPET_CHARS: usize = 200;

/// The world of a run.
pub struct World<'p> {
    pages: &'p Pages,
    script: Script<'p>,
    traffic: RefCell<Traffic>,
    blobs: RefCell<BTreeMap<ContentHash, Vec<u8>>>,
    ticks: Cell<i64>,
    drawn: Cell<u128>,
    began: Duration,
    outside: Cell<Duration>,
}

impl<'p> World<'p> {
    /// With this model; its clock and its randomness begin at `moment`, which no other world of the same memory has.
    pub fn new(pages: &'p Pages, script: Script<'p>, traffic: Traffic, moment: u32) -> Self {
        Self {
            pages,
            script,
            traffic: RefCell::new(traffic),
            blobs: RefCell::default(),
            ticks: Cell::new(1_795_000_000_000 + (i64::from(moment) << 32)),
            drawn: Cell::new(u128::from(moment) << 64),
            began: now(),
            outside: Cell::default(),
        }
    }

    /// Time of the processor since the world began that was not spent in it: the engine's own.
    pub fn engine_time(&self) -> Duration {
        now() - self.began - self.outside.get()
    }

    /// What the model was sent so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic.borrow().clone()
    }

    /// Does the world's part while the engine's watch stands still.
    fn outside<T>(&self, part: impl FnOnce() -> T) -> T {
        let from = now();
        let value = part();
        self.outside.set(self.outside.get() + (now() - from));
        value
    }

    fn respond(&self, request: &HttpRequest) -> Result<HttpResponse, HostError> {
        let unknown = |what: &str| HostError::Unavailable {
            what: what.to_owned(),
            detail: "the bench's world does not have it".to_owned(),
        };
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let json = "application/json";
        let (kind, body) = if request.url.ends_with("/chat/completions") {
            let said = self.script.reply(&body);
            let said = said.ok_or_else(|| unknown("an answer to this prompt"))?;
            self.traffic.borrow_mut().count(&body, &said);
            ("text/event-stream", stream(&said))
        } else if request.url.starts_with(SERPER) {
            let query = body.get("q").and_then(Value::as_str).unwrap_or_default();
            (json, results(&self.pages.search(query)).to_string())
        } else {
            let url = request.url.trim_start_matches(JINA_READER);
            let page = self.pages.at(url.trim_start_matches('/'));
            (json, read(page.ok_or_else(|| unknown(url))?).to_string())
        };
        Ok(HttpResponse {
            status: 200,
            url: request.url.clone(),
            headers: vec![("content-type".to_owned(), kind.to_owned())],
            body: body.into_bytes(),
        })
    }
}

/// Time that the processor gave to this thread: what else the machine does is none of the engine's.
fn now() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .unwrap_or_default()
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

/// A bag of hashed words, of length 1: texts with the same words are near.
fn embed(text: &str) -> Embedding {
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

fn ready<'a, T: 'a>(value: Result<T, HostError>) -> HostFuture<'a, T> {
    Box::pin(std::future::ready(value))
}

impl Host for &World<'_> {
    fn now(&self) -> Result<i64, HostError> {
        self.ticks.set(self.ticks.get() + 1);
        Ok(self.ticks.get())
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        self.drawn.set(self.drawn.get() + 1);
        // Spread over all bits: identifiers are not in the order of their making.
        Ok((self
            .drawn
            .get()
            .wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835))
        .to_le_bytes())
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        Ok(Some(EmbedderInfo {
            model_id: "hashed-words".to_owned(),
            dimensions: DIMENSIONS,
        }))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        ready(Ok(
            self.outside(|| texts.iter().map(|text| embed(text)).collect())
        ))
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        self.outside(|| {
            let hash = ContentHash::of(bytes);
            self.blobs.borrow_mut().insert(hash.clone(), bytes.to_vec());
            ready(Ok(hash))
        })
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        ready(Ok(self.blobs.borrow().get(hash).cloned()))
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        self.blobs.borrow_mut().remove(hash);
        ready(Ok(()))
    }

    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        let response = self.outside(|| self.respond(request));
        if let Ok(response) = &response {
            response.body.chunks(PACKET).for_each(chunk);
        }
        ready(response)
    }

    fn sleep(&self, _milliseconds: u32) -> HostFuture<'_, ()> {
        ready(Ok(()))
    }
}
