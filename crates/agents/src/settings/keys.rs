//! The user's keys, each for the service that the settings name.

use amb_llm::http::Credential;
use amb_llm::network::{Network, RouteError, Secret};
use serde::Deserialize;

use super::Settings;

/// The user's keys by service. They are in no settings.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Keys {
    /// The language model's.
    pub llm: Option<Secret>,
    /// The search's. One that takes no key is given none.
    pub search: Option<Secret>,
    /// The reader's. It serves the search, too, where [`Settings::shares_reader_key`] allows it.
    pub reader: Option<Secret>,
}

impl Keys {
    /// Adds each key to a network, for the address of its service.
    ///
    /// # Errors
    /// A key that fits no header, or an address that is none.
    pub fn add_to(self, network: &mut Network, settings: &Settings) -> Result<(), RouteError> {
        let search = settings.search.as_ref();
        let shared = self.reader.clone().filter(|_| settings.shares_reader_key());
        let reader = Some(&settings.reader.base_url).filter(|address| !address.is_empty());
        for (credential, secret, address) in [
            (
                Some(Credential::Llm),
                self.llm,
                settings.llm.as_ref().map(|llm| &llm.provider.base_url),
            ),
            (
                search.and_then(|search| search.service.credential()),
                self.search.or(shared),
                search.map(|search| &search.base_url),
            ),
            (Some(Credential::Reader), self.reader, reader),
        ] {
            if let (Some(credential), Some(secret), Some(address)) = (credential, secret, address) {
                network.add_key(credential, secret, address)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use amb_llm::search::{SearchQuery, SearchService};

    use super::*;
    use crate::settings::SearchSettings;

    /// Returns the header of the key that a search by this service is sent with.
    fn sent(service: SearchService, keys: [Option<&str>; 2]) -> Option<(String, String)> {
        let settings = Settings {
            search: Some(SearchSettings::of(service)),
            ..Settings::default()
        };
        let [search, reader] = keys.map(|key| key.map(Secret::new));
        let keys = Keys {
            search,
            reader,
            ..Keys::default()
        };
        let mut network = Network::default();
        keys.add_to(&mut network, &settings).unwrap();
        let request = service.request(service.address(), &SearchQuery::new("x"));
        let request = request.unwrap();
        let mut headers = network.route(&request).unwrap().headers;
        headers.retain(|header| !request.headers.contains(header));
        headers.pop()
    }

    fn header(name: &str, value: &str) -> Option<(String, String)> {
        Some((name.to_owned(), value.to_owned()))
    }

    #[test]
    fn mb_19_each_search_service_is_sent_its_own_key() {
        let both = [Some("s"), Some("r")];
        assert_eq!(sent(SearchService::Serper, both), header("x-api-key", "s"));
        assert_eq!(
            sent(SearchService::Jina, both),
            header("authorization", "Bearer s")
        );
        assert_eq!(sent(SearchService::Wikipedia, both), None);
    }

    #[test]
    fn mb_21_the_readers_key_is_sent_to_jinas_search_alone() {
        let reader = [None, Some("r")];
        assert_eq!(
            sent(SearchService::Jina, reader),
            header("authorization", "Bearer r")
        );
        assert_eq!(sent(SearchService::Serper, reader), None);
        assert_eq!(sent(SearchService::Wikipedia, reader), None);
    }

    #[test]
    fn mb_21_keys_read_from_their_names() {
        let keys: Keys = serde_json::from_str(r#"{"search":"s"}"#).unwrap();
        assert!(keys.search.is_some() && keys.llm.is_none());
        assert!(serde_json::from_str::<Keys>(r#"{"serper":"s"}"#).is_err());
        assert!(!format!("{keys:?}").contains("\"s\""));
    }
}
