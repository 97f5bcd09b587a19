//! A run's use of long-term memory.

use amb_memory::trajectory::TrajectorySettings;
use serde::{Deserialize, Serialize};

use super::run::SettingsError;

/// A run's use of long-term memory, if the host has one (BX-06). Memory has its own settings, except those by which a
/// run's steps are read while it is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MemorySettings {
    /// True if memory stores the user's question and its context, never documents or pages. Default: true.
    pub observe: bool,
    /// True if plans get memories of the user. Default: true. Requires a language model.
    pub recall: bool,
    /// True if steps get advice from earlier runs, and are checked for loops. Default: true. Requires a language model.
    pub advise: bool,
    /// True if memory learns from the run when it has ended. Default: true. Requires a language model, whose steps are
    /// the lesson.
    pub learn: bool,
    /// Tokens of the user's memories in a plan's prompt: 600.
    pub recall_tokens: usize,
    /// Tokens of advice in the conversation of a step: 800.
    pub advice_tokens: usize,
    /// Keywords of an error that a step met, as memory's own setting of the name: 3.
    pub error_keywords: u32,
    /// The same predicament this often is a loop, as memory's own setting of the name: 3.
    pub loop_repeats: u32,
    /// The longest cycle of actions that is looked for, as memory's own setting of the name: 4.
    pub loop_period: u32,
}

/// Tokens of either text, at most.
const MOST_TOKENS: usize = 100_000;

impl Default for MemorySettings {
    fn default() -> Self {
        let trajectories = TrajectorySettings::default();
        Self {
            observe: true,
            recall: true,
            advise: true,
            learn: true,
            recall_tokens: 600,
            advice_tokens: 800,
            error_keywords: trajectories.error_keywords,
            loop_repeats: trajectories.loop_repeats,
            loop_period: trajectories.loop_period,
        }
    }
}

impl MemorySettings {
    /// Checks every number against its range.
    pub(super) fn validate(&self) -> Result<(), SettingsError> {
        let tokens = |name, value: usize| (name, value, 0, MOST_TOKENS, "at most 100,000 tokens");
        let count =
            |name, value: u32, (least, most), range| (name, value as usize, least, most, range);
        let numbers = [
            tokens("memory.recallTokens", self.recall_tokens),
            tokens("memory.adviceTokens", self.advice_tokens),
            count(
                "memory.errorKeywords",
                self.error_keywords,
                (1, 20),
                "between 1 and 20",
            ),
            count(
                "memory.loopRepeats",
                self.loop_repeats,
                (2, 100),
                "between 2 and 100",
            ),
            count(
                "memory.loopPeriod",
                self.loop_period,
                (1, 16),
                "between 1 and 16",
            ),
        ];
        let mut wrong = numbers
            .into_iter()
            .filter(|(_, value, least, most, _)| value < least || value > most);
        wrong.next().map_or(Ok(()), |(name, value, _, _, range)| {
            Err(SettingsError {
                name,
                value: value.to_string(),
                range,
            })
        })
    }

    /// Returns the settings by which a run's own steps are read.
    pub(crate) fn trajectories(&self) -> TrajectorySettings {
        TrajectorySettings {
            error_keywords: self.error_keywords,
            loop_repeats: self.loop_repeats,
            loop_period: self.loop_period,
            ..TrajectorySettings::default()
        }
    }
}

/// The differences of one request from the settings.
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
    /// Ids of memories, methodologies and fragments that this run must not get; copies of an excluded fragment are
    /// excluded with it.
    pub without: Vec<String>,
}

impl MemoryOptions {
    /// Returns these settings with the request's differences.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A run's numbers have the ranges that memory's own have.
    #[test]
    fn bx_06_a_runs_numbers_are_in_range_where_memorys_are() {
        let of = |[error_keywords, loop_repeats, loop_period]: [u32; 3]| MemorySettings {
            error_keywords,
            loop_repeats,
            loop_period,
            ..MemorySettings::default()
        };
        for numbers in [
            [3, 3, 4],
            [1, 2, 1],
            [20, 100, 16],
            [0, 3, 4],
            [21, 3, 4],
            [3, 1, 4],
            [3, 101, 4],
            [3, 3, 0],
            [3, 3, 17],
        ] {
            let settings = of(numbers);
            let of_memory = settings
                .trajectories()
                .validate()
                .map_err(|error| error.name);
            let of_run = settings.validate().map_err(|error| error.name);
            let expected = of_memory.map_err(|name| format!("memory.{name}"));
            assert_eq!(of_run.map_err(str::to_owned), expected, "{numbers:?}");
        }
    }
}
