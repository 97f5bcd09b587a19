//! Web search by Serper (MB-19): the request, what came back, and how it is told to a model.
//!
//! - `query`: [`SearchQuery`] and its [`request`].
//! - `read`, `answer_box`, `link`: the response as [`SearchResults`].
//! - `told`: the results as text.
//! - `error`: what can go wrong; `reply`: what a service says when it refuses, also for the reader.
//!
//! Titles and snippets are strangers' words. Here they are kept on one line and cannot forge a link or a
//! further result; whoever shows them or puts them into a prompt removes hidden characters.

mod answer_box;
mod error;
mod link;
mod query;
mod read;
pub(crate) mod reply;
mod results;
mod told;

pub use error::SearchError;
pub use query::{LONGEST_QUERY, SERPER, SearchQuery, request, within_query};
pub use read::read;
pub use results::{SearchResult, SearchResults};
pub use told::told;
