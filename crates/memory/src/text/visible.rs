//! Text as a reader would see it.

use std::borrow::Cow;

/// `text` without what nobody sees but a model reads: NUL and other control characters (except tab
/// and line ends), tag characters (U+E0000–E007F), bidirectional controls, zero-width and other
/// invisible characters, and variation selectors beyond the one an emoji may carry. A zero-width
/// joiner stays between two emoji, where it is seen.
///
/// Use it for whatever is shown, embedded or put into a prompt; spans refer to the text before it. What is
/// dropped holds all of Unicode's `Default_Ignorable_Code_Point`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(is_plain) || !text.chars().any(may_be_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let before = shown.chars().next_back();
        if !may_be_hidden(c) || is_seen(c, before, characters.peek().copied()) {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns true if `text` has nothing visible: only blanks and characters that [`visible`] drops.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    visible(text).chars().all(is_blank_character)
}

/// White space, and the two signs that Unicode counts among symbols although they draw nothing: the braille
/// pattern without a dot and the null notehead.
fn is_blank_character(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2800}' | '\u{1D159}')
}

/// ASCII that is seen, and white space: most texts are nothing else, and bytes are looked at side by side.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0xC)
}

fn may_be_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{C}' => false,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' => {
            true
        }
        '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => true,
        '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' => true,
        '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' => true,
        '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}' => true,
        _ => c.is_control(),
    }
}

/// Returns true if a character that may be hidden changes the look of the text around it.
fn is_seen(c: char, before: Option<char>, after: Option<char>) -> bool {
    match c {
        '\u{FE0E}' | '\u{FE0F}' => before.is_some_and(takes_presentation),
        '\u{200D}' => {
            before.is_some_and(|b| is_pictograph(b) || b == '\u{FE0F}')
                && after.is_some_and(is_pictograph)
        }
        _ => false,
    }
}

/// Characters that a presentation selector turns into text or emoji.
fn takes_presentation(c: char) -> bool {
    matches!(c, '0'..='9' | '#' | '*' | '©' | '®' | '\u{203C}'..='\u{3299}') || is_pictograph(c)
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointSetData;
    use icu_properties::props::DefaultIgnorableCodePoint;

    use super::*;

    #[test]
    fn whatever_unicode_ignores_may_be_hidden_and_is_blank() {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        for c in (char::MIN..=char::MAX).filter(|c| ignorable.contains(*c)) {
            assert!(may_be_hidden(c), "U+{:04X}", u32::from(c));
            assert!(is_blank(&c.to_string()), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn what_is_plain_is_not_hidden() {
        for byte in 0..=u8::MAX {
            let hidden = !byte.is_ascii() || may_be_hidden(char::from(byte));
            assert_eq!(is_plain(byte), !hidden, "{byte:#x}");
        }
    }

    #[test]
    fn a_text_of_blanks_is_blank_and_a_sign_is_not() {
        for blank in [
            "",
            " \n\u{3000}",
            "\u{2800}",
            "\u{115F}\u{3164}",
            "\0\u{1D159}\u{E0041}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for said in ["?", "😀", "\u{2801}", "茶", "\u{200B}a"] {
            assert!(!is_blank(said), "{said:?}");
        }
    }
}
