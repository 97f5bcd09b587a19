//! Which engine a run works with.

use crate::engine::Engine;
use crate::extractive::ExtractiveEngine;
use crate::llm::LlmEngine;
use crate::react::Toolbox;
use crate::settings::Settings;

/// The engine that the settings name: the language model's where they name one, else the extractive one.
#[must_use]
pub fn engine_for(settings: &Settings) -> Box<dyn Engine> {
    match &settings.llm {
        Some(llm) => Box::new(LlmEngine::new(
            llm.clone(),
            settings.chunk_ratio,
            Toolbox::names(settings),
        )),
        None => Box::new(ExtractiveEngine::new()),
    }
}
