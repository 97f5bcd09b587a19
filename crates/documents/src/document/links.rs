//! The links of a page.

use serde::{Deserialize, Serialize};

/// The links of a page's content, as written and in order. They may be relative; the caller resolves them against the
/// page's address. They stand beside the text, not in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Links {
    /// The page's declared `base`, which may itself be relative to the page's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Each of them.
    #[serde(default)]
    pub all: Vec<Link>,
}

/// A link of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Link {
    /// The target: an absolute or relative address, without its fragment.
    pub href: String,
    /// The words of the link, on one line; blank for a picture.
    pub text: String,
}

impl Links {
    /// Returns true if there are no links.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
