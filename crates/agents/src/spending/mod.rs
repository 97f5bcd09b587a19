//! The spending of a run: tokens, requests, money, time (BX-03).
//!
//! - `pricing`: the cost of a call.
//! - `bounds`: the check that limits allow the next request, and the answer after it.
//! - `meter`: the run's account, which is consulted before each request and updated after it.
//! - `estimate`: the cost of a run, before it begins; `tally` sums its calls up; `document_size`: its documents.
//!
//! Prices and limits are settings: [`PriceList`](crate::settings::PriceList), [`Budget`](crate::settings::Budget).

mod bounds;
mod document_size;
mod estimate;
mod meter;
#[cfg(test)]
mod meter_tests;
mod pricing;
mod tally;

pub use bounds::{BudgetReached, Purpose, SpendError};
pub use document_size::{DocumentSize, OutlineTitle};
pub(crate) use estimate::PASSAGE;
pub use estimate::{Estimate, Forecast, answer_tokens, estimate};
pub use meter::{Meter, Paid};
pub(crate) use pricing::breaks_off;
