//! Methodologies out of fragments, and memory kept small (seed 003, `MemoryConsolidator`; CG-05).
//!
//! - [`is_due`] says when.
//! - [`plan`] groups the fragments that were not abstracted yet by what they teach, error type and task type.
//! - Whoever abstracts, a model or [`from_template`], puts each group into words, and the caller embeds them.
//! - [`consolidate`] takes the answers with a fresh look at memory, merges, refreshes and cleans up, and returns
//!   one [`Consolidation`], which a store applies whole.

mod abstraction;
mod changes;
mod cleanup;
mod consolidate;
mod due;
mod evidence;
mod fragments;
mod groups;
mod methodologies;
mod template;

pub use abstraction::{Abstraction, AbstractionRequest, Answer, Case};
pub use changes::{Consolidation, Merged, Removed};
pub use consolidate::consolidate;
pub use due::{Occasion, is_due};
pub use evidence::{Evidence, EvidenceQuery, PatternUse};
pub use groups::plan;
pub use template::from_template;
