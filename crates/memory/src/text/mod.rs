//! Text, its structure, and the units that memory works with: sentences, items, rows, sections, passages, windows.
//!
//! A reader makes the [`Structure`] of a text; nothing else looks for structure in it. Every cut is a [`Span`] of bytes
//! of the text that it was made from, on character boundaries, in order and without overlap: what is remembered or
//! cited can be shown in place. Input is whatever a reader got out of a file. Everything is linear in its length.

mod calendar_names;
mod folded;
mod language;
mod lines;
mod passages;
mod pieces;
mod plain;
pub mod quantity;
mod sections;
mod sentences;
mod simplified;
mod span;
mod structure;
mod tokens;
mod visible;
mod window;

pub(crate) use calendar_names::{MONTHS, WEEKDAYS};
pub use folded::folded;
pub use language::{Language, language};
pub use passages::passages;
pub use sections::sections;
pub use sentences::sentences;
pub use simplified::{simplified, spellings};
pub use span::Span;
pub use structure::{
    Apart, Block, BlockKind, Lead, Outline, Structure, Table, Title, Unit, UnitKind,
};
pub use tokens::estimate_tokens;
pub(crate) use tokens::is_cjk;
pub use visible::{is_blank, visible};
pub use window::split_to_window;
