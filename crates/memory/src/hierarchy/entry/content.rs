//! The text that a memory keeps: what can be seen of it, within a bound.

use super::super::recall::without_recalled;
use super::content_hash::ContentHash;
use crate::text::visible;

/// Characters that are kept of a memory's content, about ten pages.
pub const MAX_CONTENT_CHARS: usize = 16_000;

/// Most characters of the note on omitted text.
const NOTE_CHARS: usize = 120;

/// Share of a long text's kept characters that come from its end: one in four.
const TAIL_SHARE: usize = 4;

/// Kept part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hierarchy) struct Kept {
    pub text: String,
    /// Characters of its middle that are not; 0 of one that is not too long.
    pub left_out: usize,
}

/// Characters of a text that are not kept of it, since a memory holds [`MAX_CONTENT_CHARS`]: they are of its middle.
#[must_use]
pub fn left_out_of(text: &str) -> usize {
    kept(text, MAX_CONTENT_CHARS).left_out
}

/// The text of what is [`kept`].
#[must_use]
pub(in crate::hierarchy) fn bounded(text: &str, most: usize) -> String {
    kept(text, most).text
}

/// Returns the visible text, trimmed, without text recalled from memory. Of a text longer than `most` characters, its
/// head and tail are kept. A note between them has the hash of the whole, so that two long texts that differ in the
/// middle stay different.
#[must_use]
pub(in crate::hierarchy) fn kept(text: &str, most: usize) -> Kept {
    let own = without_recalled(text);
    let shown = visible(&own);
    let shown = shown.trim();
    let chars = shown.chars().count();
    if chars <= most {
        return Kept {
            text: shown.to_owned(),
            left_out: 0,
        };
    }
    let room = most.saturating_sub(NOTE_CHARS);
    let tail = room / TAIL_SHARE;
    let head = room - tail;
    let left_out = chars - head - tail;
    let cut = format!(
        "{}\n[… {left_out} characters left out of a text with the hash {} …]\n{}",
        up_to(shown, head),
        ContentHash::of(shown).short(),
        from(shown, chars - tail)
    );
    // A cut may leave half of what is seen together.
    Kept {
        text: visible(&cut).into_owned(),
        left_out,
    }
}

/// The first `chars` characters.
fn up_to(text: &str, chars: usize) -> &str {
    let end = text.char_indices().nth(chars).map(|(at, _)| at);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// All but the first `chars` characters.
fn from(text: &str, chars: usize) -> &str {
    let start = text.char_indices().nth(chars).map(|(at, _)| at);
    start.and_then(|start| text.get(start..)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_megabyte_is_cut_to_its_head_and_tail_and_says_so() {
        let (mut long, mut other) = ("茶".repeat(700_000), "茶".repeat(700_000));
        long.push_str("the end");
        other.replace_range(1_200_000..1_200_003, "水");
        other.push_str("the end");
        let cut = bounded(&long, MAX_CONTENT_CHARS);
        assert!(cut.chars().count() <= MAX_CONTENT_CHARS);
        assert!(cut.starts_with("茶茶") && cut.ends_with("the end"));
        let told = format!("[… {} characters left out", left_out_of(&long));
        assert!(cut.contains(&told) && left_out_of("茶") == 0);
        assert_ne!(cut, bounded(&other, MAX_CONTENT_CHARS));
        for pairs in 0..6 {
            let joined = format!("{}{}", "a".repeat(pairs), "👩\u{200d}".repeat(20_000));
            let cut = bounded(&joined, MAX_CONTENT_CHARS);
            assert_eq!(visible(&cut), cut.as_str());
        }
    }

    #[test]
    fn what_fits_is_kept_without_what_nobody_sees() {
        assert_eq!(bounded(" a\0b\u{200b} ", 10), "ab");
        assert_eq!(bounded("\0 \u{feff}", 10), "");
        assert_eq!(bounded("茶\u{fe0e}", 10), "茶");
        let recalled = "a\n\n<recal\u{200b}led-memory>\nb\n</recalled-memory\u{ad}>\n\nc";
        assert_eq!(bounded(recalled, 10), "a\n\n\n\n\nc");
    }
}
