//! Answers made of quotations (BX-01): the units of the evidence that fit the question best,
//! verbatim and in place, or the plain word that there are none.

use amb_memory::task::Trust;
use amb_memory::text::{Language, folded, language, simplified};

use super::candidates::{Candidate, candidates};
use super::named_part::PartQuestion;
use super::overview::{is_about_the_whole, overview};
use super::question::Question;
use super::quotations::{Quote, quotations};
use super::quoted_disputes::quoted_disputes;
use super::refuted::Refuted;
use super::signals::signals;
use super::sufficiency::Weights;
use super::wording::no_answer;
use crate::engine::{EngineError, RunContext};
use crate::protocol::{Answer, AnswerInput, AnswerStatement, Citation, EngineLabel};

/// The probability from which on the evidence is said to answer.
const SUFFICES: f32 = 0.5;

/// A further unit is quoted if its score is at most this much below the best.
const MARGIN: f32 = 2.0;

/// Penalty on the score of a unit that validation refuted.
const REFUTED: f32 = 3.0;

/// Answers from the evidence alone.
pub(super) async fn answer(
    context: &RunContext<'_>,
    input: &AnswerInput,
    engine: EngineLabel,
) -> Result<Answer, EngineError> {
    let refuted = Refuted::of(&input.closed);
    let mut units = candidates(&input.evidence);
    let (quotes, confidence) = if let Some(summed_up) = summed_up(input) {
        units.retain(|unit| summed_up.get(unit.passage) == Some(&true));
        let quotes = overview(&input.evidence, &units);
        let confidence = if quotes.is_empty() { 0.0 } else { SUFFICES };
        (quotes, confidence)
    } else {
        best_units(context, input, &units, &refuted).await?
    };
    if quotes.is_empty() {
        return Ok(abstention(context.language, input, confidence, engine));
    }
    Ok(compose(
        context.language,
        input,
        &quotes,
        confidence,
        engine,
    ))
}

/// Tells of each passage if it is summed up: those of the part that the question is about, or all, if it is about the
/// text as a whole; `None` for any other question.
fn summed_up(input: &AnswerInput) -> Option<Vec<bool>> {
    let passages = input.evidence.iter();
    let of_part: Vec<bool> = PartQuestion::of(&input.question).map_or_else(Vec::new, |asked| {
        let is_about = |title: &String| asked.is_about(title);
        passages
            .clone()
            .map(|passage| passage.headings.iter().any(is_about))
            .collect()
    });
    if of_part.contains(&true) {
        return Some(of_part);
    }
    is_about_the_whole(&input.question).then(|| passages.map(|_| true).collect())
}

/// The units that answer, and how sure that is; none below the threshold.
async fn best_units(
    context: &RunContext<'_>,
    input: &AnswerInput,
    candidates: &[Candidate],
    refuted: &Refuted,
) -> Result<(Vec<Quote>, f32), EngineError> {
    let question = Question::read(&simplified(&folded(&input.question)), &input.term_rarity);
    let signals = signals(context, &question, input, candidates).await?;
    let weights = Weights::of(input.question_coverage);
    let scores: Vec<f32> = signals.iter().map(|unit| weights.score(unit)).collect();
    let ranked = signals.iter().zip(&scores);
    let best = ranked.max_by(|(_, left), (_, right)| left.total_cmp(right));
    let confidence = best.map_or(0.0, |(best, _)| weights.confidence(best));
    if confidence < SUFFICES {
        return Ok((Vec::new(), confidence));
    }
    let held = |(one, score): (&Candidate, &f32)| {
        let loss = if refuted.holds(&one.words) {
            REFUTED
        } else {
            0.0
        };
        score - loss
    };
    let scores: Vec<f32> = candidates.iter().zip(&scores).map(held).collect();
    Ok((quotations(candidates, &scores, MARGIN), confidence))
}

fn abstention(
    written: Language,
    input: &AnswerInput,
    confidence: f32,
    engine: EngineLabel,
) -> Answer {
    let question = input.question.trim();
    Answer {
        conflicts: Vec::new(),
        text: no_answer(written, question, documents_language(input)),
        found: false,
        confidence,
        statements: Vec::new(),
        citations: Vec::new(),
        disputes: Vec::new(),
        trust: Trust::default(),
        flags: Vec::new(),
        engine,
    }
}

/// The language of what was retrieved; the question's own where nothing was.
fn documents_language(input: &AnswerInput) -> Language {
    let texts: Vec<&str> = input
        .evidence
        .iter()
        .map(|passage| passage.text.as_str())
        .collect();
    if texts.is_empty() {
        language(&input.question)
    } else {
        language(&texts.join(" "))
    }
}

fn compose(
    language: Language,
    input: &AnswerInput,
    quotes: &[Quote],
    confidence: f32,
    engine: EngineLabel,
) -> Answer {
    let citations: Vec<Citation> = quotes
        .iter()
        .filter_map(|quote| Some((input.evidence.get(quote.passage)?, quote.span)))
        .enumerate()
        .map(|(at, (passage, span))| Citation::of(at + 1, passage, span))
        .collect();
    let statements: Vec<AnswerStatement> = citations
        .iter()
        .zip(quotes)
        .map(|(citation, quote)| AnswerStatement {
            text: quote.words.clone(),
            citations: vec![citation.number],
        })
        .collect();
    let lines: Vec<String> = statements
        .iter()
        .zip(&citations)
        .map(|(statement, citation)| format!("{} [{}]", statement.text, citation.number))
        .collect();
    let found = quoted_disputes(language, &citations, input);
    Answer {
        conflicts: found.conflicts,
        text: lines.join("\n"),
        found: true,
        confidence,
        disputes: found.told,
        trust: Trust::least(citations.iter().map(|citation| citation.trust)),
        flags: Vec::new(),
        statements,
        citations,
        engine,
    }
}
