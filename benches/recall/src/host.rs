//! A host whose clock ticks, whose randomness counts, and whose embedder is a model or none.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::task::Poll;

use amb_agents::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};

use crate::embedder::CachedEmbedder;

/// The bench's host: reproducible, except for the model's replies.
pub struct BenchHost {
    embedder: Option<CachedEmbedder>,
    ticks: Cell<i64>,
    drawn: Cell<u128>,
    blobs: RefCell<BTreeMap<ContentHash, Vec<u8>>>,
}

impl BenchHost {
    /// Creates a host over this embedder; without one, memory has keywords alone.
    #[must_use]
    pub fn new(embedder: Option<CachedEmbedder>) -> Self {
        Self {
            embedder,
            ticks: Cell::new(0),
            drawn: Cell::new(0),
            blobs: RefCell::default(),
        }
    }

    /// Returns true if it has a model.
    #[must_use]
    pub fn embeds(&self) -> bool {
        self.embedder.is_some()
    }
}

fn ready<'a, T: 'a>(value: T) -> HostFuture<'a, T> {
    Box::pin(std::future::ready(Ok(value)))
}

impl Host for BenchHost {
    fn now(&self) -> Result<i64, HostError> {
        self.ticks.set(self.ticks.get() + 1);
        Ok(self.ticks.get())
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        self.drawn.set(self.drawn.get() + 1);
        Ok(self.drawn.get().to_be_bytes())
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        Ok(self.embedder.as_ref().map(|it| it.info().clone()))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        let failed = |error: anyhow::Error| HostError::Embedding {
            detail: format!("{error:#}"),
        };
        let embedded = match &self.embedder {
            Some(embedder) => embedder.embed(texts),
            None => Err(anyhow::anyhow!("this host has no embedder")),
        };
        Box::pin(std::future::ready(embedded.map_err(failed)))
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        let hash = ContentHash::of(bytes);
        self.blobs.borrow_mut().insert(hash.clone(), bytes.to_vec());
        ready(hash)
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        ready(self.blobs.borrow().get(hash).cloned())
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        self.blobs.borrow_mut().remove(hash);
        ready(())
    }

    /// Gives way once, so that a run can be stopped there.
    fn sleep(&self, _milliseconds: u32) -> HostFuture<'_, ()> {
        let mut has_given_way = false;
        Box::pin(poll_fn(move |context| {
            if has_given_way {
                return Poll::Ready(Ok(()));
            }
            has_given_way = true;
            context.waker().wake_by_ref();
            Poll::Pending
        }))
    }
}
