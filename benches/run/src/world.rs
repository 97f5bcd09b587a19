//! The bench's host: every service replies at once, and the watch stands still meanwhile.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Duration;

use amb_agents::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};
use amb_bench_run::pages::Pages;
use amb_bench_run::script::Script;
use amb_bench_run::services::{PACKET, Services, embed, embedder};
use amb_bench_run::traffic::Traffic;
use amb_llm::http::{HttpRequest, HttpResponse};
use rustix::time::{ClockId, clock_gettime};

/// The world of a run.
pub struct World<'p> {
    services: Services<'p>,
    blobs: RefCell<BTreeMap<ContentHash, Vec<u8>>>,
    ticks: Cell<i64>,
    drawn: Cell<u128>,
    began: Duration,
    outside: Cell<Duration>,
}

impl<'p> World<'p> {
    /// With this model; its clock and its randomness begin at `moment`, which no other world of the same memory has.
    pub fn new(pages: &'p Pages, script: Script<'p>, traffic: Traffic, moment: u32) -> Self {
        Self {
            services: Services::new(pages, script, traffic),
            blobs: RefCell::default(),
            ticks: Cell::new(1_795_000_000_000 + (i64::from(moment) << 32)),
            drawn: Cell::new(u128::from(moment) << 64),
            began: now(),
            outside: Cell::default(),
        }
    }

    /// Time of the processor since the world began that was not spent in it: the engine's own.
    pub fn engine_time(&self) -> Duration {
        now() - self.began - self.outside.get()
    }

    /// Returns the traffic to the model so far.
    pub fn traffic(&self) -> Traffic {
        self.services.traffic().clone()
    }

    /// Does the world's part while the engine's watch stands still.
    fn outside<T>(&self, part: impl FnOnce() -> T) -> T {
        let from = now();
        let value = part();
        self.outside.set(self.outside.get() + (now() - from));
        value
    }

    fn respond(&self, request: &HttpRequest) -> Result<HttpResponse, HostError> {
        let reply = self.services.answer(&request.url, &request.body);
        let reply = reply.ok_or_else(|| HostError::Unavailable {
            what: request.url.clone(),
            detail: "the bench's world does not have it".to_owned(),
        })?;
        Ok(HttpResponse {
            status: 200,
            url: request.url.clone(),
            headers: vec![("content-type".to_owned(), reply.kind.to_owned())],
            body: reply.body,
        })
    }
}

/// Returns the processor time of this thread, without other work of the machine.
fn now() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .unwrap_or_default()
}

fn ready<'a, T: 'a>(value: Result<T, HostError>) -> HostFuture<'a, T> {
    Box::pin(std::future::ready(value))
}

impl Host for &World<'_> {
    fn now(&self) -> Result<i64, HostError> {
        self.ticks.set(self.ticks.get() + 1);
        Ok(self.ticks.get())
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        self.drawn.set(self.drawn.get() + 1);
        // Spread over all bits: identifiers are not in the order of their making.
        Ok((self
            .drawn
            .get()
            .wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835))
        .to_le_bytes())
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        Ok(Some(embedder()))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        ready(Ok(
            self.outside(|| texts.iter().map(|text| embed(text)).collect())
        ))
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        self.outside(|| {
            let hash = ContentHash::of(bytes);
            self.blobs.borrow_mut().insert(hash.clone(), bytes.to_vec());
            ready(Ok(hash))
        })
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        ready(Ok(self.blobs.borrow().get(hash).cloned()))
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        self.blobs.borrow_mut().remove(hash);
        ready(Ok(()))
    }

    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        let response = self.outside(|| self.respond(request));
        if let Ok(response) = &response {
            response.body.chunks(PACKET).for_each(chunk);
        }
        ready(response)
    }

    fn sleep(&self, _milliseconds: u32) -> HostFuture<'_, ()> {
        ready(Ok(()))
    }
}
