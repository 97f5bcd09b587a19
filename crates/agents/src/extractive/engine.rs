//! The engine itself.

use amb_memory::text::Language;

use super::nodes::ReadNodes;
use super::{
    analysis, answering, classification, integration, planning, structure, validation, wording,
};
use crate::engine::{Engine, EngineFuture, RunContext};
use crate::protocol::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    EngineLabel, IntegrationInput, IntegrationOutput, PlanningInput, PlanningOutput,
    StructureInput, StructureOutput, ValidationInput, ValidationOutput,
};
use crate::settings::Settings;

/// The name in its label.
pub const EXTRACTIVE: &str = "extractive";

/// Tokens read at once: some eight pages, many topics.
const WINDOW: usize = 6000;

/// The five agents by statistics over words and vectors, without a language model (BX-01).
#[derive(Debug, Default)]
pub struct ExtractiveEngine {
    nodes: ReadNodes,
}

impl ExtractiveEngine {
    /// The engine; it has no settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Engine for ExtractiveEngine {
    fn label(&self) -> EngineLabel {
        label(Language::English)
    }

    fn window(&self, settings: &Settings) -> usize {
        WINDOW.min(settings.classification_window)
    }

    fn classify<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput> {
        Box::pin(classification::classify(context, input))
    }

    fn structure<'a>(
        &'a self,
        _: &'a RunContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput> {
        Box::pin(async { Ok(structure::structure(input)) })
    }

    fn analyse<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput> {
        Box::pin(async { Ok(analysis::analyse(context.language, input, &self.nodes)) })
    }

    fn integrate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput> {
        Box::pin(async { Ok(integration::integrate(context.language, input)) })
    }

    fn plan<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput> {
        Box::pin(async { Ok(planning::plan(context.language, input)) })
    }

    fn validate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        _: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput> {
        Box::pin(async { Ok(validation::validate(context.language)) })
    }

    fn answer<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer> {
        Box::pin(async move {
            let language = context.report_language();
            let context = RunContext {
                language,
                ..*context
            };
            answering::answer(&context, input, label(language)).await
        })
    }
}

/// Returns the label of the engine's results, in the language of the run.
#[must_use]
pub fn label(language: Language) -> EngineLabel {
    EngineLabel {
        name: EXTRACTIVE.to_owned(),
        description: wording::engine_description(language).to_owned(),
    }
}
