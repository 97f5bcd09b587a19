//! The spending of a run, line by line.

use std::collections::BTreeMap;

use amb_llm::chat::Usage;
use serde::{Deserialize, Serialize};

use crate::settings::{Agent, Money};

/// An amount and its currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Cost {
    /// The amount.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub amount: Money,
    /// Its currency: `USD`.
    pub currency: String,
}

/// A service other than the language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// Web search.
    Search,
    /// A service that reads pages.
    Reader,
    /// Pages, each from its own server.
    Page,
}

/// Spending of one agent on one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ModelSpending {
    /// The agent.
    pub agent: Agent,
    /// The model.
    pub model: String,
    /// Requests, those that failed included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub calls: u64,
    /// Tokens that were read.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub input_tokens: u64,
    /// Input tokens that the endpoint had in its cache.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub cached_tokens: u64,
    /// Tokens that were written.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub output_tokens: u64,
    /// Calls whose tokens are estimates, because the endpoint counted none.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub estimated_calls: u64,
    /// Their cost; `None` if the model's price is unknown.
    pub cost: Option<Cost>,
}

/// Spending on one service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ServiceSpending {
    /// The service.
    pub service: Service,
    /// Requests, those that failed included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub calls: u64,
    /// Their cost; `None` if its price is unknown.
    pub cost: Option<Cost>,
}

/// The total spending.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// Requests, those that failed included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub requests: u64,
    /// Tokens, read and written.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub tokens: u64,
    /// Money, by currency.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub money: BTreeMap<String, Money>,
    /// Requests without a known price: their cost is not in `money`.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub unpriced: u64,
    /// Milliseconds since the run began, as of the last request; `None` where time is not limited.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub milliseconds: Option<i64>,
}

/// The spending of a run (BX-03). It is computed from journalled effects alone, so a replay gives the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Ledger {
    /// By agent and model, in the order of their first calls.
    pub models: Vec<ModelSpending>,
    /// By service, in the order of their first calls.
    pub services: Vec<ServiceSpending>,
    /// The sum.
    pub total: Spent,
}

impl Ledger {
    /// Adds a call of a model: its usage, `None` if it was refused, and its cost.
    pub(crate) fn add_call(
        &mut self,
        agent: Agent,
        model: &str,
        usage: Option<&Usage>,
        cost: Option<Cost>,
    ) {
        self.total.add(cost.as_ref());
        self.total.tokens += usage.map_or(0, |usage| usage.input + usage.output);
        let mut lines = self.models.iter_mut();
        let known = lines.find(|line| line.agent == agent && line.model == model);
        if let Some(line) = known {
            line.add(usage, cost);
        } else {
            let mut line = ModelSpending::new(agent, model);
            line.add(usage, cost);
            self.models.push(line);
        }
    }

    /// Writes down a call of a service.
    pub(crate) fn add_service(&mut self, service: Service, cost: Option<Cost>) {
        self.total.add(cost.as_ref());
        let mut lines = self.services.iter_mut();
        match lines.find(|line| line.service == service) {
            Some(line) => {
                line.calls += 1;
                line.cost = both(line.cost.take(), cost);
            }
            None => self.services.push(ServiceSpending {
                service,
                calls: 1,
                cost,
            }),
        }
    }
}

impl ModelSpending {
    fn new(agent: Agent, model: &str) -> Self {
        Self {
            agent,
            model: model.to_owned(),
            calls: 0,
            input_tokens: 0,
            cached_tokens: 0,
            output_tokens: 0,
            estimated_calls: 0,
            cost: None,
        }
    }

    fn add(&mut self, usage: Option<&Usage>, cost: Option<Cost>) {
        self.cost = match self.calls {
            0 => cost,
            _ => both(self.cost.take(), cost),
        };
        self.calls += 1;
        if let Some(usage) = usage {
            self.input_tokens += usage.input;
            self.cached_tokens += usage.cached;
            self.output_tokens += usage.output;
            self.estimated_calls += u64::from(usage.estimated);
        }
    }
}

/// Returns the sum of two costs; unknown if one is. A cost of zero has no relevant currency.
fn both(one: Option<Cost>, other: Option<Cost>) -> Option<Cost> {
    let (one, other) = (one?, other?);
    Some(Cost {
        amount: one.amount.plus(other.amount),
        currency: if one.amount == Money::default() {
            other.currency
        } else {
            one.currency
        },
    })
}

impl Spent {
    /// Adds a request and its cost.
    fn add(&mut self, cost: Option<&Cost>) {
        self.requests += 1;
        match cost {
            Some(Cost { amount, currency }) if *amount > Money::default() => {
                let sum = self.money.entry(currency.clone()).or_default();
                *sum = sum.plus(*amount);
            }
            Some(_) => {}
            None => self.unpriced += 1,
        }
    }

    /// Money of a currency.
    #[must_use]
    pub fn money_in(&self, currency: &str) -> Money {
        self.money.get(currency).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(input: u64, cached: u64, output: u64, estimated: bool) -> Usage {
        Usage {
            input,
            cached,
            output,
            estimated,
        }
    }

    fn dollars(amount: f64) -> Option<Cost> {
        Some(Cost {
            amount: Money::of(amount).unwrap(),
            currency: "USD".to_owned(),
        })
    }

    #[test]
    fn bx_03_each_agent_and_model_has_its_line_and_the_total_is_their_sum() {
        let mut ledger = Ledger::default();
        let calls = [
            (Agent::React, "a", usage(100, 40, 10, false), dollars(0.5)),
            (Agent::Planning, "a", usage(1, 0, 1, true), dollars(0.1)),
            (Agent::React, "a", usage(10, 0, 5, true), dollars(0.25)),
            (Agent::React, "b", usage(7, 0, 2, false), None),
        ];
        for (agent, model, usage, cost) in calls {
            ledger.add_call(agent, model, Some(&usage), cost);
        }
        ledger.add_call(Agent::React, "a", None, dollars(0.0));
        ledger.add_service(Service::Search, dollars(0.001));
        ledger.add_service(Service::Search, dollars(0.001));
        let first = &ledger.models[0];
        assert_eq!((first.calls, first.input_tokens), (3, 110));
        assert_eq!((first.cached_tokens, first.output_tokens), (40, 15));
        assert_eq!((first.estimated_calls, &first.cost), (1, &dollars(0.75)));
        assert_eq!(ledger.models.len(), 3);
        assert_eq!(ledger.services[0].cost, dollars(0.002));
        assert_eq!((ledger.total.requests, ledger.total.tokens), (7, 136));
        assert_eq!(ledger.total.money_in("USD"), Money::of(0.852).unwrap());
        assert_eq!(ledger.total.unpriced, 1);
    }

    #[test]
    fn bx_03_a_line_whose_price_is_unknown_has_no_sum() {
        let mut ledger = Ledger::default();
        ledger.add_service(Service::Reader, None);
        ledger.add_service(Service::Reader, dollars(0.5));
        assert_eq!(ledger.services[0].cost, None);
    }
}
