//! The run's embedder: batches, remembers, and falls back to keywords alone.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use amb_memory::task::TaskBank;

use super::Progress;
use crate::host::{EmbedderInfo, Embedding, Host, HostError};
use crate::protocol::{Activity, Event};

/// Embeds through the host in batches, and remembers the vectors of the window being read, so that
/// a passage that was embedded to find topics costs nothing when it is indexed.
pub struct Embeddings<'h> {
    host: &'h dyn Host,
    emit: &'h dyn Fn(Event),
    progress: &'h Progress<'h>,
    info: RefCell<Option<EmbedderInfo>>,
    memo: RefCell<BTreeMap<String, Embedding>>,
    batch: usize,
    embedded: Cell<usize>,
    reading: RefCell<Option<Reading>>,
    is_paused: Cell<bool>,
}

/// Progress that is reported while passages are embedded.
struct Reading {
    activity: Activity,
    limit: u64,
}

impl<'h> Embeddings<'h> {
    /// Over this host, `batch` texts a call.
    ///
    /// # Errors
    /// Errors of [`Host::embedder`].
    pub fn new(
        host: &'h dyn Host,
        progress: &'h Progress<'h>,
        emit: &'h dyn Fn(Event),
        batch: usize,
    ) -> Result<Self, HostError> {
        Ok(Self {
            host,
            emit,
            progress,
            info: RefCell::new(host.embedder()?),
            memo: RefCell::default(),
            batch: batch.max(1),
            embedded: Cell::new(0),
            reading: RefCell::default(),
            is_paused: Cell::new(false),
        })
    }

    /// Gives up the embedder for a memory whose vectors are of another model or other dimensions. A warning says so.
    pub fn suit(&self, memory: &TaskBank) {
        let Some(info) = self.info.borrow().clone() else {
            return;
        };
        let mut models = memory
            .query_graph()
            .nodes()
            .filter_map(|node| node.embedding_model.as_ref());
        let is_same = models.all(|model| *model == info.model_id);
        if is_same && memory.dimensions() == info.dimensions {
            return;
        }
        self.give_up(&HostError::Unavailable {
            what: "the embedder of this memory".to_owned(),
            detail: format!("its vectors are not of {}", info.model_id),
        });
    }

    /// Returns true if there is an embedder and it has not failed.
    #[must_use]
    pub fn available(&self) -> bool {
        self.info.borrow().is_some()
    }

    /// The model; `None` in keyword-only mode.
    #[must_use]
    pub fn model_id(&self) -> Option<String> {
        self.info
            .borrow()
            .as_ref()
            .map(|info| info.model_id.clone())
    }

    /// Numbers in a vector; 384, MiniLM's, in keyword-only mode.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.info
            .borrow()
            .as_ref()
            .map_or(384, |info| info.dimensions)
    }

    /// Texts that the host was asked to embed.
    #[must_use]
    pub fn embedded(&self) -> usize {
        self.embedded.get()
    }

    /// Until [`Self::go_on`] nothing is embedded, as if there were no model: a long text is read by its words first.
    pub(crate) fn pause(&self) {
        self.is_paused.set(true);
    }

    /// Texts are embedded again.
    pub(crate) fn go_on(&self) {
        self.is_paused.set(false);
    }

    /// From now on embedded text counts as progress in this activity, up to `limit`.
    pub(crate) fn read_window(&self, activity: Activity, limit: u64) {
        *self.reading.borrow_mut() = Some(Reading { activity, limit });
    }

    /// The window is read: embedded text no longer counts as progress.
    pub(crate) fn window_read(&self) {
        *self.reading.borrow_mut() = None;
    }

    /// Forgets the vectors of the window that was read.
    pub(crate) fn forget(&self) {
        self.memo.borrow_mut().clear();
    }

    /// The vectors of these texts, in order; `None` in keyword-only mode and while it is paused.
    ///
    /// An embedder that fails twice on the same texts is not asked again: the run goes on with
    /// keywords alone, and a warning says so.
    ///
    /// # Errors
    /// Only a journal that does not fit, or ends here.
    pub async fn embed(&self, texts: &[String]) -> Result<Option<Vec<Embedding>>, HostError> {
        if self.is_paused.get() {
            return Ok(None);
        }
        let missing: Vec<String> = {
            let memo = self.memo.borrow();
            texts
                .iter()
                .filter(|text| !memo.contains_key(*text))
                .cloned()
                .collect()
        };
        for batch in missing.chunks(self.batch) {
            if !self.available() || !self.embed_batch(batch).await? {
                return Ok(None);
            }
        }
        if !self.available() {
            return Ok(None);
        }
        let memo = self.memo.borrow();
        Ok(texts.iter().map(|text| memo.get(text).cloned()).collect())
    }

    /// The vector of one text; `None` in keyword-only mode.
    ///
    /// # Errors
    /// As [`Embeddings::embed`].
    pub async fn embed_one(&self, text: String) -> Result<Option<Embedding>, HostError> {
        Ok(self
            .embed(&[text])
            .await?
            .and_then(|mut vectors| vectors.pop()))
    }

    /// Embeds a batch into the memo; `false` when the embedder was given up.
    async fn embed_batch(&self, batch: &[String]) -> Result<bool, HostError> {
        let vectors = match self.host.embed(batch).await {
            Err(error) if error.is_retryable() => self.host.embed(batch).await,
            result => result,
        };
        match vectors.and_then(|vectors| self.check(batch, vectors)) {
            Ok(vectors) => {
                self.embedded.set(self.embedded.get() + batch.len());
                self.memo
                    .borrow_mut()
                    .extend(batch.iter().cloned().zip(vectors));
                self.tell_progress(batch);
                Ok(true)
            }
            Err(error @ (HostError::Journal { .. } | HostError::Abandoned)) => Err(error),
            Err(error) => {
                self.give_up(&error);
                Ok(false)
            }
        }
    }

    /// An embedder is not trusted to have answered for every text, in its own dimensions.
    fn check(
        &self,
        batch: &[String],
        vectors: Vec<Embedding>,
    ) -> Result<Vec<Embedding>, HostError> {
        let dimensions = self.dimensions();
        let sound = vectors.len() == batch.len()
            && vectors.iter().all(|embedding| {
                embedding.vector.len() == dimensions
                    && embedding.vector.iter().all(|number| number.is_finite())
            });
        if sound {
            return Ok(vectors);
        }
        Err(HostError::Embedding {
            detail: format!(
                "it did not return {} vectors of {dimensions} numbers",
                batch.len()
            ),
        })
    }

    fn give_up(&self, error: &HostError) {
        *self.info.borrow_mut() = None;
        (self.emit)(Event::Warning {
            code: "keyword_only".to_owned(),
            message: format!("Searching by keywords alone from here on: {error}."),
        });
    }

    fn tell_progress(&self, batch: &[String]) {
        if let Some(reading) = self.reading.borrow().as_ref() {
            let bytes = batch.iter().map(String::len).sum();
            self.progress
                .advance(bytes, reading.limit, &reading.activity);
        }
    }
}
