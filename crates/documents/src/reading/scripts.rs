//! Separates raised or lowered text from its neighbours.

/// A place above or below the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// An exponent, an ordinal's ending, the number of a note.
    Raised,
    /// An index.
    Lowered,
}

impl Script {
    /// Returns the sign between a character and a raised or lowered one right behind it.
    ///
    /// `10` and a raised `6` become `10^6`, `412` and a lowered `3` become `412_3`. Common forms stay joined: a raised
    /// ending of a number (`1st`), a lowered number of a letter (`CO2`). A raised number behind a sentence is a note:
    /// `[`, to be closed behind it.
    #[must_use]
    pub fn sign(self, last: char, first: char) -> Option<char> {
        let is_number = first.is_ascii_digit() || matches!(first, '+' | '-' | '\u{2212}');
        match self {
            Self::Raised if is_number && ends_sentence(last) => Some('['),
            Self::Raised => {
                (is_number || (first.is_alphabetic() && last.is_alphabetic())).then_some('^')
            }
            Self::Lowered => {
                let is_index = last.is_alphabetic() && first.is_ascii_digit();
                let stands_by = last.is_alphanumeric() && (is_number || first.is_alphanumeric());
                (stands_by && !is_index).then_some('_')
            }
        }
    }

    /// Returns true if the last character that stood raised or lowered would be read as one number or one word with the
    /// next one, which does not.
    #[must_use]
    pub fn runs_into(last: char, first: char) -> bool {
        (last.is_numeric() && first.is_numeric()) || (last.is_alphabetic() && first.is_alphabetic())
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '”' | '’' | '»'
    ) || matches!(
        c,
        '。' | '，' | '；' | '：' | '！' | '？' | '」' | '』' | '》'
    )
}
