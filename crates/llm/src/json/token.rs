//! Tokens of JSON, and of models' imitations of it.

/// The kind of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `{}`.
    Object,
    /// `[]`.
    Array,
}

/// The token at a position outside strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// An opening bracket.
    Open(Kind),
    /// A closing bracket.
    Close(Kind),
    /// `,`.
    Comma,
    /// `:`.
    Colon,
    /// A quotation mark that begins a string; [`string`] finds its end.
    Quote,
    /// A number, `true`, `false` or `null`, or Python's words for them, of so many bytes.
    Literal(usize),
    /// Any other character.
    Other,
}

impl Token {
    /// The token at the start of a text without blanks before it. Reads no string to its end, so that
    /// a quotation mark in the wrong place costs nothing.
    pub(super) fn read(text: &str) -> Self {
        match text.chars().next() {
            Some('{') => Self::Open(Kind::Object),
            Some('[') => Self::Open(Kind::Array),
            Some('}') => Self::Close(Kind::Object),
            Some(']') => Self::Close(Kind::Array),
            Some(',') => Self::Comma,
            Some(':') => Self::Colon,
            Some(c) if is_quote(c) => Self::Quote,
            _ => literal(text).map_or(Self::Other, Self::Literal),
        }
    }

    /// Returns true if a value begins with it.
    pub(super) fn begins_value(self) -> bool {
        matches!(self, Self::Open(_) | Self::Quote | Self::Literal(_))
    }
}

fn literal(text: &str) -> Option<usize> {
    // At the end of the text a word may be cut off.
    if let Some(word) = ["true", "false", "null", "True", "False", "None"]
        .iter()
        .find(|word| text.starts_with(**word) || !text.is_empty() && word.starts_with(text))
    {
        return Some(word.len().min(text.len()));
    }
    // The parser decides if it is a number; here it only must not end the candidate.
    text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        .then(|| {
            text.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'))
                .unwrap_or(text.len())
        })
}

/// Returns true if `c` delimits strings: straight, curled by a word processor, or as in Python.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'') || is_curly(c)
}

/// The bytes of a comment that a text begins with: `// …` up to the end of its line, `/* … */`.
pub(super) fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find(['\n', '\r']).unwrap_or(text.len()));
    }
    let inside = text.strip_prefix("/*")?;
    Some(inside.find("*/").map_or(text.len(), |end| end + 4))
}

fn is_curly(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '＂')
}

/// A string, as far as it goes; places are bytes from its opening quotation mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StringToken {
    /// Start of its content.
    pub(super) content: usize,
    /// End of its content.
    pub(super) content_end: usize,
    /// Its end, closing quotation mark included.
    pub(super) end: usize,
}

/// Returns the string at the start of a text. In a string opened by a straight quotation mark, all other quotation
/// marks are content. A string opened by a curly mark ends at the next mark that is no apostrophe: more would be a
/// guess.
pub(super) fn string(text: &str) -> StringToken {
    let mut characters = text.char_indices();
    let opening = characters.next().map_or('"', |(_, c)| c);
    let content = opening.len_utf8();
    while let Some((at, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == opening || is_curly(opening) && (c == '"' || is_curly(c)) {
            return StringToken {
                content,
                content_end: at,
                end: at + c.len_utf8(),
            };
        }
    }
    StringToken {
        content,
        content_end: text.len(),
        end: text.len(),
    }
}

/// Returns true if JSON allows `c` between tokens.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Returns true if `c` has no width: joiners, direction marks, byte-order marks.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_a_string_ends_at_its_own_kind_of_quotation_mark() {
        assert_eq!(string(r#""a\"b“c" d"#).end, 10);
        assert_eq!(string("“a” b").end, 7);
        assert_eq!(string("“a\" b").end, 5);
        assert_eq!(string("\"ab").end, 3);
        assert_eq!(string("\"ab\\").content_end, 4);
    }

    #[test]
    fn mb_21_words_of_prose_are_no_literals() {
        assert_eq!(Token::read("nullify"), Token::Literal(4));
        assert_eq!(Token::read("see"), Token::Other);
        assert_eq!(Token::read("tr"), Token::Literal(2));
        assert_eq!(Token::read("tr]"), Token::Other);
        assert_eq!(Token::read("-1.5e+3]"), Token::Literal(7));
        assert_eq!(Token::read(""), Token::Other);
    }
}
