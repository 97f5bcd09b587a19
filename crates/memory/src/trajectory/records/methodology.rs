use serde::{Deserialize, Serialize};

use super::ids::{FragmentId, MethodologyId};
use crate::retrieval::Embedding;
use crate::retrieval::analyze;
use crate::task::Trust;

/// Kind of a methodology: advice or a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MethodologyKind {
    /// From what worked.
    Advice,
    /// From what failed.
    Warning,
}

/// Summary of many similar fragments in words (seed 003, `Methodology`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Methodology {
    /// [`MethodologyId::of`] its group.
    pub id: MethodologyId,
    /// Advice or warning.
    pub kind: MethodologyKind,
    /// When it applies.
    pub situation: String,
    /// Action to take or to avoid.
    pub strategy: String,
    /// [`confidence`] of the two counts.
    pub confidence: f32,
    /// Cases it was made from, and runs it was given to that went well.
    pub success_count: u32,
    /// Runs it was given to that did not.
    pub failure_count: u32,
    /// The error it is about.
    pub error_type: Option<String>,
    /// The type of task it is about.
    pub task_type: String,
    /// The newest of its sources, at most [`Methodology::LISTED_SOURCES`]; each fragment names its
    /// methodology itself.
    pub sources: Vec<FragmentId>,
    /// Total number of sources.
    pub source_count: u32,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// When it was given to a run last.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub last_used: Option<i64>,
    /// The least of its sources, and of who put it into words.
    pub trust: Trust,
    /// Vector of situation and strategy.
    pub embedding: Option<Embedding>,
}

/// That a methodology was given to a run, and how that went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MethodologyUse {
    /// The methodology.
    pub methodology: MethodologyId,
    /// True if the step or run that received the methodology succeeded.
    pub succeeded: bool,
    /// When the run ended.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

impl Methodology {
    /// Sources that are listed.
    pub const LISTED_SOURCES: usize = 64;

    /// Counts a use. Whoever keeps methodologies does this, in the transaction that keeps the trajectory.
    pub fn record_use(&mut self, used: &MethodologyUse) {
        let count = if used.succeeded {
            &mut self.success_count
        } else {
            &mut self.failure_count
        };
        *count = count.saturating_add(1);
        self.confidence = confidence(self.success_count, self.failure_count);
        self.last_used = self.last_used.max(Some(used.at));
    }

    /// Returns the text to embed.
    #[must_use]
    pub fn embedding_text(&self) -> String {
        format!("{}\n{}", self.situation, self.strategy)
    }

    /// The terms a store's keyword search finds it by: of situation, error type and task type.
    #[must_use]
    pub fn terms(&self) -> Vec<String> {
        let error_type = self.error_type.as_deref().unwrap_or_default();
        analyze(&format!(
            "{}\n{error_type}\n{}",
            self.situation, self.task_type
        ))
    }
}

/// Standard deviations by which [`confidence`] stays below the observed share. With 1, a single success is worth 0.5
/// and survives to be tried. With the usual 1.96 it would be worth 0.21 and be removed before anybody tried it.
pub const CONFIDENCE_Z: f32 = 1.0;

/// Returns the confidence that a methodology works: the lower bound of Wilson's score interval (1927) for the share of
/// successes, 0 to 1. Grows with the number of cases and with the share; 0 without cases.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a share needs no more than 24 bits"
)]
pub fn confidence(successes: u32, failures: u32) -> f32 {
    let trials = f64::from(successes) + f64::from(failures);
    if trials == 0.0 {
        return 0.0;
    }
    let square = f64::from(CONFIDENCE_Z) * f64::from(CONFIDENCE_Z);
    let share = f64::from(successes) / trials;
    let centre = share + square / (2.0 * trials);
    let variance = share * (1.0 - share) / trials + square / (4.0 * trials * trials);
    let margin = f64::from(CONFIDENCE_Z) * variance.sqrt();
    ((centre - margin) / (1.0 + square / trials)).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_05_confidence_grows_with_cases_and_with_their_share() {
        assert!((confidence(1, 0) - 0.5).abs() < 1e-6);
        assert!((confidence(8, 0) - 8.0 / 9.0).abs() < 1e-6);
        assert!(confidence(2, 1) > confidence(1, 1) && confidence(1, 1) < 0.3);
        assert_eq!((confidence(0, 0), confidence(0, 1)), (0.0, 0.0));
        assert!(confidence(u32::MAX, u32::MAX) <= 0.5);
    }
}
