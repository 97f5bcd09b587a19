//! Days, weeks, months and years of a clock that stands still at "now".

use super::super::error::HierarchyError;
use super::time_range::TimeRange;
use serde::{Deserialize, Serialize};

pub(super) const MINUTE: i64 = 60_000;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;

/// The furthest moment from 1970 that is reckoned with, as in JavaScript: 100 million days.
const FURTHEST: i64 = 100_000_000 * DAY;

/// How far local time is ahead of UTC, in minutes: 120 in Berlin's summer, −300 in New York's
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

/// A date of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::hierarchy) struct Date {
    pub(in crate::hierarchy) year: i64,
    /// 1 to 12.
    pub(in crate::hierarchy) month: i64,
    /// 1 to 31.
    pub(in crate::hierarchy) day: i64,
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
    /// How long it is, months and years roughly.
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

    /// Today, as days since 1970.
    pub(super) fn today(&self) -> i64 {
        self.day_of(self.now)
    }

    /// The local date of a moment.
    pub(in crate::hierarchy) fn date_of(&self, moment: i64) -> Date {
        date(self.day_of(moment.clamp(-FURTHEST, FURTHEST)))
    }

    fn day_of(&self, moment: i64) -> i64 {
        (moment + self.offset).div_euclid(DAY)
    }

    /// When a day begins.
    pub(super) fn start_of(&self, day: i64) -> i64 {
        day.saturating_mul(DAY).saturating_sub(self.offset)
    }

    /// From the first to before the second day.
    pub(super) fn days(&self, first: i64, end: i64) -> TimeRange {
        TimeRange {
            from: self.start_of(first),
            until: self.start_of(end.max(first)),
        }
    }

    /// Part of a day, in hours from its beginning.
    pub(super) fn hours(&self, day: i64, from: i64, until: i64) -> TimeRange {
        let start = self.start_of(day);
        TimeRange {
            from: start.saturating_add(from * HOUR),
            until: start.saturating_add(until * HOUR),
        }
    }

    /// The calendar's unit of today, or that many before it: weeks begin on Monday. Minutes and
    /// hours have no place in a calendar: it is about so long ago, by half.
    pub(super) fn unit_back(&self, unit: Unit, back: i64) -> Option<TimeRange> {
        let today = self.today();
        match unit {
            Unit::Minute | Unit::Hour => {
                let ago = unit.length().checked_mul(back)?;
                Some(TimeRange {
                    from: self.now.saturating_sub(ago.saturating_add(ago / 2)),
                    until: self.now.saturating_sub(ago / 2),
                })
            }
            Unit::Day => {
                let day = today.checked_sub(back)?;
                Some(self.days(day, day.checked_add(1)?))
            }
            Unit::Week => {
                let monday = monday_of(today).checked_sub(back.checked_mul(7)?)?;
                Some(self.days(monday, monday.checked_add(7)?))
            }
            Unit::Month => {
                let Date { year, month, .. } = date(today);
                let months = (year * 12 + month - 1).checked_sub(back)?;
                self.month(months.div_euclid(12), months.rem_euclid(12) + 1)
            }
            Unit::Year => self.year(date(today).year.checked_sub(back)?),
        }
    }

    /// The last so many units until now, today included.
    pub(super) fn last(&self, unit: Unit, count: i64) -> Option<TimeRange> {
        let length = unit.length().checked_mul(count)?;
        Some(TimeRange {
            from: self.now.checked_sub(length)?,
            until: self.now.saturating_add(1),
        })
    }

    /// A year.
    pub(super) fn year(&self, year: i64) -> Option<TimeRange> {
        let next = day_number(year.checked_add(1)?, 1, 1)?;
        Some(self.days(day_number(year, 1, 1)?, next))
    }

    /// A month of a year.
    pub(super) fn month(&self, year: i64, month: i64) -> Option<TimeRange> {
        let next = if month == 12 {
            day_number(year.checked_add(1)?, 1, 1)
        } else {
            day_number(year, month + 1, 1)
        };
        Some(self.days(day_number(year, month, 1)?, next?))
    }

    /// A day of a year.
    pub(super) fn date(&self, year: i64, month: i64, day: i64) -> Option<TimeRange> {
        let first = day_number(year, month, day)?;
        Some(self.days(first, first + 1))
    }

    /// This year.
    pub(super) fn this_year(&self) -> i64 {
        date(self.today()).year
    }

    /// Today's day of a year, which 29 February is not in each.
    pub(super) fn today_in(&self, year: i64) -> Option<TimeRange> {
        let Date { month, day, .. } = date(self.today());
        self.date(year, month, day)
    }

    /// The year of the latest such month or day that has begun: of 29 February a leap year.
    pub(super) fn latest_year(&self, month: i64, day: i64) -> i64 {
        /// Leap years are so far apart at most.
        const YEARS: i64 = 8;
        let today = date(self.today());
        let latest = today.year - i64::from((month, day) > (today.month, today.day));
        let mut years = (0..=YEARS).map(|back| latest - back);
        let has_day = |year: &i64| day_number(*year, month, day).is_some();
        years.find(has_day).unwrap_or(latest)
    }

    /// The same clock, at another moment.
    pub(super) fn at(self, now: i64) -> Self {
        Self { now, ..self }
    }

    /// From the beginning of a range until now.
    pub(super) fn since(&self, moment: i64) -> Option<TimeRange> {
        (moment <= self.now).then_some(TimeRange {
            from: moment,
            until: self.now.saturating_add(1),
        })
    }

    /// Half a unit ago, in the next smaller ones; nobody halves a minute.
    pub(super) fn half_back(&self, unit: Unit) -> Option<TimeRange> {
        match unit {
            Unit::Year => self.unit_back(Unit::Month, 6),
            Unit::Month => self.unit_back(Unit::Week, 2),
            Unit::Week => Some(
                self.unit_back(Unit::Day, 4)?
                    .hull(self.unit_back(Unit::Day, 3)?),
            ),
            Unit::Day => self.unit_back(Unit::Hour, 12),
            Unit::Hour => self.unit_back(Unit::Minute, 30),
            Unit::Minute => None,
        }
    }

    /// Saturday and Sunday of the week that lies so many weeks back.
    pub(super) fn weekend_of_week(&self, weeks_back: i64) -> TimeRange {
        let saturday = monday_of(self.today()) - 7 * weeks_back + 5;
        self.days(saturday, saturday + 2)
    }

    /// The latest weekend that has begun.
    pub(super) fn latest_weekend(&self) -> TimeRange {
        let has_begun = weekday_of(self.today()) >= 5;
        self.weekend_of_week(i64::from(!has_begun))
    }

    /// The weekday, 0 for Monday, of the week that lies so many weeks back.
    pub(super) fn weekday_of_week(&self, weekday: i64, weeks_back: i64) -> TimeRange {
        let day = monday_of(self.today()) - 7 * weeks_back + weekday;
        self.days(day, day + 1)
    }

    /// The latest such weekday until today, or before today.
    pub(super) fn latest_weekday(&self, weekday: i64, before_today: bool) -> TimeRange {
        let today = self.today();
        let mut back = (weekday_of(today) - weekday).rem_euclid(7);
        if before_today && back == 0 {
            back = 7;
        }
        self.days(today - back, today - back + 1)
    }
}

/// 0 for Monday; 1 January 1970 was a Thursday.
fn weekday_of(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

fn monday_of(day: i64) -> i64 {
    day - weekday_of(day)
}

/// Days since 1970 of a date that the calendar has, in the years 1 to 9999.
///
/// The year is counted from March, so that a leap day is its last (Hinnant, "chrono-compatible
/// low-level date algorithms").
fn day_number(year: i64, month: i64, day: i64) -> Option<i64> {
    let sound = (1..=9999).contains(&year) && (1..=12).contains(&month) && day >= 1;
    if !sound || day > days_in(year, month) {
        return None;
    }
    let march_year = if month <= 2 { year - 1 } else { year };
    let era = march_year.div_euclid(400);
    let year_of_era = march_year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
}

/// The date of a day, the reverse of [`day_number`].
fn date(day: i64) -> Date {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let month = (month_from_march + 2) % 12 + 1;
    Date {
        year: era * 400 + year_of_era + i64::from(month <= 2),
        month,
        day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
    }
}

fn days_in(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_dates() {
        assert_eq!(day_number(1970, 1, 1), Some(0));
        assert_eq!(day_number(2000, 2, 29), Some(11_016));
        assert_eq!(day_number(2026, 11, 22), Some(20_779));
        assert_eq!(weekday_of(20_779), 6);
        assert_eq!(day_number(2026, 2, 29), None);
        assert_eq!(day_number(10_000, 1, 1), None);
    }

    #[test]
    fn an_offset_of_a_day_is_refused() {
        assert!(UtcOffset::from_minutes(-720).is_ok());
        assert!(UtcOffset::from_minutes(1_441).is_err());
        assert!(serde_json::from_str::<UtcOffset>("2000").is_err());
    }

    proptest! {
        #[test]
        fn a_day_has_one_date_and_a_date_one_day(day in -700_000_i64..2_900_000) {
            let Date { year, month, day: of_month } = date(day);
            prop_assert_eq!(day_number(year, month, of_month), Some(day));
        }

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
