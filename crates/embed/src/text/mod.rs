//! From text to the token ids of whole windows.

mod chunks;
mod windows;
mod word_pieces;

pub(crate) use windows::windows;
pub(crate) use word_pieces::{CLS, SEP, WordPieces, coverage};
