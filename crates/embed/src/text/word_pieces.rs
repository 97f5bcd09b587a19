//! The model's WordPiece tokenizer.

use tokenizers::decoders::wordpiece::WordPiece as WordPieceDecoder;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::processors::template::TemplateProcessing;
use tokenizers::{Model, TokenizerImpl};

use super::chunks::chunks;
use crate::EmbedError;
use amb_weights::shape::VOCABULARY;

const PAD: u32 = 0;
const UNKNOWN: u32 = 100;
/// Begins every window.
pub(crate) const CLS: u32 = 101;
/// Ends every window.
pub(crate) const SEP: u32 = 102;
const MASK: u32 = 103;

/// Exactly the parts the model's tokenizer has: others are refused when the file is read, and the
/// linker leaves their code out.
type BertTokenizer = TokenizerImpl<
    WordPiece,
    BertNormalizer,
    BertPreTokenizer,
    TemplateProcessing,
    WordPieceDecoder,
>;

/// Splits text into the ids of word pieces.
#[derive(Debug)]
pub(crate) struct WordPieces {
    tokenizer: BertTokenizer,
    /// For every id: true if it continues the word of the piece before it.
    continues: Vec<bool>,
}

impl WordPieces {
    /// Reads `tokenizer.json` and checks that it is the model's. The truncation and padding the file
    /// asks for are dropped: they would cut texts silently and let padding into the mean.
    pub(crate) fn load(tokenizer_json: &[u8]) -> Result<Self, EmbedError> {
        let mut tokenizer =
            BertTokenizer::from_bytes(tokenizer_json).map_err(EmbedError::tokenizer)?;
        tokenizer
            .with_truncation(None)
            .map_err(EmbedError::tokenizer)?;
        tokenizer.with_padding(None);
        for (token, id) in [
            ("[PAD]", PAD),
            ("[UNK]", UNKNOWN),
            ("[CLS]", CLS),
            ("[SEP]", SEP),
            ("[MASK]", MASK),
        ] {
            if tokenizer.token_to_id(token) != Some(id) {
                return Err(EmbedError::tokenizer(format!(
                    "{token} should have the id {id}"
                )));
            }
        }
        Ok(Self {
            continues: continuing_pieces(&tokenizer)?,
            tokenizer,
        })
    }

    /// Ids of the whole text, without [CLS] and [SEP].
    pub(crate) fn ids(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let mut ids = Vec::new();
        for chunk in chunks(text) {
            let encoding = self.tokenizer.encode_fast(chunk, false);
            ids.extend_from_slice(encoding.map_err(EmbedError::tokenizer)?.get_ids());
        }
        Ok(ids)
    }

    /// Does a piece continue the word of the piece before it?
    pub(crate) fn continues(&self, id: u32) -> bool {
        usize::try_from(id).is_ok_and(|id| self.continues.get(id).copied().unwrap_or(false))
    }
}

/// Returns the share of the ids for text in the vocabulary; 1 without text.
pub(crate) fn coverage(ids: &[u32]) -> f32 {
    let text = ids.iter().filter(|id| ![PAD, CLS, SEP, MASK].contains(id));
    let (known, all) = text.fold((0u32, 0u32), |(known, all), id| {
        (known + u32::from(*id != UNKNOWN), all + 1)
    });
    if all == 0 {
        1.0
    } else {
        known as f32 / all as f32
    }
}

fn continuing_pieces(tokenizer: &BertTokenizer) -> Result<Vec<bool>, EmbedError> {
    let model = tokenizer.get_model();
    let pieces = (0..)
        .map_while(|id| model.id_to_token(id))
        .take(VOCABULARY + 1);
    let continues: Vec<bool> = pieces.map(|piece| piece.starts_with("##")).collect();
    let sizes = [
        continues.len(),
        model.get_vocab_size(),
        tokenizer.get_vocab_size(true),
    ];
    if sizes == [VOCABULARY; 3] {
        return Ok(continues);
    }
    let reason = format!("the vocabulary should have the ids 0..{VOCABULARY}");
    Err(EmbedError::tokenizer(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_counts_only_text() {
        assert_eq!(coverage(&[]), 1.0);
        assert_eq!(coverage(&[CLS, SEP]), 1.0);
        assert_eq!(coverage(&[2000, UNKNOWN, 3000, UNKNOWN, SEP]), 0.5);
    }
}
