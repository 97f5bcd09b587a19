//! Vectors of texts, at no cost: a text's own hash sets off a row of numbers. `page/embedder.js` makes the same ones.

use std::future::ready;
use std::time::{SystemTime, UNIX_EPOCH};

use amb_long_term::{EmbedderFailure, EmbeddingFuture, World};
use amb_memory::retrieval::{Embedding, RetrievalError};

/// Numbers of a vector: as many as MiniLM gives.
pub const DIMENSIONS: usize = 384;
/// The model's name for the vectors.
pub const MODEL: &str = "stand-in";

/// The vector of a text.
///
/// # Errors
/// Never, of a text that there is.
pub fn embedding(text: &str) -> Result<Embedding, RetrievalError> {
    let mut state = 0x811c_9dc5_u32;
    for byte in text.bytes() {
        state = (state ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    state |= 1;
    let numbers: Vec<f32> = (0..DIMENSIONS)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as f32 / 2_147_483_648.0 - 1.0
        })
        .collect();
    Embedding::new(MODEL, &numbers)
}

/// This machine's clock, ids that are made of a count, and these vectors.
#[derive(Default)]
pub struct StandIn {
    ids: std::cell::Cell<u128>,
}

impl World for StandIn {
    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as i64)
    }

    fn random(&self) -> [u8; 16] {
        self.ids.set(self.ids.get() + 1);
        self.ids.get().to_be_bytes()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> EmbeddingFuture<'a> {
        let vectors: Result<Vec<Embedding>, RetrievalError> =
            texts.iter().map(|text| embedding(text)).collect();
        let failed = |error: RetrievalError| EmbedderFailure {
            detail: error.to_string(),
        };
        Box::pin(ready(vectors.map(Some).map_err(failed)))
    }
}
