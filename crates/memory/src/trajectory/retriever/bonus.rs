//! Bonuses that raise a score beyond its ranks (seed 003, `_fuse_results`).

use super::result::{RecalledItem, Why};
use crate::trajectory::TrajectorySettings;

const DAY: f32 = 86_400_000.0;

/// The factor by which an item's score is raised; at least 1.
pub(super) fn factor(
    item: &RecalledItem,
    why: &[Why],
    now: i64,
    settings: &TrajectorySettings,
) -> f32 {
    let further = why.len().saturating_sub(1) as f32;
    let (confidence, used) = match item {
        RecalledItem::Methodology(methodology) => (methodology.confidence, methodology.last_used),
        RecalledItem::Fragment(fragment) => (0.0, Some(fragment.ended_at)),
    };
    let recency = used.map_or(0.0, |used| {
        recency(used, now, settings.recency_half_life_days)
    });
    1.0 + settings.dimensions_bonus * further
        + settings.confidence_bonus * confidence
        + settings.recency_bonus * recency
}

/// 1 now, a half after the half-life; a use in the future, as after a clock was set back, is now.
fn recency(used: i64, now: i64, half_life_days: f32) -> f32 {
    let age = now.saturating_sub(used).max(0) as f32 / DAY;
    0.5_f32.powf(age / half_life_days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_04_recency_halves_and_bears_a_clock_that_was_set_back() {
        let day = 86_400_000;
        assert!((recency(0, 30 * day, 30.0) - 0.5).abs() < 1e-3);
        assert!((recency(day, 0, 30.0) - 1.0).abs() < f32::EPSILON);
        assert!(recency(i64::MIN, i64::MAX, 30.0) >= 0.0);
    }
}
