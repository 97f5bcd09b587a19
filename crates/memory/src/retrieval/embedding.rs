//! A stored vector of a text, with the model that made it.

use super::error::RetrievalError;
use super::vector_matrix::{check_finite, dot, unit};
use serde::{Deserialize, Serialize};

/// A unit vector, with the name and build of its model: vectors of two models cannot be compared, even at the same
/// length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "EmbeddingRecord", into = "EmbeddingRecord")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "EmbeddingRecord"))]
pub struct Embedding {
    model: String,
    vector: Vec<f32>,
}

impl Embedding {
    const MAX_DIMENSIONS: usize = 4096;

    /// Creates a vector of a model, stored at length 1. A zero vector has no direction and stays zero: its cosine to
    /// everything is 0.
    ///
    /// # Errors
    /// The model's name is blank, or the vector is empty, too long, or holds a number that is not finite.
    pub fn new(model: &str, vector: &[f32]) -> Result<Self, RetrievalError> {
        let sound = 1..=Self::MAX_DIMENSIONS;
        if model.trim().is_empty() || !sound.contains(&vector.len()) {
            return Err(RetrievalError::MalformedEmbedding);
        }
        check_finite(vector)?;
        Ok(Self {
            model: model.to_owned(),
            vector: unit(vector).into_owned(),
        })
    }

    /// Name and build of the model.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the number of dimensions.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.vector.len()
    }

    /// The unit vector.
    #[must_use]
    pub fn vector(&self) -> &[f32] {
        &self.vector
    }

    /// Returns true if the vector has a direction. The vector of a text that its model hardly knows has none: it is
    /// zero.
    #[must_use]
    pub fn has_direction(&self) -> bool {
        self.vector.iter().any(|number| *number != 0.0)
    }

    /// Returns true if the two can be compared: one model, one length.
    #[must_use]
    pub fn is_comparable(&self, other: &Self) -> bool {
        self.model == other.model && self.vector.len() == other.vector.len()
    }

    /// Returns the cosine of the two, −1 to 1; `None` if they cannot be compared.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> Option<f32> {
        self.is_comparable(other)
            .then(|| dot(&self.vector, &other.vector).clamp(-1.0, 1.0))
    }
}

/// An embedding in its serialised form: the numbers as base64 of little-endian `f32`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Embedding"))]
struct EmbeddingRecord {
    model: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    dimensions: usize,
    #[serde(with = "super::embedding_json")]
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    vector: Option<Vec<f32>>,
}

impl From<Embedding> for EmbeddingRecord {
    fn from(embedding: Embedding) -> Self {
        Self {
            dimensions: embedding.vector.len(),
            model: embedding.model,
            vector: Some(embedding.vector),
        }
    }
}

impl TryFrom<EmbeddingRecord> for Embedding {
    type Error = RetrievalError;

    fn try_from(record: EmbeddingRecord) -> Result<Self, Self::Error> {
        let vector = record.vector.ok_or(RetrievalError::MalformedEmbedding)?;
        if vector.len() != record.dimensions {
            return Err(RetrievalError::DimensionsMismatch {
                declared: record.dimensions,
                actual: vector.len(),
            });
        }
        Self::new(&record.model, &vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_14_vectors_of_another_model_or_length_are_not_compared() {
        let tea = Embedding::new("mini-1", &[3.0, 4.0]).unwrap();
        assert_eq!(tea.vector(), [0.6, 0.8]);
        assert_eq!(tea.cosine(&tea), Some(1.0));
        let other_model = Embedding::new("mini-2", &[3.0, 4.0]).unwrap();
        let other_length = Embedding::new("mini-1", &[3.0, 4.0, 0.0]).unwrap();
        assert_eq!(tea.cosine(&other_model), None);
        assert_eq!(tea.cosine(&other_length), None);
    }

    #[test]
    fn af_14_a_vector_of_zeros_is_near_to_nothing_and_points_nowhere() {
        let nowhere = Embedding::new("mini-1", &[0.0, -0.0]).unwrap();
        let tea = Embedding::new("mini-1", &[0.0, -1.0]).unwrap();
        assert_eq!(nowhere.cosine(&tea), Some(0.0));
        assert!(tea.has_direction() && !nowhere.has_direction());
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        for (model, vector) in [("", vec![1.0]), ("m", vec![]), ("m", vec![0.1; 4097])] {
            let refused = Embedding::new(model, &vector);
            assert_eq!(refused, Err(RetrievalError::MalformedEmbedding));
        }
        assert!(Embedding::new("m", &[1.0, f32::NAN]).is_err());
        let huge = Embedding::new("m", &[f32::MAX, f32::MAX]).unwrap();
        assert!((huge.cosine(&huge).unwrap() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn af_05_an_embedding_is_written_with_model_and_dimensions_and_read_back_exactly() {
        let embedding = Embedding::new("mini-1", &[0.1, 0.2, -0.3]).unwrap();
        let json = serde_json::to_value(&embedding).unwrap();
        assert_eq!(json["dimensions"], 3);
        assert_eq!(json["model"], "mini-1");
        let read: Embedding = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read, embedding);
        let mut lying = json;
        lying["dimensions"] = 4.into();
        assert!(serde_json::from_value::<Embedding>(lying).is_err());
    }
}
