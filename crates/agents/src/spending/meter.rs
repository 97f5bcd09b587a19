//! The run's account: its spending, and the check of the budget.

use std::cell::RefCell;

use amb_llm::chat::{Parameter, Usage};
use amb_llm::http::{HttpRequest, HttpResponse};

use super::bounds::{Amounts, BudgetReached, Purpose, SpendError, reached};
use super::pricing::{Pricing, breaks_off};
use crate::host::{Host, HostError};
use crate::protocol::{Event, Ledger, Service};
use crate::settings::{Agent, Budget, Limit, Settings};

/// The account of one run.
pub struct Meter {
    budget: Budget,
    pricing: Pricing,
    /// The model of the answer, if there is one.
    answers: Option<String>,
    /// Start of the run, if time is limited.
    begun: Option<i64>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    ledger: Ledger,
    /// The most that the answer needs.
    answer: Amounts,
    /// The longest call of the model so far, in milliseconds.
    longest: i64,
    /// The limit that stopped the run.
    stopped: Option<BudgetReached>,
    /// Services whose unknown price was reported.
    unpriced: Vec<Service>,
    /// Parameters that models were found not to take, so that no run pays for finding out twice.
    refused: Vec<(String, Parameter)>,
}

/// A call of the model that was made.
pub struct Paid<'p> {
    /// The agent that asked.
    pub agent: Agent,
    /// The model.
    pub model: &'p str,
    /// Its tokens; `None` if it was refused.
    pub usage: Option<Usage>,
    /// True if there is a reply.
    pub answered: bool,
    /// Its start, as returned by [`Meter::admit_call`].
    pub begun: Option<i64>,
}

/// Divisor of the remaining time for the part that work leaves to the answer.
const ANSWER_SHARE: i64 = 4;

/// Milliseconds that a request is given however little time is left: in fewer none can succeed.
const LEAST_TIMEOUT: i64 = 1000;

/// Adds a margin of a quarter to estimated tokens. Every model has its own tokenizer.
fn at_most(tokens: usize) -> u64 {
    (tokens + tokens / 4) as u64
}

impl Meter {
    /// Begins an account. The budget is the request's own, or the settings'.
    ///
    /// # Errors
    /// The host's error; the time is requested only if time is limited.
    pub fn begin(
        settings: &Settings,
        own: Option<&Budget>,
        host: &dyn Host,
    ) -> Result<Self, HostError> {
        let budget = own.unwrap_or(&settings.budget).clone();
        let begun = budget.seconds.map(|_| host.now()).transpose()?;
        let llm = settings.llm.as_ref();
        let endpoint = llm.map(|llm| llm.provider.base_url.clone());
        Ok(Self {
            pricing: Pricing {
                prices: settings.prices.clone(),
                endpoint: endpoint.unwrap_or_default(),
                currency: budget.currency.clone(),
            },
            answers: llm.map(|llm| llm.model_of(Agent::React).to_owned()),
            budget,
            begun,
            state: RefCell::default(),
        })
    }

    /// The account of work that has neither a model nor a limit.
    #[must_use]
    pub fn unlimited() -> Self {
        let Settings { budget, prices, .. } = Settings::default();
        let budget = Budget {
            requests: None,
            ..budget
        };
        Self {
            pricing: Pricing {
                prices,
                endpoint: String::new(),
                currency: budget.currency.clone(),
            },
            answers: None,
            budget,
            begun: None,
            state: RefCell::default(),
        }
    }

    /// Reports the budget of a run with a model, before its first spending.
    pub fn announce(&self, emit: &dyn Fn(Event)) {
        if self.answers.is_some() {
            self.tell(emit);
        }
    }

    /// Returns the spending so far.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        self.state.borrow().ledger.clone()
    }

    /// Returns true if a limit has stopped the run: only the answer may follow.
    #[must_use]
    pub fn has_stopped(&self) -> bool {
        self.state.borrow().stopped.is_some()
    }

    /// Remembers for this run that a model does not take a parameter. Whether that is new: calls that were made at the
    /// same time find out the same.
    pub fn note_refused(&self, model: &str, parameter: Parameter) -> bool {
        let refused = (model.to_owned(), parameter);
        let known = &mut self.state.borrow_mut().refused;
        let is_new = !known.contains(&refused);
        if is_new {
            known.push(refused);
        }
        is_new
    }

    /// Returns the parameters that a model was found to refuse.
    #[must_use]
    pub fn refused_by(&self, model: &str) -> Vec<Parameter> {
        let state = self.state.borrow();
        let refused = state.refused.iter().filter(|(known, _)| known == model);
        refused.map(|(_, parameter)| *parameter).collect()
    }

    /// Reserves the answer's needs: its input and output tokens. Does nothing without a model.
    pub fn reserve_answer(&self, input: usize, output: u32) {
        let answers = self.answers.as_ref();
        let needed = answers.map(|model| self.needed(model, input, output));
        self.state.borrow_mut().answer = needed.unwrap_or_default();
    }

    /// Returns true if the budget allows an answer with so many input and output tokens, as far as it limits money and
    /// tokens.
    #[must_use]
    pub fn bears_answer(&self, model: &str, input: usize, output: u32) -> bool {
        let needed = self.needed(model, input, output);
        let limits = [Limit::Money, Limit::Tokens];
        self.reached(&limits, Purpose::Answer, needed).is_none()
    }

    /// Checks that the budget allows a call of a model with so many input and output tokens. If not, that is reported,
    /// and no more work begins. Returns the time, if time is limited.
    ///
    /// # Errors
    /// [`SpendError::Budget`], or the host's error.
    pub fn admit_call(
        &self,
        host: &dyn Host,
        emit: &dyn Fn(Event),
        purpose: Purpose,
        (model, input, output): (&str, usize, u32),
    ) -> Result<Option<i64>, SpendError> {
        let needed = self.needed(model, input, output);
        self.admit(host, emit, purpose, needed)
    }

    /// Records a call of the model, and reports it.
    ///
    /// # Errors
    /// The host's error.
    pub fn paid(
        &self,
        host: &dyn Host,
        emit: &dyn Fn(Event),
        call: &Paid<'_>,
    ) -> Result<(), HostError> {
        let cost = match &call.usage {
            Some(usage) => self.pricing.of_call(call.model, usage),
            None => Some(self.pricing.nothing()),
        };
        let now = self.look(host)?;
        {
            let mut state = self.state.borrow_mut();
            let usage = call.usage.as_ref();
            let ledger = &mut state.ledger;
            ledger.add_call(call.agent, call.model, usage, cost.clone());
            if let (Some(now), Some(begun)) = (now, call.begun) {
                state.longest = state.longest.max(now - begun);
            }
        }
        if let (true, Some(usage)) = (call.answered, call.usage) {
            emit(Event::AgentCall {
                agent: call.agent,
                model: call.model.to_owned(),
                input_tokens: usage.input,
                cached_tokens: usage.cached,
                output_tokens: usage.output,
                estimated: usage.estimated,
                cost,
            });
        }
        self.tell(emit);
        Ok(())
    }

    /// Sends a request to the service at an address, if the budget allows it, and records it.
    ///
    /// # Errors
    /// [`SpendError::Budget`], or the host's error.
    pub async fn fetch(
        &self,
        host: &dyn Host,
        emit: &dyn Fn(Event),
        (service, address): (Service, &str),
        request: &HttpRequest,
    ) -> Result<HttpResponse, SpendError> {
        let cost = self.pricing.of_service(service, address);
        let counted = cost
            .as_ref()
            .filter(|cost| cost.currency == self.budget.currency);
        let needed = Amounts {
            requests: 1,
            money: counted.map(|cost| cost.amount).unwrap_or_default(),
            ..Amounts::default()
        };
        self.admit(host, emit, Purpose::Work, needed)?;
        if counted.is_none() {
            self.tell_uncounted(emit, service, address);
        }
        let request = HttpRequest {
            timeout: self.within_time(Purpose::Work, request.timeout),
            ..request.clone()
        };
        let result = host.fetch(&request, &|_| {}).await;
        // A request that was refused, or reached no server, is not charged.
        let charged = match &result {
            Err(HostError::Journal { .. } | HostError::Abandoned) => return Ok(result?),
            Ok(response) => response.is_success(),
            Err(error) => breaks_off(error),
        };
        let cost = if charged {
            cost
        } else {
            Some(self.pricing.nothing())
        };
        self.look(host)?;
        self.state.borrow_mut().ledger.add_service(service, cost);
        self.tell(emit);
        Ok(result?)
    }

    /// Checks that there is time for more work that costs nothing else.
    ///
    /// # Errors
    /// [`SpendError::Budget`], or the host's error.
    pub fn in_time(&self, host: &dyn Host, emit: &dyn Fn(Event)) -> Result<(), SpendError> {
        self.look(host)?;
        let (purpose, nothing) = (Purpose::Work, Amounts::default());
        match self.reached(&[Limit::Seconds], purpose, nothing) {
            Some(reached) => Err(self.stop(emit, purpose, reached).into()),
            None => Ok(()),
        }
    }

    /// Returns the timeout of a request in milliseconds: its own, or less if less time is left, but at least a second.
    /// Work leaves time for the answer. The time is the last one received from the host, so that a replay sends the
    /// same request.
    #[must_use]
    pub fn within_time(&self, purpose: Purpose, own: u32) -> u32 {
        let state = self.state.borrow();
        let elapsed = state.ledger.total.milliseconds;
        let (Some(limit), Some(elapsed)) = (self.budget.time_limit(), elapsed) else {
            return own;
        };
        let left = limit.saturating_sub(elapsed);
        let kept = match purpose {
            Purpose::Work => (left / ANSWER_SHARE).max(state.longest),
            Purpose::Answer => 0,
        };
        let most = left.saturating_sub(kept).max(LEAST_TIMEOUT);
        u32::try_from(most).map_or(own, |most| own.min(most))
    }

    /// Checks that there is time to wait before a retry, and for the request after that. If not, that is reported
    /// before the wait.
    ///
    /// # Errors
    /// [`SpendError::Budget`].
    pub fn bears_wait(
        &self,
        emit: &dyn Fn(Event),
        purpose: Purpose,
        milliseconds: u32,
    ) -> Result<(), SpendError> {
        let takes = self.takes(purpose);
        let needed = Amounts {
            milliseconds: takes.saturating_add(i64::from(milliseconds)),
            ..Amounts::default()
        };
        match self.reached(&[Limit::Seconds], purpose, needed) {
            Some(reached) => Err(self.stop(emit, purpose, reached).into()),
            None => Ok(()),
        }
    }

    fn admit(
        &self,
        host: &dyn Host,
        emit: &dyn Fn(Event),
        purpose: Purpose,
        mut needed: Amounts,
    ) -> Result<Option<i64>, SpendError> {
        let stopped = self.state.borrow().stopped.clone();
        if let (Some(reached), Purpose::Work) = (stopped, purpose) {
            return Err(reached.into());
        }
        let now = self.look(host)?;
        needed.milliseconds = self.takes(purpose);
        match self.reached(&Limit::ALL, purpose, needed) {
            Some(reached) => Err(self.stop(emit, purpose, reached).into()),
            None => Ok(now),
        }
    }

    /// Returns the assumed duration of a request in milliseconds: the longest so far. The answer is tried in any time
    /// left: nothing comes after it, and a late reply costs no more than none.
    fn takes(&self, purpose: Purpose) -> i64 {
        let longest = self.state.borrow().longest;
        match purpose {
            Purpose::Work => longest,
            Purpose::Answer => longest.clamp(1, LEAST_TIMEOUT),
        }
    }

    /// Returns the first of these limits that does not allow the needed amounts, or the answer after them.
    fn reached(
        &self,
        limits: &[Limit],
        purpose: Purpose,
        needed: Amounts,
    ) -> Option<BudgetReached> {
        let state = self.state.borrow();
        let mut kept = Amounts::default();
        if purpose == Purpose::Work {
            kept = state.answer;
            // An answer is taken to last as long as the longest call so far.
            kept.milliseconds = if kept.requests > 0 { state.longest } else { 0 };
        }
        let spent = Amounts::spent(&state.ledger.total, &self.budget.currency);
        reached(&self.budget, limits, purpose, &[spent, needed, kept])
    }

    /// Stops the run and reports it: once for its work, once for its answer.
    fn stop(
        &self,
        emit: &dyn Fn(Event),
        purpose: Purpose,
        reached: BudgetReached,
    ) -> BudgetReached {
        let before = self.state.borrow_mut().stopped.replace(reached.clone());
        let (code, [what, then]) = match purpose {
            Purpose::Work if before.is_some() => return reached,
            Purpose::Work => (
                "budget_reached",
                ["The run was stopped", "The answer is made of what is known"],
            ),
            Purpose::Answer => (
                "budget_answer",
                [
                    "The model was not asked for the answer",
                    "The answer is quoted from memory, without the language model",
                ],
            ),
        };
        let setting = reached.which.setting();
        emit(Event::Warning {
            code: code.to_owned(),
            message: format!(
                "{what}: {reached}. {then}. To allow more, raise {setting} (--budget) and ask again."
            ),
        });
        reached
    }

    /// Returns the most that a call of a model needs.
    fn needed(&self, model: &str, input: usize, output: u32) -> Amounts {
        let usage = Usage {
            input: at_most(input),
            cached: 0,
            output: u64::from(output),
            estimated: true,
        };
        let cost = self.pricing.of_call(model, &usage);
        Amounts {
            requests: 1,
            tokens: usage.input + usage.output,
            money: cost.map(|cost| cost.amount).unwrap_or_default(),
            milliseconds: 0,
        }
    }

    /// The time, where time is limited; notes how long the run has gone on.
    fn look(&self, host: &dyn Host) -> Result<Option<i64>, HostError> {
        let Some(begun) = self.begun else {
            return Ok(None);
        };
        let now = host.now()?;
        let elapsed = now.saturating_sub(begun).max(0);
        self.state.borrow_mut().ledger.total.milliseconds = Some(elapsed);
        Ok(Some(now))
    }

    fn tell(&self, emit: &dyn Fn(Event)) {
        emit(Event::Budget {
            spent: self.state.borrow().ledger.total.clone(),
            limits: self.budget.clone(),
        });
    }

    /// Reports once that a service does not count against the limit of money.
    fn tell_uncounted(&self, emit: &dyn Fn(Event), service: Service, address: &str) {
        let mut state = self.state.borrow_mut();
        if self.budget.money.is_none() || state.unpriced.contains(&service) {
            return;
        }
        state.unpriced.push(service);
        drop(state);
        let currency = &self.budget.currency;
        emit(Event::Warning {
            code: "price_unknown".to_owned(),
            message: format!(
                "What a call of {address} costs in {currency} is not known, so it does not count against \
                 budget.money. Give its price in the setting prices, 0 if it is free."
            ),
        });
    }
}
