//! A scenario carried out on a native host.

use std::cell::RefCell;

use amb_agents::host::{Host, HostError};
use amb_agents::protocol::{Event, ResearchResult};
use amb_agents::run::{Crew, Research};
use amb_agents::settings::Settings;
use amb_agents::task::Session;
use amb_llm::http::Credential;
use amb_llm::network::{Network, Proxy, Secret};
use anyhow::{Context, Result};
use futures::executor::block_on;
use futures::future::AbortRegistration;
use serde_json::{Value, json};

use crate::scenario::Scenario;

/// The key of every scenario's model; it must appear only in a header.
pub const KEY: &str = "scenario-key-0123456789";

/// The token of the world's proxy; it must appear only in a header, and only at the proxy.
pub const TOKEN: &str = "scenario-token-0123456789";

/// Returns true if a text holds the key or the token.
#[must_use]
pub fn holds_secret(text: &str) -> bool {
    [KEY, TOKEN].iter().any(|secret| text.contains(secret))
}

/// The outcome of a run.
pub struct Ran {
    /// Its result.
    pub result: ResearchResult,
    /// The run's events.
    pub events: Vec<Event>,
    /// Its session, which holds its memory.
    pub session: Session,
    /// The exported long-term memory after it; `None` if it was not exported.
    pub remembered: Option<String>,
}

/// Returns the settings of a scenario whose server is at `address`.
///
/// # Errors
/// Invalid settings.
pub fn settings(scenario: &Scenario, address: &str) -> Result<Settings> {
    let given = given_settings(scenario, address);
    let settings: Settings = serde_json::from_value(given).context(scenario.name.clone())?;
    settings.validate()?;
    Ok(settings)
}

/// The settings that differ from the engine's own.
pub(crate) fn given_settings(scenario: &Scenario, address: &str) -> Value {
    let mut settings = json!({
        "llm": {
            "provider": {
                "baseUrl": format!("{address}/v1"),
                "json": "schema",
                "nativeTools": false,
                "echoReasoning": false,
                "streamUsage": true,
                "completionTokensName": false,
            },
            "model": "scenario",
        },
        "search": { "baseUrl": address },
        "reader": { "baseUrl": format!("{address}/r") },
    });
    if !scenario.settings.is_null() {
        merge(&mut settings, &scenario.settings);
    }
    settings
}

/// Merges the fields of `own` into `base`, object by object.
pub(crate) fn merge(base: &mut Value, own: &Value) {
    match (base, own) {
        (Value::Object(base), Value::Object(own)) => {
            for (name, value) in own {
                merge(base.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (base, own) => *base = own.clone(),
    }
}

/// The keys for a server at `address`, which is also the proxy: no request leaves it.
///
/// # Errors
/// An address that is none.
pub fn network(address: &str) -> Result<Network> {
    let mut network = Network::default();
    for credential in [
        Credential::Llm,
        Credential::Search,
        Credential::BearerSearch,
        Credential::Reader,
    ] {
        network.add_key(credential, Secret::new(KEY), address)?;
    }
    network.set_proxy(Proxy {
        address: format!("{address}/proxy?url="),
        llm: false,
        keys: true,
        token: Some(Secret::new(TOKEN)),
    })?;
    Ok(network)
}

/// Runs a scenario on a host.
///
/// # Errors
/// Faults that preclude any result.
pub fn run(
    scenario: &Scenario,
    settings: &Settings,
    host: &dyn Host,
    stop: AbortRegistration,
) -> Result<Ran, HostError> {
    let events = RefCell::new(Vec::new());
    let emit = |event| events.borrow_mut().push(event);
    let crew = Crew::for_settings(settings);
    let research = Research {
        host,
        engine: crew.engine.as_ref(),
        actor: crew.actor,
        settings,
        emit: &emit,
    };
    let mut session = Session::begin(host, &scenario.request.question)?;
    let result = block_on(research.run(&mut session, &scenario.request, stop))?;
    Ok(Ran {
        result,
        events: events.into_inner(),
        session,
        remembered: None,
    })
}
