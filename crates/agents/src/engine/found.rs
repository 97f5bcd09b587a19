//! What a step found outside of memory.

use amb_memory::hierarchy::without_recalled;
use amb_memory::task::Trust;

/// A text that a step found, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundText {
    /// The page's address, or a few words.
    pub document: String,
    /// The page's title, where it has one.
    pub title: Option<String>,
    /// When it was published, as the page or the search engine writes it.
    pub published: Option<String>,
    /// The text.
    pub text: String,
    /// How far it can be trusted.
    pub trust: Trust,
}

impl FoundText {
    /// What is new in it: without what was recalled from memory, which is known already.
    pub(crate) fn new_alone(&self) -> Self {
        Self {
            text: without_recalled(&self.text).into_owned(),
            ..self.clone()
        }
    }
}
