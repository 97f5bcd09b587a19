//! Whether two errors of one type are the same (decision 15, "What makes two errors of a type").

use std::hash::{DefaultHasher, Hash, Hasher};

use super::parts::{PASSING, is_of_number};
use super::sign::ErrorSign;

/// What sets an error apart from others of its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

    pub(in crate::trajectory) fn marks(&self) -> Marks<'_> {
        Marks {
            keywords: &self.keywords,
            names: &self.names,
            sentence: &self.sentence,
        }
    }
}

/// Whether two sentences say different things: where they are not the same, each has a word of its own that is not new each
/// time. What one alone says in a place does not set them apart.
pub(super) fn differ(one: &[String], other: &[String]) -> bool {
    differ_by(one, other, |word| word != PASSING)
}

/// The same, where a figure is no word: what was counted or measured is another after each attempt. Ports are none.
pub(super) fn differ_but_for_figures(one: &[String], other: &[String]) -> bool {
    let is_figure = |word: &str| word.chars().all(is_of_number);
    differ_by(one, other, |word| word != PASSING && !is_figure(word))
}

fn differ_by(one: &[String], other: &[String], is_told: impl Fn(&str) -> bool) -> bool {
    if one == other {
        return false;
    }
    let shared = Shared::of(one, other);
    let is_told = |word: &String| is_told(word);
    let (mut at, mut with) = (0, 0);
    // What stands between two words that both have: of this one, of the other.
    let mut between = (false, false);
    let mut is_other = false;
    loop {
        let (own, others) = (one.get(at), other.get(with));
        if own == others {
            is_other |= between == (true, true);
            between = (false, false);
            if own.is_none() {
                break;
            }
            (at, with) = (at + 1, with + 1);
        } else if others.is_none()
            || shared.length_from(at + 1, with) >= shared.length_from(at, with + 1)
        {
            between.0 |= own.is_some_and(is_told);
            at += 1;
        } else {
            between.1 |= others.is_some_and(is_told);
            with += 1;
        }
    }
    is_other
}

/// How many words the ends of two sentences share in their order, by where the ends begin (the longest common
/// subsequence; a diff library weighs 25 KB in wasm).
struct Shared {
    width: usize,
    lengths: Vec<u16>,
}

impl Shared {
    fn of(one: &[String], other: &[String]) -> Self {
        // Each word is compared with each.
        let [one, other] = [one, other].map(|words| words.iter().map(digest).collect::<Vec<u64>>());
        let width = other.len() + 1;
        let mut lengths = vec![0_u16; (one.len() + 1) * width];
        for (at, word) in one.iter().enumerate().rev() {
            let (before, below) = lengths.split_at_mut((at + 1) * width);
            let row = before.get_mut(at * width..).unwrap_or_default();
            let below = below.iter().zip(below.iter().skip(1));
            let mut after = 0;
            for ((length, others), (same, next)) in row.iter_mut().zip(&other).zip(below).rev() {
                after = if word == others {
                    next.saturating_add(1)
                } else {
                    after.max(*same)
                };
                *length = after;
            }
        }
        Self { width, lengths }
    }

    fn length_from(&self, at: usize, with: usize) -> Option<u16> {
        self.lengths.get(at * self.width + with).copied()
    }
}

fn digest(word: &String) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}
