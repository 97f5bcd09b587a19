//! Separates raised or lowered text from its neighbours.

use amb_documents::Script;

/// The open raised or lowered text, and the sign before its next word.
///
/// The number of a note, which links to a place of the page or follows the end of a sentence, is put in brackets.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    open: Option<Script>,
    /// True if the next word is the first of it.
    is_fresh: bool,
    /// It has just ended.
    has_ended: bool,
    /// Open links within the page.
    notes: usize,
    /// A bracket is open.
    bracket: bool,
}

impl Scripts {
    /// Begins raised or lowered text.
    pub(super) fn open(&mut self, script: Script) {
        self.open = Some(script);
        self.is_fresh = true;
    }

    /// Ends it, and returns true if a bracket must be closed.
    pub(super) fn close(&mut self) -> bool {
        self.open = None;
        self.is_fresh = false;
        self.has_ended = true;
        self.close_bracket()
    }

    /// Begins a link within the page.
    pub(super) fn open_note(&mut self) {
        self.notes += 1;
        self.is_fresh |= self.open.is_some();
    }

    /// Ends it, and returns true if a bracket must be closed.
    pub(super) fn close_note(&mut self) -> bool {
        self.notes = self.notes.saturating_sub(1);
        self.close_bracket()
    }

    /// Closes the open bracket, and returns true if there was one.
    pub(super) fn close_bracket(&mut self) -> bool {
        std::mem::take(&mut self.bracket)
    }

    /// Returns the sign to write before a word; `before` is the character that the word touches.
    pub(super) fn before(&mut self, word: &str, before: Option<char>) -> Option<char> {
        let has_ended = std::mem::take(&mut self.has_ended);
        let first = word.chars().next()?;
        let is_fresh = std::mem::take(&mut self.is_fresh);
        let Some(script) = self.open.filter(|_| is_fresh) else {
            return before
                .filter(|last| has_ended && Script::runs_into(*last, first))
                .map(|_| ' ');
        };
        let sign = before.and_then(|last| script.sign(last, first));
        if sign == Some('[') || (self.notes > 0 && first.is_alphanumeric()) {
            self.bracket = true;
            return Some('[');
        }
        sign
    }
}
