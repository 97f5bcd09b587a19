//! The host for wasm32: a browser tab or worker, Node, Cloudflare Workers.
//!
//! Time, randomness, timers and `fetch` are the platform's own; JavaScript passes in the embedder, the readers of
//! documents, long-term memory and the store of runs. On other targets this crate is empty.
#![cfg(target_arch = "wasm32")]

#[cfg(feature = "network")]
mod dialer;
mod document_reader;
mod embedder;
#[cfg(feature = "network")]
mod exchange;
mod host;
mod memory;
mod store;

#[cfg(feature = "network")]
pub use dialer::JsDialer;
pub use document_reader::JsDocumentReader;
pub use embedder::JsEmbedder;
pub use host::JsHost;
pub use memory::JsMemory;
pub use store::{JsStore, RunStoreValue};
