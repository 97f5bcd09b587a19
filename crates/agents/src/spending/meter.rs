//! The run's account: what was spent, and whether the budget bears more.

use std::cell::RefCell;

use amb_llm::chat::{Parameter, Usage};
use amb_llm::http::{HttpRequest, HttpResponse};

use super::bounds::{Amounts, BudgetReached, Purpose, SpendError, reached};
use super::ledger::{Ledger, Service};
use super::pricing::{Pricing, breaks_off};
use crate::event::Event;
use crate::host::{Host, HostError};
use crate::settings::{Agent, Budget, Limit, Settings};

/// The account of one run.
pub struct Meter {
    budget: Budget,
    pricing: Pricing,
    /// The model that answers, where there is one.
    answers: Option<String>,
    /// When the run began, where time is limited.
    begun: Option<i64>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    ledger: Ledger,
    /// What the answer takes at most.
    answer: Amounts,
    /// The longest call of the model so far, in milliseconds.
    longest: i64,
    /// The limit by which the run was stopped.
    stopped: Option<BudgetReached>,
    /// Services of which it was said that their price is not known.
    unpriced: Vec<Service>,
    /// Parameters that models were found not to take, so that no run pays for finding out twice.
    refused: Vec<(String, Parameter)>,
}

/// A call of the model that was made.
pub struct Paid<'p> {
    /// Who asked.
    pub agent: Agent,
    /// The model.
    pub model: &'p str,
    /// Tokens that it took; `None` for one that was refused.
    pub usage: Option<Usage>,
    /// Whether there is a reply.
    pub answered: bool,
    /// When it was begun, as [`Meter::admit_call`] said.
    pub begun: Option<i64>,
}

/// The share of the time that is left that work leaves to the answer: one in so many.
const ANSWER_SHARE: i64 = 4;

/// Milliseconds that a request is given however little time is left: in fewer none can succeed.
const LEAST_TIMEOUT: i64 = 1000;

/// What an estimate of tokens may lack: a quarter. Every model cuts text in its own way.
fn at_most(tokens: usize) -> u64 {
    (tokens + tokens / 4) as u64
}

impl Meter {
    /// An account that begins now. The budget is the request's own, or the settings'.
    ///
    /// # Errors
    /// What the host fails with; it is asked for the time only where time is limited.
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

    /// What was spent so far.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        self.state.borrow().ledger.clone()
    }

    /// Whether a limit has stopped the run: nothing more is begun but the answer.
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

    /// What a model was found not to take.
    #[must_use]
    pub fn refused_by(&self, model: &str) -> Vec<Parameter> {
        let state = self.state.borrow();
        let refused = state.refused.iter().filter(|(known, _)| known == model);
        refused.map(|(_, parameter)| *parameter).collect()
    }

    /// Keeps back what the answer needs: so many tokens to read, so many to write. Nothing without a model.
    pub fn reserve_answer(&self, input: usize, output: u32) {
        let answers = self.answers.as_ref();
        let needed = answers.map(|model| self.needed(model, input, output));
        self.state.borrow_mut().answer = needed.unwrap_or_default();
    }

    /// Whether the budget bears a call of a model with so many tokens to read and to write. Where it does not,
    /// that is told, and from then on there is no more work. Returns the time, where time is limited.
    ///
    /// # Errors
    /// [`SpendError::Budget`], or what the host fails with.
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

    /// Writes down a call of the model, and tells it.
    ///
    /// # Errors
    /// What the host fails with.
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

    /// Asks the service at an address, if the budget bears it, and writes that down.
    ///
    /// # Errors
    /// [`SpendError::Budget`], or what the host fails with.
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
        // A request that was refused, or reached nobody, is not charged.
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

    /// Whether there is time for more work that costs nothing else.
    ///
    /// # Errors
    /// [`SpendError::Budget`], or what the host fails with.
    pub fn in_time(&self, host: &dyn Host, emit: &dyn Fn(Event)) -> Result<(), SpendError> {
        self.look(host)?;
        let (purpose, nothing) = (Purpose::Work, Amounts::default());
        match self.reached(&[Limit::Seconds], purpose, nothing) {
            Some(reached) => Err(self.stop(emit, purpose, reached).into()),
            None => Ok(()),
        }
    }

    /// The milliseconds that a request may take: its own, or fewer where the time that is left bears no more, but a
    /// second at least. Work leaves time for the answer. The time is the one that was told last, so that a replay, to
    /// which the same is told, sends the same request.
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

    /// Whether there is time to wait before a request is repeated, and for the request after that. Where there is not,
    /// that is told before anyone waits.
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

    /// The milliseconds that a request is taken to need: as many as the longest so far. The answer is tried in whatever
    /// time is left: nothing comes after it, and a reply that comes late has cost no more than one that was not asked for.
    fn takes(&self, purpose: Purpose) -> i64 {
        let longest = self.state.borrow().longest;
        match purpose {
            Purpose::Work => longest,
            Purpose::Answer => longest.clamp(1, LEAST_TIMEOUT),
        }
    }

    /// The first of these limits that does not bear what is needed, nor the answer after it.
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

    /// Stops the run and says so: once for its work, once for its answer.
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

    /// What a call of a model takes at most.
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

    /// Says once of a service that it does not count against the limit of money.
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
