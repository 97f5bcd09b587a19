//! Texts' vectors.
//!
//! A vector lies in a table beside what it belongs to, exactly, with its model and its length. For a search those of the
//! query's model are [`Held`] in memory, at half the size; what may be among the nearest is compared exactly.

mod held;
mod nearest;
mod stored;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

pub use held::{Held, Source, advance, revision};
pub use nearest::{Wanted, nearest};
pub use stored::{Table, VECTORS, embedding, model, put};
