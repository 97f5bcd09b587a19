//! Telling PDF files from texts.

/// How far into a file its signature may stand: readers have always allowed for a stray header.
const SIGNATURE_WITHIN: usize = 1024;

/// Whether the bytes are a PDF file's, whatever a server calls them.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SIGNATURE_WITHIN).unwrap_or(bytes);
    let at = memchr::memmem::find(beginning, b"%PDF-");
    // A text that speaks of the signature is no PDF file; a line of rubbish before it may be.
    at.is_some_and(|at| at == 0 || beginning.get(at - 1) == Some(&b'\n') && !is_readable(bytes))
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
        assert!(!is_pdf(b"A file begins with\n%PDF-1.4 and a line end."));
        assert!(!is_pdf(b"<html>%PDF-"));
    }
}
