//! The engine itself.

use amb_memory::text::Language;

use super::{
    analysis, answering, classification, integration, planning, structure, validation, wording,
};
use crate::engine::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    Engine, EngineContext, EngineFuture, EngineLabel, IntegrationInput, IntegrationOutput,
    PlanningInput, PlanningOutput, StructureInput, StructureOutput, ValidationInput,
    ValidationOutput,
};
use crate::settings::Settings;

/// The name in its label.
pub const EXTRACTIVE: &str = "extractive";

/// Tokens read at once: some eight pages, many topics.
const WINDOW: usize = 6000;

/// The five agents by statistics over words and vectors, without a language model (BX-01).
#[derive(Debug, Clone, Copy, Default)]
pub struct ExtractiveEngine;

impl ExtractiveEngine {
    /// The engine; it has no settings.
    #[must_use]
    pub fn new() -> Self {
        Self
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
        context: &'a EngineContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput> {
        Box::pin(classification::classify(context, input))
    }

    fn structure<'a>(
        &'a self,
        _: &'a EngineContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput> {
        Box::pin(async { Ok(structure::structure(input)) })
    }

    fn analyse<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput> {
        Box::pin(async { Ok(analysis::analyse(context.language, input)) })
    }

    fn integrate<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput> {
        Box::pin(async { Ok(integration::integrate(context.language, input)) })
    }

    fn plan<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput> {
        Box::pin(async { Ok(planning::plan(context.language, input)) })
    }

    fn validate<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput> {
        Box::pin(async { Ok(validation::validate(context.language, input)) })
    }

    fn answer<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer> {
        Box::pin(async move {
            let language = context.report_language.unwrap_or(context.language);
            let context = EngineContext {
                language,
                ..*context
            };
            answering::answer(&context, input, label(language)).await
        })
    }
}

/// How the engine marks its results, in the language of the run.
#[must_use]
pub fn label(language: Language) -> EngineLabel {
    EngineLabel {
        name: EXTRACTIVE.to_owned(),
        description: wording::engine_description(language).to_owned(),
    }
}
