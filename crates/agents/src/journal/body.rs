//! Bodies: what a record points at by content hash.

use std::collections::BTreeMap;

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
