//! The databases that a store of one name has had: one is in use, those that could not be opened were set aside.
//!
//! They are numbered from 0 on. In use is the first that no mark sets aside, so that a mark that is made or taken away,
//! which every medium does at once or not at all, changes from one to another: their bytes are never moved.

mod shelf;
#[cfg(test)]
mod tests;
mod turn;
mod volume;

pub use shelf::Shelf;
pub use turn::{aside, erase, in_use, open, take_back};
#[cfg(target_arch = "wasm32")]
pub use volume::AsideStore;
pub use volume::{AsideReason, Volume};
