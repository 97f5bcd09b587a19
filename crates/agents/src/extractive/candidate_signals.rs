//! The signals by which units are ranked, for the script that fits their weights.

use amb_memory::text::{Span, folded};
use serde::Serialize;

use super::candidates::candidates;
use super::question::Question;
use super::signals::{EVIDENCE, UNIT, signals};
use crate::engine::{EngineError, RunContext};
use crate::protocol::AnswerInput;

/// A unit that may answer, and its signals.
#[derive(Debug, Clone, Serialize)]
pub struct CandidateSignals {
    /// Index of its passage in the evidence.
    pub passage: usize,
    /// Its place in the passage, in bytes.
    pub span: Span,
    /// The unit, verbatim.
    pub text: String,
    /// Name and value of each signal.
    pub signals: Vec<(&'static str, f32)>,
}

/// Returns the signals of every unit of the evidence.
///
/// # Errors
/// The embedder failed.
pub async fn candidate_signals(
    context: &RunContext<'_>,
    input: &AnswerInput,
) -> Result<Vec<CandidateSignals>, EngineError> {
    let question = Question::read(&folded(&input.question), &input.term_rarity);
    let candidates = candidates(&input.evidence);
    let signals = signals(context, &question, input, &candidates).await?;
    let rows = candidates.iter().zip(signals).map(|(one, signals)| {
        let passage = input.evidence.get(one.passage);
        let unit = UNIT.into_iter().zip(signals.unit);
        let evidence = EVIDENCE.into_iter().zip(signals.evidence);
        CandidateSignals {
            passage: one.passage,
            span: one.span,
            text: passage.map_or_else(String::new, |passage| one.span.of(&passage.text).to_owned()),
            signals: unit.chain(evidence).collect(),
        }
    });
    Ok(rows.collect())
}
