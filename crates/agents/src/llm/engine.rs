//! The engine itself.

use super::ask::Asker;
use super::{
    analysis, answer_prompt, answering, classification, integration, planning, structure,
    validation,
};
use crate::engine::{Engine, EngineError, EngineFuture, RunContext};
use crate::extractive::ExtractiveEngine;
use crate::protocol::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    EngineLabel, Event, IntegrationInput, IntegrationOutput, PlanningInput, PlanningOutput,
    StructureInput, StructureOutput, ValidationInput, ValidationOutput,
};
use crate::settings::{Agent, LlmSettings, Settings};

/// The five agents by a language model.
///
/// If the model twice returns nothing usable for a text, the engine without a model reads it, so that no text is lost,
/// and a warning says so. The same holds if the model cannot write the answer, or the budget does not allow a call. A
/// plan, a verdict and a merge need the model: without it the step fails (MB-22).
#[derive(Debug, Clone)]
pub struct LlmEngine {
    settings: LlmSettings,
    chunk_ratio: f32,
    /// Passages that the engine without a model answers from, where this one cannot.
    retrieval_k: usize,
    tools: Vec<String>,
}

impl LlmEngine {
    /// With the model's and the run's settings; `tools` are the names that whoever acts can use.
    #[must_use]
    pub fn new(settings: LlmSettings, run: &Settings, tools: Vec<String>) -> Self {
        Self {
            settings,
            chunk_ratio: run.chunk_ratio,
            retrieval_k: run.retrieval_k,
            tools,
        }
    }

    /// Returns the model's result, or `otherwise` if the model returned nothing usable.
    async fn or_without<T>(
        context: &RunContext<'_>,
        made: Result<T, EngineError>,
        otherwise: EngineFuture<'_, T>,
    ) -> Result<T, EngineError> {
        match made {
            // The run's account has said so already.
            Err(EngineError::Budget(_)) => otherwise.await,
            Err(error) if error.is_passing() => {
                let told = error.to_string();
                let told = told.trim_end_matches(['.', '。']);
                (context.emit)(Event::Warning {
                    code: error.kind().to_owned(),
                    message: format!("{told}. This was done without the model."),
                });
                otherwise.await
            }
            made => made,
        }
    }

    fn asker<'a>(&'a self, context: &'a RunContext<'a>, agent: Agent) -> Asker<'a> {
        Asker::new(context, &self.settings, agent)
    }
}

impl Engine for LlmEngine {
    fn label(&self) -> EngineLabel {
        EngineLabel::of_model(&self.settings.model)
    }

    fn window(&self, _: &Settings) -> usize {
        self.settings.agents.classification.window
    }

    fn classify<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::Classification);
            let made = classification::classify(&asker, input).await;
            Self::or_without(
                context,
                made,
                ExtractiveEngine::new().classify(context, input),
            )
            .await
        })
    }

    fn structure<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::Structure);
            let window = self.settings.agents.structure.window;
            let made = structure::structure(&asker, window, self.chunk_ratio, input).await;
            Self::or_without(
                context,
                made,
                ExtractiveEngine::new().structure(context, input),
            )
            .await
        })
    }

    fn analyse<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput> {
        Box::pin(async move {
            let made = analysis::analyse(&self.asker(context, Agent::Analysis), input).await;
            Self::or_without(
                context,
                made,
                ExtractiveEngine::new().analyse(context, input),
            )
            .await
        })
    }

    fn integrate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput> {
        Box::pin(async move {
            integration::integrate(&self.asker(context, Agent::Integration), input).await
        })
    }

    fn plan<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput> {
        Box::pin(async move {
            let asker = self.asker(context, Agent::Planning);
            planning::plan(&asker, context.language, &self.tools, input).await
        })
    }

    fn validate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput> {
        Box::pin(async move {
            validation::validate(&self.asker(context, Agent::Integration), input).await
        })
    }

    fn room_for_evidence(
        &self,
        context: &RunContext<'_>,
        input: &AnswerInput,
    ) -> Result<Option<usize>, EngineError> {
        let asker = Asker::for_answer(context, &self.settings);
        answer_prompt::room(&asker, context, input, self.retrieval_k).map(Some)
    }

    fn answer<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer> {
        Box::pin(async move {
            let asker = Asker::for_answer(context, &self.settings);
            let made = answering::answer(&asker, context, input, self.label()).await;
            let best = input.best(self.retrieval_k);
            let otherwise = async move { ExtractiveEngine::new().answer(context, &best).await };
            Self::or_without(context, made, Box::pin(otherwise)).await
        })
    }
}
