//! What calls cost by the prices of the settings.

use amb_llm::chat::Usage;

use super::ledger::{Cost, Service};
use crate::host::{HostError, NetworkFailure};
use crate::settings::{ModelPrice, Money, Price, PriceList};

/// Prices, as a run looks them up.
pub(super) struct Pricing {
    pub prices: PriceList,
    /// The language model's address.
    pub endpoint: String,
    /// The currency in which nothing is paid.
    pub currency: String,
}

impl Pricing {
    /// What a call of a model costs; `None`: its price is not known.
    pub(super) fn of_call(&self, model: &str, usage: &Usage) -> Option<Cost> {
        match self.prices.of_model(&self.endpoint, model) {
            Price::Free => Some(self.nothing()),
            Price::Known(price) => Some(Cost {
                amount: amount(price, usage),
                currency: price.currency.clone(),
            }),
            Price::Unknown => None,
        }
    }

    /// What a call of a service costs. A page that its own server sends costs nothing.
    pub(super) fn of_service(&self, service: Service, address: &str) -> Option<Cost> {
        if service == Service::Page {
            return Some(self.nothing());
        }
        match self.prices.of_call(address) {
            Price::Free => Some(self.nothing()),
            Price::Known(price) => Some(Cost {
                amount: price.call,
                currency: price.currency.clone(),
            }),
            Price::Unknown => None,
        }
    }

    /// What was refused, or is free, costs.
    pub(super) fn nothing(&self) -> Cost {
        Cost {
            amount: Money::default(),
            currency: self.currency.clone(),
        }
    }
}

/// What these tokens cost.
fn amount(price: &ModelPrice, usage: &Usage) -> Money {
    let cached = usage.cached.min(usage.input);
    let read = price.input.for_tokens(usage.input - cached);
    let again = price.cached_input.unwrap_or(price.input);
    let written = price.output.for_tokens(usage.output);
    read.plus(again.for_tokens(cached)).plus(written)
}

/// Whether an exchange failed after it had begun, so that its work may be charged.
pub(crate) fn breaks_off(error: &HostError) -> bool {
    matches!(
        error,
        HostError::Network {
            failure: NetworkFailure::Timeout
                | NetworkFailure::Stalled
                | NetworkFailure::Broken
                | NetworkFailure::TooLarge,
            ..
        }
    )
}
