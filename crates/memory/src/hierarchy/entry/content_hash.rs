//! By what two contents are the same.

use crate::text::visible;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use unicode_normalization::UnicodeNormalization;

/// The SHA-256 of a content's [`normalised`] form, or of one [as it was told](Self::as_told), as `sha256:` and 64
/// hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContentHash(String);

impl ContentHash {
    /// The hash of a content.
    #[must_use]
    pub fn of(content: &str) -> Self {
        Self::of_bytes(normalised(content).as_bytes())
    }

    /// The hash of a content as it was told, which none of a normalised form is: of an event that another one is like but
    /// for its spelling. "Hunter2" is not "hunter2", nor 10² 102.
    #[must_use]
    pub fn as_told(content: &str) -> Self {
        Self::of_bytes(format!("told\0{}", told(content)).as_bytes())
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Self(format!("sha256:{hex}"))
    }

    /// The hash as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its first 64 bits, for people to tell texts apart.
    pub(super) fn short(&self) -> &str {
        self.0.get(7..23).unwrap_or(&self.0)
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A content as it is compared: what can be seen of it, in compatibility form (NFKC: full-width
/// letters are plain ones), in lower case, each run of blanks one space, none at its ends. Marks
/// stay: "come!" and "come?" are two memories.
#[must_use]
pub fn normalised(content: &str) -> String {
    let shown = visible(content);
    let folded: String = shown.nfkc().flat_map(char::to_lowercase).collect();
    let mut normalised = String::with_capacity(folded.len());
    for word in folded.split_whitespace() {
        if !normalised.is_empty() {
            normalised.push(' ');
        }
        normalised.push_str(word);
    }
    normalised
}

/// A content as it was told: what can be seen of it, in composed form (NFC), without blanks at its ends.
pub(super) fn told(content: &str) -> String {
    visible(content).trim().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn af_05_width_case_blanks_and_what_is_hidden_make_no_difference() {
        let plain = ContentHash::of("i like tea");
        for same in [
            " I  like\ttea\n",
            "Ｉ like ｔｅａ",
            "I li\u{200b}ke tea\0",
            "I\u{3000}like tea",
        ] {
            assert_eq!(ContentHash::of(same), plain, "{same:?}");
        }
        for other in ["i like tea!", "i like tee", "iliketea", ""] {
            assert_ne!(ContentHash::of(other), plain, "{other:?}");
        }
    }

    #[test]
    fn af_05_what_was_told_differs_in_whatever_is_seen() {
        let one = ContentHash::as_told("Caf\u{e9} 10²");
        assert_eq!(ContentHash::as_told(" Cafe\u{301} 10²\u{200b}\n"), one);
        for other in ["Caf\u{e9} 102", "caf\u{e9} 10²", "Caf\u{e9}  10²"] {
            assert_ne!(ContentHash::as_told(other), one, "{other}");
        }
        assert_ne!(ContentHash::of("tea"), ContentHash::as_told("tea"));
    }

    proptest! {
        #[test]
        fn normalising_twice_changes_nothing(text in "[ a-zA-ZéÉßΣ量ｱ\u{200b}\u{3000}\n!]{0,40}") {
            let once = normalised(&text);
            prop_assert_eq!(normalised(&once), once);
        }
    }
}
