//! Text as the tokens of whole windows, by a `tokenizer.json`.

use serde::Deserialize;
use tokenizers::{Encoding, Tokenizer, TruncationParams};

use crate::OnnxError;

/// A tokenizer that cuts long texts into windows.
#[derive(Debug)]
pub(crate) struct Tokens {
    tokenizer: Tokenizer,
    /// Stands for text that the vocabulary has no token for; byte-level vocabularies have none.
    unknown: Option<u32>,
}

/// The part of `tokenizer.json` that names the unknown token.
#[derive(Deserialize)]
struct File {
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    unk_token: Option<String>,
    unk_id: Option<u32>,
}

impl Tokens {
    /// Reads `tokenizer.json`. A window has at most `max_tokens` tokens. The file's own truncation and padding are
    /// dropped: they would cut texts and let padding into the mean.
    pub(crate) fn load(json: &[u8], max_tokens: usize) -> Result<Self, OnnxError> {
        let mut tokenizer = Tokenizer::from_bytes(json).map_err(OnnxError::tokenizer)?;
        let windows = TruncationParams {
            max_length: max_tokens,
            ..TruncationParams::default()
        };
        tokenizer
            .with_padding(None)
            .with_truncation(Some(windows))
            .map_err(OnnxError::tokenizer)?;
        let File { model } = serde_json::from_slice(json).map_err(OnnxError::tokenizer)?;
        let named = model
            .unk_token
            .and_then(|token| tokenizer.token_to_id(&token));
        let unknown = named.or(model.unk_id);
        Ok(Self { tokenizer, unknown })
    }

    /// Returns the windows of a text, at least one. Each has its special tokens. Together they hold the whole text.
    pub(crate) fn windows(&self, text: &str) -> Result<Vec<Encoding>, OnnxError> {
        let encoding = self.tokenizer.encode_fast(text, true);
        let mut first = encoding.map_err(OnnxError::tokenizer)?;
        let others = first.take_overflowing();
        Ok(std::iter::once(first).chain(others).collect())
    }

    /// Returns the share of the text's tokens that the vocabulary has, 0 to 1; 1 for a text without tokens.
    pub(crate) fn coverage(&self, text: &str) -> Result<f32, OnnxError> {
        let windows = self.windows(text)?;
        let (known, all) = windows
            .iter()
            .flat_map(|window| {
                window
                    .get_ids()
                    .iter()
                    .zip(window.get_special_tokens_mask())
            })
            .filter(|(_, is_special)| **is_special == 0)
            .fold((0u32, 0u32), |(known, all), (id, _)| {
                (known + u32::from(Some(*id) != self.unknown), all + 1)
            });
        Ok(if all == 0 {
            1.0
        } else {
            known as f32 / all as f32
        })
    }

    /// Returns one more than the highest id.
    pub(crate) fn vocabulary(&self) -> usize {
        let vocabulary = self.tokenizer.get_vocab(true);
        let highest = vocabulary.values().max();
        highest.map_or(0, |id| *id as usize + 1)
    }
}
