//! Telling PDF files from texts.

/// How far into a file its signature may stand: readers have always allowed for a stray header.
const SIGNATURE_WITHIN: usize = 1024;

/// Whether the bytes are a PDF file's, whatever a server calls them.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SIGNATURE_WITHIN).unwrap_or(bytes);
    let at = memchr::memmem::find(beginning, b"%PDF-");
    at.is_some_and(|at| {
        let before = beginning.get(..at).unwrap_or_default();
        // A text that speaks of the signature is no PDF file; a line of rubbish before it may be, and so may a file that
        // is all text behind blanks or a stray header, where it has a PDF file's parts.
        is_blank(before) || before.ends_with(b"\n") && (!is_readable(bytes) || has_parts(bytes))
    })
}

/// Whether nothing but white space and byte order marks stands here.
fn is_blank(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii().is_empty()
}

/// Whether the end of the file is told as a PDF file's is.
fn has_parts(bytes: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::rfind(bytes, part).is_some();
    has(b"endobj") && has(b"startxref") && has(b"%%EOF")
}

/// Whether the bytes are a text.
fn is_readable(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && crate::binary::refuse_binary(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_20_a_pdf_is_known_by_its_signature() {
        assert!(is_pdf(b"%PDF-1.7\n%\xE2\xE3"));
        assert!(is_pdf(b"HTTP rubbish\xFF\0\0\0\0\0\0\0\0\0\n%PDF-1.4\n"));
        for before in ["\r\n", " ", "\u{FEFF}", "HTTP/1.1 200 OK\r\n\r\n"] {
            let file = format!("{before}%PDF-1.4\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n");
            assert!(is_pdf(file.as_bytes()), "{before:?}");
        }
        assert!(!is_pdf(b"A file begins with\n%PDF-1.4 and a line end."));
        assert!(!is_pdf(b"<html>%PDF-"));
    }
}
