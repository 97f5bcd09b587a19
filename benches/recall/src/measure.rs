//! Every question asked, and what came of it.

use anyhow::Result;

use crate::corpus::{Document, Question};
use crate::host::BenchHost;
use crate::memory::Memory;
use crate::quotes::{holds, overlap, tight};

/// Where the passage that answers stands in a ranking, from 1; `None` when it is not there.
pub type Rank = Option<usize>;

/// What came of one question.
pub struct Outcome {
    /// The question.
    pub question: Question,
    /// Rank in the memory's retrieval.
    pub ours: Rank,
    /// Rank by cosine alone.
    pub by_meaning: Rank,
    /// Rank by BM25 alone.
    pub by_keywords: Rank,
    /// Whether an answer was given.
    pub answered: bool,
    /// Whether the answer quotes the sentence that answers.
    pub quoted: bool,
    /// How sure the engine was.
    pub confidence: f32,
    /// The answer, told.
    pub answer: String,
}

/// Asks every question about a document.
pub fn ask_all(host: &BenchHost, memory: &Memory, document: &Document) -> Result<Vec<Outcome>> {
    document
        .questions
        .iter()
        .map(|question| ask(host, memory, question))
        .collect()
}

fn ask(host: &BenchHost, memory: &Memory, question: &Question) -> Result<Outcome> {
    let quotes: Vec<Vec<char>> = question.quotes().into_iter().map(tight).collect();
    let found = memory.ask(host, &question.question)?;
    let own: Vec<String> = found
        .evidence
        .iter()
        .map(|passage| passage.text.clone())
        .collect();
    let quoted = found.answer.citations.iter().any(|citation| {
        let quotation = tight(&citation.quote);
        quotes.iter().any(|quote| overlap(&quotation, quote))
    });
    Ok(Outcome {
        question: question.clone(),
        ours: rank(&own, &quotes),
        by_meaning: rank(&memory.by_meaning(host, &question.question)?, &quotes),
        by_keywords: rank(&memory.by_keywords(&question.question), &quotes),
        answered: found.answer.found,
        quoted,
        confidence: found.answer.confidence,
        answer: found.answer.text,
    })
}

fn rank(passages: &[String], quotes: &[Vec<char>]) -> Rank {
    passages
        .iter()
        .map(|passage| tight(passage))
        .position(|passage| quotes.iter().any(|quote| holds(&passage, quote)))
        .map(|at| at + 1)
}
