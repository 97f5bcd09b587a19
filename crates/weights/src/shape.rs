//! The fixed shape of all-MiniLM-L6-v2 (`config.json` of the published model).

/// Length of an embedding and of every hidden row.
pub const DIMENSIONS: usize = 384;
/// Tokens one pass of the model reads, `[CLS]` and `[SEP]` included (`sentence_bert_config.json`).
pub const WINDOW: usize = 256;
/// Encoder layers.
pub const LAYERS: usize = 6;
/// Attention heads per layer.
pub const HEADS: usize = 12;
/// Width of one attention head.
pub const HEAD: usize = DIMENSIONS / HEADS;
/// Width of the feed-forward block.
pub const INNER: usize = 1536;
/// Entries of the WordPiece vocabulary.
pub const VOCABULARY: usize = 30_522;
/// Added to a variance before its root is taken (`layer_norm_eps`).
pub const NORM_EPSILON: f32 = 1e-12;
