//! Letters as they are typed, not as they are drawn.

use unicode_normalization::UnicodeNormalization;

/// Appends a word's letters: ligatures as the letters they join, Chinese radicals as the characters that look
/// the same, blanks as blanks, without what hyphenates a word within a line.
pub(super) fn push_letters(line: &mut String, word: &str) {
    for c in word.chars() {
        match c {
            '\u{FB00}'..='\u{FB06}' | '\u{2E80}'..='\u{2FD5}' => {
                line.extend([c].into_iter().nfkc())
            }
            '\t' | '\n' | '\r' | '\u{A0}' => line.push(' '),
            _ if c.is_control() => {}
            _ => line.push(c),
        }
    }
}

/// Returns true if a script writes this character without blanks between words.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_04_ligatures_and_radicals_are_folded() {
        let mut line = String::new();
        push_letters(&mut line, "eﬃcient ﬁle\u{A0}⼀⽇\u{7}");
        assert_eq!(line, "efficient file 一日");
    }
}
