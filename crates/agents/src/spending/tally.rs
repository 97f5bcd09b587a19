//! The calls that a run is expected to make, and their sum.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::estimate::Forecast;
use crate::protocol::Cost;
use crate::settings::{Agent, Budget, LlmSettings, Money, Price, Settings};

/// Calls of one kind.
struct Calls {
    count: u64,
    /// Tokens of each, read and written.
    tokens: u64,
    /// The cost of each, if it is known and not nothing.
    cost: Option<Cost>,
}

/// The calls of a run.
pub(super) struct Tally<'s> {
    pub(super) settings: &'s Settings,
    pub(super) llm: &'s LlmSettings,
    calls: Vec<Calls>,
    unpriced: BTreeSet<String>,
}

impl<'s> Tally<'s> {
    /// None yet.
    pub(super) fn new(settings: &'s Settings, llm: &'s LlmSettings) -> Self {
        Self {
            settings,
            llm,
            calls: Vec::new(),
            unpriced: BTreeSet::new(),
        }
    }

    /// Adds so many calls of an agent's model, each with so many input and output tokens.
    pub(super) fn calls(&mut self, agent: Agent, count: u64, input: usize, output: usize) {
        let (input, output) = (input as u64, output as u64);
        let model = self.llm.model_of(agent);
        let endpoint = &self.llm.provider.base_url;
        let cost = match self.settings.prices.of_model(endpoint, model) {
            Price::Free => None,
            Price::Known(price) => Some(Cost {
                amount: price
                    .input
                    .for_tokens(input)
                    .plus(price.output.for_tokens(output)),
                currency: price.currency.clone(),
            }),
            Price::Unknown => {
                self.unpriced.insert(model.to_owned());
                None
            }
        };
        let tokens = input + output;
        self.calls.push(Calls {
            count,
            tokens,
            cost,
        });
    }

    /// Adds so many calls of the service at this address; an empty address is no service.
    pub(super) fn service(&mut self, endpoint: &str, count: u64) {
        let cost = match self.settings.prices.of_call(endpoint) {
            Price::Known(price) => Some(Cost {
                amount: price.call,
                currency: price.currency.clone(),
            }),
            Price::Unknown if !endpoint.is_empty() => {
                self.unpriced.insert(endpoint.to_owned());
                None
            }
            Price::Free | Price::Unknown => None,
        };
        self.calls.push(Calls {
            count,
            tokens: 0,
            cost,
        });
    }

    /// Returns the sum, or the part of it that the budget allows: of more calls than that, the largest.
    pub(super) fn within(self, budget: &Budget) -> Forecast {
        let least = |amount: u64, limit: Option<u64>| limit.map_or(amount, |most| amount.min(most));
        let limit = budget.request_limit();
        let requests = self.calls.iter().map(|calls| calls.count).sum();
        let largest = largest(self.calls.iter(), limit, |calls| calls.tokens);
        let tokens = largest.map(|(calls, count)| count * calls.tokens).sum();
        let mut money = self.money(limit);
        if let (Some(limit), Some(sum)) = (budget.money_limit(), money.get_mut(&budget.currency)) {
            *sum = limit.min(*sum);
        }
        Forecast {
            requests: least(requests, limit),
            tokens: least(tokens, budget.token_limit()),
            money,
            unpriced: self.unpriced.into_iter().collect(),
        }
    }

    /// Returns the cost of the dearest calls, by currency.
    fn money(&self, limit: Option<u64>) -> BTreeMap<String, Money> {
        let costs = self.calls.iter().filter_map(|calls| calls.cost.as_ref());
        let currencies: BTreeSet<&String> = costs.map(|cost| &cost.currency).collect();
        let sum = |currency: &String| {
            let amount = |calls: &Calls| {
                let cost = calls.cost.as_ref();
                cost.filter(|cost| cost.currency == *currency)
                    .map(|cost| cost.amount)
            };
            let dearest = largest(self.calls.iter(), limit, amount);
            let sums = dearest.filter_map(|(calls, count)| Some(amount(calls)?.times(count)));
            sums.fold(Money::default(), Money::plus)
        };
        let sums = currencies
            .into_iter()
            .map(|currency| (currency.clone(), sum(currency)));
        sums.collect()
    }
}

/// Returns the largest calls by a size, as many as the limit allows.
fn largest<'c, S: Ord>(
    calls: impl Iterator<Item = &'c Calls>,
    limit: Option<u64>,
    size: impl Fn(&Calls) -> S,
) -> impl Iterator<Item = (&'c Calls, u64)> {
    let mut calls: Vec<&Calls> = calls.collect();
    calls.sort_by_key(|calls| Reverse(size(calls)));
    let mut left = limit.unwrap_or(u64::MAX);
    calls.into_iter().map(move |calls| {
        let count = calls.count.min(left);
        left -= count;
        (calls, count)
    })
}
