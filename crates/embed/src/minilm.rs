//! The embedder.

use amb_weights::names::MODEL_ID;
use amb_weights::shape::DIMENSIONS;

use crate::EmbedError;
use crate::kernel::elementary::sum;
use crate::network::Network;
use crate::text::{CLS, SEP, WordPieces, coverage, windows};
use crate::weights::Weights;

/// all-MiniLM-L6-v2: sentences and paragraphs to vectors; cosine measures similarity in meaning.
///
/// The same text gets the same vector, bit for bit, from every build: native, and wasm with and
/// without relaxed SIMD.
#[derive(Debug)]
pub struct MiniLm {
    network: Network,
    word_pieces: WordPieces,
}

impl MiniLm {
    /// Loads the int8 file that [`amb_weights::int8_from_f32`] writes, and the `tokenizer.json` of the official model.
    /// Both are checked whole: a model that loads can embed.
    ///
    /// # Errors
    /// Either file is damaged or the wrong one; see [`EmbedError::kind`].
    pub fn load(model: &[u8], tokenizer_json: &[u8]) -> Result<Self, EmbedError> {
        let network = Network::new(Weights::load(model)?)?;
        let word_pieces = WordPieces::load(tokenizer_json)?;
        Ok(Self {
            network,
            word_pieces,
        })
    }

    /// One vector per text: [`DIMENSIONS`] floats of Euclidean length 1.
    ///
    /// The mean over the real tokens, `[CLS]` and `[SEP]` included. A text over the window
    /// ([`WINDOW`](crate::WINDOW) tokens) is read in several windows and averaged over the tokens of
    /// all: nothing is cut. An empty text gets the vector of `[CLS]` `[SEP]`.
    ///
    /// # Errors
    /// None that a text can cause; [`EmbedError::Network`] would be a bug.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        texts.iter().map(|text| self.embed_one(text)).collect()
    }

    /// Model and build id, to store with every vector: vectors are comparable only when it is equal.
    pub fn model_id(&self) -> &str {
        MODEL_ID
    }

    /// Returns the share of the text's tokens that the vocabulary knows, 0 to 1; 1 for a text without tokens. The share
    /// is low for text that the model was not trained on (most Chinese text), whose vectors mean little.
    pub fn coverage(&self, text: &str) -> f32 {
        self.word_pieces.ids(text).map_or(0.0, |ids| coverage(&ids))
    }

    fn embed_one(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let ids = self.word_pieces.ids(text)?;
        let mut total = [0.0; DIMENSIONS];
        for window in windows(&ids, |id| self.word_pieces.continues(id)) {
            let window = [&[CLS], window, &[SEP]].concat();
            let hidden = self.network.sum_of_hidden(&window)?;
            total
                .iter_mut()
                .zip(hidden)
                .for_each(|(total, value)| *total += value);
        }
        Ok(normalise(&total))
    }
}

/// Scales a vector to length 1; the sum over tokens and their mean have the same direction.
fn normalise(vector: &[f32; DIMENSIONS]) -> Vec<f32> {
    let length = sum(&vector.map(|value| value * value)).sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    vector.iter().map(|value| value * scale).collect()
}
