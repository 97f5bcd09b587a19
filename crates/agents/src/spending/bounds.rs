//! Checks that limits allow the next request, and the answer after it: pure arithmetic.

use crate::host::HostError;
use crate::protocol::Spent;
use crate::settings::{Budget, Limit, Money};

/// The purpose of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Any work except the answer, for which enough must be left.
    Work,
    /// The answer.
    Answer,
}

/// A limit that forbids a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the budget of {limit} does not bear what comes next: {spent} spent, up to {needed} for the next request{kept}"
)]
pub struct BudgetReached {
    /// The limited quantity.
    pub which: Limit,
    limit: String,
    spent: String,
    needed: String,
    kept: String,
}

/// Why something was not paid for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// The budget does not bear it.
    #[error(transparent)]
    Budget(#[from] BudgetReached),
    /// An effect failed.
    #[error(transparent)]
    Host(#[from] HostError),
}

/// Amounts of all limited quantities: spent, or needed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Amounts {
    pub money: Money,
    pub tokens: u64,
    pub requests: u64,
    pub milliseconds: i64,
}

impl Amounts {
    /// Returns the amounts spent; money in the budget's currency.
    pub(super) fn spent(spent: &Spent, currency: &str) -> Self {
        Self {
            money: spent.money_in(currency),
            tokens: spent.tokens,
            requests: spent.requests,
            milliseconds: spent.milliseconds.unwrap_or(0),
        }
    }

    /// Returns the amount of a limited quantity, in its own unit.
    fn of(&self, limit: Limit) -> u64 {
        match limit {
            Limit::Money => self.money.parts(),
            Limit::Tokens => self.tokens,
            Limit::Requests => self.requests,
            Limit::Seconds => u64::try_from(self.milliseconds).unwrap_or(0),
        }
    }
}

/// Returns the first limit that the needed and the reserved amounts exceed, on top of those spent.
pub(super) fn reached(
    budget: &Budget,
    limits: &[Limit],
    purpose: Purpose,
    [spent, needed, kept]: &[Amounts; 3],
) -> Option<BudgetReached> {
    limits.iter().find_map(|which| {
        let amounts = [spent, needed, kept].map(|amounts| amounts.of(*which));
        let sum = amounts
            .iter()
            .fold(0_u64, |sum, one| sum.saturating_add(*one));
        let limit = most(budget, *which).filter(|limit| sum > *limit)?;
        let told = |amount| told(budget, *which, amount);
        let [spent, needed, kept] = amounts.map(told);
        Some(BudgetReached {
            which: *which,
            limit: told(limit),
            spent,
            needed,
            kept: match purpose {
                Purpose::Work => format!(", and up to {kept} for the answer"),
                Purpose::Answer => String::new(),
            },
        })
    })
}

/// A limit in the unit of [`Amounts::of`].
fn most(budget: &Budget, limit: Limit) -> Option<u64> {
    match limit {
        Limit::Money => budget.money_limit().map(Money::parts),
        Limit::Tokens => budget.token_limit(),
        Limit::Requests => budget.request_limit(),
        Limit::Seconds => budget
            .time_limit()
            .and_then(|time| u64::try_from(time).ok()),
    }
}

fn told(budget: &Budget, limit: Limit, amount: u64) -> String {
    let plural = if amount == 1 { "" } else { "s" };
    match limit {
        Limit::Money => format!("{} {}", Money::from_parts(amount), budget.currency),
        Limit::Tokens => format!("{amount} token{plural}"),
        Limit::Requests => format!("{amount} request{plural}"),
        Limit::Seconds => format!("{}.{} seconds", amount / 1000, amount % 1000 / 100),
    }
}
