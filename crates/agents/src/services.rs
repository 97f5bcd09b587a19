//! The services of a bank, each asked once to see if it works: the language model's endpoint for its list of models, the
//! search for a query, the reader for a page. No run takes part, and nothing is repeated.

use amb_llm::chat::{ChatError, models_request, read_models};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_llm::reader::{ReaderError, Url, direct_request, jina_read, jina_request};
use amb_llm::search::{SearchError, SearchQuery, read, request};

use crate::host::{Host, HostError};
use crate::protocol::ServiceReply;
use crate::settings::Settings;

/// The query of a trial.
const QUERY: &str = "example";

/// The page of a trial; RFC 2606 reserves its name for such use.
const PAGE: &str = "https://example.com/";

/// A service that can be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// The language model's endpoint.
    Llm,
    /// Web search.
    Search,
    /// The reader of pages.
    Reader,
}

impl Tried {
    /// Returns the service of this name: `llm`, `search` or `reader`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "llm" => Some(Self::Llm),
            "search" => Some(Self::Search),
            "reader" => Some(Self::Reader),
            _ => None,
        }
    }
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
    let query = SearchQuery::new(QUERY);
    let response = response(host, &request(&search.base_url, &query)?).await?;
    let results = read(&query, &response)?.results.len();
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
    use std::cell::RefCell;

    use amb_llm::chat::Provider;
    use futures::executor::block_on;

    use super::*;
    use crate::host::{ContentHash, EmbedderInfo, Embedding, HostFuture};
    use crate::settings::{LlmSettings, ReaderSettings, SearchSettings};

    /// A world that gives one response to whatever it is asked.
    struct World {
        status: u16,
        body: &'static str,
        asked: RefCell<Vec<String>>,
    }

    impl Host for World {
        fn now(&self) -> Result<i64, HostError> {
            Ok(0)
        }

        fn random(&self) -> Result<[u8; 16], HostError> {
            Ok([0; 16])
        }

        fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
            Ok(None)
        }

        fn embed<'a>(&'a self, _: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
            Box::pin(async { Ok(Vec::new()) })
        }

        fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
            Box::pin(async { Ok(ContentHash::of(bytes)) })
        }

        fn get_blob<'a>(&'a self, _: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
            Box::pin(async { Ok(None) })
        }

        fn delete_blob<'a>(&'a self, _: &'a ContentHash) -> HostFuture<'a, ()> {
            Box::pin(async { Ok(()) })
        }

        fn fetch<'a>(
            &'a self,
            request: &'a HttpRequest,
            _: &'a dyn Fn(&[u8]),
        ) -> HostFuture<'a, HttpResponse> {
            self.asked.borrow_mut().push(request.url.clone());
            Box::pin(async {
                Ok(HttpResponse {
                    status: self.status,
                    url: request.url.clone(),
                    headers: vec![("content-type".to_owned(), "application/json".to_owned())],
                    body: self.body.as_bytes().to_vec(),
                })
            })
        }

        fn sleep(&self, _: u32) -> HostFuture<'_, ()> {
            Box::pin(async { Ok(()) })
        }
    }

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

    fn tried(
        settings: &Settings,
        service: &str,
        (status, body): (u16, &'static str),
    ) -> (Result<ServiceReply, &'static str>, Vec<String>) {
        let world = World {
            status,
            body,
            asked: RefCell::default(),
        };
        let reply = try_service(&world, settings, Tried::named(service).unwrap());
        let reply = block_on(reply).map_err(|error| error.kind());
        (reply, world.asked.into_inner())
    }

    #[test]
    fn mb_21_the_endpoint_lists_its_models() {
        let listed = (200, r#"{"data":[{"id":"small"},{"id":"large"}]}"#);
        let (reply, asked) = tried(&settings(), "llm", listed);
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
        let (reply, asked) = tried(&settings(), "search", found);
        assert_eq!(reply, Ok(ServiceReply::Search { results: 1 }));
        assert_eq!(asked, ["https://google.serper.dev/search"]);
        let (reply, asked) = tried(&settings(), "search", (403, r#"{"message":"no"}"#));
        assert_eq!((reply, asked.len()), (Err("search_unauthorized"), 1));
    }

    #[test]
    fn mb_20_a_page_is_read_by_the_reader_or_directly() {
        let page = r#"{"data":{"title":"Example","url":"https://example.com/","content":"For use in documents."}}"#;
        let (reply, asked) = tried(&settings(), "reader", (200, page));
        assert_eq!(reply, Ok(ServiceReply::Reader { bytes: 21 }));
        assert_eq!(asked, ["https://r.jina.ai/https://example.com/"]);
        let direct = Settings {
            reader: ReaderSettings {
                base_url: String::new(),
                ..ReaderSettings::default()
            },
            ..settings()
        };
        let (reply, asked) = tried(&direct, "reader", (200, "<p>page"));
        assert_eq!(reply, Ok(ServiceReply::Reader { bytes: 7 }));
        assert_eq!(asked, ["https://example.com/"]);
        assert_eq!(tried(&direct, "reader", (403, "")).0, Err("reader_blocked"));
    }

    #[test]
    fn a_service_that_is_not_set_is_not_asked() {
        let (reply, asked) = tried(&Settings::default(), "search", (200, "{}"));
        assert_eq!((reply, asked.len()), (Err("service_not_set"), 0));
        assert_eq!(Tried::named("page"), None);
    }
}
