//! What a run spends: tokens, requests, money, time (BX-03).
//!
//! - `ledger`: what was spent, by agent and model, and by service.
//! - `pricing`: what a call costs.
//! - `bounds`: whether limits bear what comes next, and the answer after it.
//! - `meter`: the run's account, which is asked before each request and told after it.
//! - `estimate`: what a run may cost, before it begins.
//!
//! Prices and limits are settings: [`PriceList`](crate::settings::PriceList), [`Budget`](crate::settings::Budget).

mod bounds;
mod estimate;
mod ledger;
mod meter;
#[cfg(test)]
mod meter_tests;
mod pricing;

pub use bounds::{BudgetReached, Purpose, SpendError};
pub use estimate::{Estimate, Forecast, answer_tokens, estimate};
pub use ledger::{Cost, Ledger, ModelSpending, Service, ServiceSpending, Spent};
pub use meter::{Meter, Paid};
pub(crate) use pricing::breaks_off;
