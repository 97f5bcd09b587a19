//! Documents: their text, their pages, and the words of them that memory holds.
//!
//! - `reading`: a document into text. `pages`: pages of citations and addresses. `held`: words that are no news.

mod held;
mod pages;
mod reading;

pub(crate) use held::{in_line, is_known, is_news, parts_held, same_words, tells_as_much, text_of};
pub(crate) use pages::{name_pages, page_address, page_at};
pub use reading::read_document;
