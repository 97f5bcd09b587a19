//! A host of tests that has nothing but a network.

use std::cell::RefCell;

use amb_documents::{DocumentReader, DocumentReading};
use amb_llm::http::{HttpRequest, HttpResponse};

use crate::host::{
    ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture, NetworkFailure,
};

/// The status of no response at all: the connection broke.
pub(crate) const BROKEN: u16 = 0;

/// A host whose network replies to each request as the test defines; it records the requests and pauses. Pauses take no
/// time. An HTML page is written as its reader's result, in JSON.
pub(crate) struct Network<'t> {
    answers: &'t dyn Fn(&HttpRequest) -> HttpResponse,
    pub(crate) asked: RefCell<Vec<HttpRequest>>,
    /// Milliseconds of each pause.
    pub(crate) paused: RefCell<Vec<u32>>,
}

impl<'t> Network<'t> {
    pub(crate) fn answering(answers: &'t dyn Fn(&HttpRequest) -> HttpResponse) -> Self {
        Self {
            answers,
            asked: RefCell::default(),
            paused: RefCell::default(),
        }
    }
}

fn absent<'a, T: 'a>() -> HostFuture<'a, T> {
    Box::pin(async { Err(HostError::Abandoned) })
}

impl Host for Network<'_> {
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
        absent()
    }
    fn put_blob<'a>(&'a self, _: &'a [u8]) -> HostFuture<'a, ContentHash> {
        absent()
    }
    fn get_blob<'a>(&'a self, _: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        absent()
    }
    fn delete_blob<'a>(&'a self, _: &'a ContentHash) -> HostFuture<'a, ()> {
        absent()
    }
    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        _: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        self.asked.borrow_mut().push(request.clone());
        let response = (self.answers)(request);
        let outcome = match response.status {
            BROKEN => Err(HostError::Network {
                host: "the network".to_owned(),
                failure: NetworkFailure::Broken,
                detail: String::new(),
            }),
            _ => Ok(response),
        };
        Box::pin(std::future::ready(outcome))
    }
    fn read_document<'a>(
        &'a self,
        _: &'a DocumentReader,
        bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        Box::pin(std::future::ready(Ok(Ok(
            serde_json::from_slice(bytes).unwrap()
        ))))
    }
    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()> {
        self.paused.borrow_mut().push(milliseconds);
        Box::pin(async { Ok(()) })
    }
}
