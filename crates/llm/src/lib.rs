//! Wire code, pure: requests as values, responses as values, and nothing that waits.
//!
//! - [`http`]: one exchange; [`network`]: the user's keys and proxy, and where a request really goes; `received`, [`redaction`]: those
//!   keys taken out of what comes back.
//! - [`chat`]: OpenAI-compatible chat: messages, requests, streams, what went wrong and whether to ask again.
//! - [`json`]: JSON out of whatever a model wrote.
//! - [`search`]: web search by Serper.
//! - [`reader`]: pages by Jina Reader, or fetched directly.

pub mod chat;
pub mod http;
pub mod json;
pub mod network;
pub mod reader;
mod received;
pub mod redaction;
pub mod search;
