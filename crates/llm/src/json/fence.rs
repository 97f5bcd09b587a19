//! The code fence around an answer.

use super::token::is_invisible;

/// Returns the content of a code fence that begins the text, otherwise the text; trimmed of blanks, byte-order marks
/// and the like. Fences amid prose are prose.
pub(super) fn unfenced(text: &str) -> &str {
    let text = text.trim_matches(is_around);
    for mark in ['`', '~'] {
        let inside = text.trim_start_matches(mark);
        if text.len() - inside.len() >= 3 {
            return without_closing(without_language(inside), mark).trim_matches(is_around);
        }
    }
    text
}

fn is_around(c: char) -> bool {
    c.is_whitespace() || is_invisible(c)
}

/// Without the language that a fence names: the rest of its line, or a word before a bracket.
fn without_language(inside: &str) -> &str {
    if let Some((line, rest)) = inside.split_once('\n')
        && !line.contains(['{', '[', '"'])
    {
        return rest;
    }
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    if rest.trim_start().starts_with(['{', '[']) {
        rest
    } else {
        inside
    }
}

/// Without the closing fence; a truncated text has none.
fn without_closing(inside: &str, mark: char) -> &str {
    let text = inside.trim_end();
    let rest = text.trim_end_matches(mark);
    if text.len() - rest.len() >= 3 {
        rest
    } else {
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_a_fence_around_everything_is_removed() {
        for text in [
            "{\"a\":1}",
            "```\n{\"a\":1}\n```",
            "```json\n{\"a\":1}\n```\n",
            " ```JSON5 strict\r\n{\"a\":1}\r\n```",
            "```json {\"a\":1}```",
            "```{\"a\":1}```",
            "~~~~json\n{\"a\":1}\n~~~~",
            "```json\n{\"a\":1}",
            "\u{FEFF}```json\n\u{200B}{\"a\":1}\n```\u{200B}",
        ] {
            assert_eq!(unfenced(text), "{\"a\":1}", "{text}");
        }
    }

    #[test]
    fn mb_21_a_scalar_in_a_fence_is_kept() {
        assert_eq!(unfenced("```\n42\n```"), "42");
        assert_eq!(unfenced("```json\n\"tea\"\n```"), "\"tea\"");
        assert_eq!(unfenced("```"), "");
    }
}
