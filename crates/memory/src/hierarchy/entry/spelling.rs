//! Which of the kept contents a content is.

use super::content_hash::{ContentHash, told};
use super::memory_entry::MemoryEntry;
use super::memory_type::{MemoryLayer, Speaker};

/// A content as it is told apart from those that are kept.
#[derive(Debug, Clone, Copy)]
pub struct Spelling<'c> {
    /// The text.
    pub content: &'c str,
    /// Layer of the text.
    pub layer: MemoryLayer,
    /// Whose words it holds.
    pub speaker: Speaker,
}

/// Match of a content with the existing entries.
#[derive(Debug, Clone, PartialEq)]
pub enum Met<'k> {
    /// None of them is like it.
    New,
    /// It is this one.
    Known(&'k MemoryEntry),
    /// One is like it but for the spelling. It stands beside that one, by the hash as it was told.
    Beside(ContentHash),
}

impl Spelling<'_> {
    /// By what it is looked up: as it was told, and in whatever spelling.
    #[must_use]
    pub fn contents(&self) -> [(MemoryLayer, ContentHash); 2] {
        let told = ContentHash::as_told(self.content);
        [told, ContentHash::of(self.content)].map(|hash| (self.layer, hash))
    }

    /// Returns the match of the content, given the entries found by its [contents](Self::contents), in their order.
    #[must_use]
    pub fn met<'k>(&self, [told_so, like]: [Option<&'k MemoryEntry>; 2]) -> Met<'k> {
        match (told_so, like) {
            (Some(entry), _) => Met::Known(entry),
            (None, Some(entry)) if self.is_apart_from(entry) => {
                Met::Beside(ContentHash::as_told(self.content))
            }
            (None, Some(entry)) => Met::Known(entry),
            (None, None) => Met::New,
        }
    }

    /// Returns true if another spelling is another memory, as for the user's own words. For others' words all spellings
    /// are the same, so that no page brings back a forgotten memory.
    pub(in crate::hierarchy) fn is_kept_as_told(&self) -> bool {
        self.layer == MemoryLayer::Episodic && self.speaker == Speaker::User
    }

    /// Returns true if the text is another memory than an entry of like content.
    fn is_apart_from(&self, entry: &MemoryEntry) -> bool {
        self.is_kept_as_told() && told(&entry.content) != told(self.content)
    }
}
