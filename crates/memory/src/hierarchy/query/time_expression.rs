//! The times that a text names.

use super::time_range::TimeRange;
use serde::{Deserialize, Serialize};

/// The time that a query asks about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TimeExpression {
    /// The words that name it, as they stand in the query.
    pub phrases: Vec<String>,
    /// Time that the phrases mean; the least range around all of them.
    pub range: TimeRange,
    /// True if any phrase is as vague as "recently".
    pub is_vague: bool,
}

/// A phrase of time in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// Bytes of the text.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) range: TimeRange,
    pub(super) is_vague: bool,
}

/// Meaning of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A time that can be looked back on.
    Time { range: TimeRange, is_vague: bool },
    /// None: what is yet to come, returns again and again, or is not in the calendar.
    Nothing,
}

impl Meaning {
    /// An exact time, or none.
    pub(super) fn of(range: Option<TimeRange>) -> Self {
        range.map_or(Self::Nothing, |range| Self::Time {
            range,
            is_vague: false,
        })
    }

    /// As a phrase at these bytes.
    pub(super) fn found(self, start: usize, end: usize) -> Option<Found> {
        match self {
            Self::Time { range, is_vague } => Some(Found {
                start,
                end,
                range,
                is_vague,
            }),
            Self::Nothing => None,
        }
    }
}

impl TimeExpression {
    pub(super) fn of(text: &str, found: &[Found]) -> Option<Self> {
        let ranges = found.iter().map(|found| found.range);
        let phrase = |found: &Found| text.get(found.start..found.end).map(str::to_owned);
        Some(Self {
            range: ranges.reduce(TimeRange::hull)?,
            phrases: found.iter().filter_map(phrase).collect(),
            is_vague: found.iter().any(|found| found.is_vague),
        })
    }
}
