//! Contract of an engine.

use std::future::Future;
use std::pin::Pin;

use super::{EngineError, RunContext};
use crate::protocol::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    EngineLabel, IntegrationInput, IntegrationOutput, PlanningInput, PlanningOutput,
    StructureInput, StructureOutput, ValidationInput, ValidationOutput,
};
use crate::settings::Settings;

/// Future of an agent call.
pub type EngineFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, EngineError>> + 'a>>;

/// The five agents, and the two things asked of whoever carries out a planned task.
///
/// Implementations are deterministic apart from the effects they ask of the host.
pub trait Engine {
    /// Returns the label of this engine's results.
    fn label(&self) -> EngineLabel;

    /// Returns the tokens that this engine reads at once.
    ///
    /// A window is in memory only when all of it is read, so a stopped run loses less with a smaller one.
    fn window(&self, settings: &Settings) -> usize {
        settings.classification_window
    }

    /// Classification agent: one window of text into topics. No text is lost: the clusters'
    /// contents, in order, are the input.
    fn classify<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput>;

    /// Structure agent: one topic into a summary of 30–50 % of its length.
    fn structure<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput>;

    /// Analysis agent: how a new node stands to each candidate. A conflict ends the analysis.
    fn analyse<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput>;

    /// Integration agent: conflicting nodes and a validation result into one node.
    fn integrate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput>;

    /// Planning agent: the one next step, or none.
    fn plan<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput>;

    /// Carries out a cross-validation task: which side of a conflict the evidence supports.
    fn validate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput>;

    /// Returns the tokens of evidence that an answer can be made from; `None` if the passages that fit best are enough.
    ///
    /// # Errors
    /// Errors of reading the prompt.
    fn room_for_evidence(
        &self,
        _context: &RunContext<'_>,
        _input: &AnswerInput,
    ) -> Result<Option<usize>, EngineError> {
        Ok(None)
    }

    /// Answers the question from the evidence alone, or says that the evidence does not hold it.
    fn answer<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer>;
}
