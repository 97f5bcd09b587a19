//! Bodies: the data that records refer to by content hash.

use std::collections::BTreeMap;

use amb_llm::chat::condensed;
use amb_llm::http::HttpResponse;

use crate::host::{ContentHash, Embedding};

/// Byte strings by their hash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bodies(BTreeMap<ContentHash, Vec<u8>>);

impl Bodies {
    /// Keeps these bytes and names them.
    pub fn put(&mut self, bytes: Vec<u8>) -> ContentHash {
        let hash = ContentHash::of(&bytes);
        self.0.entry(hash.clone()).or_insert(bytes);
        hash
    }

    /// The bytes of that name.
    pub fn get(&self, hash: &ContentHash) -> Option<&[u8]> {
        self.0.get(hash).map(Vec::as_slice)
    }

    /// All of them, in order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&ContentHash, &[u8])> {
        self.0.iter().map(|(hash, bytes)| (hash, bytes.as_slice()))
    }
}

/// Vectors and coverages as little-endian f32: each vector's numbers, then its coverage.
pub fn encode_embeddings(embeddings: &[Embedding]) -> Vec<u8> {
    embeddings
        .iter()
        .flat_map(|embedding| embedding.vector.iter().chain([&embedding.coverage]))
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// The reverse of [`encode_embeddings`]; `None` when the bytes do not divide into such vectors.
pub fn decode_embeddings(bytes: &[u8], dimensions: usize) -> Option<Vec<Embedding>> {
    let stride = dimensions.checked_add(1)?.checked_mul(4)?;
    let (rows, []) = (
        bytes.chunks_exact(stride),
        bytes.chunks_exact(stride).remainder(),
    ) else {
        return None;
    };
    rows.map(|row| {
        let mut numbers: Vec<f32> = row
            .as_chunks::<4>()
            .0
            .iter()
            .map(|number| f32::from_le_bytes(*number))
            .collect();
        let coverage = numbers.pop()?;
        Some(Embedding {
            vector: numbers,
            coverage,
        })
    })
    .collect()
}

/// Returns a response in its stored form, which a replay gives too: a model's stream becomes one event with the whole
/// reply.
pub fn condensed_stream(response: HttpResponse) -> HttpResponse {
    let kind = response.header("content-type").unwrap_or_default();
    let is_stream = response.is_success() && kind.starts_with("text/event-stream");
    match is_stream.then(|| condensed(&response.body)).flatten() {
        Some(body) => HttpResponse { body, ..response },
        None => response,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, kind: &str, body: &str) -> HttpResponse {
        HttpResponse {
            status,
            url: "https://llm.example/v1/chat/completions".to_owned(),
            headers: vec![("content-type".to_owned(), kind.to_owned())],
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn bx_02_of_a_models_stream_the_reply_is_kept_and_all_else_as_it_came() {
        let word = r#"{"id":"x","choices":[{"delta":{"content":"a "},"finish_reason":null}]}"#;
        let end = r#"{"id":"x","choices":[{"delta":{},"finish_reason":"stop"}]}"#;
        let stream = format!("data: {word}\n\n").repeat(500) + &format!("data: {end}\n\n");
        let kept = |status, kind, body: &str| condensed_stream(response(status, kind, body)).body;
        let short = kept(200, "text/event-stream; charset=utf-8", &stream);
        assert!(short.len() < 2 * 500 + 200, "{}", short.len());
        for (status, kind) in [(200, "text/html"), (429, "text/event-stream")] {
            assert_eq!(kept(status, kind, &stream), stream.as_bytes());
        }
        let half = stream.get(..stream.len() / 2).unwrap();
        assert_eq!(kept(200, "text/event-stream", half), half.as_bytes());
    }
}
