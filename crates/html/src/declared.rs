//! The encoding that a document declares.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Bytes at the start of a page that are searched for its declaration (WHATWG HTML §13.2.3.2).
const PRESCANNED: usize = 1024;

/// The encoding the media type names, or else the page.
pub(super) fn declared_encoding(
    bytes: &[u8],
    media_type: Option<&str>,
    is_html: bool,
) -> Option<&'static Encoding> {
    media_type
        .and_then(|media_type| after_charset(media_type.as_bytes()))
        .or_else(|| if is_html { in_page(bytes) } else { None })
}

/// Returns the encoding that the page declares. A declared UTF-16 counts as UTF-8: the declaration could not be read
/// otherwise.
pub(super) fn in_page(bytes: &[u8]) -> Option<&'static Encoding> {
    let beginning = bytes.get(..PRESCANNED).unwrap_or(bytes);
    let encoding = after_charset(beginning)?;
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return Some(UTF_8);
    }
    Some(encoding)
}

/// The label after the first `charset=`, in a header or in markup alike.
fn after_charset(bytes: &[u8]) -> Option<&'static Encoding> {
    let lower = bytes.to_ascii_lowercase();
    let after = memchr::memmem::find_iter(&lower, b"charset")
        .filter_map(|at| bytes.get(at + b"charset".len()..))
        .find_map(|rest| rest.trim_ascii_start().strip_prefix(b"="))?;
    let label = without_opening_quote(after.trim_ascii_start())
        .split(|byte| {
            matches!(byte, b'"' | b'\'' | b';' | b'>' | b'/') || byte.is_ascii_whitespace()
        })
        .next()?;
    Encoding::for_label(label)
}

fn without_opening_quote(label: &[u8]) -> &[u8] {
    match label {
        [b'"' | b'\'', rest @ ..] => rest,
        rest => rest,
    }
}
