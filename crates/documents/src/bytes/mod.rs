//! Bytes: which are text, and in which encoding.

mod binary;
mod declared;
mod encoding;

pub(crate) use binary::refuse_binary;
pub(crate) use encoding::{Decoded, decode};
