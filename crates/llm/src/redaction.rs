//! Keys taken out of what a server sends, as it comes.

/// Takes keys out of a body that comes in pieces; what may be the beginning of one is held back until more has come.
pub struct Redaction {
    keys: Vec<Vec<u8>>,
    held: Vec<u8>,
}

impl Redaction {
    /// Of these keys, none of which is empty.
    pub(crate) fn of(keys: impl Iterator<Item = String>) -> Self {
        Self {
            keys: keys.map(String::into_bytes).collect(),
            held: Vec::new(),
        }
    }

    /// What of the body can be handed on, now that this piece has come.
    #[must_use]
    pub fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        if self.keys.is_empty() {
            return piece.to_vec();
        }
        let mut known = std::mem::take(&mut self.held);
        known.extend_from_slice(piece);
        let mut told = Vec::with_capacity(known.len());
        let mut rest = known.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let found: Vec<Beginning> = self.keys.iter().map(|key| beginning(rest, key)).collect();
            if let Some(Beginning::Key(length)) = found.iter().max() {
                told.extend_from_slice("…".as_bytes());
                rest = rest.get(*length..).unwrap_or_default();
            } else if found.contains(&Beginning::PartOfKey) {
                break;
            } else {
                told.push(*first);
                rest = after;
            }
        }
        self.held = rest.to_vec();
        told
    }

    /// A text that has come whole.
    pub(crate) fn whole(mut self, text: &[u8]) -> Vec<u8> {
        let mut told = self.push(text);
        told.extend(self.finish());
        told
    }

    /// What was held back, once nothing more comes.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.held
    }
}

/// What a text begins with; the greatest decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Beginning {
    Other,
    /// All of the text belongs to a key that may yet go on.
    PartOfKey,
    /// A key of so many bytes, with what stands between its letters.
    Key(usize),
}

/// Letters of a key from which on it is no word such as `lm-studio` or `ollama`, which servers that need none are
/// given, and whose capital begins a sentence.
pub(crate) const SHORTEST_SECRET: usize = 16;

/// Bytes between the letters of a key beyond which it is none: no endless row of them is held back.
const WIDEST_GAPS: usize = 4096;

/// Whether a text begins with this key, as whoever reads it will see it: characters that are not shown, taken out
/// later, do not part its letters. Nor does anything else that is not ASCII, so that no table of such characters is
/// needed.
fn beginning(text: &[u8], key: &[u8]) -> Beginning {
    let is_secret = key.len() >= SHORTEST_SECRET;
    let is_same = |a: u8, b: u8| a == b || (is_secret && a.eq_ignore_ascii_case(&b));
    let mut letters = key.iter().copied().peekable();
    for (at, byte) in text.iter().copied().enumerate() {
        let is_gap = at > 0 && (!byte.is_ascii() || byte.is_ascii_control());
        match letters.next_if(|letter| is_same(*letter, byte)) {
            Some(_) if letters.peek().is_none() => return Beginning::Key(at + 1),
            Some(_) => {}
            None if is_gap && at < key.len() + WIDEST_GAPS => {}
            None => return Beginning::Other,
        }
    }
    Beginning::PartOfKey
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
        for hidden in ["\u{200B}", "\u{AD}", "\u{E0041}\u{FEFF}", "\0", "\r\n"] {
            let parted = KEY.replace('4', &format!("{hidden}4"));
            let loud = parted.to_uppercase();
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
    fn mb_21_an_endless_gap_is_not_held_back() {
        let mut redaction = Redaction::of([KEY.to_owned()].into_iter());
        let gap = "\u{200B}".repeat(5000).into_bytes();
        assert_eq!(redaction.push(b"sk"), b"");
        assert_eq!(redaction.push(&gap).len(), 2 + gap.len());
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
            let seen = whole.replace(['\u{200B}', 'é'], "").to_lowercase();
            prop_assert!(!seen.contains(KEY), "{}", seen);
        }
    }
}
