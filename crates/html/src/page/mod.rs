//! An HTML page into Markdown-like text.
//!
//! Headings become `# Title` by level, blocks stand apart by a blank line, list items begin with
//! `- `, table cells are parted by ` | `, listings keep their lines between fences. Navigation,
//! scripts and pictures are left out; of a page that marks its main part, the main part remains.
//!
//! Where its links lead is told beside the text: addresses in it would stand in the way of whoever reads or quotes it.
//!
//! The page is read as a stream of tokens, never as a tree: time and memory grow with its length
//! however its elements nest.

mod elements;
mod links;
mod style;
mod walk;
mod writer;

pub(crate) use walk::{Page, to_text};

#[cfg(test)]
mod tests;
