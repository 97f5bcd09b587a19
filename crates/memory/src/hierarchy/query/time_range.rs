//! A stretch of time.

use super::super::error::HierarchyError;
use serde::{Deserialize, Serialize};

/// From a moment to before another, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TimeRange {
    /// Its first moment.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub from: i64,
    /// The first moment after it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub until: i64,
}

impl TimeRange {
    /// A range that does not end before it begins.
    ///
    /// # Errors
    /// [`HierarchyError::BackwardRange`].
    pub fn new(from: i64, until: i64) -> Result<Self, HierarchyError> {
        let range = Self { from, until };
        if range.is_sound() {
            Ok(range)
        } else {
            Err(HierarchyError::BackwardRange)
        }
    }

    /// Returns true if the range does not end before it begins; a range from outside may.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.from <= self.until
    }

    /// Returns true if a moment lies in the range.
    #[must_use]
    pub fn contains(&self, moment: i64) -> bool {
        self.from <= moment && moment < self.until
    }

    /// Milliseconds from a moment to the nearest one of this range; 0 within it.
    #[must_use]
    pub fn distance(&self, moment: i64) -> i64 {
        let before = self.from.saturating_sub(moment);
        let after = moment.saturating_sub(self.until);
        before.max(after).max(0)
    }

    /// Returns the intersection of both ranges; empty if they do not overlap.
    pub(in crate::hierarchy) fn intersection(self, other: Self) -> Self {
        let from = self.from.max(other.from);
        Self {
            from,
            until: self.until.min(other.until).max(from),
        }
    }

    /// The least range that holds both.
    pub(super) fn hull(self, other: Self) -> Self {
        Self {
            from: self.from.min(other.from),
            until: self.until.max(other.until),
        }
    }
}
