//! Statements that cross-validation refuted (MB-11): an answer quotes others first.

use std::collections::BTreeSet;

use amb_memory::task::Conflict;
use amb_memory::text::sentences;

use super::script::one_line;

/// The words that were refuted.
#[derive(Debug, Default)]
pub(super) struct Refuted {
    lost: BTreeSet<String>,
}

impl Refuted {
    /// Those of these conflicts, as far as they are known.
    pub(super) fn of(closed: &[Conflict]) -> Self {
        let lost = closed.iter().filter_map(Conflict::refuted);
        Self {
            lost: lost.map(|quote| bare(&quote.text)).collect(),
        }
    }

    /// Returns true if these words, or a sentence of them, were refuted.
    pub(super) fn holds(&self, words: &str) -> bool {
        let mut told = sentences(words).into_iter().map(|span| span.of(words));
        self.lost.contains(&bare(words)) || told.any(|sentence| self.lost.contains(&bare(sentence)))
    }
}

/// Words without the marks around them.
fn bare(words: &str) -> String {
    let line = one_line(words);
    line.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}
