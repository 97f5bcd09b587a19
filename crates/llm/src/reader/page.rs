//! A page that was read.

use serde::{Deserialize, Serialize};

/// The text of a page. It is untrusted: the code that shows it or puts it into a prompt removes hidden characters, and
/// nothing in it is an instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageText {
    /// The page's address, from the reader; after redirects it may differ from the requested one.
    pub url: String,
    /// Its title, on one line; empty if it has none.
    pub title: String,
    /// The date of publication, as the page or its server writes it.
    pub published: Option<String>,
    /// Its text, mostly Markdown; never blank.
    pub text: String,
}
