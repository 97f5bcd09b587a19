use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::{CausedError, ErrorPattern, Fragment, Methodology, ResolvedBy};
use crate::trajectory::settings::MOST_CONSOLIDATED;
use crate::trajectory::statistics::FailureCount;

/// Query to a store before a consolidation. The answer is one consistent snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceQuery {
    /// Fragments that are not abstracted and teach something (any outcome but
    /// [`Continued`](crate::trajectory::records::Outcome::Continued)), the oldest first: at most so many.
    pub unabstracted: usize,
    /// Other fragments, the newest first: at most so many.
    pub recent: usize,
    /// Failed fragments beyond so many, the newest first, are expired.
    pub keep_failed: usize,
}

impl EvidenceQuery {
    /// Creates the query that these settings call for.
    #[must_use]
    pub fn new(settings: &TrajectorySettings) -> Self {
        const RECENT: usize = 200;
        Self {
            unabstracted: settings.consolidation_batch as usize,
            recent: RECENT,
            keep_failed: settings.keep_failed as usize,
        }
    }

    /// Asks for twice as many unabstracted ones: those that came were groups of too few cases, which wait, and what comes
    /// after them must not. `None` where it asks for the most that one answer may hold.
    #[must_use]
    pub fn further(self) -> Option<Self> {
        let most = MOST_CONSOLIDATED as usize;
        (self.unabstracted < most).then(|| Self {
            unabstracted: self.unabstracted.saturating_mul(2).min(most),
            ..self
        })
    }
}

/// An error pattern, and what stands behind it now.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternUse {
    /// The pattern as it is kept.
    pub pattern: ErrorPattern,
    /// The sum of the `occurrences` of the fragments that it was caused in.
    pub caused: u32,
}

/// Rows of a store that a consolidation needs. Ties of age are broken by id.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// A number that grows with each write.
    pub revision: u64,
    /// The unabstracted fragments and the recent ones, as [`EvidenceQuery`] says; each once.
    pub fragments: Vec<Fragment>,
    /// True if the store has more unabstracted fragments than the query asked for.
    pub more: bool,
    /// The expired failed fragments.
    pub expired: Vec<Fragment>,
    /// Fragments that are in no trajectory.
    pub lost: Vec<Fragment>,
    /// The errors of all these fragments.
    pub caused: Vec<CausedError>,
    /// At least: the patterns of `caused`, those whose `frequency` is not what is counted, and those without any
    /// relation.
    pub patterns: Vec<PatternUse>,
    /// All methodologies.
    pub methodologies: Vec<Methodology>,
    /// All their relations.
    pub resolved_by: Vec<ResolvedBy>,
    /// Failure counts by task type, phase and error type.
    pub failures: Vec<FailureCount>,
}

impl Evidence {
    /// Returns true if a fragment is in no trajectory; such a fragment must not teach anything.
    pub(super) fn is_lost(&self, fragment: &Fragment) -> bool {
        self.lost.iter().any(|lost| lost.id == fragment.id)
    }
}
