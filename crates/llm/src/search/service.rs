//! The search services that the engine knows. Their facts are in `services.json`, which JavaScript reads, too.

use serde::{Deserialize, Serialize};

use super::{SearchError, SearchQuery, SearchResults, jina, serper, wikipedia};
use crate::http::{Credential, HttpRequest, HttpResponse};

include!(concat!(env!("OUT_DIR"), "/search_services.rs"));

/// A search service.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum SearchService {
    /// Google's results, by Serper.
    #[default]
    Serper,
    /// The articles of Wikipedia, or of another wiki of MediaWiki.
    Wikipedia,
    /// Jina Search.
    Jina,
}

/// A row of `services.json`.
struct Facts {
    name: &'static str,
    engine: &'static str,
    address: &'static str,
    path: &'static str,
    credential: Option<Credential>,
}

impl SearchService {
    /// Returns the service's own address.
    #[must_use]
    pub const fn address(self) -> &'static str {
        facts(self).address
    }

    /// Returns its name, as settings name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        facts(self).name
    }

    /// Returns the name of the search engine, as results name it.
    #[must_use]
    pub const fn engine(self) -> &'static str {
        facts(self).engine
    }

    /// Returns the key that its requests carry; `None` if it takes none.
    #[must_use]
    pub const fn credential(self) -> Option<Credential> {
        facts(self).credential
    }

    /// Returns true for the default, which settings leave out.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the path of its requests, below its address.
    pub(super) const fn path(self) -> &'static str {
        facts(self).path
    }

    /// Returns the request for a query. `base_url` is [`SearchService::address`] or a replacement.
    ///
    /// # Errors
    /// [`SearchError::EmptyQuery`] for a query without words, [`SearchError::BadBase`] for a base that is no
    /// `http` or `https` address, [`SearchError::BadLanguage`] for a language of Wikipedia that is none.
    pub fn request(self, base_url: &str, query: &SearchQuery) -> Result<HttpRequest, SearchError> {
        match self {
            Self::Serper => serper::request(base_url, query),
            Self::Wikipedia => wikipedia::request(base_url, query),
            Self::Jina => jina::request(base_url, query),
        }
    }

    /// Reads the response to a query: each page once, at most the requested number. A result that is no web page is
    /// left out; a field of an unexpected type counts as missing.
    ///
    /// # Errors
    /// The service's refusal, see [`SearchError`]; a response without results and without an error is an empty result.
    pub fn read(
        self,
        query: &SearchQuery,
        response: &HttpResponse,
    ) -> Result<SearchResults, SearchError> {
        match self {
            Self::Serper => serper::read(query, response),
            Self::Wikipedia => wikipedia::read(query, response),
            Self::Jina => jina::read(query, response),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [SearchService; 3] = [
        SearchService::Serper,
        SearchService::Wikipedia,
        SearchService::Jina,
    ];

    #[test]
    fn mb_19_each_service_has_its_row() {
        assert_eq!(
            ALL.map(SearchService::engine),
            ["Google", "Wikipedia", "Jina"]
        );
        assert_eq!(
            ALL.map(SearchService::credential),
            [
                Some(Credential::Search),
                None,
                Some(Credential::BearerSearch)
            ]
        );
        for service in ALL {
            let request = service.request(service.address(), &SearchQuery::new("x"));
            let request = request.unwrap();
            assert_eq!(request.credential, service.credential());
            assert_eq!((request.timeout, request.max_bytes), (20_000, 2_097_152));
            assert!(
                request
                    .headers
                    .iter()
                    .all(|(name, _)| name != "authorization")
            );
        }
    }

    #[test]
    fn mb_19_a_service_reads_from_its_name() {
        for (service, name) in ALL.iter().zip(["serper", "wikipedia", "jina"]) {
            assert_eq!(serde_json::to_value(service).unwrap(), name);
            assert_eq!(service.name(), name);
            assert_eq!(
                serde_json::from_value::<SearchService>(name.into()).unwrap(),
                *service
            );
        }
        assert!(serde_json::from_value::<SearchService>("google".into()).is_err());
    }

    #[test]
    fn mb_19_no_service_is_asked_for_nothing_or_at_no_address() {
        for service in ALL {
            for text in ["", " \n\t"] {
                let refused = service.request(service.address(), &SearchQuery::new(text));
                assert_eq!(refused, Err(SearchError::EmptyQuery));
            }
            for base in ["", "google.serper.dev", "file:///etc", "javascript:1"] {
                let refused = service.request(base, &SearchQuery::new("x"));
                assert_eq!(refused, Err(SearchError::BadBase), "{base}");
            }
        }
    }
}
