//! Words as they come over the wire: characters that JSON escapes in two halves, each half perhaps in an event of
//! its own.
//!
//! JSON writes a character beyond U+FFFF as two escapes, `\ud83d\ude00`, and some endpoints cut a reply between
//! them. One half alone is no UTF-8; as bytes it is written as any character of its number would be (WTF-8): three
//! bytes, `ED A0 80` to `ED BF BF`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// A piece of text that may begin or end with half a character.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Piece<'a>(Cow<'a, [u8]>);

impl Piece<'_> {
    /// Returns true if the text is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A part of a text that is a list of parts; a part that is no text, such as an image, has none.
#[derive(serde::Deserialize)]
struct Part<'a> {
    #[serde(borrow)]
    text: Option<Piece<'a>>,
}

/// Takes a string, or the texts of a list of parts.
struct PieceVisitor;

impl<'de> Visitor<'de> for PieceVisitor {
    type Value = Piece<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text, or a list of its parts")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Piece<'de>, E> {
        Ok(Piece(Cow::Borrowed(bytes)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Piece<'de>, E> {
        Ok(Piece(Cow::Owned(bytes.to_vec())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Piece<'de>, A::Error> {
        let mut whole = Vec::new();
        while let Some(Part { text }) = parts.next_element()? {
            whole.extend_from_slice(&text.unwrap_or_default().0);
        }
        Ok(Piece(Cow::Owned(whole)))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Piece<'a> {
    /// As bytes, because a string of Rust's holds no half of a character.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(PieceVisitor)
    }
}

/// A text that is put together of pieces.
#[derive(Debug, Default)]
pub(super) struct Words {
    text: String,
    /// The first half of a character whose second half has not arrived.
    half: Vec<u8>,
}

impl Words {
    /// The text so far, whole characters only.
    pub(super) fn so_far(&self) -> &str {
        &self.text
    }

    /// Adds a piece; returns its addition, with the character that it completes.
    pub(super) fn push(&mut self, piece: &Piece<'_>) -> &str {
        let before = self.text.len();
        let joined;
        let mut rest = &*piece.0;
        if !self.half.is_empty() && !rest.is_empty() {
            joined = [std::mem::take(&mut self.half).as_slice(), rest].concat();
            rest = &joined;
        }
        while !rest.is_empty() {
            rest = self.take(rest);
        }
        self.text.get(before..).unwrap_or_default()
    }

    /// Takes the valid bytes at the beginning, and the fault after them; returns the rest.
    fn take<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let fault = match str::from_utf8(bytes) {
            Ok(sound) => {
                self.text.push_str(sound);
                return &[];
            }
            Err(error) => error.valid_up_to(),
        };
        let (sound, rest) = bytes.split_at(fault);
        self.text.push_str(&String::from_utf8_lossy(sound));
        match (half(rest), rest.get(3..)) {
            (Some(0xD800..=0xDBFF), Some([])) => {
                self.half = rest.to_vec();
                &[]
            }
            (Some(number), Some(after)) => {
                let second = half(after);
                let pair = [number, second.unwrap_or_default()];
                let whole = char::decode_utf16(pair).next().and_then(Result::ok);
                self.text.push(whole.unwrap_or(char::REPLACEMENT_CHARACTER));
                let taken = if whole.is_some() { 3 } else { 0 };
                after.get(taken..).unwrap_or_default()
            }
            _ => {
                self.text.push(char::REPLACEMENT_CHARACTER);
                rest.get(1..).unwrap_or_default()
            }
        }
    }

    /// Returns the whole text; a half character without its other half is U+FFFD.
    pub(super) fn end(mut self) -> String {
        if !self.half.is_empty() {
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
        self.text
    }
}

/// The half of a character at the beginning, as its number in UTF-16.
fn half(bytes: &[u8]) -> Option<u16> {
    match bytes {
        [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => {
            Some(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put_together(pieces: &[&str]) -> String {
        let mut words = Words::default();
        let mut told = String::new();
        for piece in pieces {
            told.push_str(words.push(&serde_json::from_str(piece).unwrap()));
        }
        let whole = words.end();
        assert_eq!(
            whole.strip_suffix('\u{FFFD}').unwrap_or(&whole),
            told.strip_suffix('\u{FFFD}').unwrap_or(&told)
        );
        whole
    }

    #[test]
    fn mb_21_halves_of_characters_are_paired_over_pieces() {
        for (pieces, whole) in [
            (vec![r#""a \ud83d""#, r#""\ude00 b""#], "a 😀 b"),
            (vec![r#""\ud83d""#, r#""""#, r#""\ude00""#], "😀"),
            (vec![r#""\ud83d\ude00量""#], "😀量"),
            (vec![r#""\ud83d""#], "\u{FFFD}"),
            (vec![r#""\ude00x""#], "\u{FFFD}x"),
            (vec![r#""\ud83d""#, r#""x""#], "\u{FFFD}x"),
            (
                vec![r#""\ud83dx\ud83d""#, r#""\ud83d""#, r#""\ude00""#],
                "\u{FFFD}x\u{FFFD}😀",
            ),
        ] {
            assert_eq!(put_together(&pieces), whole, "{pieces:?}");
        }
    }

    #[test]
    fn mb_21_a_list_of_parts_is_one_text() {
        let parts = r#"[{"type":"text","text":"a\ud83d"},{"type":"image_url","image_url":{}},{"type":"text","text":"\ude00"}]"#;
        assert_eq!(put_together(&[parts]), "a😀");
        assert!(serde_json::from_str::<Piece<'_>>("7").is_err());
    }
}
