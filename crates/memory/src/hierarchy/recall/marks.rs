//! What marks a text as recalled, so that it is never remembered as new.

use crate::text::visible;
use std::borrow::Cow;

const OPEN: &str = "<recalled-memory>";
const CLOSE: &str = "</recalled-memory>";

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
    let shown = visible(text);
    if find_mark(&shown, 0).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(without_blocks(&shown))
}

fn without_blocks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(mark) = find_mark(text, at) {
        let before = text.get(at..mark.start).unwrap_or_default();
        if mark.opens {
            kept.push_str(before);
            at = end_of_block(text, &mark);
        } else {
            kept.push_str(before.get(..paragraph_start(before)).unwrap_or_default());
            at = mark.end;
        }
        // What stood around a block never grows together, to a new mark at worst.
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
}

/// The first mark at or after a byte.
fn find_mark(text: &str, from: usize) -> Option<Mark> {
    let rest = text.as_bytes().get(from..)?;
    let is_mark = |at: usize, mark: &str| {
        rest.get(at..at + mark.len())
            .is_some_and(|bytes| bytes.eq_ignore_ascii_case(mark.as_bytes()))
    };
    let signs = rest.iter().enumerate().filter(|(_, byte)| **byte == b'<');
    for (at, _) in signs {
        for (mark, opens) in [(OPEN, true), (CLOSE, false)] {
            if is_mark(at, mark) {
                let start = from + at;
                return Some(Mark {
                    start,
                    end: start + mark.len(),
                    opens,
                });
            }
        }
    }
    None
}

/// Where the block of an opening mark ends: behind its closing mark; if it has none, with its
/// paragraph.
fn end_of_block(text: &str, open: &Mark) -> usize {
    let mut depth = 1;
    let mut at = open.end;
    while let Some(mark) = find_mark(text, at) {
        depth = if mark.opens { depth + 1 } else { depth - 1 };
        at = mark.end;
        if depth == 0 {
            return at;
        }
    }
    let rest = text.get(open.end..).unwrap_or_default();
    let mut at = open.end;
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        if number > 0 && line.trim().is_empty() {
            break;
        }
        at += line.len();
    }
    at
}

/// Where the last paragraph of a text begins.
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
            text in "(a|\n|\n\n|<recalled-memory>|</recalled-memory>|<recalled|-memory>|</| ){0,16}",
        ) {
            let kept = without_recalled(&text).into_owned();
            prop_assert!(find_mark(&kept, 0).is_none());
            prop_assert_eq!(without_recalled(&kept), kept.as_str());
        }
    }
}
