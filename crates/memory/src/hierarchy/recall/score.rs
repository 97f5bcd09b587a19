//! The score of a memory (seed 004, 检索评分函数; AF-07).

use super::super::query::TimeRange;
use super::super::settings::RecallSettings;
use serde::{Deserialize, Serialize};

const MILLISECONDS_PER_HOUR: f64 = 3_600_000.0;

/// Parts of a score. Each part lies between 0 and 1 by its own definition, so none is rescaled: the score of a memory
/// does not depend on the other results.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecallScore {
    /// [`recency`]: 1 for what is new, or of the time that the query names.
    pub recency: f32,
    /// The entry's importance.
    pub importance: f32,
    /// The greater of the cosine, negative ones counting 0, and the share of the query's terms that
    /// the entry holds.
    pub relevance: f32,
    /// `α · recency + β · importance + γ · relevance`.
    pub total: f32,
}

impl RecallScore {
    /// The score of these parts, each brought into 0 to 1; what is no number counts 0.
    #[must_use]
    pub fn new(recency: f32, importance: f32, relevance: f32, settings: &RecallSettings) -> Self {
        let part = |value: f32| {
            if value.is_nan() {
                0.0
            } else {
                value.clamp(0.0, 1.0)
            }
        };
        let (recency, importance, relevance) = (part(recency), part(importance), part(relevance));
        Self {
            recency,
            importance,
            relevance,
            total: settings.alpha * recency
                + settings.beta * importance
                + settings.gamma * relevance,
        }
    }
}

/// `decay^hours`, where hours lie between the entry's creation and the time asked about: now and
/// whatever comes after it, or the time that the query names. Greater for the nearer one, 1 within
/// that time, never more: not for an entry from a clock that was ahead either.
#[must_use]
pub fn recency(created_at: i64, asked: TimeRange, decay: f32) -> f32 {
    let hours = asked.distance(created_at) as f64 / MILLISECONDS_PER_HOUR;
    f64::from(decay).powf(hours) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOUR: i64 = 3_600_000;

    fn since(now: i64) -> TimeRange {
        TimeRange {
            from: now,
            until: i64::MAX,
        }
    }

    #[test]
    fn af_07_the_score_is_the_seeds() {
        let settings = RecallSettings::default();
        let score = RecallScore::new(0.5, 0.8, 0.6, &settings);
        assert!((score.total - (0.5 + 0.8 + 1.5 * 0.6)).abs() < 1e-6);
        let day = recency(0, since(24 * HOUR), 0.995);
        assert!((day - 0.995_f32.powi(24)).abs() < 1e-6);
    }

    #[test]
    fn af_07_what_is_no_share_counts_as_the_nearest_one() {
        let settings = RecallSettings::default();
        let score = RecallScore::new(f32::NAN, 7.0, -0.2, &settings);
        assert_eq!(score.total, 1.0);
    }

    #[test]
    fn af_07_the_time_asked_about_is_as_recent_as_now() {
        let may = TimeRange {
            from: 100 * HOUR,
            until: 200 * HOUR,
        };
        assert_eq!(recency(150 * HOUR, may, 0.995), 1.0);
        assert!(recency(90 * HOUR, may, 0.995) < 1.0);
        assert!(recency(300 * HOUR, may, 0.995) < recency(210 * HOUR, may, 0.995));
    }

    proptest! {
        #[test]
        fn af_07_newer_is_never_less_recent_and_nothing_is_more_than_new(
            now: i64, a: i64, b: i64, decay in 0.001_f32..=1.0,
        ) {
            let (older, newer) = (a.min(b), a.max(b));
            let (old, new) = (recency(older, since(now), decay), recency(newer, since(now), decay));
            prop_assert!(old <= new);
            prop_assert!((0.0..=1.0).contains(&old) && (0.0..=1.0).contains(&new));
            if newer >= now {
                prop_assert_eq!(new, 1.0);
            }
        }

        #[test]
        fn af_07_an_hour_more_is_strictly_less(hours in 0_i64..2_000) {
            let now = 5_000 * HOUR;
            let (at, before) = (now - hours * HOUR, now - (hours + 1) * HOUR);
            prop_assert!(recency(before, since(now), 0.995) < recency(at, since(now), 0.995));
        }
    }
}
