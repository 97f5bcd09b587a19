//! Whether two errors of one type are the same (decision 15, "What makes two errors of a type").

use super::sentence::{differ, differ_but_for_figures};
use super::sign::ErrorSign;

/// What sets an error apart from others of its type.
#[derive(Clone, Copy)]
pub(in crate::trajectory) struct Marks<'e> {
    pub keywords: &'e [String],
    pub names: &'e [String],
    pub sentence: &'e [String],
}

impl Marks<'_> {
    /// Whether both are one predicament: a keyword in common, the same names, where both name something, and no sentence
    /// that says the same of another thing.
    pub(in crate::trajectory) fn agree(self, other: Self) -> bool {
        self.share_a_keyword(other)
            && self.names_agree(other)
            && !differ(self.sentence, other.sentence)
    }

    fn share_a_keyword(self, other: Self) -> bool {
        let mut keywords = self.keywords.iter();
        keywords.any(|word| other.keywords.contains(word))
    }

    fn names_agree(self, other: Self) -> bool {
        self.names == other.names || self.names.is_empty() || other.names.is_empty()
    }
}

impl ErrorSign {
    /// Whether this error is the other, met again. Figures do not set them apart, as they do where it is asked whether a run
    /// is stuck: a test that expects 3 and gets 4, then 5, has not been mended.
    pub(in crate::trajectory) fn is_same(&self, other: &Self) -> bool {
        let (own, others) = (self.marks(), other.marks());
        let say_nothing = self.keywords.is_empty() && other.keywords.is_empty();
        self.error_type == other.error_type
            && (own.share_a_keyword(others) || say_nothing)
            && own.names_agree(others)
            && !differ_but_for_figures(own.sentence, others.sentence)
    }

    fn marks(&self) -> Marks<'_> {
        Marks {
            keywords: &self.keywords,
            names: &self.names,
            sentence: &self.sentence,
        }
    }
}
