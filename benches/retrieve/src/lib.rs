//! The retrieval index as wasm, for measuring it in a browser beside its peers.

use amb_memory::retrieval::{HybridIndex, Query};
use wasm_bindgen::prelude::*;

/// A [`HybridIndex`] under string keys, as the task memory keeps it.
#[wasm_bindgen]
pub struct BenchIndex {
    index: HybridIndex<String>,
}

#[wasm_bindgen]
impl BenchIndex {
    /// An empty index for vectors of `dimensions` numbers.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            index: HybridIndex::new(dimensions),
        }
    }

    /// Stores a node.
    ///
    /// # Errors
    /// The vector does not fit the index.
    pub fn add(&mut self, key: String, text: &str, vector: &[f32]) -> Result<(), JsError> {
        Ok(self.index.upsert(key, text, Some(vector))?)
    }

    /// The keys of the best `k` nodes by text and vector, weighed alike.
    ///
    /// # Errors
    /// The vector does not fit the index.
    pub fn search(&self, text: &str, vector: &[f32], k: usize) -> Result<Vec<String>, JsError> {
        let query = Query {
            vector: Some(vector),
            k,
            ..Query::new(text)
        };
        let hits = self.index.search(&query)?;
        Ok(hits.into_iter().map(|hit| hit.key).collect())
    }

    /// The keys of the best `k` nodes by text alone.
    #[wasm_bindgen(js_name = keywordSearch)]
    #[must_use]
    pub fn keyword_search(&self, text: &str, k: usize) -> Vec<String> {
        let hits = self.index.keyword_search(text, k);
        hits.into_iter().map(|hit| hit.key).collect()
    }

    /// The keys of the best `k` nodes by vector alone.
    ///
    /// # Errors
    /// The vector does not fit the index.
    #[wasm_bindgen(js_name = semanticSearch)]
    pub fn semantic_search(&self, vector: &[f32], k: usize) -> Result<Vec<String>, JsError> {
        let hits = self.index.semantic_search(vector, k)?;
        Ok(hits.into_iter().map(|hit| hit.key).collect())
    }
}
