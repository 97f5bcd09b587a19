use crate::trajectory::TrajectorySettings;

/// Why one asks whether to consolidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// A trajectory was learned.
    Learned,
    /// Nothing else is to be done.
    Idle,
    /// Somebody wants it now.
    Demanded,
}

/// Returns true if a consolidation is due after `learned` trajectories since the last one. A store keeps that number,
/// so that many short sessions count as one long one.
#[must_use]
pub fn is_due(learned: u32, occasion: Occasion, settings: &TrajectorySettings) -> bool {
    match occasion {
        Occasion::Learned => learned >= settings.consolidate_every,
        Occasion::Idle => learned >= settings.consolidate_idle,
        Occasion::Demanded => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_05_sixteen_when_busy_one_when_idle_none_on_demand() {
        let settings = TrajectorySettings::default();
        let due = |learned, occasion| is_due(learned, occasion, &settings);
        assert!(due(16, Occasion::Learned) && !due(15, Occasion::Learned));
        assert!(due(1, Occasion::Idle) && !due(0, Occasion::Idle));
        assert!(due(0, Occasion::Demanded));
    }
}
