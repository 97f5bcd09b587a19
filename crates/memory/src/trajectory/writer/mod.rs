//! A run that ended, as one write (seed 003, `MemoryWriter`; CG-03).
//!
//! [`draft`] cuts it into fragments and tells them; the caller embeds [`Learned::texts`] in one batch and hands
//! the vectors to [`Learned::embed`], or does without; a store applies the [`Learned`] whole or not at all.
//! [`RunObserver`] is the same reading of steps while the run is under way.

mod chinese;
mod draft;
mod english;
mod learned;
mod observer;
mod own_words;
mod phases;
mod returning;
mod segments;
mod telling;
mod tools;
mod words;

pub use draft::draft;
pub use learned::Learned;
pub use observer::{ErrorProgress, Observed, RunObserver, state_at};
pub use segments::{Segment, segments};
pub(in crate::trajectory) use telling::without_steps;
