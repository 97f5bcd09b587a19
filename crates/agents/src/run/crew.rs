//! Who thinks and who acts in a run.
//!
//! A build that never names [`Crew::for_settings`] links no language model: the engine without one is what
//! every visitor of a page downloads.

use std::future::Future;
use std::pin::Pin;

use crate::engine::Engine;
use crate::extractive::ExtractiveEngine;
use crate::llm::LlmEngine;
use crate::protocol::{PlannedTask, ResearchRequest};
use crate::react::Toolbox;
use crate::settings::Settings;
use crate::task::{Adapter, AdapterError};

/// Future of a step's result, in a sentence or two.
pub type ActFuture<'a> = Pin<Box<dyn Future<Output = Result<String, AdapterError>> + 'a>>;

/// Future of learning.
pub type LearnFuture<'a> = Pin<Box<dyn Future<Output = Result<(), AdapterError>> + 'a>>;

/// Who carries steps out with tools.
pub trait Actor {
    /// Carries out a step and takes what it found into memory.
    ///
    /// # Errors
    /// The failure of the step, or the error that ends the run.
    fn act<'s, 'm: 's>(
        &'s self,
        adapter: &'s mut Adapter<'m>,
        task: &'s PlannedTask,
    ) -> ActFuture<'s>;

    /// Returns true if step after step has brought memory nothing: no more of them are worth a plan.
    fn is_stuck(&self) -> bool;

    /// Has long-term memory learn what was done, once the run has ended (CG-10).
    ///
    /// # Errors
    /// Only what ends the run: memory that fails does not.
    fn learn<'s, 'm: 's>(&'s self, adapter: &'s Adapter<'m>, succeeded: bool) -> LearnFuture<'s>;
}

/// Begins a run's acting.
pub type BeginActing = for<'a> fn(&'a Settings, &'a ResearchRequest) -> Box<dyn Actor + 'a>;

/// An engine, and who acts beside it; where nobody does, the engine validates and answers by itself.
pub struct Crew {
    /// Who thinks.
    pub engine: Box<dyn Engine>,
    /// Who acts.
    pub actor: Option<BeginActing>,
}

impl Crew {
    /// Without a language model.
    #[must_use]
    pub fn extractive() -> Self {
        Self {
            engine: Box::new(ExtractiveEngine::new()),
            actor: None,
        }
    }

    /// With the language model that the settings name, if they name one.
    #[must_use]
    pub fn for_settings(settings: &Settings) -> Self {
        let Some(llm) = &settings.llm else {
            return Self::extractive();
        };
        let tools = Toolbox::names(settings);
        Self {
            engine: Box::new(LlmEngine::new(llm.clone(), settings, tools)),
            actor: Some(super::step::begin),
        }
    }
}
