//! Amounts and dates, and whether two of them can hold of the same thing.

use super::clock::CLOCK;
use super::units::COUNT;

/// Share of an amount that is lost where units are converted.
const EXACT: f64 = 1e-9;
/// Share of an amount that is lost where it is rounded.
const ROUNDED: f64 = 0.01;

/// A value that a sentence states.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// Value.
    pub measure: Measure,
    /// As it is written.
    pub written: String,
}

/// An amount or a date.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// A number of units.
    Amount {
        /// In base units of the dimension.
        amount: f64,
        /// Dimension of the amount.
        dimension: &'static str,
    },
    /// A day, as far as it is told.
    Date {
        /// Year.
        year: Option<u32>,
        /// Month, 1 to 12.
        month: Option<u32>,
        /// Day of the month.
        day: Option<u32>,
    },
    /// A day of the week, 1 for Monday to 7.
    Weekday(u32),
}

impl Measure {
    /// Returns true if this is a date or a day of the week.
    #[must_use]
    pub fn is_date(&self) -> bool {
        matches!(self, Self::Date { .. } | Self::Weekday(_))
    }

    /// Both amounts and their dimension, if they are amounts of one.
    fn amounts_with(&self, other: &Self) -> Option<(f64, f64, &'static str)> {
        match (*self, *other) {
            (
                Self::Amount {
                    amount: left,
                    dimension,
                },
                Self::Amount {
                    amount: right,
                    dimension: its,
                },
            ) if dimension == its => Some((left, right, dimension)),
            _ => None,
        }
    }

    /// Returns true if both can hold of the same thing; `None` for different kinds.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> Option<bool> {
        if let Some((left, right, dimension)) = self.amounts_with(other) {
            let tolerance = if [COUNT.dimension, CLOCK].contains(&dimension) {
                EXACT
            } else {
                ROUNDED
            };
            return Some(are_within(tolerance, left, right));
        }
        match (*self, *other) {
            (
                Self::Date { year, month, day },
                Self::Date {
                    year: its_year,
                    month: its_month,
                    day: its_day,
                },
            ) => {
                let pairs = [(year, its_year), (month, its_month), (day, its_day)];
                let known: Vec<bool> = pairs
                    .iter()
                    .filter_map(|(a, b)| Some((*a)? == (*b)?))
                    .collect();
                (!known.is_empty()).then(|| known.iter().all(|same| *same))
            }
            (Self::Weekday(day), Self::Weekday(its)) => Some(day == its),
            _ => None,
        }
    }
}

fn are_within(tolerance: f64, left: f64, right: f64) -> bool {
    (left - right).abs() <= tolerance * left.abs().max(right.abs())
}
