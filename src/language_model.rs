//! This build's support of language models: all of it with the feature `llm`, none without.

use amb_agents::protocol::{Event, ResearchRequest};
use amb_agents::run::Crew;
use amb_agents::settings::Settings;
use amb_agents::spending::Estimate;
#[cfg(feature = "llm")]
use amb_llm::redaction::Redaction;
#[cfg(feature = "llm")]
use amb_web::JsDialer;
use amb_web::JsHost;
use wasm_bindgen::JsValue;

use crate::error::BankError;

/// Returns the agents for these settings.
#[cfg(feature = "llm")]
pub fn crew(settings: &Settings) -> Crew {
    Crew::for_settings(settings)
}

/// Returns the agents: without language models in this build, the extractive engine.
#[cfg(not(feature = "llm"))]
pub fn crew(_: &Settings) -> Crew {
    Crew::extractive()
}

/// Estimates the spending of a run.
#[cfg(feature = "llm")]
pub fn forecast(settings: &Settings, request: &ResearchRequest) -> Estimate {
    amb_agents::spending::estimate(settings, request)
}

/// Estimates the spending of a run: nothing, because no request is sent over a network.
#[cfg(not(feature = "llm"))]
pub fn forecast(_: &Settings, request: &ResearchRequest) -> Estimate {
    Estimate::nothing(request)
}

/// Lets the model of these settings answer a words request of long-term memory; `undefined` without one.
#[cfg(feature = "llm")]
pub async fn put_into_words(
    host: &JsHost,
    settings: &Settings,
    request: JsValue,
) -> Result<JsValue, BankError> {
    use amb_agents::llm::Scribe;
    use amb_agents::spending::Meter;
    use amb_agents::task::AdapterError;
    use amb_store::long_term::WordsRequest;

    let request: Option<WordsRequest> = crate::convert::from_js(request)?;
    let (Some(llm), Some(request)) = (&settings.llm, request) else {
        return Ok(JsValue::UNDEFINED);
    };
    let meter = Meter::begin(settings, None, host)?;
    let scribe = Scribe {
        host,
        settings: llm,
        meter: &meter,
        emit: &|_| {},
    };
    let reply = scribe.put_into_words(&request).await;
    crate::convert::to_js(&reply.map_err(AdapterError::from)?)
}

/// Without language models in this build nothing is put into words.
#[cfg(not(feature = "llm"))]
pub async fn put_into_words(_: &JsHost, _: &Settings, _: JsValue) -> Result<JsValue, BankError> {
    Ok(JsValue::UNDEFINED)
}

/// Asks a service of these settings once.
#[cfg(feature = "llm")]
pub async fn try_service(
    host: &JsHost,
    settings: &Settings,
    service: &str,
) -> Result<JsValue, BankError> {
    use amb_agents::services::{Tried, try_service};
    use serde::Deserialize;
    use serde::de::{IntoDeserializer, value};

    let named = Tried::deserialize(service.into_deserializer());
    let tried = named.map_err(|error: value::Error| BankError::Argument {
        detail: error.to_string(),
    })?;
    crate::convert::to_js(&try_service(host, settings, tried).await?)
}

/// Without language models in this build there is no service.
#[cfg(not(feature = "llm"))]
pub async fn try_service(_: &JsHost, _: &Settings, _: &str) -> Result<JsValue, BankError> {
    Err(BankError::NoLanguageModel)
}

/// Refuses settings that this build cannot follow.
#[cfg(feature = "llm")]
pub fn check(settings: &Settings) -> Result<(), BankError> {
    Ok(settings.validate_addresses()?)
}

/// Refuses settings that this build cannot follow.
#[cfg(not(feature = "llm"))]
pub fn check(settings: &Settings) -> Result<(), BankError> {
    if settings.llm.is_some() {
        return Err(BankError::NoLanguageModel);
    }
    Ok(())
}

/// The host with the user's keys and proxy, and with the platform's word for where names lead, if it has one.
#[cfg(feature = "llm")]
pub fn with_network(
    host: JsHost,
    [options, dialer]: [JsValue; 2],
    settings: &Settings,
) -> Result<JsHost, BankError> {
    let network = options::network(crate::convert::from_js(options)?, settings)?;
    let host = host.with_network(network);
    Ok(match JsDialer::of(&dialer) {
        Some(dialer) => host.with_dialer(dialer),
        None => host,
    })
}

/// Returns the host unchanged: this build sends no requests over a network.
#[cfg(not(feature = "llm"))]
pub fn with_network(host: JsHost, _: [JsValue; 2], _: &Settings) -> Result<JsHost, BankError> {
    Ok(host)
}

/// A model's words on their way to the listener: the user's keys are removed, even if they arrive in pieces.
#[cfg(feature = "llm")]
pub struct Words {
    host: JsHost,
    redaction: Redaction,
}

#[cfg(feature = "llm")]
impl Words {
    /// Creates the filter of a run over this host.
    pub fn of(host: &JsHost) -> Self {
        Self {
            host: host.clone(),
            redaction: host.redaction(),
        }
    }

    /// Returns the events that can be sent now; text that may be the beginning of a key waits for the next words, or
    /// for another event.
    pub fn pass(&mut self, event: Event) -> Vec<Event> {
        if let Event::AnswerDelta { text } = &event {
            let told = self.redaction.push(text.as_bytes());
            return delta(&told).into_iter().collect();
        }
        let redaction = std::mem::replace(&mut self.redaction, self.host.redaction());
        delta(&redaction.finish())
            .into_iter()
            .chain([event])
            .collect()
    }
}

#[cfg(feature = "llm")]
fn delta(words: &[u8]) -> Option<Event> {
    let text = String::from_utf8_lossy(words).into_owned();
    (!text.is_empty()).then_some(Event::AnswerDelta { text })
}

/// A model's words: there are none in this build.
#[cfg(not(feature = "llm"))]
pub struct Words;

#[cfg(not(feature = "llm"))]
impl Words {
    pub fn of(_: &JsHost) -> Self {
        Self
    }

    pub fn pass(&mut self, event: Event) -> Vec<Event> {
        vec![event]
    }
}

#[cfg(feature = "llm")]
mod options {
    use amb_agents::settings::{Keys, Settings};
    use amb_llm::network::{Network, Proxy};
    use serde::Deserialize;

    use crate::error::BankError;

    /// `NetworkOptions` of the TypeScript definitions.
    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct NetworkOptions {
        keys: Keys,
        proxy: Option<Proxy>,
    }

    /// The keys, each for the service that the settings name, and the proxy.
    pub fn network(options: NetworkOptions, settings: &Settings) -> Result<Network, BankError> {
        let NetworkOptions { keys, proxy } = options;
        let mut network = Network::default();
        keys.add_to(&mut network, settings)?;
        if let Some(proxy) = proxy {
            network.set_proxy(proxy)?;
        }
        Ok(network)
    }
}
