//! Images, recognised by their bytes, and their media types.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

/// The kinds of images that are known, for people.
pub(crate) const KINDS: &str = "PNG, JPEG, GIF, WebP, BMP or AVIF";

/// Letters of base64 that the first bytes take: 18 of them.
const HEAD: usize = 24;

/// The media type of an image, by its first bytes; `None` for what is none.
pub(crate) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    let brand = bytes.get(8..12).unwrap_or_default();
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xFF, 0xD8, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', ..] if brand == b"WEBP" => Some("image/webp"),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] if brand == b"avif" || brand == b"avis" => {
            Some("image/avif")
        }
        // Two letters begin many a text; its length and four reserved zeros only a picture.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some("image/bmp"),
        _ => None,
    }
}

/// Returns true if these are the bytes of an image, in base64.
pub(super) fn is_image(base64: &str) -> bool {
    let head = base64.get(..HEAD).unwrap_or(base64);
    BASE64
        .decode(head)
        .is_ok_and(|bytes| media_type(&bytes).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MB-16: an image is known by its bytes, whatever it is called.
    #[test]
    fn mb_16_an_image_is_known_by_its_first_bytes() {
        let images: [(&[u8], &str); 7] = [
            (b"\x89PNG\r\n\x1a\n", "image/png"),
            (b"\xFF\xD8\xFF\xE0", "image/jpeg"),
            (b"GIF89a", "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            (b"\0\0\0\x20ftypavif\0\0\0\0", "image/avif"),
            (b"\0\0\0\x20ftypavis\0\0\0\0", "image/avif"),
            (b"BM\x3a\0\0\0\0\0\0\0\x36", "image/bmp"),
        ];
        for (bytes, kind) in images {
            assert_eq!(media_type(bytes), Some(kind));
            assert!(is_image(&BASE64.encode(bytes)), "{kind}");
        }
        for other in [
            "",
            "not an image",
            "<svg onload=alert(1)>",
            "BM is a bank.",
            "RIFF\x10\0\0\0WAVEfmt ",
            "\0\0\0\x20ftypmp42",
        ] {
            assert_eq!(media_type(other.as_bytes()), None, "{other:?}");
            assert!(!is_image(&BASE64.encode(other)), "{other:?}");
        }
        assert!(!is_image("no base64!"));
    }
}
