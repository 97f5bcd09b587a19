//! What this build knows of language models: everything with the feature `llm`, nothing without it.

use amb_agents::run::{Crew, ResearchRequest};
use amb_agents::settings::Settings;
use amb_agents::spending::Estimate;
use amb_web::JsHost;
#[cfg(feature = "llm")]
use amb_web::JsResolver;
#[cfg(feature = "llm")]
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;

use crate::error::BankError;

/// Who thinks and acts by these settings.
#[cfg(feature = "llm")]
pub fn crew(settings: &Settings) -> Crew {
    Crew::for_settings(settings)
}

/// Who thinks: without language models in this build, the extractive engine.
#[cfg(not(feature = "llm"))]
pub fn crew(_: &Settings) -> Crew {
    Crew::extractive()
}

/// What a run may spend.
#[cfg(feature = "llm")]
pub fn forecast(settings: &Settings, request: &ResearchRequest) -> Estimate {
    amb_agents::spending::estimate(settings, request)
}

/// What a run may spend: nothing, where nothing is asked over a network.
#[cfg(not(feature = "llm"))]
pub fn forecast(_: &Settings, _: &ResearchRequest) -> Estimate {
    Estimate::nothing()
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
    [options, resolve]: [JsValue; 2],
    settings: &Settings,
) -> Result<JsHost, BankError> {
    let network = options::network(crate::convert::from_js(options)?, settings)?;
    let host = host.with_network(network);
    Ok(match resolve.dyn_into() {
        Ok(resolve) => host.with_resolver(JsResolver::new(resolve)),
        Err(_) => host,
    })
}

/// The host as it is: nothing is asked over a network in this build.
#[cfg(not(feature = "llm"))]
pub fn with_network(host: JsHost, _: [JsValue; 2], _: &Settings) -> Result<JsHost, BankError> {
    Ok(host)
}

#[cfg(feature = "llm")]
mod options {
    use amb_agents::settings::Settings;
    use amb_llm::http::Credential;
    use amb_llm::network::{Network, Proxy, Secret};
    use serde::Deserialize;

    use crate::error::BankError;

    /// `NetworkOptions` of the TypeScript definitions.
    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct NetworkOptions {
        keys: Keys,
        proxy: Option<Proxy>,
    }

    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Keys {
        llm: Option<Secret>,
        search: Option<Secret>,
        reader: Option<Secret>,
    }

    /// The keys, each for the service that the settings name, and the proxy.
    pub fn network(options: NetworkOptions, settings: &Settings) -> Result<Network, BankError> {
        let NetworkOptions { keys, proxy } = options;
        let llm = settings.llm.as_ref().map(|llm| &llm.provider.base_url);
        let search = settings.search.as_ref().map(|search| &search.base_url);
        let reader = Some(&settings.reader.base_url).filter(|address| !address.is_empty());
        let mut network = Network::default();
        for (credential, secret, address) in [
            (Credential::Llm, keys.llm, llm),
            (Credential::Search, keys.search, search),
            (Credential::Reader, keys.reader, reader),
        ] {
            if let (Some(secret), Some(address)) = (secret, address) {
                network.add_key(credential, secret, address)?;
            }
        }
        if let Some(proxy) = proxy {
            network.set_proxy(proxy)?;
        }
        Ok(network)
    }
}
