//! The host itself.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use amb_agents::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};
use amb_documents::{DocumentReader, DocumentReading, ReadingError};
use amb_store::long_term::{MemoryCall, MemoryReply};
use gloo_timers::future::TimeoutFuture;

use crate::{JsDocumentReader, JsEmbedder, JsMemory};

/// The world as JavaScript offers it. Blobs are held in memory. Clones share everything.
#[derive(Clone)]
pub struct JsHost {
    embedder: Option<Rc<JsEmbedder>>,
    document_reader: Option<Rc<JsDocumentReader>>,
    #[cfg(feature = "network")]
    network: Rc<amb_llm::network::Network>,
    #[cfg(feature = "network")]
    dialer: Option<Rc<crate::JsDialer>>,
    memory: Option<Rc<JsMemory>>,
    blobs: Rc<RefCell<BTreeMap<ContentHash, Vec<u8>>>>,
}

impl JsHost {
    /// With this embedder, or in keyword-only mode.
    #[must_use]
    pub fn new(embedder: Option<JsEmbedder>) -> Self {
        Self {
            embedder: embedder.map(Rc::new),
            document_reader: None,
            #[cfg(feature = "network")]
            network: Rc::default(),
            #[cfg(feature = "network")]
            dialer: None,
            memory: None,
            blobs: Rc::default(),
        }
    }

    /// With a long-term memory.
    #[must_use]
    pub fn with_memory(mut self, memory: JsMemory) -> Self {
        self.memory = Some(Rc::new(memory));
        self
    }

    /// With readers of documents that are not plain text.
    #[must_use]
    pub fn with_document_reader(mut self, reader: JsDocumentReader) -> Self {
        self.document_reader = Some(Rc::new(reader));
        self
    }
}

#[cfg(feature = "network")]
impl JsHost {
    /// With the user's keys and proxy.
    #[must_use]
    pub fn with_network(mut self, network: amb_llm::network::Network) -> Self {
        self.network = Rc::new(network);
        self
    }

    /// Returns the filter that removes the user's keys from a model's reply, word by word.
    #[must_use]
    pub fn redaction(&self) -> amb_llm::redaction::Redaction {
        self.network.redaction(true)
    }

    /// With the platform's word for where names lead.
    #[must_use]
    pub fn with_dialer(mut self, dialer: crate::JsDialer) -> Self {
        self.dialer = Some(Rc::new(dialer));
        self
    }
}

impl Host for JsHost {
    fn now(&self) -> Result<i64, HostError> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "whole milliseconds, far below 2^53"
        )]
        Ok(js_sys::Date::now() as i64)
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(|error| HostError::Unavailable {
            what: "randomness".to_owned(),
            detail: error.to_string(),
        })?;
        Ok(bits)
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        Ok(self
            .embedder
            .as_ref()
            .map(|embedder| embedder.info().clone()))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        Box::pin(async move {
            match &self.embedder {
                Some(embedder) => embedder.embed(texts).await,
                None => Err(HostError::Unavailable {
                    what: "the embedder".to_owned(),
                    detail: "this host was opened without one".to_owned(),
                }),
            }
        })
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        Box::pin(async move {
            let hash = ContentHash::of(bytes);
            self.blobs
                .borrow_mut()
                .entry(hash.clone())
                .or_insert_with(|| bytes.to_vec());
            Ok(hash)
        })
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move { Ok(self.blobs.borrow().get(hash).cloned()) })
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        Box::pin(async move {
            self.blobs.borrow_mut().remove(hash);
            Ok(())
        })
    }

    #[cfg(feature = "network")]
    fn fetch<'a>(
        &'a self,
        request: &'a amb_llm::http::HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, amb_llm::http::HttpResponse> {
        let dialer = self.dialer.as_deref();
        let exchange = crate::exchange::exchange(&self.network, dialer, request, chunk);
        Box::pin(exchange)
    }

    fn read_document<'a>(
        &'a self,
        reader: &'a DocumentReader,
        bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        Box::pin(async move {
            match &self.document_reader {
                Some(readers) => readers.read(reader, bytes).await,
                None => Ok(Err(ReadingError::NoReader)),
            }
        })
    }

    fn has_memory(&self) -> bool {
        self.memory.is_some()
    }

    fn remember<'a>(&'a self, call: &'a MemoryCall) -> HostFuture<'a, MemoryReply> {
        Box::pin(async move {
            Ok(match &self.memory {
                Some(memory) => memory.remember(call).await,
                None => MemoryReply::absent(),
            })
        })
    }

    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()> {
        Box::pin(async move {
            TimeoutFuture::new(milliseconds).await;
            Ok(())
        })
    }
}
