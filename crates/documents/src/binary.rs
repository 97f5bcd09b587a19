//! Telling files that are not text by their signature or by their control bytes.

use crate::{DocumentError, Media};

/// First bytes of common formats, and their common names.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "a PDF file"),
    (b"{\\rtf", "an RTF file"),
    (COMPOUND, "an old Microsoft Office file"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"\xFD7zXZ\0", "an xz archive"),
    (b"\x28\xB5\x2F\xFD", "a Zstandard archive"),
    (b"BZh91AY&SY", "a bzip2 archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"!<arch>\n", "an ar archive"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"ID3\x03", "an MP3 recording"),
    (b"ID3\x04", "an MP3 recording"),
    (b"OggS\0", "an Ogg recording"),
    (b"fLaC\0", "a FLAC recording"),
    (b"\x1A\x45\xDF\xA3", "a Matroska or WebM video"),
    (b"\x7FELF", "an ELF program"),
    (b"\0asm", "a WebAssembly module"),
    (b"\xCA\xFE\xBA\xBE", "a Java class or macOS program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\xFF\xFE\0\0", "UTF-32 text"),
    (b"\0\0\xFE\xFF", "UTF-32 text"),
];

/// One control byte in this many is more than text has.
const TEXT_BYTES_PER_CONTROL: usize = 50;
/// Fewer control bytes than this are an accident in a text, however short it is.
const STRAY_CONTROLS: usize = 8;

/// Refuses bytes that are not text.
///
/// A few NULs or other control characters are let through: they occur in logs and in damaged text.
///
/// # Errors
/// [`DocumentError::Binary`], naming the format where it is known.
pub(crate) fn refuse_binary(bytes: &[u8]) -> Result<(), DocumentError> {
    let detail = signature(bytes).or_else(|| dense_controls(bytes));
    match detail {
        Some(detail) => Err(DocumentError::Binary {
            detail: detail.to_owned(),
        }),
        None => Ok(()),
    }
}

fn signature(bytes: &[u8]) -> Option<&'static str> {
    let known = SIGNATURES
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, name)| *name);
    known.or_else(|| zip(bytes)).or_else(|| at_an_offset(bytes))
}

/// Returns the kind of document that a ZIP archive is, if it is one that is read.
pub(crate) fn packed(bytes: &[u8]) -> Option<Media> {
    if lists(bytes, b"word/document") {
        Some(Media::Word)
    } else if declares(bytes, b"application/epub+zip") || lists(bytes, b"META-INF/container.xml") {
        Some(Media::Epub)
    } else {
        None
    }
}

/// Returns true for an encrypted document of Microsoft Office: a compound file with a stream of that name, in UTF-16.
pub(crate) fn is_encrypted_office(bytes: &[u8]) -> bool {
    let name = || "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes);
    bytes.starts_with(COMPOUND) && holds(bytes, &Vec::from_iter(name()))
}

/// Returns the name of a ZIP archive's format.
fn zip(bytes: &[u8]) -> Option<&'static str> {
    if !bytes.starts_with(ZIP) {
        return None;
    }
    Some(if lists(bytes, b"xl/workbook") {
        "an Excel workbook (XLSX)"
    } else if lists(bytes, b"ppt/presentation") {
        "a PowerPoint presentation (PPTX)"
    } else if declares(bytes, b"application/vnd.oasis.opendocument") {
        "an OpenDocument file"
    } else {
        "a ZIP archive"
    })
}

const ZIP: &[u8] = b"PK\x03\x04";
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// Returns true for a ZIP archive that has a part of this name in its list.
fn lists(bytes: &[u8], name: &[u8]) -> bool {
    bytes.starts_with(ZIP) && holds(list_of_parts(bytes).unwrap_or_default(), name)
}

/// Returns the list of an archive's parts: the record at the archive's end says where it begins.
fn list_of_parts(bytes: &[u8]) -> Option<&[u8]> {
    const END: &[u8] = b"PK\x05\x06";
    // A comment of at most so many bytes may follow.
    let tail = bytes.len().saturating_sub(22 + 65_535);
    let end = tail + memchr::memmem::rfind(bytes.get(tail..)?, END)?;
    let start = bytes.get(end + 16..end + 20)?;
    let start = u32::from_le_bytes(start.try_into().ok()?);
    bytes.get(usize::try_from(start).ok()?..end)
}

/// Returns true for a ZIP archive whose first part is its media type, this one.
fn declares(bytes: &[u8], media_type: &[u8]) -> bool {
    const FIRST: usize = 128;
    bytes.starts_with(ZIP) && holds(bytes.get(..FIRST).unwrap_or(bytes), media_type)
}

fn holds(bytes: &[u8], name: &[u8]) -> bool {
    memchr::memmem::find(bytes, name).is_some()
}

fn at_an_offset(bytes: &[u8]) -> Option<&'static str> {
    let has = |offset: usize, magic: &[u8]| {
        bytes
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(magic))
    };
    if has(0, b"RIFF") && has(8, b"WEBP") {
        Some("a WebP image")
    } else if has(0, b"RIFF") && has(8, b"WAVE") {
        Some("a WAV recording")
    } else if has(4, b"ftyp") && has(0, b"\0\0") {
        Some("an MP4 video or HEIF image")
    } else if has(257, b"ustar") {
        Some("a tar archive")
    } else {
        None
    }
}

fn dense_controls(bytes: &[u8]) -> Option<&'static str> {
    if has_utf16_mark(bytes) {
        return None;
    }
    let controls = bytes
        .iter()
        .filter(|byte| is_binary_control(**byte))
        .count();
    let dense = controls.saturating_mul(TEXT_BYTES_PER_CONTROL) > bytes.len();
    if controls < STRAY_CONTROLS || !dense {
        None
    } else if looks_like_utf16(bytes) {
        Some("UTF-16 text without a byte-order mark")
    } else {
        Some("binary data")
    }
}

fn has_utf16_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF")
}

/// Control bytes that text does not hold; tab, line ends, form feed, backspace (old manual pages)
/// and escape (coloured logs, ISO-2022-JP) are text.
fn is_binary_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x08 | 0x1B)
}

/// Western text in UTF-16: every other byte is NUL, near enough.
fn looks_like_utf16(bytes: &[u8]) -> bool {
    let nuls_at = |parity: usize| {
        let every_other = bytes.iter().skip(parity).step_by(2);
        every_other.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (nuls_at(0), nuls_at(1));
    even.max(odd).saturating_mul(5) > bytes.len().saturating_mul(2) && even.min(odd) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detail(bytes: &[u8]) -> Option<String> {
        match refuse_binary(bytes) {
            Err(DocumentError::Binary { detail }) => Some(detail),
            _ => None,
        }
    }

    #[test]
    fn formats_are_named() {
        let mut tar = vec![b'a'; 300];
        tar[257..262].copy_from_slice(b"ustar");
        let cases: &[(&[u8], &str)] = &[
            (b"%PDF-1.7\n", "a PDF file"),
            (&archive(&["xl/workbook.xml"]), "an Excel workbook (XLSX)"),
            (b"PK\x03\x04....a.txt", "a ZIP archive"),
            (b"\x89PNG\r\n\x1A\n", "a PNG image"),
            (b"\x7FELF\x02\x01", "an ELF program"),
            (b"\x1F\x8B\x08", "a gzip archive"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP image"),
            (&tar, "a tar archive"),
        ];
        for (bytes, name) in cases {
            assert_eq!(detail(bytes).as_deref(), Some(*name));
        }
    }

    /// An archive without content: its beginning, the list of its parts, the record at its end.
    fn archive(parts: &[&str]) -> Vec<u8> {
        let mut bytes = ZIP.to_vec();
        let list = parts.join("\0");
        let start = u32::try_from(bytes.len()).unwrap();
        bytes.extend(list.as_bytes());
        bytes.extend(b"PK\x05\x06");
        bytes.extend([0; 12]);
        bytes.extend(start.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    #[test]
    fn mb_04_word_documents_and_books_are_read() {
        let images: Vec<String> = (0..5000)
            .map(|n| format!("word/media/image{n}.png"))
            .collect();
        let many: Vec<&str> = images.iter().map(String::as_str).collect();
        let many = [&["word/document.xml"][..], &many].concat();
        for (bytes, media) in [
            (archive(&["word/document.xml"]), Some(Media::Word)),
            (archive(&many), Some(Media::Word)),
            (
                archive(&["word/document2.xml", "word/embeddings/a.xlsx"]),
                Some(Media::Word),
            ),
            (archive(&["META-INF/container.xml"]), Some(Media::Epub)),
            (
                b"PK\x03\x04....mimetypeapplication/epub+zip".to_vec(),
                Some(Media::Epub),
            ),
            (archive(&["xl/workbook.xml"]), None),
            (b"word/document.xml".to_vec(), None),
        ] {
            assert_eq!(packed(&bytes), media);
        }
    }

    #[test]
    fn mb_04_an_encrypted_word_document_is_known() {
        let name = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes);
        let encrypted: Vec<u8> = COMPOUND.iter().copied().chain(name).collect();
        assert!(is_encrypted_office(&encrypted));
        assert!(!is_encrypted_office(COMPOUND));
    }

    #[test]
    fn unknown_bytes_dense_with_controls_are_binary() {
        assert_eq!(detail(&[0; 4096]).as_deref(), Some("binary data"));
        let every_byte: Vec<u8> = (0..=255).cycle().skip(32).take(4096).collect();
        assert_eq!(detail(&every_byte).as_deref(), Some("binary data"));
        let unmarked: Vec<u8> = "Plain words"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(
            detail(&unmarked).as_deref(),
            Some("UTF-16 text without a byte-order mark")
        );
    }

    #[test]
    fn text_with_a_few_controls_is_text() {
        assert_eq!(detail(b"one\0two\0three"), None);
        assert_eq!(detail(b"N\x08NA\x08AM\x08ME\x08E \x1b[1mbold\x1b[0m"), None);
        assert_eq!(detail("文".repeat(9).as_bytes()), None);
        assert_eq!(detail(b""), None);
    }
}
