//! The reply of a service that is tried.

use serde::{Deserialize, Serialize};

/// The reply of a service that was asked once, to see if it works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "service", rename_all = "camelCase")]
pub enum ServiceReply {
    /// The language model's endpoint.
    Llm {
        /// Names of the models that it lists, in its order.
        models: Vec<String>,
    },
    /// Web search.
    Search {
        /// Results of the query.
        results: usize,
    },
    /// The reader of pages, or the page's own server if pages are read directly.
    Reader {
        /// Bytes of the page's text, or of the page.
        bytes: usize,
    },
}
