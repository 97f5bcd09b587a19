//! The titles above a place in a text.

use super::model::{BlockKind, Structure, Title};

/// The titles of a text as a hierarchy, built once and queried often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    entries: Vec<Entry>,
    titles: usize,
}

/// A title, or the beginning of another text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    /// The byte after the title's first one; for another text, its first byte.
    from: usize,
    /// `None` at the start of another text.
    title: Option<Title>,
    parent: Option<usize>,
}

impl Outline {
    /// Builds the outline of `text`.
    #[must_use]
    pub fn new(text: &str, structure: &Structure) -> Self {
        let mut outline = Self::default();
        for title in &structure.above {
            outline.push(0, title.clone());
        }
        let mut apart = structure.apart.iter().peekable();
        for block in &structure.blocks {
            let BlockKind::Heading { level } = block.kind else {
                continue;
            };
            while let Some(other) = apart.next_if(|other| other.at <= block.span.start) {
                outline.begin(other.at, &other.above);
            }
            let words = structure.words(text, block.span);
            if !words.is_empty() {
                outline.titles += 1;
                outline.push(block.span.start + 1, Title { level, words });
            }
        }
        for other in apart {
            outline.begin(other.at, &other.above);
        }
        outline
    }

    fn begin(&mut self, at: usize, above: &[Title]) {
        self.entries.push(Entry {
            from: at,
            title: None,
            parent: None,
        });
        for title in above {
            self.push(at, title.clone());
        }
    }

    fn push(&mut self, from: usize, title: Title) {
        let mut parent = self.entries.len().checked_sub(1);
        while let Some(entry) = parent.and_then(|index| self.entries.get(index)) {
            let above = entry.title.as_ref();
            if above.is_none_or(|above| above.level < title.level) {
                break;
            }
            parent = entry.parent;
        }
        self.entries.push(Entry {
            from,
            title: Some(title),
            parent,
        });
    }

    /// Returns the titles above the byte `at`, outermost first. A title is above its own first byte.
    /// Takes time logarithmic in the number of titles.
    #[must_use]
    pub fn path_at(&self, at: usize) -> Vec<&str> {
        let path = self.path_from(at + 1);
        path.into_iter().map(|title| title.words.as_str()).collect()
    }

    /// Returns the titles above the byte `at` that begin before it, outermost first.
    #[must_use]
    pub fn above(&self, at: usize) -> Vec<Title> {
        self.path_from(at).into_iter().cloned().collect()
    }

    fn path_from(&self, from: usize) -> Vec<&Title> {
        let after = self.entries.partition_point(|entry| entry.from <= from);
        let mut path = Vec::new();
        let mut next = after.checked_sub(1);
        while let Some(entry) = next.and_then(|index| self.entries.get(index)) {
            path.extend(&entry.title);
            next = entry.parent;
        }
        path.reverse();
        path
    }

    /// Number of titles within the text.
    #[must_use]
    pub fn len(&self) -> usize {
        self.titles
    }

    /// Returns true if the text has no title.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.titles == 0
    }
}
