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
    weigh(text, QUARTERS)
}

/// The size of `text` as a unit of retrieval, in quarters: as [`quarters`], but a CJK character,
/// which says less than a token of English, counts three quarters of one.
pub(crate) fn retrieval_quarters(text: &str) -> usize {
    let (light, cjk) = count(text);
    light + cjk * CJK_RETRIEVAL_QUARTERS
}

const CJK_RETRIEVAL_QUARTERS: usize = 3;

fn weigh(text: &str, per_cjk: usize) -> usize {
    let (light, cjk) = count(text);
    light + cjk * per_cjk
}

/// The quarters of everything but CJK characters, and the number of CJK characters.
fn count(text: &str) -> (usize, usize) {
    let mut light = 0;
    let mut cjk = 0;
    let mut after_blank = false;
    for c in text.chars() {
        let blank = c.is_whitespace();
        if is_cjk(c) {
            cjk += 1;
        } else if !(blank && after_blank) {
            light += character_quarters(c);
        }
        after_blank = blank;
    }
    (light, cjk)
}

/// The quarters of one character that is not CJK.
pub(crate) fn character_quarters(c: char) -> usize {
    match c {
        _ if c.is_ascii_alphanumeric() || c.is_whitespace() => 1,
        '\u{0}'..='\u{24F}' | '\u{2000}'..='\u{206F}' => 2,
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
