//! The host that records, and replays its record first.

use std::cell::{OnceCell, RefCell};
use std::future::ready;

use amb_documents::{DocumentReader, DocumentReading};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_store::long_term::{MemoryCall, MemoryReply};
use amb_store::{RunState, StoreError};

use super::answering::{read, remembered};
use super::body::{condensed_stream, decode_embeddings, encode_embeddings};
use super::format::{JournalFile, Requested};
use super::log::RunLog;
use super::record::{Effect, Outcome};
use super::state::{Finishing, State};
use crate::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};

/// A host that records every effect of the host beneath it.
pub struct Journal<H> {
    host: H,
    state: RefCell<State>,
    log: OnceCell<RunLog>,
    /// The recorded embedder, if the run goes on behind a record.
    recorded_embedder: RefCell<Option<EmbedderInfo>>,
    /// True if the run began here: only then may it call the long-term memory beneath.
    own: bool,
}

impl<H: Host> Journal<H> {
    /// An empty journal over this host.
    pub fn new(host: H) -> Self {
        Self {
            host,
            state: RefCell::default(),
            log: OnceCell::new(),
            recorded_embedder: RefCell::default(),
            own: true,
        }
    }

    /// Runs again from the start of a record: its effects are replayed, and later ones go to the host. Over
    /// [`NoHost`](super::NoHost) this is a replay. The host's long-term memory is called only if the file [is the
    /// caller's own](JournalFile::is_own): a foreign run neither reads memories here nor is learned.
    pub fn resume(host: H, file: JournalFile) -> Self {
        let own = file.is_own();
        let (records, bodies) = file.into_parts();
        Self {
            host,
            state: RefCell::new(State::of(records, bodies)),
            log: OnceCell::new(),
            recorded_embedder: RefCell::default(),
            own,
        }
    }

    /// Writes later records to a store as they are made, and blobs, too. The first store of a journal is its only one.
    pub fn keep_in(&self, log: RunLog) {
        // A second one is refused, and dropped.
        let _ = self.log.set(log);
    }

    /// Returns true if a store has it.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.log.get().is_some()
    }

    /// The time, off the record.
    pub(super) fn unrecorded_now(&self) -> Result<i64, HostError> {
        self.host.now()
    }

    /// Bytes that the host keeps, off the record.
    pub(super) async fn unrecorded_blob(&self, hash: &ContentHash) -> Option<Vec<u8>> {
        self.host.get_blob(hash).await.ok().flatten()
    }

    /// Writes the rest to the store, and the run's state. Without a store it does nothing.
    ///
    /// # Errors
    /// The store's error; calling again may succeed.
    pub async fn close(&self, state: RunState) -> Result<(), StoreError> {
        match self.log.get() {
            Some(log) => log.close(state).await,
            None => Ok(()),
        }
    }

    /// Extends a record: a new request to a kept memory.
    pub fn extend(host: H, file: JournalFile) -> Self {
        let journal = Self::resume(host, file);
        journal.state.borrow_mut().turn_to_end();
        journal
    }

    /// Turns to a request that is run again. If another request followed it, it sends nothing more, and ends where it
    /// ended. Journals of older versions do not record that position.
    pub(crate) fn turn_to(&self, asked: &Requested, following: Option<&Requested>) {
        self.state.borrow_mut().turn_to(asked, following);
    }

    /// The record so far, with its bodies.
    #[must_use]
    pub fn file(&self) -> JournalFile {
        let state = self.state.borrow();
        JournalFile::from_parts(state.records.clone(), state.bodies.clone()).owned(self.own)
    }

    /// Effects recorded so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.state.borrow().records.len()
    }

    /// Returns true if nothing was recorded yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn answer(&self, sequence: usize, outcome: Outcome) {
        let mut state = self.state.borrow_mut();
        if let Some(record) = state.records.get_mut(sequence) {
            record.outcome = Some(outcome);
        }
    }

    fn put_body(&self, bytes: Vec<u8>) -> ContentHash {
        let mut state = self.state.borrow_mut();
        let hash = state.bodies.put(bytes);
        if let (Some(log), Some(bytes)) = (self.log.get(), state.bodies.get(&hash)) {
            log.body(&hash, bytes);
        }
        hash
    }

    /// Why the embedder here cannot go on for the one on record: vectors of two models are not comparable.
    fn refused_embedder(&self, host: &H) -> Option<HostError> {
        let recorded = self.recorded_embedder.borrow();
        let recorded = recorded.as_ref()?;
        match host.embedder() {
            Ok(Some(here)) if here == *recorded => None,
            Ok(_) => Some(HostError::Unavailable {
                what: "the embedder of this run".to_owned(),
                detail: format!("its vectors are of {}", recorded.model_id),
            }),
            Err(error) => Some(error),
        }
    }

    /// Makes the store write waiting data: at once if it must not be lost, else when it is much.
    async fn keep(&self, effect: &Effect) -> Result<(), HostError> {
        match self.log.get() {
            Some(log) => log.keep(effect.is_kept_at_once()).await,
            None => Ok(()),
        }
    }

    fn body(&self, sequence: usize, hash: &ContentHash) -> Result<Vec<u8>, HostError> {
        let state = self.state.borrow();
        let found = state.bodies.get(hash).map(<[u8]>::to_vec);
        found.ok_or_else(|| HostError::Journal {
            sequence,
            recorded: format!("the body {hash}, which is missing"),
            asked: "it".to_owned(),
        })
    }

    /// Replays an immediate effect or calls the host.
    fn immediate<T>(
        &self,
        effect: &Effect,
        perform: impl FnOnce(&H) -> Result<T, HostError>,
        encode: impl FnOnce(&T) -> Outcome,
        decode: impl FnOnce(Outcome) -> Option<T>,
    ) -> Result<T, HostError> {
        let ticket = self.state.borrow_mut().ask(effect)?;
        if let Some(outcome) = ticket.recorded {
            return read(ticket.sequence, effect, outcome, |outcome| {
                Ok(decode(outcome))
            });
        }
        let result = perform(&self.host);
        let outcome = match &result {
            Ok(value) => encode(value),
            Err(error) => Outcome::Failed {
                error: error.clone(),
            },
        };
        match self.log.get() {
            Some(log) if ticket.is_new => log.recorded(ticket.sequence, effect, &outcome),
            Some(log) => log.answered(ticket.sequence, &outcome),
            None => {}
        }
        self.answer(ticket.sequence, outcome);
        result
    }

    /// Replays an asynchronous effect or calls the host. The number is taken now.
    fn awaited<'a, T: 'a>(
        &'a self,
        effect: Effect,
        perform: impl FnOnce(&'a H) -> HostFuture<'a, T> + 'a,
        encode: impl FnOnce(&'a Self, &T) -> Outcome + 'a,
        decode: impl FnOnce(&'a Self, usize, Outcome) -> Result<Option<T>, HostError> + 'a,
    ) -> HostFuture<'a, T> {
        let ticket = self.state.borrow_mut().ask(&effect);
        if let (Some(log), Ok(ticket)) = (self.log.get(), &ticket)
            && ticket.is_new
        {
            log.asked(ticket.sequence, &effect);
        }
        Box::pin(async move {
            let ticket = ticket?;
            let sequence = ticket.sequence;
            if let Some(outcome) = ticket.recorded {
                return read(sequence, &effect, outcome, |outcome| {
                    decode(self, sequence, outcome)
                });
            }
            self.keep(&effect).await?;
            let result = perform(&self.host).await;
            let outcome = match &result {
                Ok(value) => encode(self, value),
                Err(error) => Outcome::Failed {
                    error: error.clone(),
                },
            };
            if let Some(log) = self.log.get() {
                log.answered(sequence, &outcome);
            }
            self.answer(sequence, outcome);
            let _finishing = Finishing::begin(&self.state);
            self.keep(&effect).await?;
            result
        })
    }
}

impl<H: Host> Host for Journal<H> {
    fn now(&self) -> Result<i64, HostError> {
        self.immediate(
            &Effect::Now,
            Host::now,
            |time| Outcome::Time {
                milliseconds: *time,
            },
            |outcome| match outcome {
                Outcome::Time { milliseconds } => Some(milliseconds),
                _ => None,
            },
        )
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        self.immediate(
            &Effect::Random,
            Host::random,
            |bits| Outcome::Random {
                bits: uuid::Uuid::from_bytes(*bits).simple().to_string(),
            },
            |outcome| match outcome {
                Outcome::Random { bits } => uuid::Uuid::try_parse(&bits)
                    .ok()
                    .map(uuid::Uuid::into_bytes),
                _ => None,
            },
        )
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        let on_record = self.state.borrow().is_next_answered();
        let info = self.immediate(
            &Effect::Embedder,
            Host::embedder,
            |info| Outcome::Embedder { info: info.clone() },
            |outcome| match outcome {
                Outcome::Embedder { info } => Some(info),
                _ => None,
            },
        )?;
        *self.recorded_embedder.borrow_mut() = info.clone().filter(|_| on_record);
        Ok(info)
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        self.awaited(
            Effect::embed(texts),
            move |host| match self.refused_embedder(host) {
                Some(error) => Box::pin(ready(Err(error))),
                None => host.embed(texts),
            },
            |journal, embeddings: &Vec<Embedding>| Outcome::Embeddings {
                dimensions: embeddings.first().map_or(0, |first| first.vector.len()),
                body: journal.put_body(encode_embeddings(embeddings)),
            },
            |journal, sequence, outcome| match outcome {
                Outcome::Embeddings { dimensions, body } => Ok(decode_embeddings(
                    &journal.body(sequence, &body)?,
                    dimensions,
                )),
                _ => Ok(None),
            },
        )
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        let hash = ContentHash::of(bytes);
        let on_record = self.state.borrow().is_next_answered();
        let put = move |host: &'a H| match self.log.get() {
            Some(log) => log.put_blob(bytes),
            None => host.put_blob(bytes),
        };
        let effect = Effect::PutBlob { hash: hash.clone() };
        let done = self.awaited(
            effect,
            put,
            |_, _| Outcome::Done,
            move |_, _, outcome| Ok((outcome == Outcome::Done).then_some(hash)),
        );
        Box::pin(async move {
            let hash = done.await?;
            if on_record {
                let _finishing = Finishing::begin(&self.state);
                // The run may go on with another host, or in another store, than it began with. If this fails, a later
                // read of the bytes reports them missing; a replay needs none.
                let _ = put(&self.host).await;
            }
            Ok(hash)
        })
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        self.awaited(
            Effect::GetBlob { hash: hash.clone() },
            move |host| match self.log.get() {
                Some(log) => log.get_blob(hash),
                None => host.get_blob(hash),
            },
            |journal, bytes: &Option<Vec<u8>>| Outcome::Blob {
                body: bytes.clone().map(|bytes| journal.put_body(bytes)),
            },
            |journal, sequence, outcome| match outcome {
                Outcome::Blob { body: None } => Ok(Some(None)),
                Outcome::Blob { body: Some(hash) } => {
                    journal.body(sequence, &hash).map(|bytes| Some(Some(bytes)))
                }
                _ => Ok(None),
            },
        )
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        let on_record = self.state.borrow().is_next_answered();
        let delete = move |host: &'a H| match self.log.get() {
            Some(log) => log.delete_blob(hash),
            None => host.delete_blob(hash),
        };
        let done = self.awaited(
            Effect::DeleteBlob { hash: hash.clone() },
            delete,
            |_, ()| Outcome::Done,
            |_, _, outcome| Ok((outcome == Outcome::Done).then_some(())),
        );
        Box::pin(async move {
            done.await?;
            if on_record {
                let _finishing = Finishing::begin(&self.state);
                let _ = delete(&self.host).await;
            }
            Ok(())
        })
    }

    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        self.awaited(
            Effect::fetch(request),
            move |host| {
                let response = host.fetch(request, chunk);
                Box::pin(async { Ok(condensed_stream(response.await?)) })
            },
            |journal, response: &HttpResponse| Outcome::Response {
                status: response.status,
                url: response.url.clone(),
                headers: response.headers.clone(),
                body: journal.put_body(response.body.clone()),
            },
            move |journal, sequence, outcome| match outcome {
                Outcome::Response {
                    status,
                    url,
                    headers,
                    body,
                } => {
                    let body = journal.body(sequence, &body)?;
                    chunk(&body);
                    Ok(Some(HttpResponse {
                        status,
                        url,
                        headers,
                        body,
                    }))
                }
                _ => Ok(None),
            },
        )
    }

    fn read_document<'a>(
        &'a self,
        reader: &'a DocumentReader,
        bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        self.awaited(
            Effect::ReadDocument {
                reader: reader.clone(),
                hash: ContentHash::of(bytes),
            },
            move |host| host.read_document(reader, bytes),
            |journal, reading: &DocumentReading| Outcome::Reading {
                body: journal.put_body(serde_json::to_vec(reading).unwrap_or_default()),
            },
            |journal, sequence, outcome| match outcome {
                Outcome::Reading { body } => {
                    let json = journal.body(sequence, &body)?;
                    Ok(serde_json::from_slice(&json).ok())
                }
                _ => Ok(None),
            },
        )
    }

    /// While the record holds further effects, the next one decides, so that a run without memory has none again. A run
    /// that is only read back has none.
    fn has_memory(&self) -> bool {
        let state = self.state.borrow();
        match state.upcoming() {
            Some(record) => matches!(record.effect, Effect::Remember { .. }),
            None => self.own && !state.is_past() && self.host.has_memory(),
        }
    }

    fn remember<'a>(&'a self, call: &'a MemoryCall) -> HostFuture<'a, MemoryReply> {
        self.awaited(
            Effect::remember(call),
            move |host| Box::pin(remembered(host, self.own, call)),
            |journal, reply: &MemoryReply| Outcome::Remembered {
                body: journal.put_body(serde_json::to_vec(reply).unwrap_or_default()),
            },
            |journal, sequence, outcome| match outcome {
                Outcome::Remembered { body } => {
                    let json = journal.body(sequence, &body)?;
                    Ok(serde_json::from_slice(&json).ok())
                }
                _ => Ok(None),
            },
        )
    }

    fn stop(&self) -> bool {
        self.state.borrow_mut().stop()
    }

    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()> {
        self.awaited(
            Effect::Sleep { milliseconds },
            move |host| host.sleep(milliseconds),
            |_, ()| Outcome::Done,
            |_, _, outcome| Ok((outcome == Outcome::Done).then_some(())),
        )
    }
}
