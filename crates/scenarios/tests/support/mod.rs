//! What the tests of scenarios share.
#![allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    reason = "each test binary uses its part of this"
)]

use amb_scenarios::{Exchange, LlmRule, Scenario, all};
use futures::future::{AbortHandle, AbortRegistration};
use serde_json::json;

pub fn never() -> AbortRegistration {
    AbortHandle::new_pair().1
}

/// The bodies of what was sent.
pub fn bodies(exchanges: &[Exchange]) -> Vec<&str> {
    exchanges
        .iter()
        .filter_map(|exchange| exchange.sent.rsplit('\n').next())
        .collect()
}

/// The scenario of a provider that is down; here it comes up again after the first try and its two repetitions.
pub fn mended_provider() -> Scenario {
    mended(|down| down.times = Some(3))
}

/// A provider that refuses under the status of a success, for good; asked once more it does not.
pub fn provider_that_refused_in_its_stream() -> Scenario {
    mended(|down| {
        down.times = Some(1);
        down.status = None;
        down.stream_error = Some(json!({ "message": "no such key", "code": 401 }));
    })
}

fn mended(change: impl Fn(&mut LlmRule)) -> Scenario {
    let mut all = all().unwrap().into_iter();
    let mut scenario = all.find(|one| one.name == "provider-down").unwrap();
    let down = scenario.llm.iter_mut().find(|rule| rule.status.is_some());
    change(down.unwrap());
    let mended = [
        json!({ "asks": "plan", "reply": { "next_task": null } }),
        json!({ "asks": "answer", "reply": "It is 42 metres tall [1]." }),
    ];
    let mended = mended.map(|rule| serde_json::from_value(rule).unwrap());
    scenario.llm.extend(mended);
    scenario
}
