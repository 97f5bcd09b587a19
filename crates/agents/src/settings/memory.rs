//! What a run uses long-term memory for.

use serde::{Deserialize, Serialize};

/// What a run asks and tells long-term memory, where the host has one (BX-06). The memory's own numbers are its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MemorySettings {
    /// Whether what the user tells is remembered: the question and its context, never documents or pages. Yes.
    pub observe: bool,
    /// Whether plans are told what is remembered of the user. Yes. Wants a language model.
    pub recall: bool,
    /// Whether steps are told what runs have taught, and are checked for loops. Yes. Wants a language model.
    pub advise: bool,
    /// Whether the run is learned when it has ended. Yes. Wants a language model, whose steps are what there is to learn.
    pub learn: bool,
    /// Tokens of what a plan is told of the user: 600.
    pub recall_tokens: usize,
    /// Tokens of what the conversation of a step is told of what runs have taught: 800.
    pub advice_tokens: usize,
}

/// Tokens of either text, at most.
const MOST_TOKENS: usize = 100_000;

impl Default for MemorySettings {
    fn default() -> Self {
        Self {
            observe: true,
            recall: true,
            advise: true,
            learn: true,
            recall_tokens: 600,
            advice_tokens: 800,
        }
    }
}

impl MemorySettings {
    /// The first number that is out of its range: its name, as JavaScript spells it, and the number.
    pub(super) fn fault(&self) -> Option<(&'static str, usize)> {
        let numbers = [
            ("memory.recallTokens", self.recall_tokens),
            ("memory.adviceTokens", self.advice_tokens),
        ];
        numbers
            .into_iter()
            .find(|(_, tokens)| *tokens > MOST_TOKENS)
    }
}

/// What of it one request has otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MemoryOptions {
    /// As [`MemorySettings::observe`]; the settings' unless set.
    pub observe: Option<bool>,
    /// As [`MemorySettings::recall`].
    pub recall: Option<bool>,
    /// As [`MemorySettings::advise`].
    pub advise: Option<bool>,
    /// As [`MemorySettings::learn`].
    pub learn: Option<bool>,
    /// Ids of memories, methodologies and fragments that this run is not to be given.
    pub without: Vec<String>,
}

impl MemoryOptions {
    /// These settings with what the request has otherwise.
    pub(crate) fn over(&self, settings: &MemorySettings) -> MemorySettings {
        MemorySettings {
            observe: self.observe.unwrap_or(settings.observe),
            recall: self.recall.unwrap_or(settings.recall),
            advise: self.advise.unwrap_or(settings.advise),
            learn: self.learn.unwrap_or(settings.learn),
            ..settings.clone()
        }
    }
}
