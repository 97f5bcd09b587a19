//! Estimate of a text's tokens, without a tokenizer.

/// Quarter tokens: the unit in which characters are weighed, so that sums stay in integers.
pub(crate) const QUARTERS: usize = 4;

/// Roughly how many tokens `text` is to a language model or to MiniLM: four letters to a token in
/// alphabets, one token for each CJK character or emoji, half a token for a sign or a letter of
/// another script. A run of blanks counts as one letter.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    quarters(text).div_ceil(QUARTERS)
}

/// The estimate of [`estimate_tokens`] in quarters of a token.
pub(crate) fn quarters(text: &str) -> usize {
    let weight = count(text);
    weight.letters + weight.signs + weight.cjk * QUARTERS
}

/// The size of `text` as a unit of retrieval, in quarters: as [`quarters`], but a CJK character,
/// which says less than a token of English, counts three quarters of one.
pub(crate) fn retrieval_quarters(text: &str) -> usize {
    let weight = count(text);
    weight.letters + weight.signs + weight.cjk * CJK_RETRIEVAL_QUARTERS
}

/// As [`retrieval_quarters`], but signs, which draw tables and rules more than they say, count a
/// quarter where they are more than half of everything.
pub(crate) fn said_quarters(text: &str) -> usize {
    let weight = count(text);
    let said = weight.letters + weight.cjk * CJK_RETRIEVAL_QUARTERS;
    said + weight.signs.min(said + weight.signs / 4)
}

const CJK_RETRIEVAL_QUARTERS: usize = 3;

/// Weight of a text by the kinds of its characters.
#[derive(Debug, Default, PartialEq, Eq)]
struct Weight {
    /// Quarters of letters, digits and blanks.
    letters: usize,
    /// Quarters of everything else.
    signs: usize,
    /// Number of CJK characters.
    cjk: usize,
}

fn count(text: &str) -> Weight {
    let mut weight = Weight::default();
    let mut after_blank = false;
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = rest.bytes().position(|byte| !byte.is_ascii());
        let (plain, others) = rest.split_at(ascii.unwrap_or(rest.len()));
        after_blank = weight.add_ascii(plain, after_blank);
        let mut others = others.chars();
        if let Some(c) = others.next() {
            weight.add(c, after_blank);
            after_blank = c.is_whitespace();
        }
        rest = others.as_str();
    }
    weight
}

impl Weight {
    /// Adds ASCII characters. Tells whether the last is a blank.
    fn add_ascii(&mut self, text: &str, after_blank: bool) -> bool {
        let bytes = text.as_bytes();
        let (Some((first, rest)), Some(last)) = (bytes.split_first(), bytes.last()) else {
            return after_blank;
        };
        let before = if after_blank { b' ' } else { b'a' };
        self.add_pairs(&[before], &[*first]);
        for (before, these) in bytes.chunks(PAIRS).zip(rest.chunks(PAIRS)) {
            self.add_pairs(before, these);
        }
        is_ascii_blank(*last)
    }

    /// Adds at most [`PAIRS`] ASCII characters, each with the one before it: no character waits for another, so that many
    /// are counted in one instruction. Every prompt is counted whenever it is sent.
    fn add_pairs(&mut self, before: &[u8], these: &[u8]) {
        let (mut letters, mut signs) = (0_u8, 0_u8);
        for (before, byte) in before.iter().zip(these) {
            let blank = is_ascii_blank(*byte);
            let letter = byte.is_ascii_alphanumeric();
            letters += u8::from(letter | (blank & !is_ascii_blank(*before)));
            signs += u8::from(!(letter | blank));
        }
        self.letters += usize::from(letters);
        self.signs += 2 * usize::from(signs);
    }

    /// Adds any character.
    fn add(&mut self, c: char, after_blank: bool) {
        let blank = c.is_whitespace();
        match c {
            _ if is_cjk(c) => self.cjk += 1,
            _ if blank && after_blank => {}
            _ if blank || c.is_alphanumeric() => self.letters += character_quarters(c),
            _ => self.signs += character_quarters(c),
        }
    }
}

/// Largest count of a byte.
const PAIRS: usize = 255;

fn is_ascii_blank(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The quarters of one character that is not CJK.
fn character_quarters(c: char) -> usize {
    match c {
        _ if c.is_ascii_alphanumeric() || c.is_whitespace() => 1,
        '\u{1F000}'..='\u{1FAFF}' => QUARTERS,
        _ => 2,
    }
}

/// Returns true if `c` belongs to a script written without blanks between words: Han, Kana, Hangul or their
/// punctuation.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same, character by character.
    fn one_by_one(text: &str) -> Weight {
        let mut weight = Weight::default();
        let mut before = None;
        for c in text.chars() {
            weight.add(c, before.is_some_and(char::is_whitespace));
            before = Some(c);
        }
        weight
    }

    proptest! {
        #[test]
        fn ascii_weighs_the_same_however_it_is_counted(text in "[ -~\t\n\u{1}\u{A0}\u{3000}é量😀]{0,40}|[ -~\n]{200,600}") {
            prop_assert_eq!(count(&text), one_by_one(&text));
        }
    }
}
