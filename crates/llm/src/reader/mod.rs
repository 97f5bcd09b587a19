//! Reading web pages (MB-20): by Jina Reader, which renders a page and gives back its text, or directly.
//!
//! - `address`, `public_host`: [`page_url`], which addresses may be opened; [`is_own`], which are one's own
//!   network's; [`words_in`], what one says; [`within_reach`], at which of its addresses a name may be asked.
//! - `request`: [`jina_request`] and [`direct_request`].
//! - `jina_read`: Jina Reader's response as [`PageText`].
//! - `mentions`: [`addresses_in`] a text; `links`: [`links_in`], all that may be taken for a link, and
//!   [`page_key`], by which spellings of one address are the same.
//! - `markdown`: [`markdown_links`], those of Markdown with their words.
//! - `error`: what can go wrong.
//!
//! Every address goes through [`page_url`], and so does every address that a redirect leads to. What a
//! name resolves to is known only to the host that connects; where it can tell, it asks [`within_reach`].

mod address;
mod error;
mod jina_read;
mod links;
mod markdown;
mod mentions;
mod page;
mod public_host;
mod request;

pub use address::{AddressError, is_own, page_url, words_in};
pub use error::ReaderError;
pub use jina_read::jina_read;
pub use links::{links_in, page_key};
pub use markdown::markdown_links;
pub use mentions::addresses_in;
pub use page::PageText;
pub use public_host::within_reach;
pub use request::{JINA_READER, direct_request, jina_request};
pub use url::Url;
