//! The question and the settings of both agents.

use amb_agents::settings::{LlmSettings, ModelPrice, Price, PriceList, SearchSettings, Settings};
use anyhow::{Context, Result};

/// The goal of every run.
pub const QUESTION: &str =
    "What do the books say about each part of the language and its tools, and on what grounds?";

/// Steps of the long run, which leave a thousand nodes.
pub const LONG: usize = 600;

/// Steps of its beginning and of its end that are compared, and of the run with a full memory.
pub const STRETCH: usize = 100;

/// Returns the defaults, except for the number of steps and of calls, which would end a long run.
///
/// # Errors
/// When they contradict each other.
pub fn settings(steps: usize) -> Result<Settings> {
    let settings = Settings {
        max_iterations: steps + 1,
        llm: Some(LlmSettings {
            max_calls: 1000,
            ..LlmSettings::default()
        }),
        search: Some(SearchSettings::default()),
        ..Settings::default()
    };
    settings.validate()?;
    Ok(settings)
}

/// Returns the price of the default model.
///
/// # Errors
/// When its price is unknown.
pub fn price() -> Result<ModelPrice> {
    let (llm, prices) = (LlmSettings::default(), PriceList::default());
    let price = match prices.of_model(&llm.provider.base_url, &llm.model) {
        Price::Known(price) => Some(price.clone()),
        Price::Free | Price::Unknown => None,
    };
    price.with_context(|| format!("no price of {}", llm.model))
}
