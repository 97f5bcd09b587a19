//! Reading of web pages (MB-20): by Jina Reader, which renders a page and returns its text, or directly.
//!
//! - `address`, `public_host`: [`page_url`] checks which addresses may be opened, [`is_own`] finds those of the own
//!   network; [`untracked`] removes tracking parameters; [`within_reach`] selects the addresses at which a name may be contacted.
//! - `request`: [`jina_request`] and [`direct_request`].
//! - `jina_read`: Jina Reader's response as [`PageText`].
//! - `mentions`: [`addresses_in`] a text; `links`: [`links_in`], all that may be taken for a link, and [`page_key`],
//!   which all spellings of one address share.
//! - `markdown`: [`markdown_links`], the links of Markdown with their words.
//! - `error`: errors.
//!
//! Every address is checked by [`page_url`], and so is the target of every redirect. Only the connecting host knows the
//! IP addresses of a name; if it can tell, it checks them with [`within_reach`].

mod address;
mod error;
mod jina_read;
mod links;
mod markdown;
mod mentions;
mod page;
mod public_host;
mod request;

pub(crate) use address::without_tracking;
pub use address::{AddressError, is_own, page_url, untracked};
pub use error::ReaderError;
pub use jina_read::jina_read;
pub use links::{links_in, page_key};
pub use markdown::markdown_links;
pub use mentions::addresses_in;
pub use page::PageText;
pub use public_host::within_reach;
pub use request::{JINA_READER, direct_request, jina_request};
pub use url::Url;
