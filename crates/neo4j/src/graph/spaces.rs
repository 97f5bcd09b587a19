//! Spaces of comparable vectors: those of one model and one length. Each space has a property and indexes of its own,
//! so that a search never meets a vector of another.

use amb_memory::retrieval::Embedding;
use sha2::{Digest, Sha256};

/// Names of vector indexes of ours, and whether they are ready.
pub const SHOW_SPACES: &str = "SHOW VECTOR INDEXES YIELD name, state
    WHERE name STARTS WITH 'amb_' RETURN name, state = 'ONLINE' AS is_ready";

/// A space of vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Hexadecimal digits, made from the model's name and the length.
    digits: String,
    dimensions: usize,
}

impl Space {
    /// The space of an embedding.
    pub fn of(embedding: &Embedding) -> Self {
        Self::named(embedding.model(), embedding.dimensions())
    }

    /// The space of a model's vectors of this length.
    pub fn named(model: &str, dimensions: usize) -> Self {
        let name = format!("{dimensions} {model}");
        let digest = Sha256::digest(name.as_bytes());
        let digits = digest.iter().take(8).map(|byte| format!("{byte:02x}"));
        Self {
            digits: digits.collect(),
            dimensions,
        }
    }

    /// The property that holds the vector.
    pub fn property(&self) -> String {
        format!("vector_{}", self.digits)
    }

    /// The index of fragments.
    pub fn fragments(&self) -> String {
        format!("amb_fragments_{}", self.digits)
    }

    /// The index of methodologies.
    pub fn methodologies(&self) -> String {
        format!("amb_methodologies_{}", self.digits)
    }

    /// Returns the statements that create both indexes. They hold no stored text: a name is digits, because names
    /// cannot be parameters.
    pub fn creations(&self) -> [String; 2] {
        [
            self.creation(&self.fragments(), "Fragment"),
            self.creation(&self.methodologies(), "Methodology"),
        ]
    }

    fn creation(&self, index: &str, label: &str) -> String {
        let (property, dimensions) = (self.property(), self.dimensions);
        format!(
            "CREATE VECTOR INDEX {index} IF NOT EXISTS FOR (node:{label}) ON (node.{property})
            OPTIONS {{indexConfig: {{`vector.dimensions`: {dimensions},
                `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}}}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(model: &str, dimensions: usize) -> Space {
        Space::of(&Embedding::new(model, &vec![1.0; dimensions]).unwrap())
    }

    #[test]
    fn cg_09_models_and_lengths_have_spaces_of_their_own() {
        let one = space("mini", 3);
        assert_eq!(one, space("mini", 3));
        for other in [space("mini", 4), space("Mini", 3), space("3 mini", 3)] {
            assert_ne!(one.property(), other.property());
        }
        let hostile = space("`}) DETACH DELETE n //", 3);
        assert!(hostile.digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(
            hostile
                .creations()
                .iter()
                .all(|statement| !statement.contains("DELETE"))
        );
    }
}
