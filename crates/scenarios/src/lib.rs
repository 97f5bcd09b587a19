//! Scenarios: a request to a run, the world's responses, and the expected outcome.
//!
//! The world is a real HTTP server on loopback ([`Server`]) that plays an OpenAI-compatible model, Serper, Wikipedia's
//! search, Jina Reader and web pages from a [`Scenario`] file, and records the requests. The same files serve every host
//! of the engine: a host that is not native fetches them from a [`Control`], which also checks the outcome of each run.

mod check;
mod check_memory;
mod control;
mod fate;
mod hold;
mod host;
mod http;
mod memory;
mod mind;
mod names;
mod options;
mod outcome;
mod pdf_file;
mod play;
mod preflight;
mod proxy;
mod run;
mod scenario;
mod sending;
mod server;
mod sketch;

pub use check::faults;
pub use control::Control;
pub use fate::{Fate, Kill, unless_killed};
pub use host::{HttpHost, embed_words};
pub use memory::{MemoryScript, PlayedMemory};
pub use mind::Mind;
pub use outcome::holds_secret_body;
pub use play::{Exchange, Play};
pub use run::{Ran, TOKEN, holds_secret, network, run, settings};
pub use scenario::{
    Expected, ExpectedMemory, Fault, Filler, LlmRule, PageRule, Scenario, SearchRule, all,
};
pub use server::Server;
