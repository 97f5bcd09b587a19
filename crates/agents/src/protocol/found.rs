//! Texts that a step found outside memory.

use std::borrow::Cow;

use amb_memory::hierarchy::without_recalled;
use amb_memory::task::Trust;
use amb_memory::text::Structure;

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
    /// The structure of the text; `None` where no reader made one.
    pub structure: Option<Structure>,
    /// Trust label of the text.
    pub trust: Trust,
}

impl FoundText {
    /// Returns the text without recalled parts, which memory knows already.
    pub(crate) fn new_alone(&self) -> Self {
        let text = without_recalled(&self.text).into_owned();
        let structure = self.structure.clone().filter(|_| text == self.text);
        Self {
            text,
            structure,
            ..self.clone()
        }
    }

    /// Returns the structure of the text; that of plain text where no reader made one.
    pub(crate) fn structure(&self) -> Cow<'_, Structure> {
        Structure::or_plain(self.structure.as_ref(), &self.text)
    }
}
