//! Telling PDF files from texts.

/// Bytes before which a file's signature must stand: readers have always allowed for a stray header.
const SIGNATURE_WITHIN: usize = 1024;

/// Returns true if the bytes are a PDF file, whatever its declared media type.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SIGNATURE_WITHIN).unwrap_or(bytes);
    let Some(at) = memchr::memmem::find(beginning, b"%PDF-") else {
        return false;
    };
    let (before, file) = bytes.split_at(at);
    // A text that mentions the signature is no PDF file, but a PDF file may have blanks or a line of rubbish before it.
    // Behind other readable words it is one only if it ends as one: a text may show a whole file.
    at == 0
        || begins_objects(file)
            && (is_blank(before)
                || before.ends_with(b"\n") && (!is_readable(bytes) || ends_as_one(bytes)))
}

/// Returns true if an object begins soon after the signature: `1 0 obj`.
fn begins_objects(file: &[u8]) -> bool {
    let beginning = file.get(..SIGNATURE_WITHIN).unwrap_or(file);
    memchr::memmem::find_iter(beginning, b" obj").any(|at| {
        let before = beginning.get(..at).unwrap_or_default();
        before.last().is_some_and(u8::is_ascii_digit)
    })
}

/// Returns true if the bytes hold only white space and a byte-order mark.
fn is_blank(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii().is_empty()
}

/// Returns true if nothing follows the end of a PDF file.
fn ends_as_one(bytes: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::rfind(bytes, part);
    let end = b"%%EOF";
    let after = has(end).and_then(|at| bytes.get(at + end.len()..));
    has(b"endobj").is_some() && has(b"startxref").is_some() && after.is_some_and(is_blank)
}

/// Returns true if the bytes are text.
fn is_readable(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && crate::binary::refuse_binary(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_20_a_pdf_is_known_by_its_signature() {
        assert!(is_pdf(b"%PDF-1.7\n%\xE2\xE3"));
        assert!(is_pdf(
            b"HTTP rubbish\xFF\0\0\0\0\0\0\0\0\0\n%PDF-1.4\n1 0 obj\n"
        ));
        for before in ["\r\n", " ", "\u{FEFF}", "HTTP/1.1 200 OK\r\n\r\n"] {
            let file = format!("{before}%PDF-1.4\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n");
            assert!(is_pdf(file.as_bytes()), "{before:?}");
        }
        assert!(!is_pdf(b"A file begins with\n%PDF-1.4 and a line end."));
        assert!(!is_pdf(b"<html>%PDF-"));
        assert!(!is_pdf(b" %PDF-1.7 is how a file begins."));
        assert!(!is_pdf(b"\xB2\xE2\xCA\xD4\n%PDF-1.4\n\xB2\xE2\xCA\xD4"));
        assert!(is_pdf(
            b"\n%PDF-1.4\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n\0\0"
        ));
        let sample = "%PDF-1.4\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n";
        let lesson = format!("# A file\n\n```\n{sample}```\nIt ends so.\n");
        assert!(!is_pdf(lesson.as_bytes()));
    }
}
