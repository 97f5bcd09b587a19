//! Services of a run, and their owner: the bank.

use std::fmt;

use amb_llm::search::SearchService;

use super::Settings;

/// Most characters of an address that an error names.
const SHOWN: usize = 200;

/// A service that a run uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// The language model.
    LanguageModel,
    /// Web search.
    Search,
    /// The reader of pages.
    Reader,
}

impl Service {
    /// Returns the bank's options that set the service.
    fn option(self) -> &'static str {
        match self {
            Self::LanguageModel => "llm.provider",
            Self::Search => "search.service and search.baseUrl",
            Self::Reader => "reader.baseUrl",
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::LanguageModel => "language model",
            Self::Search => "web search",
            Self::Reader => "page reader",
        })
    }
}

/// A journal's run uses a service at an address that this bank was not given, or a search service of another kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the journal's run asks a {service}{} at {origin}, which this bank does not: if you trust that address, open the bank with it as {}; to look at the run, replay the journal, which asks nobody",
    .by.map_or_else(String::new, |by| format!(" by {}", by.name())),
    .service.option()
)]
pub struct ForeignEndpoint {
    /// The service.
    pub service: Service,
    /// The name of a search service, as `search.service` takes it.
    pub by: Option<SearchService>,
    /// Scheme, host and port of its address.
    pub origin: String,
}

impl ForeignEndpoint {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        "foreign_endpoint"
    }
}

impl Settings {
    /// Checks that a run with these settings uses only services of `own`. A run without a language model uses none.
    ///
    /// # Errors
    /// Names the first service whose address is another, or the search if its service is another.
    pub fn check_endpoints(&self, own: &Self) -> Result<(), ForeignEndpoint> {
        let Some(llm) = &self.llm else {
            return Ok(());
        };
        let (search, own_search) = (self.search.as_ref(), own.search.as_ref());
        let services = [
            (
                Service::LanguageModel,
                (None, Some(&llm.provider.base_url)),
                (None, own.llm.as_ref().map(|llm| &llm.provider.base_url)),
            ),
            (
                Service::Search,
                (
                    search.map(|search| search.service),
                    search.map(|search| &search.base_url),
                ),
                (
                    own_search.map(|search| search.service),
                    own_search.map(|search| &search.base_url),
                ),
            ),
            (
                Service::Reader,
                (None, Some(&self.reader.base_url)),
                (None, Some(&own.reader.base_url)),
            ),
        ];
        for (service, (by, asked), (own_by, own)) in services {
            // An empty address is none: pages are then fetched directly.
            let Some(asked) = asked.filter(|address| !address.is_empty()) else {
                continue;
            };
            if by != own_by || own.is_none_or(|own| bare(own) != bare(asked)) {
                let origin = origin(asked);
                return Err(ForeignEndpoint {
                    service,
                    by,
                    origin,
                });
            }
        }
        Ok(())
    }
}

/// Returns an address without parts that make no difference.
fn bare(address: &str) -> &str {
    address.trim().trim_end_matches('/')
}

/// Returns scheme, host and port, without a login before an `@`.
fn origin(address: &str) -> String {
    let (scheme, rest) = address.trim().split_once("://").unwrap_or_default();
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}").chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{LlmSettings, SearchSettings};

    fn settings() -> Settings {
        Settings {
            llm: Some(LlmSettings::default()),
            search: Some(SearchSettings::default()),
            ..Settings::default()
        }
    }

    fn refused(asked: &Settings, own: &Settings) -> (Service, String) {
        let error = asked.check_endpoints(own).unwrap_err();
        assert_eq!(error.kind(), "foreign_endpoint");
        assert!(
            error.to_string().contains(error.service.option()),
            "{error}"
        );
        (error.service, error.origin)
    }

    #[test]
    fn bx_02_a_journal_may_ask_the_services_of_the_bank_alone() {
        let own = settings();
        assert_eq!(own.check_endpoints(&own), Ok(()));

        let mut asked = settings();
        asked.reader.base_url = "http://169.254.169.254/latest/".to_owned();
        let metadata = (Service::Reader, "http://169.254.169.254".to_owned());
        assert_eq!(refused(&asked, &own), metadata);

        let mut asked = settings();
        asked.search.as_mut().unwrap().base_url = "http://user:key@10.0.0.1:81/x".to_owned();
        let search = (Service::Search, "http://10.0.0.1:81".to_owned());
        assert_eq!(refused(&asked, &own), search);

        let mut asked = settings();
        asked.llm.as_mut().unwrap().provider.base_url = "https://other.example/v1".to_owned();
        let model = (Service::LanguageModel, "https://other.example".to_owned());
        assert_eq!(refused(&asked, &own), model);
        assert_eq!(asked.check_endpoints(&asked), Ok(()));
    }

    #[test]
    fn bx_02_a_search_by_another_service_is_refused_at_the_same_address() {
        let at = |service| Settings {
            search: Some(SearchSettings {
                base_url: "https://search.example".to_owned(),
                ..SearchSettings::of(service)
            }),
            ..settings()
        };
        let (asked, own) = (at(SearchService::Jina), at(SearchService::Wikipedia));
        assert_eq!(asked.check_endpoints(&asked), Ok(()));
        assert_eq!(refused(&asked, &own).0, Service::Search);
        let error = asked.check_endpoints(&own).unwrap_err().to_string();
        assert!(
            error.contains("a web search by jina at https://"),
            "{error}"
        );
        assert!(error.contains("search.service"), "{error}");
    }

    #[test]
    fn bx_02_a_bank_without_a_service_does_not_lend_it() {
        let (asked, plain) = (settings(), Settings::default());
        assert_eq!(refused(&asked, &plain).0, Service::LanguageModel);
        let modest = Settings {
            search: None,
            ..settings()
        };
        assert_eq!(refused(&asked, &modest).0, Service::Search);
        assert_eq!(modest.check_endpoints(&asked), Ok(()));
        let mut direct = settings();
        direct.reader.base_url.clear();
        assert_eq!(refused(&asked, &direct).0, Service::Reader);
        assert_eq!(direct.check_endpoints(&asked), Ok(()));
    }

    #[test]
    fn bx_02_a_run_without_a_language_model_asks_no_service() {
        let mut asked = Settings::default();
        asked.reader.base_url = "http://10.0.0.1/".to_owned();
        assert_eq!(asked.check_endpoints(&Settings::default()), Ok(()));
    }

    #[test]
    fn bx_02_a_slash_at_the_end_makes_no_other_address() {
        let (mut asked, own) = (settings(), settings());
        asked.reader.base_url.push('/');
        assert_eq!(asked.check_endpoints(&own), Ok(()));
        asked.reader.base_url.push_str("other");
        assert_eq!(refused(&asked, &own).0, Service::Reader);
    }
}
