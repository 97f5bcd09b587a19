//! Text cut into the units memory works with: sentences, paragraphs, sections, passages, windows.
//!
//! Every cut is a [`Span`] of byte offsets into the text it was made from, on character boundaries,
//! in order and without overlap, so that whatever is remembered or cited can be shown in place.
//! Input is whatever a reader could get out of a file: hard-wrapped manuals, Markdown, Chinese
//! manuals, one paragraph of a megabyte, nothing at all. Everything is linear in its length.

mod blocks;
mod calendar_names;
mod folded;
mod further_order_phrases;
mod headings;
mod language;
mod lines;
mod list_markers;
mod numbering;
mod order_phrases;
mod orders;
mod outline;
mod paragraphs;
mod passages;
mod pieces;
mod sections;
mod sentences;
mod simplified;
mod span;
mod tokens;
mod visible;
mod window;

pub(crate) use calendar_names::{MONTHS, WEEKDAYS};
pub use folded::folded;
pub use language::{Language, language};
pub use orders::{gives_orders, orders_told};
pub use outline::Outline;
pub use paragraphs::paragraphs;
pub use passages::passages;
pub use sections::{Section, sections};
pub use sentences::sentences;
pub use span::Span;
pub use tokens::estimate_tokens;
pub(crate) use tokens::is_cjk;
pub use visible::{is_blank, visible};
pub use window::split_to_window;
