//! The user's passphrase.

use unicode_normalization::UnicodeNormalization;

/// A passphrase: neither shown nor written anywhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Passphrase(String);

impl Passphrase {
    /// The passphrase of this text, in Unicode's form NFC: keyboards differ in how they compose letters. `None` for an
    /// empty one, which would encrypt nothing.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self(text.nfc().collect()))
    }

    /// Returns its bytes, each as two hexadecimal digits, so that no character in it can end a statement.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub(super) fn hex(&self) -> String {
        const DIGITS: [char; 16] = [
            '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
        ];
        let halves = self.0.bytes().flat_map(|byte| [byte >> 4, byte & 15]);
        halves
            .filter_map(|half| DIGITS.get(usize::from(half)))
            .collect()
    }
}
