//! The cost of calls by the prices of the settings.

use amb_llm::chat::Usage;

use crate::host::{HostError, NetworkFailure};
use crate::protocol::{Cost, Service};
use crate::settings::{ModelPrice, Money, Price, PriceList};

/// Prices, as a run looks them up.
pub(super) struct Pricing {
    pub prices: PriceList,
    /// The language model's address.
    pub endpoint: String,
    /// The currency of free calls.
    pub currency: String,
}

impl Pricing {
    /// Returns the cost of a call of a model; `None` if its price is unknown.
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

    /// Returns the cost of a call of a service. A page from its own server is free.
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

    /// Returns the cost of a refused or free call.
    pub(super) fn nothing(&self) -> Cost {
        Cost {
            amount: Money::default(),
            currency: self.currency.clone(),
        }
    }
}

/// Returns the cost of these tokens.
fn amount(price: &ModelPrice, usage: &Usage) -> Money {
    let cached = usage.cached.min(usage.input);
    let read = price.input.for_tokens(usage.input - cached);
    let again = price.cached_input.unwrap_or(price.input);
    let written = price.output.for_tokens(usage.output);
    read.plus(again.for_tokens(cached)).plus(written)
}

/// Returns true if an exchange failed after its start, so that its work may be charged.
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
