//! Prices of models and services: `models/prices.json`, and the user's own.

use amb_llm::chat::Provider;
use serde::{Deserialize, Serialize};

use super::{Money, SettingsError};

/// Prices. The first that fits counts; a subject without one has an unknown price, which is not zero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceList {
    /// Prices of language models.
    #[serde(default)]
    pub models: Vec<ModelPrice>,
    /// Prices of services that are paid by the call: web search, page reading.
    #[serde(default)]
    pub calls: Vec<CallPrice>,
}

/// The price of a model, for a million tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelPrice {
    /// Its name; also of its dated versions, `name-2026-01-31`.
    pub model: String,
    /// Its endpoint, such as `https://api.deepseek.com`; `None`: any.
    #[serde(default)]
    pub endpoint: Option<String>,
    /// Three capital letters: `USD`.
    #[serde(default = "usd")]
    pub currency: String,
    /// Tokens that it reads.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub input: Money,
    /// Tokens that it reads from its cache; `None`: as any other.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub cached_input: Option<Money>,
    /// Tokens that it writes, thoughts included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub output: Money,
    /// The source of the price.
    #[serde(default)]
    pub source: String,
    /// The date of the price.
    #[serde(default)]
    pub as_of: String,
}

/// The price of a call of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallPrice {
    /// Its address, such as `https://google.serper.dev`.
    pub endpoint: String,
    /// Three capital letters: `USD`.
    #[serde(default = "usd")]
    pub currency: String,
    /// The price; 0 for a free service.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub call: Money,
    /// The source of the price.
    #[serde(default)]
    pub source: String,
    /// The date of the price.
    #[serde(default)]
    pub as_of: String,
}

/// The currency where none is named.
pub(super) fn usd() -> String {
    "USD".to_owned()
}

/// A price, if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price<P> {
    /// Nothing is paid: a model on the user's own machine, a page from its own server.
    Free,
    /// This is paid.
    Known(P),
    /// There is no price.
    Unknown,
}

/// Presets whose models run on the user's own machine.
const LOCAL: [&str; 3] = ["ollama", "lmstudio", "llamacpp"];

impl Default for PriceList {
    /// The prices of `models/prices.json`.
    fn default() -> Self {
        let known = include_str!("../../../../models/prices.json");
        serde_json::from_str(known).unwrap_or(Self {
            models: Vec::new(),
            calls: Vec::new(),
        })
    }
}

impl PriceList {
    /// Returns these prices, followed by the known ones: a user names only the differences.
    #[must_use]
    pub fn over_known(mut self) -> Self {
        let known = Self::default();
        let models = known.models.into_iter();
        let models: Vec<_> = models.filter(|one| !self.models.contains(one)).collect();
        let calls = known.calls.into_iter();
        let calls: Vec<_> = calls.filter(|one| !self.calls.contains(one)).collect();
        self.models.extend(models);
        self.calls.extend(calls);
        self
    }

    /// Returns the price of a model at an endpoint.
    #[must_use]
    pub fn of_model(&self, base_url: &str, model: &str) -> Price<&ModelPrice> {
        let fits = |price: &&ModelPrice| {
            let endpoint = price.endpoint.as_deref();
            is_version(model, &price.model) && endpoint.is_none_or(|at| stands_at(base_url, at))
        };
        match self.models.iter().find(fits) {
            Some(price) => Price::Known(price),
            None if is_local(base_url) => Price::Free,
            None => Price::Unknown,
        }
    }

    /// Returns the price of a call of the service at this address.
    #[must_use]
    pub fn of_call(&self, base_url: &str) -> Price<&CallPrice> {
        let mut calls = self.calls.iter();
        match calls.find(|price| stands_at(base_url, &price.endpoint)) {
            Some(price) if price.call == Money::default() => Price::Free,
            Some(price) => Price::Known(price),
            None => Price::Unknown,
        }
    }

    /// Checks that every price has its subject and its currency.
    ///
    /// # Errors
    /// Names the first one that lacks them.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let models = self.models.iter().map(|price| &price.currency);
        let calls = self.calls.iter().map(|price| &price.currency);
        models
            .chain(calls)
            .try_for_each(|currency| check_currency("prices.currency", currency))?;
        let names = self.models.iter().map(|price| &price.model);
        let addresses = self.calls.iter().map(|price| &price.endpoint);
        match names.chain(addresses).find(|name| name.trim().is_empty()) {
            Some(blank) => Err(SettingsError {
                name: "prices",
                value: format!("one of {blank:?}"),
                range: "prices of models by name, and of calls by endpoint",
            }),
            None => Ok(()),
        }
    }
}

/// Checks that this is a currency's code.
pub(super) fn check_currency(name: &'static str, currency: &str) -> Result<(), SettingsError> {
    let sound = currency.len() == 3 && currency.bytes().all(|letter| letter.is_ascii_uppercase());
    if sound {
        return Ok(());
    }
    Err(SettingsError {
        name,
        value: format!("{currency:?}"),
        range: "three capital letters, such as \"USD\"",
    })
}

fn is_local(base_url: &str) -> bool {
    let known = LOCAL.iter().filter_map(|name| Provider::named(name));
    let base_url = base_url.trim_end_matches('/');
    known
        .into_iter()
        .any(|provider| provider.base_url == base_url)
}

/// Returns true if an address is this endpoint or lies under it.
fn stands_at(address: &str, endpoint: &str) -> bool {
    let rest = address.strip_prefix(endpoint.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns true if a model is this one, or a dated version of it.
fn is_version(model: &str, name: &str) -> bool {
    let Some(rest) = model.strip_prefix(name) else {
        return false;
    };
    let date = rest.strip_prefix('-').unwrap_or_default();
    let digits = date.bytes().filter(u8::is_ascii_digit).count();
    rest.is_empty() || digits == 8 && date.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEEPSEEK: &str = "https://api.deepseek.com/v1";

    fn own(model: &str, input: f64) -> PriceList {
        PriceList {
            models: vec![ModelPrice {
                model: model.to_owned(),
                endpoint: None,
                currency: usd(),
                input: Money::of(input).unwrap(),
                cached_input: None,
                output: Money::of(input).unwrap(),
                source: String::new(),
                as_of: String::new(),
            }],
            calls: Vec::new(),
        }
    }

    #[test]
    fn bx_03_known_prices_say_where_and_when_they_were_told() {
        let known = PriceList::default();
        assert_eq!(known.validate(), Ok(()));
        assert!(known.models.len() > 3);
        for price in &known.models {
            assert!(price.source.starts_with("https://"), "{price:?}");
            assert_eq!(price.as_of.len(), 10, "{price:?}");
            assert!(price.cached_input.unwrap() <= price.input, "{price:?}");
        }
        assert!(matches!(
            known.of_call("https://google.serper.dev"),
            Price::Known(_)
        ));
    }

    #[test]
    fn bx_03_an_unknown_price_is_not_taken_for_none() {
        let known = PriceList::default();
        assert_eq!(known.of_model(DEEPSEEK, "nobody"), Price::Unknown);
        assert_eq!(
            known.of_model("https://api.deepseek.com.evil.example/v1", "deepseek-flash"),
            Price::Unknown
        );
        assert_eq!(known.of_call("https://r.jina.ai"), Price::Unknown);
        assert_eq!(known.of_call("https://s.jina.ai"), Price::Unknown);
        assert_eq!(known.of_call("https://wikipedia.org"), Price::Free);
        for name in LOCAL {
            let local = Provider::named(name).unwrap();
            assert_eq!(known.of_model(&local.base_url, "qwen3:8b"), Price::Free);
        }
    }

    #[test]
    fn bx_03_the_users_price_goes_before_the_known_one() {
        let prices = own("deepseek-flash", 9.0).over_known();
        let Price::Known(price) = prices.of_model(DEEPSEEK, "deepseek-flash-2026-01-31") else {
            panic!("no price");
        };
        assert_eq!(price.input, Money::of(9.0).unwrap());
        assert!(matches!(
            prices.of_model(DEEPSEEK, "deepseek-v4-pro"),
            Price::Known(_)
        ));
        assert_eq!(prices.clone().over_known(), prices);
        let flash_lite = prices.of_model(DEEPSEEK, "deepseek-flash-lite");
        assert_eq!(flash_lite, Price::Unknown);
    }

    #[test]
    fn bx_03_a_price_without_a_currency_is_refused() {
        let mut prices = own("m", 1.0);
        prices.models[0].currency = "dollars".to_owned();
        assert_eq!(prices.validate().unwrap_err().name, "prices.currency");
        let prices = own(" ", 1.0);
        assert_eq!(prices.validate().unwrap_err().name, "prices");
    }
}
