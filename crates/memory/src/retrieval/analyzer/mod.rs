//! From text to the terms it is indexed and searched by.
//!
//! One analysis serves documents and queries, in every language at once:
//!
//! * Text is folded to NFKC (full-width `ＡＢＣ` is `ABC`, half-width `ｶﾞ` is `ガ`) and lower-cased.
//! * Traditional and variant Chinese characters are folded to simplified ones
//!   ([`simplified`](crate::text::simplified)).
//! * Words of ASCII letters are stemmed by Snowball's English rules; others stay as they are. Numbers keep their inner
//!   points (`3.14`, `1.95.0`).
//! * An identifier gives itself and its parts: `HashMap` is `hashmap`, `hash`, `map`; `read_file` is `read_file`,
//!   `read`, `file`.
//! * Chinese, Japanese and Korean, and the scripts of South-East Asia that put no spaces between words, give the pairs
//!   of neighbouring characters; a character by itself gives itself.
//!
//! Two kinds of term are indexed without counting towards a document's length, and so without changing how other terms
//! rank: English stop words, searched only by a query of nothing else ("The Who"), and the single characters of longer
//! runs, searched only by a character that stands alone in the query.

mod runs;
mod stop_words;
mod terms;
mod word_forms;
mod words;

pub(crate) use stop_words::is_function_word;
pub use stop_words::is_stop_word;
pub use terms::{DocumentTerms, analyze, analyze_document};
pub(super) use terms::{Role, visit_terms};
pub(crate) use words::is_han;
