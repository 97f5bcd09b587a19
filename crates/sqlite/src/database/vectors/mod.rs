//! Texts' vectors.
//!
//! A vector is stored exactly, in a table beside its owner's, with its model and its length. For a search, those of the
//! query's model are [`Held`] in memory at half the size; candidates for the nearest are compared exactly.

mod held;
mod nearest;
mod stored;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

pub use held::{Held, Source, advance, revision};
pub use nearest::{Wanted, nearest};
pub use stored::{Table, VECTORS, embedding, model, put};
