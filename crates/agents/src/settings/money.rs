//! Amounts of money, exact.

use std::fmt;
use std::iter::Sum;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An amount of money of some currency.
///
/// Sums are exact on every machine: it counts millionths of a millionth of the currency's unit, so that one
/// token at 0.01 a million is a whole number of them. In JSON it is a number of units, such as `0.25`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(u64);

/// Parts of a unit of a currency.
const PARTS: f64 = 1e12;

/// The largest amount: a million units. Every sum is limited to it, so that a stored amount can be read again.
const MOST: f64 = 1e6;

/// The largest amount, in parts.
const MOST_PARTS: u64 = 1_000_000_000_000_000_000;

/// Tokens that a price refers to.
const MILLION: u128 = 1_000_000;

impl Money {
    /// Returns so many units of a currency; `None` for an invalid amount: negative, not a number, over a million.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked against the range"
    )]
    pub fn of(units: f64) -> Option<Self> {
        (0.0..=MOST)
            .contains(&units)
            .then(|| Self((units * PARTS).round() as u64))
    }

    /// In units of the currency.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to nine thousand units"
    )]
    pub fn units(self) -> f64 {
        self.0 as f64 / PARTS
    }

    /// Returns the amount in millionths of a millionth.
    #[must_use]
    pub(crate) fn parts(self) -> u64 {
        self.0
    }

    /// Returns the amount of so many parts, see [`Money::parts`].
    #[must_use]
    pub(crate) fn from_parts(parts: u64) -> Self {
        Self(parts)
    }

    /// Returns the cost of these tokens if a million of them costs this; a fraction of a part is rounded up.
    #[must_use]
    pub fn for_tokens(self, tokens: u64) -> Self {
        let parts = (u128::from(self.0) * u128::from(tokens)).div_ceil(MILLION);
        Self(u64::try_from(parts).map_or(MOST_PARTS, |parts| parts.min(MOST_PARTS)))
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(MOST_PARTS))
    }

    /// This many times.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count).min(MOST_PARTS))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::plus)
    }
}

/// Units with at most six decimals.
impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = format!("{:.6}", self.units());
        let told = told.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(told)
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.units())
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let units = f64::deserialize(deserializer)?;
        Self::of(units).ok_or_else(|| {
            D::Error::custom(format!(
                "{units} is no amount of money: give a number from 0 to 1,000,000"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_03_amounts_are_exact_and_survive_json() {
        let price = Money::of(0.3).unwrap();
        let cost: Money = (0..10).map(|_| price.for_tokens(1)).sum();
        assert_eq!(cost, Money::of(0.000_003).unwrap());
        assert_eq!(cost.to_string(), "0.000003");
        let json = serde_json::to_string(&cost).unwrap();
        assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), cost);
        assert_eq!(Money::of(2.0).unwrap().to_string(), "2");
    }

    /// For any token counts of an endpoint, their cost can be stored and read again.
    #[test]
    fn bx_03_no_sum_is_more_than_can_be_told() {
        let most = Money::of(MOST).unwrap();
        let counted = Money::of(600.0).unwrap().for_tokens(1_000_000_000);
        assert_eq!(counted, Money::of(600_000.0).unwrap());
        for sum in [
            counted.plus(counted),
            counted.times(u64::MAX),
            most.for_tokens(u64::MAX),
        ] {
            assert_eq!(sum, most);
            let json = serde_json::to_string(&sum).unwrap();
            assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), sum);
        }
    }

    #[test]
    fn bx_03_what_is_no_amount_is_refused() {
        for wrong in [-0.1, f64::NAN, f64::INFINITY, 1e7] {
            assert_eq!(Money::of(wrong), None, "{wrong}");
        }
        let error = serde_json::from_str::<Money>("-1").unwrap_err();
        assert!(error.to_string().contains("no amount of money"), "{error}");
    }
}
