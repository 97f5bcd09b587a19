//! Word documents (DOCX), written as HTML, which [`page`](crate::page) reads.
//!
//! Headings are known by the outline level of their style, lists by their numbering, tables by their grid. Numbers that
//! Word makes are written out as Word shows them. Deleted and hidden text, tables of contents, headers and footers are
//! left out. Notes stand at the end.
//!
//! - `read`: from bytes to text.
//! - `styles`, `numbering`: the tables that paragraphs refer to; `numerals`, `symbols`: numbers and symbols as characters.
//! - `body`: the paragraphs; `blocks`, `tables`: what they are written to.

mod blocks;
mod body;
mod numbering;
mod numerals;
mod read;
mod styles;
mod symbols;
mod tables;

pub(crate) use read::read;

#[cfg(test)]
mod tests;
