//! A range of bytes in a text.

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into a `&str`; both ends lie on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns true if the span holds no byte.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.end <= self.start
    }

    /// Returns the part of `text` in the span; empty if the span does not fit the text.
    #[must_use]
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns true if the span lies within `text` and on its character boundaries.
    #[must_use]
    pub fn fits(&self, text: &str) -> bool {
        text.get(self.start..self.end).is_some()
    }

    /// This span without the blanks at its ends.
    pub(crate) fn trimmed(self, text: &str) -> Self {
        let covered = self.of(text);
        let start = self.start + (covered.len() - covered.trim_start().len());
        Self::new(start, start + covered.trim().len())
    }
}
