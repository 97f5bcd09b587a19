//! Web search by Serper (MB-19): the request, the results, and their text for a model.
//!
//! - `query`: [`SearchQuery`] and its [`request`].
//! - `read`, `answer_box`, `link`: the response as [`SearchResults`].
//! - `told`: the results as text.
//! - `error`: errors; `reply`: a service's refusal, also for the reader.
//!
//! Titles and snippets are untrusted. Here they are kept on one line and cannot forge a link or a further result; the
//! code that shows them or puts them into a prompt removes hidden characters.

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
