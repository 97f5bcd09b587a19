//! Wire formats, pure: requests as values, responses as values, no waiting.
//!
//! - [`http`]: one exchange; [`network`]: the user's keys and proxy, and the routing of a request; `received`,
//!   [`redaction`]: removal of those keys from responses.
//! - [`chat`]: OpenAI-compatible chat: messages, requests, streams, errors and retries.
//! - [`json`]: JSON from a model's output.
//! - [`tool_calls`]: tool calls from a model's output.
//! - [`search`]: web search by Serper, Wikipedia or Jina Search.
//! - [`reader`]: pages by Jina Reader, or fetched directly.

pub mod chat;
pub mod http;
pub mod json;
pub mod network;
pub mod reader;
mod received;
pub mod redaction;
pub mod search;
pub mod tool_calls;
