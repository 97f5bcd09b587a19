//! The engine itself.

use super::ask::Asker;
use super::{analysis, answering, classification, integration, planning, structure, validation};
use crate::engine::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    Engine, EngineContext, EngineFuture, EngineLabel, IntegrationInput, IntegrationOutput,
    PlanningInput, PlanningOutput, StructureInput, StructureOutput, ValidationInput,
    ValidationOutput,
};
use crate::settings::{Agent, LlmSettings};

/// The five agents by a language model.
#[derive(Debug, Clone)]
pub struct LlmEngine {
    settings: LlmSettings,
    chunk_ratio: f32,
    tools: Vec<String>,
}

impl LlmEngine {
    /// With these settings; `tools` are the names that whoever acts can use.
    #[must_use]
    pub fn new(settings: LlmSettings, chunk_ratio: f32, tools: Vec<String>) -> Self {
        Self {
            settings,
            chunk_ratio,
            tools,
        }
    }

    fn asker<'a>(&'a self, context: &'a EngineContext<'a>, agent: Agent) -> Asker<'a> {
        Asker::new(context, &self.settings, agent)
    }
}

impl Engine for LlmEngine {
    fn label(&self) -> EngineLabel {
        EngineLabel {
            name: self.settings.model.clone(),
            description: format!("language model {}", self.settings.model),
        }
    }

    fn window(&self) -> Option<usize> {
        Some(self.settings.agents.classification.window)
    }

    fn classify<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::Classification);
            classification::classify(&asker, input).await
        })
    }

    fn structure<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::Structure);
            let window = self.settings.agents.structure.window;
            structure::structure(&asker, window, self.chunk_ratio, input).await
        })
    }

    fn analyse<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput> {
        Box::pin(
            async move { analysis::analyse(&self.asker(context, Agent::Analysis), input).await },
        )
    }

    fn integrate<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput> {
        Box::pin(async move {
            integration::integrate(&self.asker(context, Agent::Integration), input).await
        })
    }

    fn plan<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::Planning);
            planning::plan(&asker, context.language, &self.tools, input).await
        })
    }

    fn validate<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput> {
        Box::pin(async move {
            validation::validate(&self.asker(context, Agent::Integration), input).await
        })
    }

    fn answer<'a>(
        &'a self,
        context: &'a EngineContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::React);
            let (language, emit) = (context.language, context.emit);
            answering::answer(&asker, language, emit, input, self.label()).await
        })
    }
}
