//! The encoder.

use tokenizers::Encoding;
use tract_onnx::prelude::tract_ndarray::{Array1, Axis};

use crate::OnnxError;
use crate::description::{Description, Pooling};
use crate::graph::Graph;
use crate::tokens::Tokens;

/// A sentence encoder: texts to vectors; cosine measures similarity in meaning.
#[derive(Debug)]
pub struct Encoder {
    graph: Graph,
    tokens: Tokens,
    description: Description,
}

impl Encoder {
    /// Loads an ONNX file and its `tokenizer.json`, and embeds an empty text to see that they fit.
    ///
    /// # Errors
    /// The files are damaged, not a sentence encoder's, or do not fit each other or the description.
    pub fn load(
        model: &[u8],
        tokenizer_json: &[u8],
        description: Description,
    ) -> Result<Self, OnnxError> {
        let tokens = Tokens::load(tokenizer_json, description.max_tokens)?;
        let graph = Graph::load(model)?;
        if let Some(rows) = graph.rows().filter(|rows| *rows < tokens.vocabulary()) {
            let tokens = tokens.vocabulary();
            return Err(OnnxError::Vocabulary { tokens, rows });
        }
        let encoder = Self {
            graph,
            tokens,
            description,
        };
        encoder.embed("")?;
        Ok(encoder)
    }

    /// The vector of a text: [`Encoder::dimensions`] numbers of Euclidean length 1. A text longer than one window is
    /// read in several. Their vectors are averaged by their tokens.
    ///
    /// # Errors
    /// [`OnnxError::Unsupported`] when tract fails, [`OnnxError::Width`] when the model's vectors have another length.
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, OnnxError> {
        let mut total = Array1::zeros(self.description.dimensions);
        for window in self.tokens.windows(&self.prefixed(text))? {
            total.scaled_add(window.len() as f32, &self.pooled(&window)?);
        }
        let length = total.dot(&total).sqrt();
        if length > 0.0 {
            total /= length;
        }
        Ok(total.to_vec())
    }

    /// Returns the share of the text's tokens that the vocabulary has, 0 to 1; 1 for a text without tokens.
    ///
    /// # Errors
    /// [`OnnxError::Tokenizer`] when the tokenizer refuses the text.
    pub fn coverage(&self, text: &str) -> Result<f32, OnnxError> {
        self.tokens.coverage(text)
    }

    /// Numbers in a vector.
    pub fn dimensions(&self) -> usize {
        self.description.dimensions
    }

    fn prefixed(&self, text: &str) -> String {
        format!("{}{text}", self.description.prefix)
    }

    fn pooled(&self, window: &Encoding) -> Result<Array1<f32>, OnnxError> {
        let hidden = self.graph.run(window)?;
        let pooled = match self.description.pooling {
            Pooling::Mean => hidden.mean_axis(Axis(0)),
            Pooling::Cls => hidden.outer_iter().next().map(|row| row.to_owned()),
        };
        let pooled = pooled.ok_or(OnnxError::NoOutput)?;
        let declared = self.description.dimensions;
        if pooled.len() == declared {
            Ok(pooled)
        } else {
            let found = pooled.len();
            Err(OnnxError::Width { declared, found })
        }
    }
}
