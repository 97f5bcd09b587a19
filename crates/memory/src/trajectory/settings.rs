use serde::{Deserialize, Serialize};

use crate::text::Language;

/// Fragments that one consolidation looks at, at most: what every store's answer holds.
pub(super) const MOST_CONSOLIDATED: u32 = 10_000;

/// Format of methodologies, or none (CG-11).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MethodologyFormat {
    /// A sentence or two (the seed's 自然语言).
    #[default]
    NaturalLanguage,
    /// A JSON object of its fields, on one line.
    Fields,
    /// None are made, and none returned.
    Off,
}

/// Everything that may be set, with the seed's numbers as defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct TrajectorySettings {
    /// The language that memory is written in; `None`: that of each task.
    pub language: Option<Language>,
    /// Fragments kept of one trajectory, the most telling ones: 64.
    pub max_fragments: u32,
    /// Keywords of an error: 3.
    pub error_keywords: u32,
    /// The same predicament this often is a loop: 3.
    pub loop_repeats: u32,
    /// The longest cycle of actions that is looked for: 4.
    pub loop_period: u32,
    /// Items returned of each kind: 5.
    pub top_k: u32,
    /// Candidates asked of a store per dimension: 20.
    pub candidates: u32,
    /// The least cosine of a candidate found by meaning: 0.3.
    pub min_similarity: f32,
    /// Bonus for each further dimension, as a share of an item's score: 0.25.
    pub dimensions_bonus: f32,
    /// Bonus for a confidence of 1: 0.5.
    pub confidence_bonus: f32,
    /// Bonus for a use at this moment: 0.1.
    pub recency_bonus: f32,
    /// Days after which the last is worth half: 30.
    pub recency_half_life_days: f32,
    /// Trajectories between two consolidations: 16.
    pub consolidate_every: u32,
    /// Trajectories learned since the last one that are enough when nothing else is to be done: 1.
    pub consolidate_idle: u32,
    /// Fragments that a methodology can be made from: 1.
    pub min_cases: u32,
    /// Fragments that one consolidation looks at: 1,000.
    pub consolidation_batch: u32,
    /// Cosine above which two of a kind are one: 0.9.
    pub merge_threshold: f32,
    /// Failed fragments that are kept, the newest: 200.
    pub keep_failed: u32,
    /// A methodology of less confidence goes: 0.3 …
    pub weak_confidence: f32,
    /// … if it has fewer sources than this: 3.
    pub weak_sources: u32,
    /// Format of methodologies.
    pub methodology_format: MethodologyFormat,
}

impl Default for TrajectorySettings {
    fn default() -> Self {
        Self {
            language: None,
            max_fragments: 64,
            error_keywords: 3,
            loop_repeats: 3,
            loop_period: 4,
            top_k: 5,
            candidates: 20,
            min_similarity: 0.3,
            dimensions_bonus: 0.25,
            confidence_bonus: 0.5,
            recency_bonus: 0.1,
            recency_half_life_days: 30.0,
            consolidate_every: 16,
            consolidate_idle: 1,
            min_cases: 1,
            consolidation_batch: 1_000,
            merge_threshold: 0.9,
            keep_failed: 200,
            weak_confidence: 0.3,
            weak_sources: 3,
            methodology_format: MethodologyFormat::NaturalLanguage,
        }
    }
}

/// A setting outside its range.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the setting {name} is {value}; it must be {least} to {most}")]
pub struct TrajectorySettingsError {
    /// The setting, as JavaScript spells it.
    pub name: &'static str,
    /// The value that was given.
    pub value: String,
    /// The least it may be.
    pub least: f32,
    /// The most it may be.
    pub most: f32,
}

impl TrajectorySettings {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), TrajectorySettingsError> {
        let counts = [
            ("maxFragments", self.max_fragments, 1, 10_000),
            ("errorKeywords", self.error_keywords, 1, 20),
            ("loopRepeats", self.loop_repeats, 2, 100),
            ("loopPeriod", self.loop_period, 1, 16),
            ("topK", self.top_k, 1, 100),
            ("candidates", self.candidates, 1, 1_000),
            ("consolidateEvery", self.consolidate_every, 1, 100_000),
            ("consolidateIdle", self.consolidate_idle, 1, 100_000),
            ("minCases", self.min_cases, 1, 1_000),
            (
                "consolidationBatch",
                self.consolidation_batch,
                1,
                MOST_CONSOLIDATED,
            ),
            ("keepFailed", self.keep_failed, 0, 1_000_000),
            ("weakSources", self.weak_sources, 0, 1_000),
        ];
        for (name, value, least, most) in counts {
            in_range(name, value as f32, least as f32, most as f32)?;
        }
        let shares = [
            ("minSimilarity", self.min_similarity, -1.0, 1.0),
            ("dimensionsBonus", self.dimensions_bonus, 0.0, 10.0),
            ("confidenceBonus", self.confidence_bonus, 0.0, 10.0),
            ("recencyBonus", self.recency_bonus, 0.0, 10.0),
            (
                "recencyHalfLifeDays",
                self.recency_half_life_days,
                0.01,
                36_500.0,
            ),
            ("mergeThreshold", self.merge_threshold, 0.0, 1.0),
            ("weakConfidence", self.weak_confidence, 0.0, 1.0),
        ];
        for (name, value, least, most) in shares {
            in_range(name, value, least, most)?;
        }
        Ok(())
    }
}

fn in_range(
    name: &'static str,
    value: f32,
    least: f32,
    most: f32,
) -> Result<(), TrajectorySettingsError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(TrajectorySettingsError {
        name,
        value: value.to_string(),
        least,
        most,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_05_defaults_are_the_seeds_and_valid() {
        let settings = TrajectorySettings::default();
        assert_eq!(settings.validate(), Ok(()));
        assert_eq!((settings.consolidate_every, settings.top_k), (16, 5));
        assert_eq!((settings.loop_repeats, settings.error_keywords), (3, 3));
        let patched: TrajectorySettings =
            serde_json::from_str(r#"{"consolidateEvery":4,"methodologyFormat":"off"}"#).unwrap();
        assert_eq!(patched.consolidate_every, 4);
        assert_eq!(patched.methodology_format, MethodologyFormat::Off);
        assert!(serde_json::from_str::<TrajectorySettings>(r#"{"every":4}"#).is_err());
    }

    #[test]
    fn cg_05_what_is_out_of_range_is_refused_by_name() {
        let settings = TrajectorySettings {
            merge_threshold: f32::NAN,
            ..TrajectorySettings::default()
        };
        assert_eq!(settings.validate().unwrap_err().name, "mergeThreshold");
        let settings = TrajectorySettings {
            loop_repeats: 1,
            ..TrajectorySettings::default()
        };
        let error = settings.validate().unwrap_err().to_string();
        assert_eq!(error, "the setting loopRepeats is 1; it must be 2 to 100");
    }
}
