//! Labels of results: who made them.

use serde::{Deserialize, Serialize};

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
