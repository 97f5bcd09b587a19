//! Contradictions of two sentences (MB-10): one subject, and another amount, another date, or a denial of the same.
//!
//! A contradiction that is found is a hint for the reader and for validation. The thresholds are fitted on the
//! development half of `benches/judgement/contradictions.jsonl`.

use std::collections::BTreeSet;

use amb_memory::text::sentences;

use super::script::one_line;
use super::statement::Statement;
use amb_memory::text::quantity::Quantity;

/// Least share of the terms of both that both have.
const SHARED_OF_ALL: f64 = 0.5;
/// Least share of the terms of the one with fewer that both have.
const SHARED_OF_FEWER: f64 = 0.8;
/// Under different titles both must have that many terms, a name among them, and that share of all.
const SHARED_TERMS_UNDER_OTHER_TITLES: usize = 3;
const SHARED_UNDER_OTHER_TITLES: f64 = 0.8;
/// Most terms of each that the other lacks, where a value differs and where one denies.
const OWN_BESIDE_VALUES: usize = 1;
const OWN_BESIDE_DENIAL: usize = 2;

/// Two sentences that contradict each other.
#[derive(Debug, Clone)]
pub(super) struct Contradiction<'s> {
    /// The first text's sentence.
    pub(super) left: &'s Statement,
    /// The second text's sentence.
    pub(super) right: &'s Statement,
    /// The values that differ; `None` where one sentence denies the other.
    pub(super) values: Option<(&'s Quantity, &'s Quantity)>,
}

/// One side of a conflict, as it is quoted: whole, for two long sentences may differ in their last words alone.
pub(super) fn side(statement: &Statement) -> String {
    one_line(&statement.sentence)
}

/// The assertions in a text.
pub(super) fn statements(text: &str) -> Vec<Statement> {
    let told = sentences(text).into_iter().map(|span| span.of(text));
    told.filter_map(Statement::read).collect()
}

/// The assertions in a text that stands under these titles, outermost first.
pub(super) fn statements_under<T: AsRef<str>>(titles: &[T], text: &str) -> Vec<Statement> {
    let told = statements(text).into_iter();
    told.map(|statement| statement.under(titles)).collect()
}

/// Every contradiction between two texts, each pair of sentences once.
pub(super) fn contradictions<'s>(
    left: &'s [Statement],
    right: &'s [Statement],
) -> Vec<Contradiction<'s>> {
    let pairs = left
        .iter()
        .flat_map(|one| right.iter().map(move |other| (one, other)));
    let mut told = BTreeSet::new();
    pairs
        .filter_map(|(one, other)| contradiction(one, other))
        .filter(|found| told.insert((found.left.sentence.as_str(), found.right.sentence.as_str())))
        .collect()
}

/// Returns how two assertions contradict each other, if they do.
pub(super) fn contradiction<'s>(
    left: &'s Statement,
    right: &'s Statement,
) -> Option<Contradiction<'s>> {
    let found = |values| Contradiction {
        left,
        right,
        values,
    };
    if left.affirmed.is_negated() == right.affirmed.is_negated() {
        let differing = differing_value(left, right)?;
        let is_one = Subject::of(left, right)?.own <= OWN_BESIDE_VALUES;
        return is_one.then(|| found(Some(differing)));
    }
    let denies = left.affirmed.denies(&right.terms) || right.affirmed.denies(&left.terms);
    if !denies || disagree(left, right) {
        return None;
    }
    let is_one = Subject::of(left, right)?.own <= OWN_BESIDE_DENIAL;
    is_one.then(|| found(None))
}

/// The terms that two assertions have in common, enough for one subject.
struct Subject {
    /// Terms that only the one has, or only the other: the fewer.
    own: usize,
}

impl Subject {
    fn of(left: &Statement, right: &Statement) -> Option<Self> {
        let titles = [&left.title, &right.title];
        let is_titled = titles.iter().all(|title| !title.is_empty());
        let is_same_title = is_titled && left.title == right.title;
        if (left.leans || right.leans) && !is_same_title {
            return None;
        }
        let (one, other) = if is_titled && !is_same_title {
            (&left.terms, &right.terms)
        } else {
            (&left.titled, &right.titled)
        };
        let is_name = |term: &String| {
            let shaped = left.names.contains(term) || right.names.contains(term);
            shaped || term.contains(|c: char| c.is_ascii_digit())
        };
        if one.difference(other).any(is_name) && other.difference(one).any(is_name) {
            return None;
        }
        let shared = one.intersection(other).count();
        let fewer = one.len().min(other.len());
        let all = one.len() + other.len() - shared;
        let is_one = if is_titled && !is_same_title {
            let has_name = left.names.intersection(&right.names).next().is_some();
            has_name
                && shared >= SHARED_TERMS_UNDER_OTHER_TITLES
                && share(shared, all) >= SHARED_UNDER_OTHER_TITLES
        } else {
            share(shared, all) >= SHARED_OF_ALL && share(shared, fewer) >= SHARED_OF_FEWER
        };
        is_one.then_some(Self {
            own: fewer - shared,
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "terms of a sentence")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// Returns true if values of two assertions cannot hold of one thing.
fn disagree(left: &Statement, right: &Statement) -> bool {
    let against = |one: &Quantity| {
        let mut others = right.values.iter();
        others.any(|other| one.measure.agrees(&other.measure) == Some(false))
    };
    left.values.iter().any(against)
}

/// Returns the values in which two assertions differ, if that is one of each: those that agree are set off.
fn differing_value<'s>(
    left: &'s Statement,
    right: &'s Statement,
) -> Option<(&'s Quantity, &'s Quantity)> {
    let one = only_unlike(&left.values, &right.values)?;
    let other = only_unlike(&right.values, &left.values)?;
    let differ = one.measure.agrees(&other.measure) == Some(false);
    differ.then_some((one, other))
}

/// Returns the only value that agrees with none of the others.
fn only_unlike<'v>(values: &'v [Quantity], others: &[Quantity]) -> Option<&'v Quantity> {
    let agrees =
        |one: &Quantity, other: &Quantity| one.measure.agrees(&other.measure) == Some(true);
    let mut unlike = values
        .iter()
        .filter(|one| !others.iter().any(|other| agrees(one, other)));
    let first = unlike.next()?;
    unlike.next().is_none().then_some(first)
}

/// Returns true if a sentence of one text contradicts a sentence of the other. Each text comes with its titles,
/// outermost first.
#[must_use]
pub fn contradict<T: AsRef<str>>(
    (left_titles, left): (&[T], &str),
    (right_titles, right): (&[T], &str),
) -> bool {
    let left = statements_under(left_titles, left);
    let right = statements_under(right_titles, right);
    !contradictions(&left, &right).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_every_pair_of_sentences_is_told_once() {
        let left = "The bridge opened in 1932. The toll for a cart is five crowns.";
        let right = "The bridge opened in 1937. The toll for a cart is seven crowns.";
        assert_eq!(
            contradictions(&statements(left), &statements(right)).len(),
            2
        );
    }

    #[test]
    fn mb_10_things_of_different_names_are_two() {
        let told =
            |number| format!("Lighthouse {number} was lit with oil of kind {number}1 at first.");
        let [one, other] = [told(19), told(20)];
        assert!(contradictions(&statements(&one), &statements(&other)).is_empty());
    }

    #[test]
    fn mb_10_the_title_above_a_sentence_belongs_to_its_subject() {
        let told = |titles: [&str; 2], sentences: [&str; 2]| {
            contradict((&titles[..1], sentences[0]), (&titles[1..], sentences[1]))
        };
        let sacks = ["A sack costs 21 crowns.", "A sack costs 34 crowns."];
        assert!(!told(["Rye", "Spelt"], sacks));
        assert!(told(["Rye", "Rye"], sacks));
        let named = [
            "The Westby bridge was completed in 1932.",
            "The Westby bridge was completed in 1937.",
        ];
        assert!(told(["The bridge", "A guidebook"], named));
    }
}
