//! Stretches of time, and whether two of them lie apart: a year, a decade, "from 2010 to 2014", "since 2015".

/// Days that a year and a month are reckoned to have; only the order of days matters.
const MONTH: i32 = 31;
const YEAR: i32 = 12 * MONTH;

/// A year, month, day or longer period of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Period {
    /// Its first day, by [`YEAR`] and [`MONTH`].
    first: i32,
    /// The day after its last.
    end: i32,
    /// Whether it is a year of accounts, which may begin in any month.
    fiscal: bool,
}

impl Period {
    /// So many years from the start of one.
    pub(super) fn years(from: i32, count: i32) -> Self {
        Self {
            first: from * YEAR,
            end: (from + count) * YEAR,
            fiscal: false,
        }
    }

    /// A year of accounts.
    pub(super) fn fiscal(year: i32) -> Self {
        Self {
            fiscal: true,
            ..Self::years(year, 1)
        }
    }

    /// So many months of a year, from the `month`-th on.
    pub(super) fn months(year: i32, month: u32, count: i32) -> Option<Self> {
        let month = i32::try_from(month).ok()?;
        let first = year * YEAR + (month - 1) * MONTH;
        (1..=12).contains(&month).then_some(Self {
            first,
            end: first + count * MONTH,
            fiscal: false,
        })
    }

    /// One day.
    pub(super) fn day(year: i32, month: u32, day: u32) -> Option<Self> {
        let day = i32::try_from(day).ok()?;
        let first = Self::months(year, month, 1)?.first + day - 1;
        (1..=MONTH).contains(&day).then_some(Self {
            first,
            end: first + 1,
            fiscal: false,
        })
    }

    /// With so many years before it and behind it.
    pub(super) fn widened(self, years: i32) -> Self {
        Self {
            first: self.first - years * YEAR,
            end: self.end + years * YEAR,
            ..self
        }
    }

    /// Its first or its last part of so many.
    pub(super) fn part(self, first: bool, parts: i32) -> Self {
        let length = (self.end - self.first) / parts.max(1);
        if first {
            Self {
                end: self.first + length,
                ..self
            }
        } else {
            Self {
                first: self.end - length,
                ..self
            }
        }
    }

    /// Whether it begins before another does.
    pub(super) fn begins_before(self, other: Self) -> bool {
        self.first < other.first
    }

    /// The moment at which it begins.
    pub(super) fn beginning(self) -> Self {
        Self {
            end: self.first,
            ..self
        }
    }

    /// The moment at which it is over.
    pub(super) fn ending(self) -> Self {
        Self {
            first: self.end,
            ..self
        }
    }

    fn is_over_by(self, other: Self) -> bool {
        let slack = if self.fiscal == other.fiscal { 0 } else { YEAR };
        self.end + slack <= other.first
    }
}

/// When something holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateSpan {
    /// In a period, as a whole or at some time of it.
    In(Period),
    /// From one period to another; without an end where there is none.
    Between {
        /// In which it begins.
        from: Option<Period>,
        /// In which it ends.
        to: Option<Period>,
    },
    /// In a month or on a day of any year.
    Yearless {
        /// 1 to 12.
        month: u32,
        /// Of the month.
        day: Option<u32>,
    },
    /// On a day of the week, 1 for Monday.
    Weekday(u32),
    /// A stretch of no year, or one that cannot be told.
    Unclear,
}

impl DateSpan {
    /// Some time in a year.
    pub(super) fn in_year(year: i32) -> Self {
        Self::In(Period::years(year, 1))
    }

    /// Whether the two have no time in common. Two stretches may touch: who was mayor until 2014 and who was since.
    pub(super) fn lies_apart(&self, other: &Self) -> bool {
        match (*self, *other) {
            (
                Self::Yearless { month, day },
                Self::Yearless {
                    month: its_month,
                    day: its_day,
                },
            ) => month != its_month || day.is_some() && its_day.is_some() && day != its_day,
            (Self::Weekday(day), Self::Weekday(its)) => day != its,
            _ => self.ends_before(other) || other.ends_before(self),
        }
    }

    /// When it begins, if it has no end.
    pub(super) fn begins_open(&self) -> Option<Period> {
        match *self {
            Self::Between { from, to: None } => from,
            _ => None,
        }
    }

    /// Whether it is a single day.
    pub(super) fn is_day(&self) -> bool {
        match *self {
            Self::In(period) => period.end - period.first <= 1,
            Self::Yearless { day, .. } => day.is_some(),
            Self::Weekday(_) => true,
            Self::Between { .. } | Self::Unclear => false,
        }
    }

    fn ends_before(&self, other: &Self) -> bool {
        let (Some((first, Some(last))), Some((its_first, its_last))) =
            (self.bounds(), other.bounds())
        else {
            return false;
        };
        let Some(its_first) = its_first else {
            return false;
        };
        let is_long = first != Some(last) && its_last != Some(its_first);
        last.is_over_by(its_first) || is_long && last == its_first
    }

    fn bounds(&self) -> Option<(Option<Period>, Option<Period>)> {
        match *self {
            Self::In(period) => Some((Some(period), Some(period))),
            Self::Between { from, to } => Some((from, to)),
            Self::Yearless { .. } | Self::Weekday(_) | Self::Unclear => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(from: i32, to: i32) -> DateSpan {
        DateSpan::Between {
            from: Some(Period::years(from, 1)),
            to: Some(Period::years(to, 1)),
        }
    }

    fn since(year: i32) -> DateSpan {
        DateSpan::Between {
            from: Some(Period::years(year, 1)),
            to: None,
        }
    }

    #[test]
    fn mb_10_stretches_of_time_lie_apart_or_touch() {
        for (one, other) in [
            (DateSpan::in_year(2010), DateSpan::in_year(2011)),
            (between(2010, 2014), between(2015, 2018)),
            (between(2010, 2014), between(2014, 2018)),
            (between(2010, 2014), since(2014)),
            (DateSpan::in_year(2013), since(2014)),
            (
                DateSpan::in_year(1987),
                DateSpan::In(Period::years(1990, 10)),
            ),
            (DateSpan::Weekday(1), DateSpan::Weekday(5)),
        ] {
            assert!(
                one.lies_apart(&other) && other.lies_apart(&one),
                "{one:?} {other:?}"
            );
        }
    }

    #[test]
    fn mb_10_stretches_with_time_in_common_do_not_lie_apart() {
        for (one, other) in [
            (DateSpan::in_year(2010), DateSpan::in_year(2010)),
            (between(2010, 2020), between(2012, 2018)),
            (between(2010, 2014), DateSpan::in_year(2014)),
            (since(2005), since(2010)),
            (since(2005), DateSpan::in_year(2010)),
            (
                DateSpan::in_year(1995),
                DateSpan::In(Period::years(1990, 10)),
            ),
            (DateSpan::in_year(2020), DateSpan::In(Period::fiscal(2019))),
            (DateSpan::in_year(2010), DateSpan::Weekday(1)),
            (DateSpan::in_year(2010), DateSpan::Unclear),
            (DateSpan::Unclear, DateSpan::Unclear),
        ] {
            assert!(
                !one.lies_apart(&other) && !other.lies_apart(&one),
                "{one:?} {other:?}"
            );
        }
    }
}
