//! The host of a replay: every effect that the record lacks fails.

use amb_documents::{DocumentReader, DocumentReading};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_store::long_term::{MemoryCall, MemoryReply};

use crate::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};

/// A host without a world. Under a [`Journal`](super::Journal) it makes a replay that cannot reach
/// past its record.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

fn absent<T>() -> Result<T, HostError> {
    Err(HostError::Abandoned)
}

impl Host for NoHost {
    fn now(&self) -> Result<i64, HostError> {
        absent()
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        absent()
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        absent()
    }

    fn embed<'a>(&'a self, _texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        Box::pin(async { absent() })
    }

    fn put_blob<'a>(&'a self, _bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        Box::pin(async { absent() })
    }

    fn get_blob<'a>(&'a self, _hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        Box::pin(async { absent() })
    }

    fn delete_blob<'a>(&'a self, _hash: &'a ContentHash) -> HostFuture<'a, ()> {
        Box::pin(async { absent() })
    }

    fn fetch<'a>(
        &'a self,
        _request: &'a HttpRequest,
        _chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        Box::pin(async { absent() })
    }

    fn read_document<'a>(
        &'a self,
        _reader: &'a DocumentReader,
        _bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        Box::pin(async { absent() })
    }

    fn remember<'a>(&'a self, _call: &'a MemoryCall) -> HostFuture<'a, MemoryReply> {
        Box::pin(async { absent() })
    }

    fn sleep(&self, _milliseconds: u32) -> HostFuture<'_, ()> {
        Box::pin(async { absent() })
    }
}
