//! A native host with a real network: its clock ticks, its randomness counts, its embedder hashes words.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::Read;
use std::rc::Rc;
use std::time::Duration;

use amb_agents::host::{
    ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture, NetworkFailure,
};
use amb_agents::journal::{Effect, JournalFile};
use amb_documents::{DocumentReader, DocumentReading};
use amb_llm::http::{HttpRequest, HttpResponse, Method};
use amb_llm::network::Network;
use amb_store::long_term::{MemoryCall, MemoryReply};
use futures::future::AbortHandle;

use crate::fate::Fate;
use crate::memory::PlayedMemory;

/// Timeout of a body. The server's bodies take no time, except one that stalls.
const PATIENCE: Duration = Duration::from_millis(900);
/// Start of the clock, in milliseconds since the Unix epoch.
const START: i64 = 1_795_000_000_000;
/// Numbers in a vector.
const DIMENSIONS: usize = 64;

/// The host. Pauses pass at once: the clock moves on by them.
pub struct HttpHost {
    network: Network,
    agent: ureq::Agent,
    clock: Cell<i64>,
    drawn: Cell<u128>,
    blobs: RefCell<BTreeMap<ContentHash, Vec<u8>>>,
    fate: Rc<Fate>,
    asked: Cell<usize>,
    stop: RefCell<Option<(usize, AbortHandle)>>,
    memory: Option<PlayedMemory>,
}

impl HttpHost {
    /// With these keys and this proxy.
    #[must_use]
    pub fn new(network: Network) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(10)))
            .timeout_recv_body(Some(PATIENCE))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build();
        Self {
            network,
            agent: config.into(),
            clock: Cell::new(START),
            drawn: Cell::new(0),
            blobs: RefCell::default(),
            fate: Rc::default(),
            asked: Cell::new(0),
            stop: RefCell::default(),
            memory: None,
        }
    }

    /// Sets the start of the randomness, for a world before or after another in the same memory.
    #[must_use]
    pub fn drawing_from(self, number: u128) -> Self {
        self.drawn.set(number);
        self
    }

    /// With this long-term memory.
    #[must_use]
    pub fn with_memory(mut self, memory: Option<PlayedMemory>) -> Self {
        self.memory = memory;
        self
    }

    /// Takes its long-term memory, for another host.
    pub fn take_memory(&mut self) -> Option<PlayedMemory> {
        self.memory.take()
    }

    /// Its long-term memory.
    #[must_use]
    pub fn memory(&self) -> Option<&PlayedMemory> {
        self.memory.as_ref()
    }

    /// Returns the fate of the run's process. The world goes on after a kill.
    #[must_use]
    pub fn fate(&self) -> &Rc<Fate> {
        &self.fate
    }

    /// Makes the user stop the run at its `number`-th exchange (from 0), which is not sent.
    pub fn stop_at(&self, number: usize, run: AbortHandle) {
        self.stop.replace(Some((number, run)));
    }

    /// Sets clock and randomness back to the last completed effect of this journal. Nothing has seen their later
    /// values.
    pub fn rewind(&self, journal: &JournalFile) {
        self.clock.set(START);
        self.drawn.set(0);
        let records = journal.records().iter();
        for record in records.filter(|record| record.outcome.is_some()) {
            match record.effect {
                Effect::Now => self.clock.set(self.clock.get() + 1),
                Effect::Sleep { milliseconds } => {
                    self.clock.set(self.clock.get() + i64::from(milliseconds));
                }
                Effect::Random => self.drawn.set(self.drawn.get() + 1),
                _ => {}
            }
        }
    }

    /// Returns the hashes in the blob store.
    #[must_use]
    pub fn blobs(&self) -> Vec<String> {
        let blobs = self.blobs.borrow();
        blobs.keys().map(ToString::to_string).collect()
    }

    /// Returns true if the run is stopped here.
    fn stops(&self) -> bool {
        let number = self.asked.replace(self.asked.get() + 1);
        let stop = self.stop.borrow();
        let Some((_, run)) = stop.as_ref().filter(|(at, _)| *at == number) else {
            return false;
        };
        run.abort();
        true
    }

    /// An effect that is performed at once.
    fn at_once<'a, T: 'a>(&self, effect: impl FnOnce() -> T) -> HostFuture<'a, T> {
        Box::pin(std::future::ready(Ok(self.fate.perform(effect))))
    }

    fn exchange(
        &self,
        request: &HttpRequest,
        chunk: &dyn Fn(&[u8]),
    ) -> Result<HttpResponse, HostError> {
        let failed = |host: &str, failure, detail: String| HostError::Network {
            host: host.to_owned(),
            failure,
            detail,
        };
        let routed = self
            .network
            .route(request)
            .map_err(|error| failed("", NetworkFailure::Forbidden, error.to_string()))?;
        let host = routed.host.as_str();
        let mut builder =
            ureq::http::Request::builder()
                .uri(&routed.url)
                .method(match request.method {
                    Method::Get => "GET",
                    Method::Post => "POST",
                });
        for (name, value) in &routed.headers {
            builder = builder.header(name, value);
        }
        let wire = builder
            .body(request.body.clone())
            .map_err(|error| failed(host, NetworkFailure::Forbidden, error.to_string()))?;
        let mut response = self
            .agent
            .run(wire)
            .map_err(|error| failed(host, NetworkFailure::Unreachable, error.to_string()))?;
        let headers: Vec<(String, String)> = response
            .headers()
            .iter()
            .map(|(name, value)| {
                let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                (name.as_str().to_owned(), value)
            })
            .collect();
        let status = response.status().as_u16();
        let mut redaction = self.network.redaction(response.status().is_success());
        let mut body = Vec::new();
        let mut reader = response.body_mut().as_reader();
        let mut piece = [0; 61];
        loop {
            match reader.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => {
                    let bytes = redaction.push(piece.get(..length).unwrap_or_default());
                    chunk(&bytes);
                    body.extend(bytes);
                }
                Err(error) => {
                    let failure = if is_timeout(&error) {
                        NetworkFailure::Stalled
                    } else {
                        NetworkFailure::Broken
                    };
                    return Err(failed(host, failure, error.to_string()));
                }
            }
            if body.len() > request.max_bytes {
                return Err(failed(
                    host,
                    NetworkFailure::TooLarge,
                    "its body".to_owned(),
                ));
            }
        }
        let rest = redaction.finish();
        chunk(&rest);
        body.extend(rest);
        Ok(self.network.received(&routed, (status, ""), headers, body))
    }
}

/// Returns true if reading ended by a timeout.
fn is_timeout(error: &std::io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(ureq::Error::Timeout(_)))
}

/// A bag of hashed words, of length 1: texts with the same words are near.
#[must_use]
pub fn embed_words(text: &str) -> Embedding {
    let mut vector = vec![0.01_f32; DIMENSIONS];
    for term in text.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
        let hash = ContentHash::of(term.as_bytes());
        let digits = hash.as_str().bytes().rev().take(4);
        let place = digits.fold(0, |sum, digit| sum * 31 + usize::from(digit)) % DIMENSIONS;
        if let Some(number) = vector.get_mut(place).filter(|_| !term.is_empty()) {
            *number += 1.0;
        }
    }
    let norm = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    vector.iter_mut().for_each(|number| *number /= norm);
    Embedding {
        vector,
        coverage: 1.0,
    }
}

impl Host for HttpHost {
    fn now(&self) -> Result<i64, HostError> {
        Ok(self.fate.perform(|| {
            self.clock.set(self.clock.get() + 1);
            self.clock.get()
        }))
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        let drawn = self.fate.perform(|| {
            self.drawn.set(self.drawn.get() + 1);
            self.drawn.get()
        });
        Ok(ContentHash::of(&drawn.to_le_bytes())
            .as_str()
            .bytes()
            .rev()
            .take(16)
            .collect::<Vec<u8>>()
            .try_into()
            .unwrap_or_default())
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        let info = || EmbedderInfo {
            model_id: "hashed-words".to_owned(),
            dimensions: DIMENSIONS,
        };
        Ok(Some(self.fate.perform(info)))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        self.at_once(|| texts.iter().map(|text| embed_words(text)).collect())
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        self.at_once(|| {
            let hash = ContentHash::of(bytes);
            self.blobs.borrow_mut().insert(hash.clone(), bytes.to_vec());
            hash
        })
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        self.at_once(|| self.blobs.borrow().get(hash).cloned())
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        self.at_once(|| {
            self.blobs.borrow_mut().remove(hash);
        })
    }

    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        Box::pin(async move {
            if self.stops() {
                std::future::pending::<()>().await;
            }
            self.fate.perform(|| self.exchange(request, chunk))
        })
    }

    fn read_document<'a>(
        &'a self,
        reader: &'a DocumentReader,
        bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        self.at_once(|| match reader {
            DocumentReader::Pdf => amb_pdf::read(bytes.to_vec()),
            DocumentReader::Html { media, media_type } => {
                amb_html::read(bytes, *media, media_type.as_deref())
            }
        })
    }

    fn has_memory(&self) -> bool {
        self.memory.is_some()
    }

    fn remember<'a>(&'a self, call: &'a MemoryCall) -> HostFuture<'a, MemoryReply> {
        Box::pin(async move {
            match &self.memory {
                Some(memory) => self.fate.wait_for(memory.answer(call)).await,
                None => Ok(MemoryReply::absent()),
            }
        })
    }

    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()> {
        self.at_once(|| self.clock.set(self.clock.get() + i64::from(milliseconds)))
    }
}

/// The world outlives the runs in it.
impl Host for &HttpHost {
    fn now(&self) -> Result<i64, HostError> {
        (**self).now()
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        (**self).random()
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        (**self).embedder()
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        (**self).embed(texts)
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        (**self).put_blob(bytes)
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        (**self).get_blob(hash)
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        (**self).delete_blob(hash)
    }

    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        (**self).fetch(request, chunk)
    }

    fn read_document<'a>(
        &'a self,
        reader: &'a DocumentReader,
        bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        (**self).read_document(reader, bytes)
    }

    fn has_memory(&self) -> bool {
        (**self).has_memory()
    }

    fn remember<'a>(&'a self, call: &'a MemoryCall) -> HostFuture<'a, MemoryReply> {
        (**self).remember(call)
    }

    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()> {
        (**self).sleep(milliseconds)
    }
}
