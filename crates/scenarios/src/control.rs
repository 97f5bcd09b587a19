//! Scenarios for hosts that are not native: they fetch their plays here, and post their outcomes.
//!
//! - `GET /scenarios`: the names of all.
//! - `POST /plays` with `{ scenario, follows, holdAt? }`: begins a scenario, on a server of its own, and returns `{ id,
//!   request, budget, options, memory }`. `memory` is the content of long-term memory before it, `{ learned, said,
//!   after, isAway }`: runs to be learned, the user's statements, plays to be carried out in it before (`{ request,
//!   budget, options }` each), and true if it cannot be opened; `null` in a world without memory. If it `follows`, the
//!   proxy in it follows redirects itself. From request number `holdAt` on, requests are left without a response.
//! - `GET /plays/{id}`: `{ waiting }`, the number of those requests.
//! - `POST /plays/{id}/stopped` with an outcome: checks the run that was stopped there; the held requests then get
//!   their responses.
//! - `POST /plays/{id}/ended` with an outcome: checks the run and ends the play. A run that was stopped before is
//!   compared with the last one that was not.
//!
//! Both checks return `{ faults, requests }`: all faults, in words, and the number of the run's requests that got a
//! response.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::{Listener, Request, printed};
use crate::options::{options, request};
use crate::outcome::Outcome;
use crate::play::{Exchange, requests};
use crate::run::merge;
use crate::scenario::{Scenario, all};
use crate::server::Server;
use crate::sketch::Sketch;

/// Serves on loopback until it is dropped.
pub struct Control {
    listener: Listener,
}

impl Control {
    /// Starts at a free port of 127.0.0.1, with every scenario.
    ///
    /// # Errors
    /// No port, or a file that is no scenario.
    pub fn start() -> Result<Self> {
        let mut scenarios = all()?;
        // A memory that fails half-way is the native host's alone.
        scenarios.retain(|scenario| {
            let memory = scenario.memory.as_ref();
            memory.is_none_or(|script| matches!(script.fails_after, None | Some(0)))
        });
        let plays = Mutex::new(Plays::new(scenarios));
        let listener = Listener::start(0, move |request| answer(&plays, request))?;
        Ok(Self { listener })
    }

    /// Returns its address.
    #[must_use]
    pub fn address(&self) -> String {
        self.listener.address()
    }
}

fn answer(plays: &Mutex<Plays>, mut request: Request) {
    let (status, told) = match told(plays, &request) {
        Ok(told) => (200, told),
        Err(error) => (400, json!({ "error": format!("{error:#}") })),
    };
    let json = [("content-type", "application/json")];
    let bytes = printed(status, json, told.to_string().as_bytes());
    // The client may be gone.
    let _ = request.connection.write_all(&bytes);
}

fn told(plays: &Mutex<Plays>, request: &Request) -> Result<Value> {
    let path: Vec<&str> = request.path.trim_matches('/').split('/').collect();
    let mut plays = plays.lock().unwrap_or_else(PoisonError::into_inner);
    if request.method == "POST" {
        plays.post(&path, &request.body)
    } else {
        plays.get(&path)
    }
}

/// A scenario that some host runs.
struct Playing {
    scenario: Scenario,
    server: Server,
    /// The worlds of the plays before it.
    _before: Vec<Server>,
    stopped: bool,
}

/// The body of `POST /plays`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    scenario: String,
    follows: bool,
    hold_at: Option<usize>,
}

struct Plays {
    scenarios: BTreeMap<String, Scenario>,
    playing: BTreeMap<String, Playing>,
    begun: usize,
    unbroken: BTreeMap<String, Sketch>,
}

impl Plays {
    fn new(scenarios: Vec<Scenario>) -> Self {
        let named = scenarios.into_iter();
        Self {
            scenarios: named
                .map(|scenario| (scenario.name.clone(), scenario))
                .collect(),
            playing: BTreeMap::new(),
            begun: 0,
            unbroken: BTreeMap::new(),
        }
    }

    fn get(&self, path: &[&str]) -> Result<Value> {
        match path {
            ["scenarios"] => Ok(json!(self.scenarios.keys().collect::<Vec<_>>())),
            ["plays", id] => {
                let playing = self.playing.get(*id).context("there is no such play")?;
                Ok(json!({ "waiting": playing.server.waiting() }))
            }
            _ => bail!("there is no such address"),
        }
    }

    fn post(&mut self, path: &[&str], body: &str) -> Result<Value> {
        match path {
            ["plays"] => self.begin(serde_json::from_str(body)?),
            ["plays", id, "stopped"] => self.stop(id, &serde_json::from_str(body)?),
            ["plays", id, "ended"] => self.end(id, &serde_json::from_str(body)?),
            _ => bail!("there is no such address"),
        }
    }

    fn begin(&mut self, wanted: Wanted) -> Result<Value> {
        let scenario = self.scenarios.get(&wanted.scenario);
        let scenario = scenario.context("there is no such scenario")?.clone();
        let server = Server::start(scenario.clone(), 0)?;
        if wanted.follows {
            server.follow_redirects();
        }
        if let Some(number) = wanted.hold_at {
            server.hold_at(number);
        }
        self.begun += 1;
        let id = self.begun.to_string();
        let (before, memory) = remembered(&scenario, wanted.follows)?;
        let mut told = asked(&scenario, &server);
        merge(&mut told, &json!({ "id": id, "memory": memory }));
        let playing = Playing {
            scenario,
            server,
            _before: before,
            stopped: false,
        };
        self.playing.insert(id, playing);
        Ok(told)
    }

    fn stop(&mut self, id: &str, outcome: &Outcome) -> Result<Value> {
        let playing = self.playing.get_mut(id).context("there is no such play")?;
        let faults = outcome.stopped(playing.server.waiting());
        playing.stopped = true;
        playing.server.release();
        Ok(judgement(&faults, &playing.server.exchanges()))
    }

    fn end(&mut self, id: &str, outcome: &Outcome) -> Result<Value> {
        let playing = self.playing.remove(id).context("there is no such play")?;
        let exchanges = playing.server.exchanges();
        let mut faults = outcome.ended(&playing.scenario, &exchanges)?;
        let sketch = Sketch::new(&outcome.result, &exchanges);
        let name = playing.scenario.name;
        if playing.stopped {
            let unbroken = self.unbroken.get(&name);
            let unbroken = unbroken.context("the scenario was not run unbroken before")?;
            faults.extend(sketch.differences(unbroken));
        } else {
            self.unbroken.insert(name, sketch);
        }
        Ok(judgement(&faults, &exchanges))
    }
}

/// Returns the play for a host.
fn asked(scenario: &Scenario, server: &Server) -> Value {
    let (request, budget) = request(scenario);
    let options = options(scenario, server.address());
    json!({ "request": request, "budget": budget, "options": options })
}

/// Returns the content of long-term memory before a scenario, and the worlds of the plays before it.
fn remembered(scenario: &Scenario, follows: bool) -> Result<(Vec<Server>, Value)> {
    let Some(script) = &scenario.memory else {
        return Ok((Vec::new(), Value::Null));
    };
    let (mut servers, mut after) = (Vec::new(), Vec::new());
    for name in &script.after {
        let before = Scenario::named(name)?;
        let server = Server::start(before.clone(), 0)?;
        if follows {
            server.follow_redirects();
        }
        after.push(asked(&before, &server));
        servers.push(server);
    }
    let (learned, said) = (&script.learned, &script.said);
    let is_away = script.fails_after == Some(0);
    let memory = json!({ "learned": learned, "said": said, "after": after, "isAway": is_away });
    Ok((servers, memory))
}

fn judgement(faults: &[String], exchanges: &[Exchange]) -> Value {
    json!({ "faults": faults, "requests": requests(exchanges) })
}

#[cfg(test)]
mod tests {
    use amb_agents::journal::Journal;
    use amb_agents::run::export_session;
    use futures::future::AbortHandle;

    use super::*;
    use crate::host::HttpHost;
    use crate::run::{network, run, settings};

    const NAME: &str = "plain-answer";

    /// Begins the scenario; its play and its server's address.
    fn begin(plays: &mut Plays) -> (String, String) {
        let wanted = Wanted {
            scenario: NAME.to_owned(),
            follows: false,
            hold_at: None,
        };
        let id = plays.begin(wanted).unwrap()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let address = plays.playing[&id].server.address().to_owned();
        (id, address)
    }

    /// Runs the scenario on a native host.
    fn played(plays: &Plays, address: &str) -> Outcome {
        let scenario = &plays.scenarios[NAME];
        let settings = settings(scenario, address).unwrap();
        let journal = Journal::new(HttpHost::new(network(address).unwrap()));
        let (_, never) = AbortHandle::new_pair();
        let ran = run(scenario, &settings, &journal, never).unwrap();
        let file = journal.file().asked(vec![scenario.asked(settings)]);
        Outcome {
            session: export_session(&ran.session, &ran.result).unwrap(),
            journal: file.to_json().unwrap(),
            result: ran.result,
            events: ran.events,
            remembered: None,
        }
    }

    fn faults(judgement: &Value) -> Vec<&str> {
        let faults = judgement["faults"].as_array().unwrap().iter();
        faults.map(|fault| fault.as_str().unwrap()).collect()
    }

    #[test]
    fn bx_02_a_run_is_judged_by_its_scenario_its_export_and_its_journal() {
        let mut plays = Plays::new(all().unwrap());
        let (id, address) = begin(&mut plays);
        let sound = played(&plays, &address);
        assert_eq!(faults(&plays.end(&id, &sound).unwrap()), [""; 0]);

        let (id, address) = begin(&mut plays);
        let mut other = played(&plays, &address);
        other.result.retrieved.clear();
        other.result.answer.as_mut().unwrap().text = "42".to_owned();
        other.journal.push_str(crate::run::KEY);
        assert!(plays.end(&id, &other).is_err(), "not JSON any more");

        let (id, address) = begin(&mut plays);
        other.journal = played(&plays, &address).journal;
        let judgement = plays.end(&id, &other).unwrap();
        let faults = faults(&judgement);
        for part in ["the answer lacks", "session differs", "replayed natively"] {
            assert!(
                faults.iter().any(|fault| fault.contains(part)),
                "{faults:?}"
            );
        }
    }

    /// BX-06: a host gets the content of long-term memory before a scenario, and the worlds of the plays before it
    /// exist as long as the scenario does.
    #[test]
    fn bx_06_a_host_is_told_what_is_remembered_before() {
        let mut plays = Plays::new(all().unwrap());
        let mut begin = |scenario: &str| {
            let wanted = Wanted {
                scenario: scenario.to_owned(),
                follows: false,
                hold_at: None,
            };
            plays.begin(wanted).unwrap()
        };
        assert_eq!(begin(NAME)["memory"], Value::Null);
        assert_eq!(begin("memory-unavailable")["memory"]["isAway"], true);
        let loops = &begin("memory-loop")["memory"]["learned"];
        assert_eq!(loops[0]["id"], "earlier");
        let second = begin("memory-second-run");
        let before = &second["memory"]["after"][0];
        let question = before["request"]["question"].as_str().unwrap();
        assert!(question.contains("Orrin"), "{question}");
        let searched = |asked: &Value| asked["options"]["reader"]["baseUrl"].to_string();
        assert_ne!(searched(before), searched(&second));
        let address = before["options"]["reader"]["baseUrl"].as_str().unwrap();
        assert!(
            ureq::get(format!("{address}/https://lights.example/orrin"))
                .call()
                .is_ok()
        );
    }

    #[test]
    fn bx_02_a_resumed_run_that_asks_twice_is_told_from_the_unbroken_one() {
        let mut plays = Plays::new(all().unwrap());
        let (id, address) = begin(&mut plays);
        let sound = played(&plays, &address);
        plays.end(&id, &sound).unwrap();

        for again in [false, true] {
            let (id, address) = begin(&mut plays);
            let outcome = played(&plays, &address);
            let judgement = plays.stop(&id, &outcome).unwrap();
            assert!(
                faults(&judgement)
                    .iter()
                    .any(|fault| fault.contains("Answer"))
            );
            if again {
                ureq::post(format!("{address}/search")).send("{}").unwrap();
            }
            let judgement = plays.end(&id, &outcome).unwrap();
            let differs = |fault: &&str| fault.contains("the requests differ");
            assert_eq!(faults(&judgement).iter().any(differs), again);
        }
    }
}
