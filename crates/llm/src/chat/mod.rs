//! OpenAI-compatible chat, pure: requests, streams and replies, errors.
//!
//! - `message`: messages and their senders.
//! - `provider`: common endpoints, and their differences.
//! - `request`: a request as an [`HttpRequest`](crate::http::HttpRequest); `body`: its JSON.
//! - `events`: server-sent events from bytes; `wire`: the JSON in them; `words`: texts that arrive in pieces; `calls`:
//!   calls that do; `reply`: the reply from all that; `condense`: a stream without its wrapping.
//! - `models`: the names of the models that an endpoint lists.
//! - `failure`: typed errors; `told`: an endpoint's message as one of them; `filtered`, `parameter`, `image`: refused
//!   texts, parameters and images; `retry`: retries.

mod body;
mod calls;
mod condense;
mod events;
mod failure;
mod filtered;
mod image;
mod message;
mod models;
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
pub(crate) use models::VERSION;
pub use models::{models_request, read_models};
pub use parameter::Parameter;
pub(crate) use provider::is_anthropic;
pub use provider::{JsonSupport, Provider};
pub use reply::{Delta, Finish, Reply, ReplyReader, Usage};
pub use request::{ChatRequest, Patience, ResponseFormat};
pub use retry::{Attempt, RetryPolicy, http_date, retry_after};
