//! Converts an HTML page to Markdown-like text.
//!
//! Headings become `# Title` by level. A blank line separates blocks. Items of lists keep their labels (`- `, `3. `,
//! `c. `). A term and its description share a line. ` | ` separates table cells. Listings keep their lines between
//! fences. Navigation, scripts, pictures and struck-out text are left out; if the page marks its main part, only that
//! part remains. The structure says the same in spans (BX-13).
//!
//! Links stand beside the text: addresses in it would disturb readers and quotations.
//!
//! - `walk`: from tokens to `events`, without what is left out; `elements`, `style`: what each element does.
//! - `compose`, `writer`: from events to text and structure; `containers`, `labels`,
//!   `scripts`, `gaps` for the writer.
//! - `grid`, `table`: a table's cells on its grid, its header, its rows.
//!
//! The page is read as a stream of tokens, never as a tree: time and memory grow with its length, at any depth of
//! nesting.

mod compose;
mod containers;
mod elements;
mod events;
mod gaps;
mod grid;
mod labels;
mod links;
mod scripts;
mod style;
mod table;
mod walk;
mod writer;

pub(crate) use labels::Labels;
pub(crate) use walk::{Page, to_text};

#[cfg(test)]
mod structure_tests;
#[cfg(test)]
mod tests;
