//! The host for wasm32: a browser tab or worker, Node, Cloudflare Workers.
//!
//! Time, randomness, timers and `fetch` are the platform's own; the embedder, the reader of PDF files and the
//! store of runs are whatever JavaScript hands over. On other targets this crate is empty.
#![cfg(target_arch = "wasm32")]

mod abandon;
mod document_reader;
mod embedder;
#[cfg(feature = "network")]
mod exchange;
mod host;
#[cfg(feature = "network")]
mod resolver;
mod store;

pub use document_reader::JsDocumentReader;
pub use embedder::JsEmbedder;
pub use host::JsHost;
#[cfg(feature = "network")]
pub use resolver::JsResolver;
pub use store::{JsStore, RunStoreValue};
