//! A page that was read.

use serde::{Deserialize, Serialize};

/// The text of a page. It is a stranger's: whoever shows it or puts it into a prompt removes hidden
/// characters, and nothing in it is an instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageText {
    /// The page's address, as the reader gives it; may be another than was asked for, after redirects.
    pub url: String,
    /// Its title, on one line; empty where it has none.
    pub title: String,
    /// When it was published, as the page or its server writes it.
    pub published: Option<String>,
    /// Its text, mostly Markdown; never blank.
    pub text: String,
}
