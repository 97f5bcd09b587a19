//! Words of a question, and the bearing of a memory on it.

use super::super::entry::{Fact, MemoryEntry, Speaker};
use super::super::query::QueryAnalysis;
use super::channel::RecallStrategy;
use crate::retrieval::{DocumentTerms, analyze_document, is_function_word};
use std::collections::BTreeSet;

/// Pronouns of the first person.
const FIRST_PERSON: [&str; 10] = [
    "i", "me", "my", "mine", "we", "us", "our", "ours", "我", "咱",
];

/// Bearing that a question and a memory share if both are about the user, as a part of [`RecallQuestion::bearing`].
/// Fitted with the threshold by `benches/judgement/recall.mjs`.
const BOTH_OWN: f32 = 0.2;

/// Shared words from which a memory bears on a long question by the memory's own share.
const SEVERAL: usize = 2;

/// A question's words, as memories are held against them.
#[derive(Debug, Clone, PartialEq)]
pub struct RecallQuestion {
    /// The question.
    pub(super) text: String,
    pub(super) terms: DocumentTerms,
    /// True if the question is about the asking user.
    is_own: bool,
    /// The words by which it names a time.
    time: DocumentTerms,
    /// True if everything that the strategy lists bears on the question: the question asks only about a time, or has no
    /// words.
    takes_all: bool,
}

impl RecallQuestion {
    pub(super) fn of(text: &str, analysis: &QueryAnalysis, strategy: RecallStrategy) -> Self {
        let terms = analyze_document(text);
        let time = analysis.time.iter().flat_map(|time| &time.phrases);
        let time: Vec<&str> = time.map(String::as_str).collect();
        let is_listed = matches!(
            strategy,
            RecallStrategy::Temporal | RecallStrategy::Importance
        );
        Self {
            takes_all: is_listed || terms.counted.is_empty(),
            is_own: terms.words().iter().any(|word| is_first_person(word)),
            time: analyze_document(&time.join(" ")),
            text: text.to_owned(),
            terms,
        }
    }

    /// Returns the bearing of a memory on the question, 0 to 1 and [`BOTH_OWN`]. It is the greatest of the cosine, the
    /// share of the question's content words that the memory has, and, if they share several, the share of the memory's
    /// words that the question has. A memory made at the time that the question names has the words of that time.
    /// `relevance` counts for a question without content words.
    pub(super) fn bearing(
        &self,
        entry: &MemoryEntry,
        terms: &DocumentTerms,
        (cosine, relevance): (Option<f32>, f32),
        is_in_time: bool,
    ) -> f32 {
        if self.takes_all {
            return 1.0;
        }
        let (asked, said, time) = (content(&self.terms), content(terms), content(&self.time));
        let both = asked.intersection(&said).count();
        let is_held = |word: &&&str| said.contains(**word) || is_in_time && time.contains(**word);
        let held = asked.iter().filter(is_held).count();
        let share = |count: usize, of: usize| count as f32 / of.max(1) as f32;
        let mut bearing = if asked.is_empty() {
            relevance
        } else {
            share(held, asked.len())
        };
        if both >= SEVERAL {
            bearing = bearing.max(share(both, said.len()));
        }
        bearing = bearing.max(cosine.unwrap_or_default());
        if bearing > 0.0 && self.is_own && is_own(entry) {
            bearing + BOTH_OWN
        } else {
            bearing
        }
    }
}

/// The words that tell what a text is about.
fn content(terms: &DocumentTerms) -> BTreeSet<&str> {
    let mut words = terms.words();
    words.retain(|word| !is_function_word(word));
    words
}

/// Returns true for a pronoun of the first person.
pub(super) fn is_first_person(word: &str) -> bool {
    FIRST_PERSON.contains(&word)
}

/// Returns true for the user's own words, and for facts about the user.
fn is_own(entry: &MemoryEntry) -> bool {
    entry.speaker == Speaker::User || entry.fact.as_ref().is_some_and(Fact::is_about_user)
}
