//! The outcome of each question.

use amb_agents::protocol::{Citation, EvidencePassage};
use anyhow::Result;

use crate::corpus::{Document, Question};
use crate::host::BenchHost;
use crate::memory::{Found, Memory};
use crate::quotes::{holds, holds_row, overlap, tight};

/// Rank of the passage that answers, from 1; `None` when it is not among those retrieved.
pub type Rank = Option<usize>;

/// Outcome of one question.
pub struct Outcome {
    /// The question.
    pub question: Question,
    /// Rank in the memory's retrieval.
    pub ours: Rank,
    /// Rank in the retrieval for a first answer.
    pub first: Rank,
    /// True if the first answer quotes the sentence or the row that answers.
    pub first_quoted: bool,
    /// Rank by cosine alone; `None` without a model.
    pub by_meaning: Rank,
    /// Rank by BM25 alone.
    pub by_keywords: Rank,
    /// True if an answer was given.
    pub answered: bool,
    /// True if the answer quotes the sentence or the row that answers.
    pub quoted: bool,
    /// True if the answer quotes a passage that holds it.
    pub from_passage: bool,
    /// Confidence of the engine, from 0 to 1.
    pub confidence: f32,
    /// Text of the answer.
    pub answer: String,
}

/// Asks every question about a document.
///
/// # Errors
/// As [`Memory::ask`].
pub fn ask_all(host: &BenchHost, memory: &Memory, document: &Document) -> Result<Vec<Outcome>> {
    let first = host
        .embeds()
        .then(|| Memory::read_for_answer(host, document))
        .transpose()?;
    let first = first.as_ref().unwrap_or(memory);
    let questions = document.questions.iter();
    questions
        .map(|question| ask(host, memory, first, question))
        .collect()
}

fn ask(host: &BenchHost, memory: &Memory, first: &Memory, question: &Question) -> Result<Outcome> {
    let sought = Sought::of(question);
    let found = memory.ask(host, &question.question)?;
    let first = first.ask(host, &question.question)?;
    let own = texts(&found);
    let citations = &found.answer.citations;
    let quoted = is_quoted(&sought, &found);
    let mut holding = found
        .evidence
        .iter()
        .filter(|passage| sought.is_in(&passage.text));
    let is_cited = |passage: &EvidencePassage| citations.iter().any(|it| is_from(it, passage));
    Ok(Outcome {
        question: question.clone(),
        ours: sought.rank(&own),
        first: sought.rank(&texts(&first)),
        first_quoted: is_quoted(&sought, &first),
        by_meaning: sought.rank(&memory.by_meaning(host, &question.question)?),
        by_keywords: sought.rank(&memory.by_keywords(&question.question)),
        answered: found.answer.found,
        quoted,
        from_passage: quoted || holding.any(is_cited),
        confidence: found.answer.confidence,
        answer: found.answer.text.clone(),
    })
}

fn texts(found: &Found) -> Vec<String> {
    let passages = found.evidence.iter();
    passages.map(|passage| passage.text.clone()).collect()
}

fn is_quoted(sought: &Sought<'_>, found: &Found) -> bool {
    let mut quotations = found.answer.citations.iter().map(|it| it.quote.as_str());
    quotations.any(|quotation| sought.is_quoted_by(quotation))
}

/// Returns true if a citation quotes a part of a passage.
fn is_from(citation: &Citation, passage: &EvidencePassage) -> bool {
    citation.entry_id == passage.entry_id
        && citation.bytes.start >= passage.bytes.start
        && citation.bytes.end <= passage.bytes.end
}

/// The parts of a document that answer a question.
pub struct Sought<'q> {
    quotes: Vec<Vec<char>>,
    cells: &'q [String],
}

impl<'q> Sought<'q> {
    /// Prepares a question's quotes and cells.
    #[must_use]
    pub fn of(question: &'q Question) -> Self {
        Self {
            quotes: question.quotes.iter().map(|quote| tight(quote)).collect(),
            cells: &question.cells,
        }
    }

    /// Returns true if a quotation overlaps a quote that answers, or holds the row that does.
    #[must_use]
    pub fn is_quoted_by(&self, quotation: &str) -> bool {
        let letters = tight(quotation);
        let mut quotes = self.quotes.iter();
        quotes.any(|quote| overlap(&letters, quote)) || holds_row(quotation, self.cells)
    }

    /// Returns true if a passage holds a whole quote, or the row.
    #[must_use]
    pub fn is_in(&self, passage: &str) -> bool {
        let letters = tight(passage);
        let mut quotes = self.quotes.iter();
        quotes.any(|quote| holds(&letters, quote)) || holds_row(passage, self.cells)
    }

    fn rank(&self, passages: &[String]) -> Rank {
        let place = passages.iter().position(|passage| self.is_in(passage));
        place.map(|at| at + 1)
    }
}
