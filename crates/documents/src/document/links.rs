//! Where a page leads.

use serde::{Deserialize, Serialize};

/// The links of a page's content as it writes them, in order: whoever knows the page's address makes addresses of them.
/// They stand beside the text, not in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Links {
    /// What the page says that they are relative to (its `base`); itself perhaps relative to the page's address.
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
    /// Where it leads: an address, or what makes one of the page's. Without its fragment.
    pub href: String,
    /// The words that it stands under, on one line; blank for a picture.
    pub text: String,
}

impl Links {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
