//! The tools' settings: web search and page reading. Keys are the host's and are not here.

use serde::{Deserialize, Serialize};

/// Web search (MB-19).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchSettings {
    /// The address of Serper, or of a compatible service: `https://google.serper.dev`.
    pub base_url: String,
    /// Results of a query: 10.
    pub results: usize,
    /// Language of the results as the service names it, such as `en`; default: that of `searchLanguage`, else the
    /// service's choice.
    pub language: Option<String>,
    /// Country to search from, such as `us`; the service's choice unless set.
    pub country: Option<String>,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            base_url: amb_llm::search::SERPER.to_owned(),
            results: 10,
            language: None,
            country: None,
        }
    }
}

/// Page reading (MB-20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ReaderSettings {
    /// Jina Reader's address: `https://r.jina.ai`; empty to fetch pages only directly. If the service fails, pages are
    /// fetched directly.
    pub base_url: String,
    /// True if addresses of the user's local network may be read, and then those that the user or a page within that
    /// network names: a page of the internet leads nobody into it. Link-local addresses, where clouds keep a machine's
    /// keys, are never read. If the platform resolves names, as Node does, a host is judged by its IP addresses,
    /// otherwise by its name. Default: false.
    pub allow_local: bool,
    /// True if links in pages that were read may be followed; otherwise only the user's addresses and search results.
    /// Default: false.
    pub follow_links: bool,
    /// Windows of a page that the reading agent reads at most: 4.
    pub windows: usize,
}

impl Default for ReaderSettings {
    fn default() -> Self {
        Self {
            base_url: amb_llm::reader::JINA_READER.to_owned(),
            allow_local: false,
            follow_links: false,
            windows: 4,
        }
    }
}
