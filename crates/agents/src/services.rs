//! The services of a bank, each asked once to see if it works: the language model's endpoint for its list of models, the
//! search for a query, the reader for a page. No run takes part, and nothing is repeated.

use amb_llm::chat::{ChatError, models_request, read_models};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_llm::reader::{ReaderError, Url, direct_request, jina_read, jina_request};
use amb_llm::search::SearchError;
use serde::Deserialize;

use crate::host::{Host, HostError};
use crate::protocol::ServiceReply;
use crate::settings::Settings;

/// The query of a trial.
const QUERY: &str = "example";

/// The page of a trial; RFC 2606 reserves its name for such use.
const PAGE: &str = "https://example.com/";

/// A service that can be tried: `llm`, `search` or `reader`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tried {
    /// The language model's endpoint.
    Llm,
    /// Web search.
    Search,
    /// The reader of pages.
    Reader,
}

/// Why a service does not work.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The settings name no such service.
    #[error("the bank was opened without this service")]
    NotSet,
    /// There was no response.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The language model's endpoint refused.
    #[error(transparent)]
    Chat(#[from] ChatError),
    /// The search refused.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The reader refused.
    #[error(transparent)]
    Reader(#[from] ReaderError),
}

impl ServiceError {
    /// Stable name of the error, the same in JavaScript's `error.code`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotSet => "service_not_set",
            Self::Host(error) => error.kind(),
            Self::Chat(error) => error.kind(),
            Self::Search(error) => error.kind(),
            Self::Reader(error) => error.kind(),
        }
    }

    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::NotSet => false,
            Self::Host(error) => error.is_retryable(),
            Self::Chat(error) => error.worth_retries() > 0,
            Self::Search(error) => error.is_retryable(),
            Self::Reader(error) => error.is_retryable(),
        }
    }
}

/// Asks a service once.
///
/// # Errors
/// The settings name no such service, it cannot be reached, or it refuses.
pub async fn try_service(
    host: &dyn Host,
    settings: &Settings,
    tried: Tried,
) -> Result<ServiceReply, ServiceError> {
    match tried {
        Tried::Llm => try_llm(host, settings).await,
        Tried::Search => try_search(host, settings).await,
        Tried::Reader => try_reader(host, settings).await,
    }
}

async fn try_llm(host: &dyn Host, settings: &Settings) -> Result<ServiceReply, ServiceError> {
    let llm = settings.llm.as_ref().ok_or(ServiceError::NotSet)?;
    let response = response(host, &models_request(&llm.provider)).await?;
    let models = read_models(&response)?;
    Ok(ServiceReply::Llm { models })
}

async fn try_search(host: &dyn Host, settings: &Settings) -> Result<ServiceReply, ServiceError> {
    let search = settings.search.as_ref().ok_or(ServiceError::NotSet)?;
    let query = settings.search_query(search, QUERY, settings.language);
    let request = search.service.request(&search.base_url, &query)?;
    let response = response(host, &request).await?;
    let results = search.service.read(&query, &response)?.results.len();
    Ok(ServiceReply::Search { results })
}

async fn try_reader(host: &dyn Host, settings: &Settings) -> Result<ServiceReply, ServiceError> {
    let Ok(page) = Url::parse(PAGE) else {
        return Err(ServiceError::NotSet);
    };
    let base = &settings.reader.base_url;
    if base.is_empty() {
        let response = response(host, &direct_request(&page)).await?;
        let bytes = read_directly(&response)?;
        return Ok(ServiceReply::Reader { bytes });
    }
    let response = response(host, &jina_request(base, &page, true)).await?;
    let bytes = jina_read(&page, &response)?.text.len();
    Ok(ServiceReply::Reader { bytes })
}

/// Bytes of a page from its own server.
fn read_directly(response: &HttpResponse) -> Result<usize, ReaderError> {
    match (response.is_success(), response.body.len()) {
        (true, 0) => Err(ReaderError::Empty),
        (true, bytes) => Ok(bytes),
        (false, _) => Err(ReaderError::Blocked {
            status: response.status,
        }),
    }
}

async fn response(host: &dyn Host, request: &HttpRequest) -> Result<HttpResponse, HostError> {
    host.fetch(request, &|_| {}).await
}

#[cfg(test)]
mod tests {
    use amb_llm::chat::Provider;
    use amb_llm::search::SearchService;
    use amb_memory::text::Language;
    use futures::executor::block_on;

    use super::*;
    use crate::settings::{LlmSettings, ReaderSettings, SearchSettings};
    use crate::test_network::Network;

    fn settings() -> Settings {
        Settings {
            llm: Some(LlmSettings {
                provider: Provider::at("https://llm.example/v1"),
                ..LlmSettings::default()
            }),
            search: Some(SearchSettings::default()),
            ..Settings::default()
        }
    }

    /// What a service replies in a world that gives one response to whatever it is asked, and what was asked.
    fn tried(
        settings: &Settings,
        service: Tried,
        (status, body): (u16, &'static str),
    ) -> (Result<ServiceReply, &'static str>, Vec<String>) {
        let answers = |request: &HttpRequest| HttpResponse {
            status,
            url: request.url.clone(),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: body.as_bytes().to_vec(),
        };
        let network = Network::answering(&answers);
        let reply = block_on(try_service(&network, settings, service));
        let asked = network.asked.into_inner().into_iter();
        (
            reply.map_err(|error| error.kind()),
            asked.map(|request| request.url).collect(),
        )
    }

    #[test]
    fn mb_21_the_endpoint_lists_its_models() {
        let listed = (200, r#"{"data":[{"id":"small"},{"id":"large"}]}"#);
        let (reply, asked) = tried(&settings(), Tried::Llm, listed);
        let models = vec!["small".to_owned(), "large".to_owned()];
        assert_eq!(reply, Ok(ServiceReply::Llm { models }));
        assert_eq!(asked, ["https://llm.example/v1/models"]);
    }

    #[test]
    fn mb_19_a_search_is_made_once_and_its_refusal_is_told() {
        let found = (
            200,
            r#"{"organic":[{"title":"a","link":"https://a.example/"}]}"#,
        );
        let (reply, asked) = tried(&settings(), Tried::Search, found);
        assert_eq!(reply, Ok(ServiceReply::Search { results: 1 }));
        assert_eq!(asked, ["https://google.serper.dev/search"]);
        let (reply, asked) = tried(&settings(), Tried::Search, (403, r#"{"message":"no"}"#));
        assert_eq!((reply, asked.len()), (Err("search_unauthorized"), 1));
    }

    #[test]
    fn mb_19_each_search_service_is_tried_at_its_own_address() {
        let searching = |service| Settings {
            search: Some(SearchSettings {
                language: Some("de".to_owned()),
                ..SearchSettings::of(service)
            }),
            ..settings()
        };
        let articles = r#"{"query":{"pages":[{"title":"a","fullurl":"https://de.wikipedia.org/wiki/A","index":1}]}}"#;
        let wikipedia = searching(SearchService::Wikipedia);
        let (reply, asked) = tried(&wikipedia, Tried::Search, (200, articles));
        assert_eq!(reply, Ok(ServiceReply::Search { results: 1 }));
        assert!(asked[0].starts_with("https://de.wikipedia.org/w/api.php?"));
        let of_runs = Settings {
            search_language: Some(Language::Chinese),
            search: Some(SearchSettings::of(SearchService::Wikipedia)),
            ..settings()
        };
        let (_, asked) = tried(&of_runs, Tried::Search, (200, articles));
        assert!(asked[0].starts_with("https://zh.wikipedia.org/w/api.php?"));
        let found = r#"{"data":[{"title":"a","url":"https://a.example/"}]}"#;
        let jina = searching(SearchService::Jina);
        let (reply, asked) = tried(&jina, Tried::Search, (200, found));
        assert_eq!(reply, Ok(ServiceReply::Search { results: 1 }));
        assert_eq!(asked, ["https://s.jina.ai/"]);
        let refused = tried(&jina, Tried::Search, (401, r#"{"message":"no"}"#)).0;
        assert_eq!(refused, Err("search_unauthorized"));
    }

    #[test]
    fn mb_20_a_page_is_read_by_the_reader_or_directly() {
        let page = r#"{"data":{"title":"Example","url":"https://example.com/","content":"For use in documents."}}"#;
        let (reply, asked) = tried(&settings(), Tried::Reader, (200, page));
        assert_eq!(reply, Ok(ServiceReply::Reader { bytes: 21 }));
        assert_eq!(asked, ["https://r.jina.ai/https://example.com/"]);
        let direct = Settings {
            reader: ReaderSettings {
                base_url: String::new(),
                ..ReaderSettings::default()
            },
            ..settings()
        };
        let (reply, asked) = tried(&direct, Tried::Reader, (200, "<p>page"));
        assert_eq!(reply, Ok(ServiceReply::Reader { bytes: 7 }));
        assert_eq!(asked, ["https://example.com/"]);
        assert_eq!(
            tried(&direct, Tried::Reader, (403, "")).0,
            Err("reader_blocked")
        );
    }

    #[test]
    fn a_service_that_is_not_set_is_not_asked() {
        let (reply, asked) = tried(&Settings::default(), Tried::Search, (200, "{}"));
        assert_eq!((reply, asked.len()), (Err("service_not_set"), 0));
        let named = |name: &str| serde_json::from_value::<Tried>(name.into());
        assert_eq!(named("search").ok(), Some(Tried::Search));
        assert!(named("page").is_err());
    }
}
