//! The int8 model file: its names, checked reading, and loading.

mod load;
pub(crate) mod names;
mod source;

pub(crate) use load::{Embeddings, Layer, Norm, Weights};
pub(crate) use source::Source;
