//! Results of an embedder.

use crate::retrieval::Embedding;
use crate::trajectory::error::TrajectoryError;

/// Vectors that an embedder returned for a batch of texts.
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
        let checked = |(position, vector): (usize, &Vec<f32>)| {
            let made = Embedding::new(&self.model, vector).ok();
            let same = made.filter(|made| made.dimensions() == length);
            same.ok_or(TrajectoryError::BadVector(position))
        };
        self.vectors.iter().enumerate().map(checked).collect()
    }
}
