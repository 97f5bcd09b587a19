//! OpenAI-compatible chat, pure: what is sent, how a stream becomes a reply, what went wrong.
//!
//! - `message`: what is said, by whom.
//! - `provider`: endpoints that people use, and where each departs from the others.
//! - `request`: a request as an [`HttpRequest`](crate::http::HttpRequest); `body`: its JSON.
//! - `events`: server-sent events out of bytes; `wire`: the JSON in them; `words`: texts that come in pieces;
//!   `calls`: calls that do; `reply`: the reply out of all that; `condense`: a stream without its wrapping.
//! - `failure`: typed errors; `told`: which of them an endpoint's own words are; `filtered`, `parameter`, `image`: texts,
//!   parameters and images that are not taken; `retry`: whether and when to ask again.

mod body;
mod calls;
mod condense;
mod events;
mod failure;
mod filtered;
mod image;
mod message;
mod parameter;
mod provider;
mod reply;
mod request;
mod retry;
mod told;
mod wire;
mod words;

pub(crate) use condense::PutTogether;
pub use condense::condensed;
pub use failure::ChatError;
pub use message::{Message, Part, Role, ToolCall, ToolDefinition};
pub use parameter::Parameter;
pub use provider::{JsonSupport, Provider};
pub use reply::{Delta, Finish, Reply, ReplyReader, Usage};
pub use request::{ChatRequest, Patience, ResponseFormat};
pub use retry::{Attempt, RetryPolicy, http_date, retry_after};
