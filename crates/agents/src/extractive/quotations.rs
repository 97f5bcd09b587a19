//! Which units an answer quotes, and with what company.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use amb_memory::text::Span;

use super::candidates::{Candidate, Form};
use super::script::{one_line, weight};

/// Most quotations of an answer.
pub(super) const QUOTATIONS: usize = 4;

/// Letters that all quotations together take, unless a single unit is longer.
const LETTERS: usize = 1100;

/// Units of one passage that are quoted together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quote {
    /// Index of the passage in the evidence.
    pub(super) passage: usize,
    /// Its position in the passage.
    pub(super) span: Span,
    /// Its words, without markup.
    pub(super) words: String,
    units: RangeInclusive<usize>,
}

impl Quote {
    /// These units, quoted together; `None` for no units.
    pub(super) fn of(candidates: &[Candidate], units: RangeInclusive<usize>) -> Option<Self> {
        let first = candidates.get(*units.start())?;
        let last = candidates.get(*units.end())?;
        let words: Vec<&str> = candidates
            .get(units.clone())?
            .iter()
            .map(|one| one.words.as_str())
            .collect();
        Some(Self {
            passage: first.passage,
            span: Span::new(first.span.start, last.span.end),
            words: one_line(&words.join(" ")),
            units,
        })
    }
}

/// The best units with what they need to be understood, adjoining ones made one; best first.
///
/// A further unit is quoted if its score is at most `margin` below the best.
pub(super) fn quotations(candidates: &[Candidate], scores: &[f32], margin: f32) -> Vec<Quote> {
    let score = |at: usize| scores.get(at).copied().unwrap_or(f32::MIN);
    let mut ranking: Vec<usize> = (0..candidates.len()).collect();
    ranking.sort_by(|left, right| score(*right).total_cmp(&score(*left)).then(left.cmp(right)));
    let best = ranking.first().map_or(f32::MIN, |at| score(*at));
    let mut quotes: Vec<Quote> = Vec::new();
    let mut letters = 0;
    let mut said = BTreeSet::new();
    for at in ranking {
        let is_enough = quotes.len() >= QUOTATIONS || letters > LETTERS;
        if is_enough || score(at) < best - margin {
            break;
        }
        let Some(quote) = Quote::of(candidates, with_company(candidates, at)) else {
            continue;
        };
        let size = weight(&quote.words);
        let is_too_long = letters > 0 && letters + size > LETTERS;
        if quote.words.is_empty() || is_too_long || !said.insert(quote.words.clone()) {
            continue;
        }
        letters += size;
        insert(&mut quotes, quote, candidates);
    }
    quotes
}

/// Adds a quote, or widens one that it adjoins.
fn insert(quotes: &mut Vec<Quote>, quote: Quote, candidates: &[Candidate]) {
    let adjoins = |other: &&mut Quote| {
        other.passage == quote.passage
            && *other.units.start() <= *quote.units.end() + 1
            && *quote.units.start() <= *other.units.end() + 1
    };
    let Some(other) = quotes.iter_mut().find(adjoins) else {
        quotes.push(quote);
        return;
    };
    let first = *other.units.start().min(quote.units.start());
    let last = *other.units.end().max(quote.units.end());
    if let Some(wider) = Quote::of(candidates, first..=last) {
        *other = wider;
    }
}

/// A unit with the one before it, if it begins with a pronoun, and the listing or the item that it leads to.
fn with_company(candidates: &[Candidate], at: usize) -> RangeInclusive<usize> {
    /// Letters that a unit brings after it at most.
    const LED_TO: usize = 400;
    let Some(unit) = candidates.get(at) else {
        return at..=at;
    };
    let beside = |at: usize| {
        candidates
            .get(at)
            .filter(|other| other.passage == unit.passage)
    };
    let before = at.checked_sub(1).filter(|_| unit.leans);
    let before = before.filter(|at| beside(*at).is_some_and(|one| one.form == Form::Statement));
    let first = before.unwrap_or(at);
    let mut last = at;
    if unit.words.ends_with([':', '：']) {
        let mut letters = 0;
        while let Some(after) = beside(last + 1) {
            letters += weight(&after.words);
            let is_led_to = last == at || after.form == Form::Code;
            if !is_led_to || letters > LED_TO {
                break;
            }
            last += 1;
        }
    }
    first..=last
}
