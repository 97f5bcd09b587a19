//! Which sentences an answer quotes, and with what company.

use std::collections::BTreeSet;

use amb_memory::text::Span;

use super::evidence_sentences::{Candidate, leans_back};
use super::expectation::Expectation;
use super::question::Question;
use super::script::{one_line, weight};
use crate::engine::EvidencePassage;

/// Most quotations of an answer.
const QUOTATIONS: usize = 4;

/// Letters that all quotations together take, unless a single sentence is longer.
const LETTERS: usize = 1100;

/// A further sentence is quoted if it fits at least this well, as a share of the best.
pub(super) const NEARLY_AS_GOOD: f32 = 0.78;

/// A stretch of one passage to quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Quote {
    /// Index of the passage in the evidence.
    pub(super) passage: usize,
    /// Where it stands in the passage.
    pub(super) span: Span,
}

/// The best sentences with what they need to be understood, adjoining ones made one; best first.
pub(super) fn quotations(
    candidates: &[Candidate<'_>],
    evidence: &[EvidencePassage],
    question: &Question,
) -> Vec<Quote> {
    let mut ranking: Vec<usize> = (0..candidates.len()).collect();
    let score = |at: &usize| candidates.get(*at).map_or(0.0, |candidate| candidate.score);
    ranking.sort_by(|left, right| score(right).total_cmp(&score(left)).then(left.cmp(right)));
    let best = ranking.first().map_or(0.0, score);
    let mut quotes: Vec<Quote> = Vec::new();
    let mut letters = 0;
    let mut said = BTreeSet::new();
    for at in ranking {
        let Some(candidate) = candidates.get(at) else {
            break;
        };
        let enough = quotes.len() >= QUOTATIONS || letters > LETTERS;
        if enough || !quotes.is_empty() && candidate.score < NEARLY_AS_GOOD * best {
            break;
        }
        let quote = with_company(candidates, at, question);
        let words = evidence
            .get(quote.passage)
            .map_or("", |passage| quote.span.of(&passage.text));
        let size = weight(words);
        if words.is_empty()
            || letters > 0 && letters + size > LETTERS
            || !said.insert(one_line(words))
        {
            continue;
        }
        letters += size;
        insert(&mut quotes, quote);
    }
    quotes
}

/// Adds a quote, or widens one that it touches.
fn insert(quotes: &mut Vec<Quote>, quote: Quote) {
    let touches = |other: &&mut Quote| {
        other.passage == quote.passage
            && other.span.start <= quote.span.end + 2
            && quote.span.start <= other.span.end + 2
    };
    match quotes.iter_mut().find(touches) {
        Some(other) => {
            other.span.start = other.span.start.min(quote.span.start);
            other.span.end = other.span.end.max(quote.span.end);
        }
        None => quotes.push(quote),
    }
}

/// A sentence with the one before it, if it leans on that, and the lines that it leads to.
fn with_company(candidates: &[Candidate<'_>], at: usize, question: &Question) -> Quote {
    let Some(sentence) = candidates.get(at) else {
        return Quote {
            passage: 0,
            span: Span::new(0, 0),
        };
    };
    let mut span = sentence.span;
    let beside = |other: Option<usize>| {
        other
            .and_then(|at| candidates.get(at))
            .filter(|other| other.passage == sentence.passage)
    };
    if leans_back(sentence.text)
        && let Some(before) = beside(at.checked_sub(1))
        && !before.code
        && before.place + 1 == sentence.place
    {
        span.start = before.span.start;
    }
    let leads = leads_on(sentence.text);
    let shows = question.expectation == Expectation::Procedure && !sentence.code;
    let mut next = at + 1;
    let mut letters = 0;
    while let Some(after) = beside(Some(next)) {
        letters += weight(after.text);
        let wanted = leads && (next == at + 1 || after.code) || shows && after.code;
        if !wanted || letters > 400 {
            break;
        }
        span.end = after.span.end;
        next += 1;
    }
    Quote {
        passage: sentence.passage,
        span,
    }
}

/// Whether a sentence introduces what follows it.
fn leads_on(words: &str) -> bool {
    words
        .trim_end()
        .ends_with([':', '：', ',', '，', ';', '；', '—'])
}

#[cfg(test)]
mod tests {
    use amb_memory::task::Trust;

    use super::super::evidence_sentences::{candidates, weigh};
    use super::super::refuted::Refuted;
    use super::*;

    #[test]
    fn bx_01_a_lead_in_brings_the_lines_it_leads_to() {
        let text = "To list the files, use the command as follows:\n\n```\n$ ls --all\n```";
        let passages = [EvidencePassage {
            node_id: "n".into(),
            entry_id: "e".into(),
            document: "document".to_owned(),
            title: None,
            published: None,
            trust: Trust::Given,
            doubts: Vec::new(),
            chars: Span::new(0, text.chars().count()),
            bytes: Span::new(0, text.len()),
            headings: Vec::new(),
            text: text.to_owned(),
            score: 0.5,
            keyword: 0.5,
            semantic: 0.5,
        }];
        let question = Question::read(
            "How do I list the files?",
            &[("list".to_owned(), 2.0), ("file".to_owned(), 2.0)],
        );
        let mut found = candidates(&passages);
        weigh(&mut found, &passages, &question, &Refuted::default(), &[]);
        let quotes = quotations(&found, &passages, &question);
        assert!(quotes[0].span.of(&passages[0].text).contains("ls --all"));
    }
}
