//! The account against a clock that is set by hand.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use amb_llm::chat::{ChatRequest, Message, Patience, Provider, ResponseFormat, Usage};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_memory::text::estimate_tokens;
use futures::executor::block_on;
use proptest::prelude::*;

use super::{Meter, Paid, Purpose, SpendError};
use crate::host::{
    ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture, NetworkFailure,
};
use crate::llm::Client;
use crate::protocol::{Event, Service};
use crate::settings::{Agent, Budget, LlmSettings, Money, Settings};

/// A host whose clock is set by hand, and whose network gives the prepared replies, in no time; otherwise it sends
/// without end, until the request times out. Records the timeout of each request.
#[derive(Default)]
struct Clock(
    Cell<i64>,
    Cell<usize>,
    RefCell<VecDeque<Result<HttpResponse, HostError>>>,
    RefCell<Vec<u32>>,
);

impl Clock {
    fn passes(&self, milliseconds: u32) {
        self.0.set(self.0.get() + i64::from(milliseconds));
    }
}

impl Host for Clock {
    fn now(&self) -> Result<i64, HostError> {
        self.1.set(self.1.get() + 1);
        Ok(self.0.get())
    }
    fn random(&self) -> Result<[u8; 16], HostError> {
        Ok([0; 16])
    }
    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        Ok(None)
    }
    fn embed<'a>(&'a self, _: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        Box::pin(async { Err(HostError::Abandoned) })
    }
    fn put_blob<'a>(&'a self, _: &'a [u8]) -> HostFuture<'a, ContentHash> {
        Box::pin(async { Err(HostError::Abandoned) })
    }
    fn get_blob<'a>(&'a self, _: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        Box::pin(async { Err(HostError::Abandoned) })
    }
    fn delete_blob<'a>(&'a self, _: &'a ContentHash) -> HostFuture<'a, ()> {
        Box::pin(async { Err(HostError::Abandoned) })
    }
    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        self.3.borrow_mut().push(request.timeout);
        let next = self.2.borrow_mut().pop_front().unwrap_or_else(|| {
            self.passes(request.timeout);
            broken(NetworkFailure::Timeout)
        });
        if let Ok(response) = &next {
            chunk(&response.body);
        }
        Box::pin(std::future::ready(next))
    }
    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()> {
        self.passes(milliseconds);
        Box::pin(async { Ok(()) })
    }
}

const MODEL: &str = "deepseek-flash";

fn settings(budget: Budget) -> Settings {
    Settings {
        llm: Some(LlmSettings {
            provider: Provider::default(),
            model: MODEL.to_owned(),
            ..LlmSettings::default()
        }),
        budget,
        ..Settings::default()
    }
}

/// A call of 100 tokens to read and 10 to write, if the budget bears it.
fn call(meter: &Meter, host: &Clock, took: i64, purpose: Purpose) -> Result<(), SpendError> {
    let begun = meter.admit_call(host, &|_| {}, purpose, (MODEL, 80, 10))?;
    host.0.set(host.0.get() + took);
    let usage = Some(Usage {
        input: 100,
        cached: 50,
        output: 10,
        estimated: false,
    });
    let paid = Paid {
        agent: Agent::React,
        model: MODEL,
        usage,
        answered: true,
        begun,
    };
    Ok(meter.paid(host, &|_| {}, &paid)?)
}

fn meter(budget: Budget, host: &Clock) -> Meter {
    let meter = Meter::begin(&settings(budget), None, host).unwrap();
    meter.reserve_answer(80, 10);
    meter
}

/// Returns the number of calls that a budget allows, and checks that its answer is among them.
fn borne(budget: Budget, took: i64) -> usize {
    let host = Clock::default();
    let meter = meter(budget, &host);
    let mut calls = 0;
    while call(&meter, &host, took, Purpose::Work).is_ok() {
        calls += 1;
        assert!(calls < 100, "no end");
    }
    assert!(meter.has_stopped());
    call(&meter, &host, took, Purpose::Answer).unwrap();
    calls + 1
}

#[test]
fn bx_03_what_the_answer_needs_is_kept_back() {
    let tokens = Some(335.0);
    assert_eq!(
        borne(
            Budget {
                tokens,
                ..Budget::default()
            },
            0
        ),
        3
    );
    let requests = Some(4.0);
    assert_eq!(
        borne(
            Budget {
                requests,
                ..Budget::default()
            },
            0
        ),
        4
    );
    let seconds = Some(10.0);
    assert_eq!(
        borne(
            Budget {
                seconds,
                ..Budget::default()
            },
            3000
        ),
        3
    );
    // 100 tokens at 0.3 and 10 at 1.2 a million are 0.000042; with half of them cached 0.0000273.
    let money = Some(0.000_112);
    assert_eq!(
        borne(
            Budget {
                money,
                ..Budget::default()
            },
            0
        ),
        3
    );
}

#[test]
fn bx_03_once_stopped_no_smaller_request_is_begun_and_it_is_said_once() {
    let host = Clock::default();
    let tokens = Some(300.0);
    let meter = meter(
        Budget {
            tokens,
            ..Budget::default()
        },
        &host,
    );
    let warnings = RefCell::new(Vec::new());
    let emit = |event| {
        if let Event::Warning { code, .. } = event {
            warnings.borrow_mut().push(code);
        }
    };
    for input in [1000, 1] {
        let asked = meter.admit_call(&host, &emit, Purpose::Work, (MODEL, input, 1));
        assert!(matches!(asked, Err(SpendError::Budget(_))), "{input}");
    }
    let answer = (MODEL, 1000, 1);
    let asked = meter.admit_call(&host, &emit, Purpose::Answer, answer);
    assert!(matches!(asked, Err(SpendError::Budget(_))));
    assert_eq!(*warnings.borrow(), ["budget_reached", "budget_answer"]);
}

/// BX-02: without a limit of time the clock is not read, so older journals replay.
#[test]
fn bx_03_time_is_asked_for_only_where_it_is_limited() {
    let host = Clock::default();
    let meter = meter(Budget::default(), &host);
    call(&meter, &host, 5, Purpose::Work).unwrap();
    meter.in_time(&host, &|_| {}).unwrap();
    assert_eq!(host.1.get(), 0);
    assert_eq!(meter.ledger().total.milliseconds, None);
    let cost = meter.ledger().models[0].cost.clone().unwrap();
    assert_eq!(
        (cost.amount, cost.currency.as_str()),
        (Money::of(0.000_027_3).unwrap(), "USD")
    );
}

#[test]
fn bx_03_a_requests_own_budget_goes_before_the_settings() {
    let host = Clock::default();
    let requests = Some(50.0);
    let settings = settings(Budget {
        requests,
        ..Budget::default()
    });
    let own = Budget {
        requests: Some(1.0),
        ..Budget::default()
    };
    let meter = Meter::begin(&settings, Some(&own), &host).unwrap();
    meter.reserve_answer(80, 10);
    assert!(call(&meter, &host, 0, Purpose::Work).is_err());
    assert!(call(&meter, &host, 0, Purpose::Answer).is_ok());
}

fn stream(status: u16, body: &str) -> Result<HttpResponse, HostError> {
    Ok(HttpResponse {
        status,
        url: String::new(),
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
    })
}

fn broken(failure: NetworkFailure) -> Result<HttpResponse, HostError> {
    Err(HostError::Network {
        host: String::new(),
        failure,
        detail: String::new(),
    })
}

fn question() -> ChatRequest {
    ChatRequest {
        model: MODEL.to_owned(),
        messages: vec![Message::user("How tall is it?")],
        tools: Vec::new(),
        format: ResponseFormat::Text,
        temperature: None,
        top_p: None,
        max_tokens: 500,
        stop: Vec::new(),
    }
}

fn seconds(seconds: f64) -> Budget {
    Budget {
        seconds: Some(seconds),
        ..Budget::default()
    }
}

/// BX-03: a model that writes without end is cut off before the time is over, and nothing waits beyond it; the answer
/// is tried in the time that is left, however long the work took.
#[test]
fn bx_03_no_request_outlasts_the_time_that_is_left() {
    for (purposes, timeouts) in [
        (vec![Purpose::Work, Purpose::Answer], vec![180_000, 60_000]),
        (vec![Purpose::Answer], vec![240_000]),
    ] {
        let host = Clock::default();
        let meter = meter(seconds(240.0), &host);
        let settings = settings(Budget::default()).llm.unwrap();
        for purpose in purposes {
            let client = Client {
                host: &host,
                settings: &settings,
                meter: &meter,
                purpose,
                emit: &|_| {},
            };
            let called = block_on(client.call(Agent::React, &question(), None));
            assert_eq!(called.unwrap_err().kind(), "budget_reached");
        }
        assert_eq!(*host.3.borrow(), timeouts);
        assert!(host.0.get() <= 240_000, "{}", host.0.get());
    }
}

/// BX-03: the time reserved for the answer is a quarter of the rest, or the longest call so far.
#[test]
fn bx_03_work_leaves_time_for_the_answer() {
    let host = Clock::default();
    let unlimited = meter(Budget::default(), &host);
    assert_eq!(unlimited.within_time(Purpose::Work, 600_000), 600_000);
    let limited = meter(seconds(100.0), &host);
    call(&limited, &host, 20_000, Purpose::Work).unwrap();
    assert_eq!(limited.within_time(Purpose::Work, 600_000), 60_000);
    assert_eq!(limited.within_time(Purpose::Answer, 600_000), 80_000);
    assert_eq!(limited.within_time(Purpose::Work, 7000), 7000);
    call(&limited, &host, 30_000, Purpose::Work).unwrap();
    assert_eq!(limited.within_time(Purpose::Work, 600_000), 20_000);
    host.passes(49_900);
    assert!(limited.in_time(&host, &|_| {}).is_err());
    assert_eq!(limited.within_time(Purpose::Answer, 600_000), 1000);
}

/// BX-03: the reserved time suffices for the answer of a model that takes less than a second, too.
#[test]
fn bx_03_the_answer_is_asked_for_in_the_time_that_was_kept_for_it() {
    for (limit, took) in [(1.0, 400), (2.0, 400), (2.0, 900), (1.0, 100), (0.5, 100)] {
        let host = Clock::default();
        let meter = meter(seconds(limit), &host);
        while call(&meter, &host, took, Purpose::Work).is_ok() {}
        assert!(meter.has_stopped());
        let answer = call(&meter, &host, took, Purpose::Answer);
        assert!(answer.is_ok(), "{limit} s, calls of {took} ms: {answer:?}");
        assert!(host.0.get() as f64 <= limit * 1000.0, "{}", host.0.get());
    }
}

/// BX-03: pages and searches too.
#[test]
fn bx_03_no_page_is_waited_for_beyond_the_time() {
    let host = Clock::default();
    let meter = meter(seconds(20.0), &host);
    let page = question().to_http(&Provider::default(), Patience::default());
    let asked = (Service::Page, "https://a.example/");
    block_on(meter.fetch(&host, &|_| {}, asked, &page)).unwrap_err();
    assert_eq!(*host.3.borrow(), [15_000]);
}

/// MB-21, BX-03: refused calls cost nothing, broken ones their input and the output received, or their maximum; all are
/// counted.
#[test]
fn bx_03_failed_calls_count_by_what_they_may_have_cost() {
    let words = r#"data: {"choices":[{"delta":{"content":"four letters each"}}]}"#;
    let said = estimate_tokens("four letters each") as u64;
    let counted = r#"data: {"choices":[],"usage":{"prompt_tokens":70,"completion_tokens":3}}"#;
    let asked = estimate_tokens("How tall is it?") as u64;
    for (outcome, input, output) in [
        (stream(429, "{}"), 0, 0),
        (stream(401, "{}"), 0, 0),
        (broken(NetworkFailure::Unreachable), 0, 0),
        (stream(200, ""), asked, 0),
        (stream(200, &format!("{words}\n\n")), asked, said),
        (stream(200, &format!("{words}\n\n{counted}\n\n")), 70, 3),
        (broken(NetworkFailure::Broken), asked, 500),
        (broken(NetworkFailure::Stalled), asked, 500),
    ] {
        let host = Clock::default();
        let told = format!("{outcome:?}");
        host.2.borrow_mut().push_back(outcome);
        let mut settings = settings(Budget::default()).llm.unwrap();
        settings.retry.retries = 0;
        let meter = meter(Budget::default(), &host);
        let client = Client {
            host: &host,
            settings: &settings,
            meter: &meter,
            purpose: Purpose::Work,
            emit: &|_| {},
        };
        assert!(block_on(client.call(Agent::React, &question(), None)).is_err());
        let ledger = meter.ledger();
        let line = &ledger.models[0];
        assert_eq!(
            (line.input_tokens, line.output_tokens),
            (input, output),
            "{told}"
        );
        assert_eq!((line.calls, ledger.total.requests), (1, 1), "{told}");
    }
}

proptest! {
    /// BX-03: for any work of a run within its calls' maximum, its limits hold, and the reserved answer can be paid
    /// for.
    #[test]
    fn bx_03_limits_hold_and_the_answer_is_paid_for(
        tokens in 1500_u32..20_000,
        requests in 1_u32..30,
        money in 0.002_f64..0.05,
        calls in prop::collection::vec((0_usize..2000, 0_u32..500, 0_u64..4), 0..40),
    ) {
        let host = Clock::default();
        let budget = Budget {
            tokens: Some(f64::from(tokens)),
            requests: Some(f64::from(requests)),
            money: Some(money),
            ..Budget::default()
        };
        let meter = Meter::begin(&settings(budget.clone()), None, &host).unwrap();
        meter.reserve_answer(800, 200);
        for (input, output, share) in calls {
            let most = (MODEL, input, output);
            if meter.admit_call(&host, &|_| {}, Purpose::Work, most).is_err() {
                break;
            }
            let usage = Some(Usage {
                input: input as u64,
                cached: 0,
                output: u64::from(output) * share / 4,
                estimated: false,
            });
            let (agent, model, answered, begun) = (Agent::React, MODEL, true, None);
            let paid = Paid { agent, model, usage, answered, begun };
            meter.paid(&host, &|_| {}, &paid).unwrap();
        }
        let answer = meter.admit_call(&host, &|_| {}, Purpose::Answer, (MODEL, 800, 200));
        prop_assert!(answer.is_ok(), "{:?}", answer);
        let spent = meter.ledger().total;
        prop_assert!(spent.tokens <= u64::from(tokens) && spent.requests < u64::from(requests));
        prop_assert!(spent.money_in("USD") <= Money::of(money).unwrap());
    }
}
