use serde::{Deserialize, Serialize};

use crate::trajectory::error::TrajectoryError;

/// A vector, and the model that made it: vectors of different models cannot be compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TrajectoryEmbedding"))]
#[serde(deny_unknown_fields)]
pub struct Embedding {
    /// The model, with its build.
    pub model: String,
    /// The vector, of any length but zero.
    pub vector: Vec<f32>,
}

impl Embedding {
    /// The cosine of two vectors; `None` if they cannot be compared: other models, other lengths, no length.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> Option<f32> {
        if self.model != other.model || self.vector.len() != other.vector.len() {
            return None;
        }
        let (mut dot, mut one, mut two) = (0.0_f32, 0.0_f32, 0.0_f32);
        for (a, b) in self.vector.iter().zip(&other.vector) {
            dot += a * b;
            one += a * a;
            two += b * b;
        }
        let cosine = dot / (one.sqrt() * two.sqrt());
        cosine.is_finite().then_some(cosine)
    }
}

/// What an embedder returned for a batch of texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// The model, with its build.
    pub model: String,
    /// A vector for each text, in order.
    pub vectors: Vec<Vec<f32>>,
}

impl Embedded {
    /// The embeddings of `texts` texts.
    ///
    /// # Errors
    /// [`TrajectoryError::WrongVectorCount`], [`TrajectoryError::BadVector`].
    pub fn checked(self, texts: usize) -> Result<Vec<Embedding>, TrajectoryError> {
        if self.vectors.len() != texts {
            return Err(TrajectoryError::WrongVectorCount {
                expected: texts,
                actual: self.vectors.len(),
            });
        }
        let length = self.vectors.first().map_or(0, Vec::len);
        let bad = |vector: &Vec<f32>| {
            vector.is_empty() || vector.len() != length || vector.iter().any(|n| !n.is_finite())
        };
        if let Some(position) = self.vectors.iter().position(bad) {
            return Err(TrajectoryError::BadVector(position));
        }
        let model = self.model;
        let embedding = |vector| Embedding {
            model: model.clone(),
            vector,
        };
        Ok(self.vectors.into_iter().map(embedding).collect())
    }
}
