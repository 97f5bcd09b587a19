//! Web search (MB-19): the services, their requests and results, and the results' text for a model.
//!
//! - `service`: [`SearchService`], by its row in `services.json`. `serper`, `wikipedia`, `jina`: request and response.
//! - `query`: [`SearchQuery`], and the parts that all requests have.
//! - `read`, `answer_box`, `link`: the response as [`SearchResults`].
//! - `told`: the results as text.
//! - `error`: errors; `reply`: a service's refusal, also for the reader.
//!
//! Titles and snippets are untrusted. Here they are kept on one line and cannot forge a link or a further result; the
//! code that shows them or puts them into a prompt removes hidden characters.

mod answer_box;
mod error;
mod jina;
mod link;
mod query;
mod read;
pub(crate) mod reply;
mod results;
mod serper;
mod service;
mod told;
mod wikipedia;

pub use error::SearchError;
pub use query::{LONGEST_QUERY, SearchQuery, within_query};
pub use results::{SearchResult, SearchResults};
pub use service::SearchService;
pub use told::told;
