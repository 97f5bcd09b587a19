//! Hierarchical memory: entries, their word index, and the state beside them.

mod apply;
mod by_words;
mod changing;
mod facets;
mod read;
mod rows;
mod schema;
mod search;
mod words;

pub use apply::apply;
pub use facets::Facets;
pub use read::{
    count, derived_from, entries, facts, forgotten_after, known, remembered_after, state, vitals,
};
pub use schema::HIERARCHY;
pub use search::search;
