//! Think blocks, which some models write into the answer itself.

use std::borrow::Cow;

use super::token::is_invisible;

/// Names of the tags of a think block, and their marks; the bracketed one only in capitals.
const TAGS: [(char, &str, char); 3] = [
    ('<', "think", '>'),
    ('<', "thinking", '>'),
    ('[', "THINK", ']'),
];

/// Quotation marks around a tag that is only mentioned.
const QUOTES: [(char, char); 7] = [
    ('`', '`'),
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('《', '》'),
];

/// Returns an answer without the model's reasoning, trimmed if there was any: without `<think>…</think>`,
/// `<thinking>…</thinking>` and `[THINK]…[/THINK]`, without all text before an unopened closing tag (chat templates
/// swallow the opening one), and without all text after an unclosed opening tag at the start of a line. A tag in
/// quotation marks is only mentioned, and stays.
#[must_use]
pub fn without_thoughts(text: &str) -> Cow<'_, str> {
    let tags = tags(text);
    if tags.is_empty() {
        return Cow::Borrowed(text);
    }
    match kept(text, &tags).as_slice() {
        [] => Cow::Borrowed(""),
        [only] => Cow::Borrowed(only.trim()),
        pieces => Cow::Owned(pieces.concat().trim().to_owned()),
    }
}

/// The stretches of a text that are no thoughts.
fn kept<'t>(text: &'t str, tags: &[Tag]) -> Vec<&'t str> {
    let last_closing = tags.iter().rfind(|tag| !tag.opens).map_or(0, |tag| tag.end);
    let mut kept = Vec::new();
    let mut start = 0;
    let mut thinking = false;
    for tag in tags {
        let before = text.get(start..tag.start).unwrap_or_default();
        match (thinking, tag.opens) {
            (false, true) if tag.end < last_closing || begins_line(text, tag.start) => {
                kept.push(before);
                thinking = true;
            }
            (true, false) => {
                thinking = false;
                start = tag.end;
            }
            (false, false) => {
                // Once an answer has begun, a stray tag at its very end does not make it a thought.
                let stray = start > 0 && is_blank(text.get(tag.end..).unwrap_or_default());
                if stray {
                    kept.push(before);
                } else {
                    kept.clear();
                }
                start = tag.end;
            }
            _ => {}
        }
    }
    if !thinking {
        kept.push(text.get(start..).unwrap_or_default());
    }
    kept.retain(|piece| !is_blank(piece));
    kept
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Returns true if only blanks stand before a position on its line. It looks back no further than those, so that many
/// tags on one long line cost no more than the line.
fn begins_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let said =
        before.trim_end_matches(|c: char| c != '\n' && (c.is_whitespace() || is_invisible(c)));
    said.is_empty() || said.ends_with('\n')
}

/// Position of a tag, in bytes.
struct Tag {
    start: usize,
    end: usize,
    opens: bool,
}

fn tags(text: &str) -> Vec<Tag> {
    text.match_indices(['<', '['])
        .filter_map(|(start, _)| tag(text, start))
        .filter(|tag| !is_quoted(text, tag))
        .collect()
}

fn tag(text: &str, start: usize) -> Option<Tag> {
    let inside = text.get(start + 1..)?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let begun = TAGS
        .iter()
        .filter(|(mark, ..)| text.get(start..).is_some_and(|tag| tag.starts_with(*mark)));
    let mut named = begun.filter(|(_, known, mark)| is_named(name, known, *mark));
    let length = named.next().map(|(_, known, _)| known.len())?;
    let slash = inside.len() - name.len();
    Some(Tag {
        start,
        end: start + 1 + slash + length + 1,
        opens: slash == 0,
    })
}

fn is_named(inside: &str, name: &str, end: char) -> bool {
    let parts = inside.split_at_checked(name.len());
    parts.is_some_and(|(begins, rest)| {
        let is_name = begins == name || end == '>' && begins.eq_ignore_ascii_case(name);
        is_name && rest.starts_with(end)
    })
}

fn is_quoted(text: &str, tag: &Tag) -> bool {
    let before = text.get(..tag.start).and_then(|t| t.chars().next_back());
    let after = text.get(tag.end..).and_then(|t| t.chars().next());
    QUOTES
        .iter()
        .any(|(left, right)| before == Some(*left) && after == Some(*right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_think_blocks_are_removed() {
        for (text, answer) in [
            ("<think>hm</think>Yes.", "Yes."),
            ("<thinking>\nhm\n</thinking>\n\nYes.\n", "Yes."),
            ("<THINK>hm</Think> Yes.", "Yes."),
            ("[THINK]hm[/THINK]Yes [1].", "Yes [1]."),
            ("So: <think>hm</think>yes.", "So: yes."),
            ("<think>a</think>One. <think>b</think>Two.", "One. Two."),
            ("<think></think>Yes.", "Yes."),
            ("<think>a <think> b</think> c</think>Yes.", "Yes."),
        ] {
            assert_eq!(without_thoughts(text), answer, "{text}");
        }
    }

    #[test]
    fn mb_21_a_missing_opening_tag_makes_everything_before_a_thought() {
        assert_eq!(without_thoughts("hm, well\n</think>\n\nYes."), "Yes.");
        assert_eq!(without_thoughts("hm</think>Yes.</think>\n"), "Yes.");
        assert_eq!(without_thoughts("hm, well</think>"), "");
    }

    #[test]
    fn mb_21_an_unclosed_block_is_all_thought() {
        assert_eq!(without_thoughts("<think>hm, {\"a\":1}"), "");
        assert_eq!(without_thoughts("\u{FEFF} <think>hm"), "");
        assert_eq!(without_thoughts("Yes.\n<think>hm"), "Yes.");
    }

    #[test]
    fn mb_21_a_tag_that_is_only_spoken_of_stays() {
        for text in [
            "Use `<think>` before `</think>`.",
            "The tag \"</think>\" ends it.",
            "Models write <think> first.",
            "a < b <thinker> <think",
            "[Think] of [think] marks.",
        ] {
            assert_eq!(without_thoughts(text), text);
        }
    }
}
