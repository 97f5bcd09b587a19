//! What an engine is.

use std::future::Future;
use std::pin::Pin;

use amb_memory::text::Language;
use serde::{Deserialize, Serialize};

use super::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    IntegrationInput, IntegrationOutput, PlanningInput, PlanningOutput, StructureInput,
    StructureOutput, ValidationInput, ValidationOutput,
};
use crate::event::Event;
use crate::host::{Host, HostError};
use crate::run::Embeddings;
use crate::settings::Settings;
use crate::spending::{BudgetReached, Meter};

/// What an agent call returns.
pub type EngineFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, EngineError>> + 'a>>;

/// What an engine may use while it works.
#[derive(Clone, Copy)]
pub struct EngineContext<'a> {
    /// The run's embedder; remembers the vectors of the window being read.
    pub embeddings: &'a Embeddings<'a>,
    /// Language of prompts, labels and plans.
    pub language: Language,
    /// Language that the answer is written in; the prompts', or the question's, unless set (BX-09).
    pub report_language: Option<Language>,
    /// The world, usually behind a journal.
    pub host: &'a dyn Host,
    /// The run's account: what costs something is asked through it.
    pub meter: &'a Meter,
    /// Where events go.
    pub emit: &'a dyn Fn(Event),
}

/// The five agents, and the two things asked of whoever carries out a planned task.
///
/// Implementations are deterministic apart from the effects they ask of the host.
pub trait Engine {
    /// What results of this engine are marked with.
    fn label(&self) -> EngineLabel;

    /// Tokens that this engine reads at once.
    ///
    /// What was read is in memory only once its window is: a smaller one keeps more of a run that is
    /// stopped.
    fn window(&self, settings: &Settings) -> usize {
        settings.classification_window
    }

    /// Classification agent: one window of text into topics. No text is lost: the clusters'
    /// contents, in order, are the input.
    fn classify<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput>;

    /// Structure agent: one topic into a summary of 30–50 % of its length.
    fn structure<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput>;

    /// Analysis agent: how a new node stands to each candidate. A conflict ends the analysis.
    fn analyse<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput>;

    /// Integration agent: conflicting nodes and a validation result into one node.
    fn integrate<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput>;

    /// Planning agent: the one next step, or none.
    fn plan<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput>;

    /// Carries out a cross-validation task: which side of a conflict the evidence supports.
    fn validate<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput>;

    /// Answers the question from the evidence alone, or says that the evidence does not hold it.
    fn answer<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer>;
}

/// Who made a result; shown wherever the result is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct EngineLabel {
    /// Short name: `extractive`, or the model's.
    pub name: String,
    /// One line for people, such as "extractive, no language model".
    pub description: String,
}

impl EngineLabel {
    /// The label of a language model.
    #[must_use]
    pub fn of_model(model: &str) -> Self {
        Self {
            name: model.to_owned(),
            description: format!("language model {model}"),
        }
    }
}

/// Why an agent call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// An effect failed under the agent.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The language model failed, or answered with something that is no answer, twice.
    #[error("the {agent} agent got no usable answer from the model: {detail}")]
    Model {
        /// The agent that asked.
        agent: String,
        /// Stable name of what went wrong.
        code: &'static str,
        /// What went wrong.
        detail: String,
        /// Whether the model cannot be asked at all: the run had better stop.
        fatal: bool,
    },
    /// The budget does not bear it. It was not begun, and cost nothing.
    #[error(transparent)]
    Budget(#[from] BudgetReached),
    /// The engine cannot do this kind of task at all.
    #[error("{engine} cannot {task}")]
    Unsupported {
        /// The engine's name.
        engine: String,
        /// What was asked of it.
        task: String,
    },
}

impl EngineError {
    /// Whether only this step fails by it, and the run goes on (MB-22).
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Host(_) => false,
            Self::Model { fatal, .. } => !fatal,
            Self::Budget(_) | Self::Unsupported { .. } => true,
        }
    }

    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Host(error) => error.kind(),
            Self::Model { code, .. } => code,
            Self::Budget(_) => "budget_reached",
            Self::Unsupported { .. } => "engine_unsupported",
        }
    }
}
