//! The structure of text without markup, by the marks that writers set: rules, numbers, bullets, bars, blank lines.

mod fences;
mod items;
mod line_ends;
mod numbering;
mod reading;
mod tables;
mod titles;

pub(crate) use items::unmarked;
pub(crate) use line_ends::LineEnds;
