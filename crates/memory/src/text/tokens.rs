//! How much of a model's window a text takes, without a tokenizer.

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

/// What a text's characters weigh, by what they are.
#[derive(Default)]
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
    for c in text.chars() {
        let blank = c.is_whitespace();
        match c {
            _ if is_cjk(c) => weight.cjk += 1,
            _ if blank && after_blank => {}
            _ if blank || c.is_alphanumeric() => weight.letters += character_quarters(c),
            _ => weight.signs += character_quarters(c),
        }
        after_blank = blank;
    }
    weight
}

/// The quarters of one character that is not CJK.
fn character_quarters(c: char) -> usize {
    match c {
        _ if c.is_ascii_alphanumeric() || c.is_whitespace() => 1,
        '\u{1F000}'..='\u{1FAFF}' => QUARTERS,
        _ => 2,
    }
}

/// Whether `c` belongs to a script written without blanks between words: Han, Kana, Hangul or
/// their punctuation.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{3FFFF}')
}
