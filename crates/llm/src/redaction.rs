//! Removes keys from a response stream.

/// Removes keys from a body that arrives in pieces; a possible beginning of a key is held back until more has arrived.
pub struct Redaction {
    keys: Vec<String>,
    held: Vec<u8>,
    /// Bytes that are held before they are looked at again.
    awaited: usize,
}

impl Redaction {
    /// Creates a filter for these keys, none of which is empty.
    pub(crate) fn of(keys: impl Iterator<Item = String>) -> Self {
        Self {
            keys: keys.collect(),
            held: Vec::new(),
            awaited: 0,
        }
    }

    /// Returns the part of the body that can be passed on after this piece.
    #[must_use]
    pub fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        if self.keys.is_empty() {
            return piece.to_vec();
        }
        self.held.extend_from_slice(piece);
        if self.held.len() < self.awaited {
            return Vec::new();
        }
        let known = std::mem::take(&mut self.held);
        let mut told = Vec::with_capacity(known.len());
        let mut rest = known.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let found = self.keys.iter().map(|key| beginning(rest, key)).max();
            match found {
                Some(Beginning::Key(length)) => {
                    told.extend_from_slice("…".as_bytes());
                    rest = rest.get(length..).unwrap_or_default();
                }
                Some(Beginning::PartOfKey) => break,
                _ => {
                    told.push(*first);
                    rest = after;
                }
            }
        }
        self.awaited = if rest.len() > LONG { 2 * rest.len() } else { 0 };
        self.held = rest.to_vec();
        told
    }

    /// A text that has come whole.
    pub(crate) fn whole(mut self, text: &[u8]) -> Vec<u8> {
        let mut told = self.push(text);
        told.extend(self.finish());
        told
    }

    /// Returns the text held back, at the end of the body.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.awaited = 0;
        let mut told = self.push(&[]);
        told.extend(self.held);
        told
    }
}

/// The start of a text; the greatest decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Beginning {
    Other,
    /// All of the text belongs to a key that may yet go on.
    PartOfKey,
    /// A key of so many bytes, with the separators between its letters.
    Key(usize),
}

/// Letters of a key from which on it cannot be a word such as `lm-studio` or `ollama`. Servers without keys are given
/// such words, with a capital at the start of a sentence.
pub(crate) const SHORTEST_SECRET: usize = 16;

/// Bytes held from which on they are searched again only after they have doubled: long invisible text is read a few
/// times, not with each piece.
const LONG: usize = 4096;

/// Most backslashes of one escape: a longer row is none.
const MOST_BARS: usize = 64;

/// Returns true if a text begins with this key, as its reader sees it: invisible characters, which are removed later,
/// do not separate its letters, and letters may be escaped.
fn beginning(text: &[u8], key: &str) -> Beginning {
    let is_secret = key.len() >= SHORTEST_SECRET;
    let mut at = 0;
    for letter in key.chars() {
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let written = rest.first().map(|byte| char::from(*byte));
            let seen = match written.filter(|written| *written == letter) {
                Some(letter) => Some((letter, 1)),
                None => first_seen(rest),
            };
            let Some((seen, length)) = seen else {
                return Beginning::PartOfKey;
            };
            let is_letter = seen == letter || is_secret && seen.eq_ignore_ascii_case(&letter);
            if !is_letter && (at == 0 || !is_gap(seen)) {
                return Beginning::Other;
            }
            at += length;
            if is_letter {
                break;
            }
        }
    }
    Beginning::Key(at)
}

/// Returns true if a character does not separate letters: one that is invisible alone, or any other sign beyond ASCII,
/// so that no table of such characters is needed. The letters that draw nothing are Hangul fillers.
fn is_gap(c: char) -> bool {
    c.is_control()
        || !c.is_ascii() && !c.is_alphanumeric()
        || matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}')
}

/// Returns the first character of a text after all levels of escapes, and its length in bytes; `None` if its end has
/// not arrived.
fn first_seen(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    if first == b'\\' {
        let bars = text.iter().take(MOST_BARS);
        let bars = bars.take_while(|byte| **byte == b'\\').count();
        let letter = *text.get(bars)?;
        return match letter {
            b'/' => Some(('/', bars + 1)),
            b'b' | b'f' | b'n' | b'r' | b't' => Some(('\0', bars + 1)),
            b'u' => escaped(text.get(bars + 1..)?, bars + 1),
            _ => Some(('\\', 1)),
        };
    }
    let length = match first {
        0..=0x7F => return Some((char::from(first), 1)),
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let whole = str::from_utf8(text.get(..length)?).ok();
    let seen = whole.and_then(|whole| whole.chars().next());
    Some(seen.map_or((char::REPLACEMENT_CHARACTER, 1), |seen| (seen, length)))
}

/// Returns the character of four hexadecimal digits, and its length with `before`; half of a character beyond U+FFFF is
/// invisible.
fn escaped(text: &[u8], before: usize) -> Option<(char, usize)> {
    let mut digits = text.get(..4)?.iter().map(|digit| char::from(*digit));
    let code = digits.try_fold(0, |code, digit| Some(16 * code + digit.to_digit(16)?));
    let Some(code) = code else {
        return Some(('\\', 1));
    };
    Some((char::from_u32(code).unwrap_or('\0'), before + 4))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEY: &str = "sk-0123456789abcdef";

    fn told(keys: &[&str], pieces: impl IntoIterator<Item = Vec<u8>>) -> String {
        let mut redaction = Redaction::of(keys.iter().map(|key| (*key).to_owned()));
        let mut told = Vec::new();
        for piece in pieces {
            told.extend(redaction.push(&piece));
        }
        told.extend(redaction.finish());
        String::from_utf8(told).unwrap()
    }

    #[test]
    fn mb_21_characters_that_nobody_sees_hide_no_key() {
        for hidden in [
            "\u{200B}",
            "\u{AD}",
            "\u{E0041}\u{FEFF}",
            "\u{3164}",
            "\0",
            "\r\n",
            "\\u0000",
            "\\\\b\\u200b\\udb40\\udc41",
        ] {
            let [parted, loud] = [KEY.to_owned(), KEY.to_uppercase()]
                .map(|key| key.replace('4', &format!("{hidden}4")));
            let text = format!("say {parted}, {loud}{hidden}!");
            for size in 1..text.len() {
                let pieces = text.as_bytes().chunks(size).map(<[u8]>::to_vec);
                assert_eq!(told(&[KEY], pieces), format!("say …, …{hidden}!"), "{size}");
            }
        }
    }

    #[test]
    fn mb_21_a_word_for_a_key_is_taken_out_as_it_is_written() {
        let text = "Ollama is not there: ollama".to_owned().into_bytes();
        assert_eq!(told(&["ollama"], [text]), "Ollama is not there: …");
    }

    #[test]
    fn mb_21_no_gap_is_wide_enough() {
        for width in [1500, 99_999] {
            let parted = KEY.replace('4', &format!("{}4", "\u{200B}".repeat(width)));
            let pieces = |text: &str| {
                text.as_bytes()
                    .chunks(7)
                    .map(<[u8]>::to_vec)
                    .collect::<Vec<_>>()
            };
            assert_eq!(told(&[KEY], pieces(&format!("{parted}!"))), "…!");
            assert_eq!(told(&[KEY], pieces(&parted)), "…");
            let other = parted.replace('f', "g");
            assert_eq!(told(&[KEY], pieces(&other)), other);
        }
        let bars = "\\".repeat(99_999);
        assert_eq!(told(&[KEY], [bars.clone().into_bytes()]), bars);
    }

    #[test]
    fn mb_21_escapes_hide_no_key() {
        for (letter, escaped) in [("s", "\\u0073"), ("s", "\\\\\\u0073"), ("k", "\\u004B")] {
            let spelt = KEY.replacen(letter, escaped, 1);
            for size in 1..spelt.len() {
                let pieces = spelt.as_bytes().chunks(size).map(<[u8]>::to_vec);
                assert_eq!(told(&[KEY], pieces), "…", "{spelt} {size}");
            }
        }
        for harmless in ["\\u00", "\\uzzzzk-0123456789abcdef", "\\"] {
            assert_eq!(told(&[KEY], [harmless.to_owned().into_bytes()]), harmless);
        }
    }

    #[test]
    fn mb_21_a_key_may_hold_what_else_is_an_escape() {
        let key = r"pass\test-0123456789abcdef";
        let text = format!("say {key}!").into_bytes();
        assert_eq!(told(&[key], [text]), "say …!");
    }

    #[test]
    fn mb_21_what_others_write_is_not_held_back() {
        let mut redaction = Redaction::of([KEY.to_owned()].into_iter());
        assert_eq!(redaction.push("由 AWS".as_bytes()), "由 AW".as_bytes());
        assert_eq!(redaction.push("提供".as_bytes()), "S提供".as_bytes());
    }

    proptest! {
        #[test]
        fn mb_21_what_is_told_does_not_depend_on_where_it_was_cut(
            text in "(sk-01|23456789abcdef|SK-|a|\u{200B}|é| ){0,12}",
            size in 1_usize..9,
        ) {
            let keys = [KEY, "sk-01a"];
            let whole = told(&keys, [text.clone().into_bytes()]);
            let pieces = text.as_bytes().chunks(size).map(<[u8]>::to_vec);
            prop_assert_eq!(&told(&keys, pieces), &whole);
            let seen = whole.replace('\u{200B}', "").to_lowercase();
            prop_assert!(!seen.contains(KEY), "{}", seen);
        }
    }
}
