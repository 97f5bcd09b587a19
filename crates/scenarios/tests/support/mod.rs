//! Code that the tests of scenarios share.
#![allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "each test binary uses its part of this"
)]

pub mod mortal_store;

use std::sync::atomic::{AtomicUsize, Ordering};

use amb_agents::journal::{JournalFile, Record};
use amb_agents::protocol::ResearchResult;
use amb_agents::settings::Settings;
use amb_scenarios::{
    Exchange, HttpHost, Kill, LlmRule, PlayedMemory, Scenario, Server, all, network, settings,
};
use futures::future::{AbortHandle, AbortRegistration};
use serde_json::json;
use tempfile::TempDir;

pub fn never() -> AbortRegistration {
    AbortHandle::new_pair().1
}

/// Returns the bodies of the requests.
pub fn bodies(exchanges: &[Exchange]) -> Vec<&str> {
    exchanges
        .iter()
        .filter_map(|exchange| exchange.sent.rsplit('\n').next())
        .collect()
}

/// A scenario with a running server, and a native host in that world.
pub struct World {
    pub server: Server,
    pub settings: Settings,
    pub host: HttpHost,
}

impl World {
    pub fn new(scenario: &Scenario) -> Self {
        let server = Server::start(scenario.clone(), 0).unwrap();
        let settings = settings(scenario, server.address()).unwrap();
        let memory = scenario.memory.as_ref();
        let memory = memory.map(|script| PlayedMemory::new(script).unwrap());
        let host = HttpHost::new(network(server.address()).unwrap()).with_memory(memory);
        Self {
            server,
            settings,
            host,
        }
    }
}

/// A scenario that was carried out to its end.
pub struct Unbroken {
    pub scenario: Scenario,
    pub result: ResearchResult,
    pub exchanges: Vec<Exchange>,
    /// For each effect, true if it is paid for.
    paid: Vec<bool>,
}

impl Unbroken {
    pub fn new(
        scenario: Scenario,
        result: ResearchResult,
        exchanges: Vec<Exchange>,
        journal: &JournalFile,
    ) -> Self {
        let effects = journal.records().iter();
        let paid = effects.map(|Record { effect, .. }| effect.is_paid());
        Self {
            scenario,
            result,
            exchanges,
            paid: paid.collect(),
        }
    }

    /// Returns the number of effects.
    pub fn effects(&self) -> usize {
        self.paid.len()
    }

    /// Returns the kills during paid effects: performed, without a result for the run. Free effects can be repeated
    /// without cost.
    pub fn kills_under_way(&self) -> impl Iterator<Item = Kill> {
        let effects = self.paid.iter().enumerate();
        effects.filter_map(|(at, paid)| paid.then_some(Kill::After(at)))
    }

    /// Returns true if this effect is paid for.
    pub fn is_paid(&self, effect: usize) -> bool {
        self.paid[effect]
    }

    /// Returns all requests of a run that is killed there and resumed. Only a response that was on its way to the dead
    /// process is paid for twice.
    pub fn sent_by(&self, killed: Kill) -> Vec<Exchange> {
        let mut exchanges = self.exchanges.clone();
        if let Kill::After(effect) = killed {
            let before = self.paid.iter().take(effect).filter(|paid| **paid).count();
            exchanges.insert(before, exchanges[before].clone());
        }
        exchanges
    }
}

/// Does some work for each of these, on more threads than there are processors: some of the runs wait for a server
/// that stalls.
pub fn each<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    const THREADS: usize = 6;
    let next = AtomicUsize::new(0);
    let take = || all.get(next.fetch_add(1, Ordering::Relaxed));
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                while let Some(one) = take() {
                    work(one);
                }
            });
        }
    });
}

/// Returns a folder for stores, in memory if the system keeps files there: a thousand of them are opened, and a killed
/// process's writes survive even if nobody waited for a disk.
pub fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

/// The scenario of a provider that is down; here it comes up again after the first try and its two repetitions.
pub fn mended_provider() -> Scenario {
    mended(|down| down.times = Some(3))
}

/// Returns the scenario of a provider that permanently refuses under the status of a success; after a restart it does
/// not.
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
