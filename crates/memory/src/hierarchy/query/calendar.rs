//! Days, weeks, months and years of a clock that stands still at "now".

use super::super::error::HierarchyError;
use super::time_range::TimeRange;
use chrono::{Datelike as _, Days, Months, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The furthest moment from 1970 that is reckoned with: 95 million days, within the calendar of the date library.
const FURTHEST: i64 = 95_000_000 * DAY;

/// Offset of local time from UTC, in minutes: 120 in Berlin's summer, −300 in New York's
/// winter. (JavaScript's `getTimezoneOffset` has the opposite sign.)
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(try_from = "i32", into = "i32")]
pub struct UtcOffset(i32);

impl UtcOffset {
    const MAX_MINUTES: i32 = 18 * 60;

    /// An offset in minutes, ahead of UTC positive.
    ///
    /// # Errors
    /// It is more than 18 hours.
    pub fn from_minutes(minutes: i32) -> Result<Self, HierarchyError> {
        if (-Self::MAX_MINUTES..=Self::MAX_MINUTES).contains(&minutes) {
            Ok(Self(minutes))
        } else {
            Err(HierarchyError::OffsetOutOfRange(minutes))
        }
    }
}

impl TryFrom<i32> for UtcOffset {
    type Error = HierarchyError;

    fn try_from(minutes: i32) -> Result<Self, Self::Error> {
        Self::from_minutes(minutes)
    }
}

impl From<UtcOffset> for i32 {
    fn from(offset: UtcOffset) -> Self {
        offset.0
    }
}

/// A unit in which people count back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Unit {
    /// Returns its length, of months and years roughly.
    fn length(self) -> i64 {
        match self {
            Self::Minute => MINUTE,
            Self::Hour => HOUR,
            Self::Day => DAY,
            Self::Week => 7 * DAY,
            Self::Month => 30 * DAY,
            Self::Year => 365 * DAY,
        }
    }
}

/// The local clock at one moment.
#[derive(Debug, Clone, Copy)]
pub(in crate::hierarchy) struct Clock {
    pub(super) now: i64,
    offset: i64,
}

impl Clock {
    pub(in crate::hierarchy) fn new(now: i64, offset: UtcOffset) -> Self {
        Self {
            now: now.clamp(-FURTHEST, FURTHEST),
            offset: i64::from(offset.0) * MINUTE,
        }
    }

    /// Returns the same clock at another moment.
    pub(super) fn at(self, now: i64) -> Self {
        Self { now, ..self }
    }

    /// Returns the local date of a moment.
    pub(in crate::hierarchy) fn date_of(&self, moment: i64) -> NaiveDate {
        let days = (moment.clamp(-FURTHEST, FURTHEST) + self.offset).div_euclid(DAY);
        let days = i32::try_from(days).ok();
        days.and_then(NaiveDate::from_epoch_days)
            .unwrap_or_default()
    }

    pub(super) fn today(&self) -> NaiveDate {
        self.date_of(self.now)
    }

    fn start_of(&self, day: NaiveDate) -> i64 {
        i64::from(day.to_epoch_days()) * DAY - self.offset
    }

    /// Returns so many days from the first on.
    fn days(&self, first: NaiveDate, count: i64) -> TimeRange {
        let from = self.start_of(first);
        TimeRange {
            from,
            until: from + count * DAY,
        }
    }

    fn day_back(&self, back: i64) -> Option<NaiveDate> {
        let back = Days::new(u64::try_from(back).ok()?);
        self.today().checked_sub_days(back)
    }

    /// Returns a part of the day that lies so many days back, in hours from its beginning.
    pub(super) fn hours(&self, back: i64, from: i64, until: i64) -> Option<TimeRange> {
        let start = self.start_of(self.day_back(back)?);
        Some(TimeRange {
            from: start + from * HOUR,
            until: start + until * HOUR,
        })
    }

    /// Returns the calendar's unit so many before that of today; weeks begin on Monday. Minutes and hours have no place
    /// in a calendar: about so long ago, by half.
    pub(super) fn unit_back(&self, unit: Unit, back: i64) -> Option<TimeRange> {
        match unit {
            Unit::Minute | Unit::Hour => {
                let ago = unit.length().checked_mul(back)?;
                Some(TimeRange {
                    from: self.now.saturating_sub(ago.saturating_add(ago / 2)),
                    until: self.now.saturating_sub(ago / 2),
                })
            }
            Unit::Day => Some(self.days(self.day_back(back)?, 1)),
            Unit::Week => Some(self.days(self.monday(back)?, 7)),
            Unit::Month => {
                let back = Months::new(u32::try_from(back).ok()?);
                let month = self.today().checked_sub_months(back)?;
                self.month(month.year(), month.month())
            }
            Unit::Year => self.year(self.year_back(back)?),
        }
    }

    /// Returns about half a unit ago, in the next smaller one.
    pub(super) fn half_back(&self, unit: Unit) -> Option<TimeRange> {
        let (unit, count) = match unit {
            Unit::Year => (Unit::Month, 6),
            Unit::Month => (Unit::Week, 2),
            Unit::Day => (Unit::Hour, 12),
            Unit::Hour => (Unit::Minute, 30),
            Unit::Week | Unit::Minute => return None,
        };
        self.unit_back(unit, count)
    }

    /// Returns the last so many units until now.
    pub(super) fn last(&self, unit: Unit, count: i64) -> Option<TimeRange> {
        let from = self.now.checked_sub(unit.length().checked_mul(count)?)?;
        self.since(from)
    }

    /// Returns the time from a moment until now; none if it is yet to come.
    pub(super) fn since(&self, moment: i64) -> Option<TimeRange> {
        (moment <= self.now).then_some(TimeRange {
            from: moment,
            until: self.now.saturating_add(1),
        })
    }

    pub(super) fn year_back(&self, back: i64) -> Option<i32> {
        self.today().year().checked_sub(i32::try_from(back).ok()?)
    }

    pub(super) fn year(&self, year: i32) -> Option<TimeRange> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1)?;
        Some(self.days(first, if first.leap_year() { 366 } else { 365 }))
    }

    pub(super) fn month(&self, year: i32, month: u32) -> Option<TimeRange> {
        let first = NaiveDate::from_ymd_opt(year, month, 1)?;
        Some(self.days(first, i64::from(first.num_days_in_month())))
    }

    pub(super) fn date(&self, year: i32, month: u32, day: u32) -> Option<TimeRange> {
        Some(self.days(NaiveDate::from_ymd_opt(year, month, day)?, 1))
    }

    /// Returns today's day of another year; none of 29 February in most.
    pub(super) fn today_in(&self, year: i32) -> Option<TimeRange> {
        Some(self.days(self.today().with_year(year)?, 1))
    }

    /// Returns the year of the latest such day that has begun, of 29 February a leap year; none where no year has it.
    pub(super) fn latest_year(&self, month: u32, day: u32) -> Option<i32> {
        /// Greatest number of years between two leap years.
        const YEARS: i32 = 8;
        let today = self.today();
        let years = (0..=YEARS).map(|back| today.year() - back);
        let days = years.filter_map(|year| NaiveDate::from_ymd_opt(year, month, day));
        days.filter(|day| *day <= today)
            .map(|day| day.year())
            .next()
    }

    /// Returns Monday of the week that lies so many weeks back.
    fn monday(&self, back: i64) -> Option<NaiveDate> {
        let days = back.checked_mul(7)?;
        self.day_back(days.checked_add(self.since_weekday(Weekday::Mon))?)
    }

    /// Returns the days since the latest such weekday, 0 to 6.
    fn since_weekday(&self, weekday: Weekday) -> i64 {
        i64::from(self.today().weekday().days_since(weekday))
    }

    /// Returns the weekday of the week that lies so many weeks back.
    pub(super) fn weekday_of_week(&self, weekday: Weekday, back: i64) -> Option<TimeRange> {
        let after = Days::new(u64::from(weekday.num_days_from_monday()));
        Some(self.days(self.monday(back)?.checked_add_days(after)?, 1))
    }

    /// Returns the latest such weekday, until today or before it.
    pub(super) fn latest_weekday(&self, weekday: Weekday, before_today: bool) -> Option<TimeRange> {
        let back = match self.since_weekday(weekday) {
            0 if before_today => 7,
            back => back,
        };
        self.unit_back(Unit::Day, back)
    }

    /// Returns Saturday and Sunday of the week that lies so many weeks back; with none the latest that have begun.
    pub(super) fn weekend(&self, weeks_back: Option<i64>) -> Option<TimeRange> {
        let has_begun = self.since_weekday(Weekday::Mon) >= 5;
        let back = weeks_back.unwrap_or(i64::from(!has_begun));
        let saturday = self.monday(back)?.checked_add_days(Days::new(5))?;
        Some(self.days(saturday, 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_offset_of_a_day_is_refused() {
        assert!(UtcOffset::from_minutes(-720).is_ok());
        assert!(UtcOffset::from_minutes(1_441).is_err());
        assert!(serde_json::from_str::<UtcOffset>("2000").is_err());
    }

    proptest! {
        #[test]
        fn no_clock_and_no_count_overflows(now: i64, minutes in -1080..=1080, back: i64) {
            let clock = Clock::new(now, UtcOffset::from_minutes(minutes).unwrap());
            for unit in [Unit::Minute, Unit::Hour, Unit::Day, Unit::Week, Unit::Month, Unit::Year] {
                let back = back.checked_abs().unwrap_or_default();
                if let Some(range) = clock.unit_back(unit, back) {
                    prop_assert!(range.is_sound());
                }
                if let Some(range) = clock.last(unit, back) {
                    prop_assert!(range.is_sound() && range.contains(clock.now));
                }
            }
        }
    }
}
