//! Characters of Word's symbol fonts, which have places of their own in Unicode.

/// Greek letters by the Latin ones of the Symbol font, from `a` and from `A`.
const SMALL: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
const LARGE: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";

/// Returns the character at this code, which the document gives in hexadecimal digits, of a font.
pub(super) fn symbol(font: &str, code: &str) -> char {
    let code = u32::from_str_radix(code, 16).unwrap_or_default();
    // Symbol fonts have their characters in the private use area.
    let place = match code {
        0xF000..=0xF0FF => u8::try_from(code - 0xF000).unwrap_or_default(),
        _ => return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    let known = match font {
        "Symbol" => of_symbol(place),
        "Wingdings" | "Wingdings 2" => of_wingdings(font, place),
        _ => None,
    };
    known.unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn of_symbol(place: u8) -> Option<char> {
    let letter = |letters: &str, first: u8| letters.chars().nth(usize::from(place - first));
    Some(match place {
        b'a'..=b'z' => return letter(SMALL, b'a'),
        b'A'..=b'Z' => return letter(LARGE, b'A'),
        0x20..=0x40 => char::from(place),
        0xA2 => '′',
        0xA3 => '≤',
        0xA5 => '∞',
        0xAB => '↔',
        0xAC => '←',
        0xAD => '↑',
        0xAE => '→',
        0xAF => '↓',
        0xB0 => '°',
        0xB1 => '±',
        0xB2 => '″',
        0xB3 => '≥',
        0xB4 => '×',
        0xB5 => '∝',
        0xB6 => '∂',
        0xB7 => '•',
        0xB8 => '÷',
        0xB9 => '≠',
        0xBA => '≡',
        0xBB => '≈',
        0xBC => '…',
        0xC5 => '⊕',
        0xCE => '∈',
        0xD1 => '∇',
        0xD6 => '√',
        0xD7 => '⋅',
        0xDE => '⇒',
        0xE5 => '∑',
        0xF2 => '∫',
        _ => return None,
    })
}

/// Boxes and marks of forms.
fn of_wingdings(font: &str, place: u8) -> Option<char> {
    Some(match (font, place) {
        ("Wingdings", 0xFE | 0x52) | ("Wingdings 2", 0x52) => '☑',
        ("Wingdings", 0xFD | 0x54) | ("Wingdings 2", 0x51) => '☒',
        ("Wingdings", 0xA8 | 0x6F | 0x71 | 0x72) | ("Wingdings 2", 0xA3 | 0x2A) => '☐',
        ("Wingdings", 0xFC) | ("Wingdings 2", 0x50) => '✓',
        ("Wingdings", 0xFB) | ("Wingdings 2", 0x4F) => '✗',
        ("Wingdings", 0x6C | 0x6E | 0xA7 | 0x9F) => '•',
        ("Wingdings", 0xE0 | 0xF0) => '→',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_characters() {
        for (font, code, expected) in [
            ("Symbol", "F06D", 'μ'),
            ("Symbol", "F0B1", '±'),
            ("Wingdings", "F0FE", '☑'),
            ("Wingdings", "F0A8", '☐'),
            ("Segoe UI Symbol", "2611", '☑'),
            ("Webdings", "F04D", char::REPLACEMENT_CHARACTER),
        ] {
            assert_eq!(symbol(font, code), expected, "{font} {code}");
        }
        assert_eq!(SMALL.chars().count(), 26);
        assert_eq!(LARGE.chars().count(), 26);
    }
}
