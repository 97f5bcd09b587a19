//! The JavaScript interface of the world.

use std::collections::BTreeMap;

use anyhow::Context;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use crate::pages::{BOOKS, Pages};
use crate::scenario;
use crate::script::{Script, Way};
use crate::services::{PACKET, Services, embed, embedder};
use crate::traffic::Traffic;

/// The pages, which stay for good.
#[wasm_bindgen]
pub struct BenchPages(&'static Pages);

/// A world around one run.
#[wasm_bindgen]
pub struct BenchWorld(Services<'static>);

/// The body of an answer.
#[wasm_bindgen]
pub struct BenchReply {
    kind: &'static str,
    body: Vec<u8>,
}

fn thrown(error: &anyhow::Error) -> JsError {
    JsError::new(&format!("{error:#}"))
}

#[wasm_bindgen]
impl BenchPages {
    /// The files that pages are cut from.
    pub fn books() -> Vec<String> {
        BOOKS.map(str::to_owned).to_vec()
    }

    /// Cut from these files, in the order of `books`.
    ///
    /// # Errors
    /// One is missing, or no page of HTML.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Vec<Uint8Array>) -> Result<Self, JsError> {
        let files: BTreeMap<_, _> = BOOKS.into_iter().zip(files).collect();
        let pages = Pages::of_books(|book| {
            let file = files.get(book);
            Ok(file.with_context(|| book.to_owned())?.to_vec())
        });
        let pages = pages.map_err(|error| thrown(&error))?;
        Ok(Self(Box::leak(Box::new(pages))))
    }

    /// The world of a run of this many steps, the first about the page `from`.
    pub fn world(&self, from: usize, steps: usize) -> BenchWorld {
        let script = Script::new(self.0, from, steps, Way::StepByStep);
        BenchWorld(Services::new(self.0, script, Traffic::default()))
    }
}

#[wasm_bindgen]
impl BenchWorld {
    /// Replies to a request; `undefined` if no run of the bench makes it.
    pub fn answer(&self, url: &str, body: &str) -> Option<BenchReply> {
        let reply = self.0.answer(url, body)?;
        let (kind, body) = (reply.kind, reply.body);
        Some(BenchReply { kind, body })
    }

    /// Returns the number of turns of ReAct conversations so far.
    pub fn turns(&self) -> usize {
        self.0.traffic().calls_of("react")
    }
}

#[wasm_bindgen]
impl BenchReply {
    /// Its media type.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.kind.to_owned()
    }

    /// Its bytes.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.body.clone()
    }
}

/// The vectors of these texts, one after the other.
#[wasm_bindgen(js_name = embed)]
pub fn embed_all(texts: Vec<String>) -> Vec<f32> {
    texts.iter().flat_map(|text| embed(text).vector).collect()
}

/// The name of the model behind `embed`.
#[wasm_bindgen(js_name = modelId)]
pub fn model_id() -> String {
    embedder().model_id
}

/// Returns the length of a vector.
#[wasm_bindgen]
pub fn dimensions() -> usize {
    embedder().dimensions
}

/// Returns the bytes of a stream that arrive at once.
#[wasm_bindgen(js_name = packetBytes)]
pub fn packet_bytes() -> usize {
    PACKET
}

/// The goal of every run.
#[wasm_bindgen]
pub fn question() -> String {
    scenario::QUESTION.to_owned()
}

/// The settings of a run of this many steps, as JSON text.
///
/// # Errors
/// They contradict each other.
#[wasm_bindgen]
pub fn settings(steps: usize) -> Result<String, JsError> {
    let settings = scenario::settings(steps).map_err(|error| thrown(&error))?;
    Ok(serde_json::to_string(&settings)?)
}

/// Steps of the long run.
#[wasm_bindgen(js_name = longSteps)]
pub fn long_steps() -> usize {
    scenario::LONG
}

/// Steps of its beginning and of its end that are compared, and of the run with a full memory.
#[wasm_bindgen(js_name = stretchSteps)]
pub fn stretch_steps() -> usize {
    scenario::STRETCH
}
