//! The titles above a place in a text.

use super::blocks::Layout;

/// The headings of a text as a hierarchy, built once and asked often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    start: usize,
    title: String,
    rank: u8,
    parent: Option<usize>,
}

impl Outline {
    /// The outline of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let layout = Layout::new(text);
        let mut outline = Self::default();
        for heading in &layout.headings {
            let start = layout.line_start(heading.first_line);
            outline.push(start, heading.title.clone(), heading.rank);
        }
        outline
    }

    fn push(&mut self, start: usize, title: String, rank: u8) {
        let mut parent = self.entries.len().checked_sub(1);
        while let Some(entry) = parent.and_then(|index| self.entries.get(index)) {
            if entry.rank < rank {
                break;
            }
            parent = entry.parent;
        }
        self.entries.push(Entry {
            start,
            title,
            rank,
            parent,
        });
    }

    /// The titles above the byte `at`, outermost first; empty before the first heading. A heading's
    /// own line is under it. Takes time logarithmic in the number of headings.
    #[must_use]
    pub fn path_at(&self, at: usize) -> Vec<&str> {
        let after = self.entries.partition_point(|entry| entry.start <= at);
        let mut path = Vec::new();
        let mut next = after.checked_sub(1);
        while let Some(entry) = next.and_then(|index| self.entries.get(index)) {
            path.push(entry.title.as_str());
            next = entry.parent;
        }
        path.reverse();
        path
    }

    /// Number of headings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the text has no heading.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
