//! A text in plain letters.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::visible;

/// Returns the visible text, its letters and digits in their plain form (Unicode's compatibility composition, NFKC).
/// Full-width, mathematical and joined letters become those that a model has learnt. Chinese punctuation stays, and so
/// do exponents.
#[must_use]
pub fn folded(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    if shown.chars().any(is_foldable) {
        let plain = |c: char| {
            let (folds, stays) = if is_foldable(c) {
                (Some(c), None)
            } else {
                (None, Some(c))
            };
            folds.into_iter().nfkc().chain(stays)
        };
        Cow::Owned(shown.chars().flat_map(plain).collect())
    } else {
        shown
    }
}

fn is_foldable(c: char) -> bool {
    match c {
        '！' | '（' | '）' | '，' | '：' | '；' | '？' | '～' => false,
        '\u{FF01}'..='\u{FFE6}' | '\u{FB00}'..='\u{FB06}' | '\u{1D400}'..='\u{1D7FF}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_joined_and_mathematical_letters_become_plain() {
        for (written, plain) in [
            ("Ｔｈｅ ｔｏｗｅｒ ｉｓ ４１．５ ｍ", "The tower is 41.5 m"),
            ("ﬁve ￡ and ￥", "five £ and ¥"),
            ("𝐓ower 𝟒𝟏", "Tower 41"),
            ("four\u{AD}teen", "fourteen"),
        ] {
            assert_eq!(folded(written), plain);
        }
    }

    #[test]
    fn chinese_and_exponents_stay() {
        for text in ["高：四十二米（约），是吗？", "10² km", "plain"] {
            assert_eq!(folded(text), text);
            assert!(matches!(folded(text), Cow::Borrowed(_)));
        }
    }
}
