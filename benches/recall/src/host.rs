//! A host whose clock ticks, whose randomness counts, and whose embedder is MiniLM.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use amb_agents::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};

use crate::embedder::CachedEmbedder;

/// The bench's host: reproducible but for what the model says.
pub struct BenchHost {
    embedder: CachedEmbedder,
    ticks: Cell<i64>,
    drawn: Cell<u128>,
    blobs: RefCell<BTreeMap<ContentHash, Vec<u8>>>,
}

impl BenchHost {
    /// Over this embedder.
    pub fn new(embedder: CachedEmbedder) -> Self {
        Self {
            embedder,
            ticks: Cell::new(0),
            drawn: Cell::new(0),
            blobs: RefCell::default(),
        }
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
        let dimensions = amb_embed::DIMENSIONS;
        Ok(Some(EmbedderInfo {
            model_id: "all-MiniLM-L6-v2-int8".to_owned(),
            dimensions,
        }))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        let failed = |error: anyhow::Error| HostError::Embedding {
            detail: format!("{error:#}"),
        };
        Box::pin(std::future::ready(
            self.embedder.embed(texts).map_err(failed),
        ))
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

    fn sleep(&self, _milliseconds: u32) -> HostFuture<'_, ()> {
        ready(())
    }
}
