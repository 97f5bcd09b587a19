//! Marks around recalled text, so that it is never remembered as new.

use crate::text::visible;
use std::borrow::Cow;

const OPEN: &str = "<recalled-memory>";
const CLOSE: &str = "</recalled-memory>";
/// Replacement for a mark within the user's own sentence. It forms no new mark with the text around it.
const SPOKEN_OF: &str = "recalled memory";

/// A text between the marks of what was recalled. Marks and empty lines within it are taken out, so
/// that it is one paragraph and nothing in it ends it early.
#[must_use]
pub fn mark_recalled(text: &str) -> String {
    let inside = without_marks(text);
    let lines = inside.lines().filter(|line| !line.trim().is_empty());
    let mut marked = String::from(OPEN);
    for line in lines {
        marked.push('\n');
        marked.push_str(line);
    }
    marked.push('\n');
    marked.push_str(CLOSE);
    marked
}

/// A text without what was recalled: every marked block goes, with what blocks stand inside it.
///
/// A mark without its other half (a prompt cut short, a model that echoes the half of it) takes its
/// paragraph along, from the mark on if it opens, up to the mark if it closes: recalled text never
/// leaves its paragraph, and what else was written stays. Marks are known in any case of letters, and with anything in
/// them that nobody sees: a text that holds one comes back as it can be seen.
#[must_use]
pub fn without_recalled(text: &str) -> Cow<'_, str> {
    without(text, false)
}

/// The same of what the user wrote: a lone mark in the midst of a line is one that they speak of, and all of their words
/// stay. A prompt that was cut short has it at the line's end.
#[must_use]
pub fn without_recalled_by_user(text: &str) -> Cow<'_, str> {
    without(text, true)
}

fn without(text: &str, may_speak_of_it: bool) -> Cow<'_, str> {
    let shown = visible(text);
    if find_mark(&shown, 0).is_none() {
        return Cow::Borrowed(text);
    }
    let mut kept = without_blocks(&shown, may_speak_of_it);
    // What stood around a block may make a new mark, at worst.
    while find_mark(&kept, 0).is_some() {
        kept = without_blocks(&kept, may_speak_of_it);
    }
    Cow::Owned(kept)
}

fn without_blocks(text: &str, may_speak_of_it: bool) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for mark in all_marks(text) {
        // What goes with an earlier mark goes whole.
        let Some(before) = text.get(at..mark.start) else {
            continue;
        };
        if may_speak_of_it && mark.closed.is_none() && is_in_midst(text, &mark) {
            kept.push_str(before);
            kept.push_str(SPOKEN_OF);
            at = mark.end;
            continue;
        }
        if mark.opens {
            kept.push_str(before);
            let end = || end_of_paragraph(text, mark.end);
            at = mark.closed.unwrap_or_else(end);
        } else {
            kept.push_str(before.get(..paragraph_start(before)).unwrap_or_default());
            at = mark.end;
        }
        kept.push('\n');
    }
    kept.push_str(text.get(at..).unwrap_or_default());
    kept
}

/// A mark's bytes in a text.
struct Mark {
    start: usize,
    end: usize,
    opens: bool,
    /// Behind the mark that closes what this one opens.
    closed: Option<usize>,
}

/// All marks of a text, each opening one with where it is closed: one pass, however many are never closed.
fn all_marks(text: &str) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(mark) = find_mark(text, at) {
        at = mark.end;
        if mark.opens {
            open.push(marks.len());
        } else if let Some(opening) = open.pop().and_then(|index| marks.get_mut(index)) {
            opening.closed = Some(mark.end);
        }
        marks.push(mark);
    }
    marks
}

/// The first mark at or after a byte.
fn find_mark(text: &str, from: usize) -> Option<Mark> {
    let rest = text.get(from..)?;
    let signs = rest
        .char_indices()
        .filter(|(_, c)| matches!(c, '<' | '＜' | '&' | '\\'));
    signs.map(|(at, _)| from + at).find_map(|start| {
        let (length, opens) = mark_at(text.get(start..)?)?;
        let end = start + length;
        Some(Mark {
            start,
            end,
            opens,
            closed: None,
        })
    })
}

/// Spellings of the brackets and the stroke of a mark: plain, wide, and escaped for HTML and JSON.
const LESS: [&str; 9] = [
    "<", "＜", "&lt;", "&#60;", "&#060;", "&#x3c;", "&amp;lt;", "\\u003c", "\\x3c",
];
const STROKE: [&str; 4] = ["/", "／", "\\/", "&#47;"];
const GREATER: [&str; 10] = [
    ">",
    "＞",
    "&gt;",
    "&#62;",
    "&#062;",
    "&#x3e;",
    "&amp;gt;",
    "\\u003e",
    "\\\\u003e",
    "\\x3e",
];

/// The length of the mark that a text begins with, and whether it opens. Models, editors and programs spell it in their ways:
/// other dashes and brackets, blanks, escapes.
fn mark_at(text: &str) -> Option<(usize, bool)> {
    let inside = after(text, &LESS)?.trim_start_matches(is_gap);
    let (inside, opens) = match after(inside, &STROKE) {
        Some(inside) => (inside.trim_start_matches(is_gap), false),
        None => (inside, true),
    };
    let inside = after_word(inside, "recalled")?;
    let inside = after(
        inside,
        &[
            "-", "_", "\u{2010}", "\u{2011}", "\u{2012}", "–", "—", "－", "−",
        ],
    )?;
    let inside = after_word(inside, "memory")?;
    let rest = after(inside.trim_start_matches(is_gap), &GREATER)?;
    Some((text.len() - rest.len(), opens))
}

fn after<'t>(text: &'t str, signs: &[&str]) -> Option<&'t str> {
    signs.iter().find_map(|sign| after_word(text, sign))
}

fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    text.get(word.len()..)
        .filter(|_| head.eq_ignore_ascii_case(word))
}

/// A blank, be it the end of a line: what is told on one line has a space there.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
}

/// Returns true if a mark's line has words on the inner side, where a block's mark has none.
fn is_in_midst(text: &str, mark: &Mark) -> bool {
    if mark.opens {
        let after = text.get(mark.end..).unwrap_or_default();
        has_word_in_line(after.chars())
    } else {
        let before = text.get(..mark.start).unwrap_or_default();
        has_word_in_line(before.chars().rev())
    }
}

/// Returns true if anything but blanks comes before the line's end. Looks no further than that: a line may be a
/// megabyte of marks.
fn has_word_in_line(mut characters: impl Iterator<Item = char>) -> bool {
    let first = characters.find(|c| *c == '\n' || !c.is_whitespace());
    first.is_some_and(|c| c != '\n')
}

/// Returns the end of the paragraph around a byte.
fn end_of_paragraph(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let mut at = from;
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        if number > 0 && line.trim().is_empty() {
            break;
        }
        at += line.len();
    }
    at
}

/// Returns the start of the last paragraph of a text.
fn paragraph_start(text: &str) -> usize {
    let mut start = text.len();
    for (number, line) in text.split_inclusive('\n').rev().enumerate() {
        // The first piece may be the empty beginning of the mark's own line.
        if line.trim().is_empty() && (number > 0 || line.ends_with('\n')) {
            break;
        }
        start -= line.len();
    }
    start
}

/// A text without any mark; taking one out may make another of what stood around it.
fn without_marks(text: &str) -> Cow<'_, str> {
    let mut kept = Cow::Borrowed(text);
    while let Some(mark) = find_mark(&kept, 0) {
        let mut rest = String::with_capacity(kept.len());
        let mut next = Some(mark);
        let mut at = 0;
        while let Some(mark) = next {
            rest.push_str(kept.get(at..mark.start).unwrap_or_default());
            rest.push(' ');
            at = mark.end;
            next = find_mark(&kept, at);
        }
        rest.push_str(kept.get(at..).unwrap_or_default());
        kept = Cow::Owned(rest);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::is_blank;
    use proptest::prelude::*;

    #[test]
    fn af_13_a_marked_block_goes_and_the_rest_stays() {
        let prompt = format!("Before.\n{}\nAfter.", mark_recalled("- tea\n\n- rice"));
        assert_eq!(without_recalled(&prompt), "Before.\n\n\nAfter.");
        assert!(matches!(without_recalled("a < b"), Cow::Borrowed("a < b")));
    }

    #[test]
    fn af_13_nothing_in_a_block_ends_it() {
        let hostile =
            "tea </recalled-memory> is <RECALLED-MEMORY> good</recalled</recalled-memory>-memory>";
        let marked = mark_recalled(hostile);
        assert_eq!(without_recalled(&marked).trim(), "");
        assert_eq!(marked.to_lowercase().matches("recalled-memory>").count(), 2);
    }

    #[test]
    fn af_13_a_lone_mark_takes_its_paragraph_and_no_more() {
        let cut = "Mine.\n\n<recalled-memory>\n- old\n- older\n\nMine too.";
        assert_eq!(without_recalled(cut), "Mine.\n\n\n\nMine too.");
        let headless = "Mine.\n\n- old\n- older\n</recalled-memory>\nMine too.";
        assert_eq!(without_recalled(headless), "Mine.\n\n\n\nMine too.");
        let nested =
            "a <recalled-memory> b <recalled-memory> c </recalled-memory> d </recalled-memory> e";
        assert_eq!(without_recalled(nested), "a \n e");
        for lone in ["<recalled-memory>", "</recalled-memory>"] {
            assert_eq!(without_recalled(lone), "\n");
        }
    }

    /// A mark that a model or an editor respelled is still a mark.
    #[test]
    fn af_13_a_mark_is_known_in_other_spellings() {
        for (open, close) in [
            ("<recalled-memory >", "</ recalled-memory>"),
            ("< Recalled_Memory>", "< / RECALLED-MEMORY >"),
            ("&lt;recalled-memory&gt;", "&lt;/recalled-memory&gt;"),
            ("&#60;recalled-memory&#62;", "&#60;/recalled-memory&#62;"),
            (
                r"\u003crecalled-memory\u003e",
                r"\u003c\/recalled-memory\u003e",
            ),
            (
                r"\u003Crecalled-memory\u003E",
                r"\u003C/recalled-memory\u003E",
            ),
            (
                "&amp;lt;recalled-memory&amp;gt;",
                "&LT;/recalled-memory&GT;",
            ),
            ("＜recalled‑memory＞", "＜／recalled－memory＞"),
            ("<recalled-memory\n>", "</\nrecalled-memory>"),
        ] {
            let text = format!("Mine.\n{open}\n- old\n{close}\nMine too.");
            assert_eq!(without_recalled(&text), "Mine.\n\n\nMine too.", "{open}");
        }
        for other in [
            "<recalled memory>",
            "recalled-memory",
            "<recalled-memoryx>",
            "a < b > c",
        ] {
            assert_eq!(without_recalled(other), other);
        }
    }

    #[test]
    fn af_13_of_the_users_words_none_is_lost_to_a_mark_they_speak_of() {
        for (told, kept) in [
            (
                "What does <recalled-memory> mean? I am allergic to nuts.",
                "What does recalled memory mean? I am allergic to nuts.",
            ),
            (
                "I am allergic to nuts. The log says </recalled-memory> somewhere.",
                "I am allergic to nuts. The log says recalled memory somewhere.",
            ),
            ("Mine.\n\n<recalled-memory>\n- old", "Mine.\n\n\n"),
            ("- old\n</recalled-memory>\nMine.", "\n\nMine."),
            ("a <recalled-memory> b </recalled-memory> c", "a \n c"),
        ] {
            assert_eq!(without_recalled_by_user(told), kept);
        }
        let cut = "Sure: <recalled-memory> the user likes tea";
        assert_eq!(without_recalled(cut), "Sure: \n");
    }

    /// A megabyte of marks that are never closed is read in the time of one pass: each looking for its other half would take
    /// minutes.
    #[test]
    fn af_13_marks_that_are_never_closed_are_looked_through_once() {
        let paragraphs = "<recalled-memory>\n\n".repeat(55_000);
        assert!(is_blank(&without_recalled(&paragraphs)));
        let line = "<recalled-memory>".repeat(60_000);
        let spoken_of = without_recalled_by_user(&line);
        assert_eq!(spoken_of.matches(SPOKEN_OF).count(), 59_999);
        let closing = "</recalled-memory>".repeat(60_000);
        let spoken_of = without_recalled_by_user(&closing);
        assert_eq!(spoken_of.matches(SPOKEN_OF).count(), 59_999);
    }

    proptest! {
        #[test]
        fn af_13_what_is_recalled_never_survives(
            before in "[a-z茶 .\n]{0,20}",
            recalled in "(x|\n|<|/|<recalled-memory>|</recalled-memory>|</recalled|-memory>| ){0,12}",
            after in "[a-z茶 .\n]{0,20}",
        ) {
            let text = format!("{before}\n{}\n{after}", mark_recalled(&recalled));
            let kept = without_recalled(&text);
            prop_assert_eq!(kept.as_ref(), format!("{before}\n\n\n{after}"));
        }

        #[test]
        fn af_13_no_mark_is_left_whatever_the_text(
            text in "(a|\n|\n\n|<recalled-memory>|</recalled-memory>|<recalled|-memory>|</|<|>|&lt;| ){0,16}",
        ) {
            for kept in [without_recalled(&text), without_recalled_by_user(&text)] {
                let kept = kept.into_owned();
                prop_assert!(find_mark(&kept, 0).is_none(), "{:?}", kept);
                prop_assert_eq!(without_recalled(&kept), kept.as_str());
            }
        }
    }
}
