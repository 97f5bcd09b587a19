//! Host of the engine's unit tests. Its embedder hashes words; a host without an embedder is possible.

use amb_memory::retrieval::analyze;
use amb_memory::text::language;

use crate::engine::{Embeddings, Progress, RunContext};
use crate::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};
use crate::protocol::Event;
use crate::settings::Settings;
use crate::spending::Meter;

const DIMENSIONS: usize = 64;

struct TestHost {
    embeds: bool,
}

fn absent<'a, T: 'a>() -> HostFuture<'a, T> {
    Box::pin(async { Err(HostError::Abandoned) })
}

fn hashed(text: &str) -> Embedding {
    let mut vector = vec![0.0_f32; DIMENSIONS];
    for term in analyze(text) {
        let place = term
            .bytes()
            .fold(7_usize, |sum, byte| sum * 31 % 1009 + usize::from(byte));
        vector[place % DIMENSIONS] += 1.0;
    }
    let norm = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt()
        .max(1.0);
    vector.iter_mut().for_each(|number| *number /= norm);
    Embedding {
        vector,
        coverage: 1.0,
    }
}

impl Host for TestHost {
    fn now(&self) -> Result<i64, HostError> {
        Ok(0)
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        Ok([0; 16])
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        let info = EmbedderInfo {
            model_id: "words".to_owned(),
            dimensions: DIMENSIONS,
        };
        Ok(self.embeds.then_some(info))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        Box::pin(async { Ok(texts.iter().map(|text| hashed(text)).collect()) })
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

    fn sleep(&self, _: u32) -> HostFuture<'_, ()> {
        absent()
    }
}

/// Calls `act` with a context for texts in the language of `text`, with an embedder or without.
pub(super) fn with_context<T>(
    embeds: bool,
    text: &str,
    act: impl FnOnce(&RunContext<'_>) -> T,
) -> T {
    let host = TestHost { embeds };
    let emit = |_: Event| {};
    let progress = Progress::new(&emit);
    let embeddings = Embeddings::new(&host, &progress, &emit, 8).unwrap();
    act(&RunContext {
        embeddings: &embeddings,
        progress: &progress,
        settings: &Settings::default(),
        language: language(text),
        host: &host,
        meter: &Meter::unlimited(),
        emit: &emit,
    })
}
