//! Limits of a run.

use serde::{Deserialize, Serialize};

use super::prices::{check_currency, usd};
use super::{Agent, Money, Price, Settings, SettingsError};

/// Limits of a run. A missing limit is unlimited, except that of requests. A run keeps within them: work beyond them is
/// not begun, and the answer is made from the results so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Budget {
    /// Money, in units of `currency`.
    pub money: Option<f64>,
    /// The currency of `money`: `USD`.
    pub currency: String,
    /// Tokens of the language model, read and written.
    pub tokens: Option<f64>,
    /// Requests to the model, the search and pages, retries included: 200. Journals of runs without such a limit have
    /// `null`.
    pub requests: Option<f64>,
    /// Seconds since the run began. Work under way is not cut off.
    pub seconds: Option<f64>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            money: None,
            currency: usd(),
            tokens: None,
            requests: Some(REQUESTS),
            seconds: None,
        }
    }
}

/// Requests of a run whose budget does not limit them.
const REQUESTS: f64 = 200.0;

/// A limited quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Money.
    Money,
    /// Tokens.
    Tokens,
    /// Requests.
    Requests,
    /// Time.
    Seconds,
}

impl Limit {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Money, Self::Tokens, Self::Requests, Self::Seconds];

    /// The setting's name.
    #[must_use]
    pub fn setting(self) -> &'static str {
        match self {
            Self::Money => "budget.money",
            Self::Tokens => "budget.tokens",
            Self::Requests => "budget.requests",
            Self::Seconds => "budget.seconds",
        }
    }
}

/// The longest run that can be allowed: a year of seconds.
const LONGEST: f64 = 366.0 * 86_400.0;
/// The most tokens or requests.
const MOST: f64 = 1e12;
/// The most money, in units.
const RICHEST: f64 = 1e6;

impl Budget {
    /// Checks every limit against its range.
    ///
    /// # Errors
    /// Names the first that is zero, negative, no number or too large.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let fault = |limit: Limit, value: f64, range| {
            Err(SettingsError {
                name: limit.setting(),
                value: value.to_string(),
                range,
            })
        };
        let amounts = [
            (
                Limit::Money,
                self.money,
                RICHEST,
                "above 0 and at most 1,000,000, or left out for no limit",
            ),
            (
                Limit::Seconds,
                self.seconds,
                LONGEST,
                "above 0 and at most a year, or left out for no limit",
            ),
        ];
        for (limit, value, most, range) in amounts {
            match value {
                Some(value) if !(value > 0.0 && value <= most) => {
                    return fault(limit, value, range);
                }
                _ => {}
            }
        }
        for (limit, value) in [
            (Limit::Tokens, self.tokens),
            (Limit::Requests, self.requests),
        ] {
            match value {
                Some(value) if !((1.0..=MOST).contains(&value) && value.fract() == 0.0) => {
                    let range = "a whole number above 0, or left out for no limit";
                    return fault(limit, value, range);
                }
                _ => {}
            }
        }
        check_currency("budget.currency", &self.currency)
    }

    /// Checks that the limits can be enforced with these settings.
    ///
    /// # Errors
    /// As [`Budget::validate`]; or money is limited, and a model's price is unknown, or in another currency.
    pub fn check(&self, settings: &Settings) -> Result<(), SettingsError> {
        self.validate()?;
        let (Some(money), Some(llm)) = (self.money, &settings.llm) else {
            return Ok(());
        };
        let models = Agent::ALL.iter().map(|agent| llm.model_of(*agent));
        for model in models.chain(llm.vision_model.as_deref()) {
            let price = settings.prices.of_model(&llm.provider.base_url, model);
            let (fault, range) = match price {
                Price::Unknown => (
                    format!("while the price of the model {model:?} is not known"),
                    "left out (budget.tokens limits any model), or the model's price be given in the setting prices",
                ),
                Price::Known(price) if price.currency != self.currency => (
                    format!("while the model {model:?} is paid in {}", price.currency),
                    "in the currency of the model's price",
                ),
                _ => continue,
            };
            return Err(SettingsError {
                name: Limit::Money.setting(),
                value: format!("{money} {}, {fault}", self.currency),
                range,
            });
        }
        Ok(())
    }

    /// The limit of money.
    #[must_use]
    pub fn money_limit(&self) -> Option<Money> {
        self.money.and_then(Money::of)
    }

    /// The limit of tokens.
    #[must_use]
    pub fn token_limit(&self) -> Option<u64> {
        self.tokens.map(whole)
    }

    /// The limit of requests.
    #[must_use]
    pub fn request_limit(&self) -> Option<u64> {
        self.requests.map(whole)
    }

    /// The limit of time, in milliseconds.
    #[must_use]
    pub fn time_limit(&self) -> Option<i64> {
        let milliseconds = self.seconds.map(|seconds| whole(seconds * 1000.0));
        milliseconds.map(|all| i64::try_from(all).unwrap_or(i64::MAX))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit that is checked is above 0; a cast of anything else ends at the nearest number"
)]
fn whole(value: f64) -> u64 {
    value.ceil() as u64
}

#[cfg(test)]
mod tests {
    use amb_llm::chat::Provider;

    use super::*;
    use crate::settings::LlmSettings;

    fn named(json: &str) -> Budget {
        serde_json::from_str(json).unwrap()
    }

    /// Without a budget nobody is surprised by a night of requests; a user who wants one lifts the limit.
    #[test]
    fn bx_03_requests_are_limited_unless_the_limit_is_lifted() {
        let limit = |json| named(json).request_limit();
        assert_eq!(limit("{}"), Some(200));
        assert_eq!(limit(r#"{"seconds":60}"#), Some(200));
        assert_eq!(limit(r#"{"requests":5000}"#), Some(5000));
        assert_eq!(limit(r#"{"requests":null}"#), None);
    }

    #[test]
    fn bx_03_a_limit_that_is_none_is_refused_by_name() {
        assert_eq!(Budget::default().validate(), Ok(()));
        for (json, name) in [
            (r#"{"money":0}"#, "budget.money"),
            (r#"{"money":-0.5}"#, "budget.money"),
            (r#"{"tokens":0}"#, "budget.tokens"),
            (r#"{"tokens":2.5}"#, "budget.tokens"),
            (r#"{"requests":-1}"#, "budget.requests"),
            (r#"{"seconds":1e300}"#, "budget.seconds"),
            (r#"{"money":1,"currency":"$"}"#, "budget.currency"),
        ] {
            let error = named(json).validate().unwrap_err();
            assert_eq!(error.name, name, "{json}");
        }
        for value in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            let (money, tokens) = (Some(value), Some(value));
            for budget in [
                Budget {
                    money,
                    ..Budget::default()
                },
                Budget {
                    tokens,
                    ..Budget::default()
                },
                Budget {
                    requests: tokens,
                    ..Budget::default()
                },
                Budget {
                    seconds: money,
                    ..Budget::default()
                },
            ] {
                let error = budget.validate().unwrap_err().to_string();
                assert!(error.contains("left out for no limit"), "{error}");
            }
        }
    }

    #[test]
    fn bx_03_money_is_limited_only_where_it_can_be_counted() {
        let settings = |provider: &str, model: &str| Settings {
            llm: Some(LlmSettings {
                provider: Provider::named(provider).unwrap(),
                model: model.to_owned(),
                ..LlmSettings::default()
            }),
            ..Settings::default()
        };
        let dollars = named(r#"{"money":0.5}"#);
        assert_eq!(dollars.check(&Settings::default()), Ok(()));
        assert_eq!(
            dollars.check(&settings("deepseek", "deepseek-flash")),
            Ok(())
        );
        assert_eq!(dollars.check(&settings("ollama", "qwen3:8b")), Ok(()));
        let unknown = dollars.check(&settings("deepseek", "deepseek-new"));
        assert!(unknown.unwrap_err().to_string().contains("deepseek-new"));
        let francs = named(r#"{"money":0.5,"currency":"CHF"}"#);
        let mixed = francs.check(&settings("deepseek", "deepseek-flash"));
        assert!(mixed.unwrap_err().to_string().contains("paid in USD"));
        let tokens = named(r#"{"tokens":5000}"#);
        assert_eq!(tokens.check(&settings("deepseek", "deepseek-new")), Ok(()));
    }
}
