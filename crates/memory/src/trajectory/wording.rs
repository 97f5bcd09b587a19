//! Texts from outside, cut to what memory keeps of them: without what nobody sees, and without what was recalled, or
//! memory would learn its own words.

use crate::hierarchy::without_recalled;
use crate::text::visible;

/// Bytes of an id.
pub(super) const ID_BYTES: usize = 256;
/// Characters of a short name: a type of action, of task, a phase, an error's type.
pub(super) const NAME: usize = 64;
/// Characters of what an action was done to.
pub(super) const INPUT: usize = 120;
/// Characters of a line: an error's message, a place, a task in a summary.
pub(super) const LINE: usize = 240;
/// Characters of a task's description, of a situation, a strategy.
pub(super) const TEXT: usize = 2_000;
/// Characters that are read of a tool's output or an error, half at each end.
pub(super) const READ: usize = 8_000;
/// Actions of a fragment that are kept.
pub(super) const ACTIONS: usize = 40;

/// Returns the visible words of a text on one line, without recalled text, at most `most` characters.
pub(super) fn line(text: &str, most: usize) -> String {
    // Invisible characters and runs of blanks shrink what is left, hence some room.
    let head = head(text, most.saturating_mul(4));
    let own = without_recalled(head);
    let shown = visible(&own);
    let mut words = String::new();
    for word in shown.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    let cut = words.chars().count() > most || head.len() < text.len();
    if !cut {
        return words;
    }
    let mut kept: String = words.chars().take(most.saturating_sub(1)).collect();
    kept.push('…');
    // A cut may leave half of what is seen together.
    visible(&kept).into_owned()
}

/// A name as memory compares it: one line, no more than [`NAME`] characters, `default` where it is blank.
pub(super) fn name(text: &str, default: &str) -> String {
    let name = line(text, NAME);
    if name.is_empty() {
        default.to_owned()
    } else {
        name
    }
}

/// A text of several lines of at most `most` characters: its beginning and its end, with a note of what lies
/// between.
pub(super) fn excerpt(text: &str, most: usize) -> String {
    let half = most / 2;
    let (head, tail) = ends(text, half);
    let shown = |part| visible(&without_recalled(part)).into_owned();
    if head.len() + tail.len() >= text.len() {
        return shown(text);
    }
    let left_out = text.len() - head.len() - tail.len();
    format!(
        "{}\n[… {left_out} bytes left out …]\n{}",
        shown(head),
        shown(tail)
    )
}

/// The first `most` characters.
fn head(text: &str, most: usize) -> &str {
    let end = text.char_indices().nth(most).map(|(at, _)| at);
    end.and_then(|at| text.get(..at)).unwrap_or(text)
}

/// The first and the last `half` characters; both may be the whole text.
fn ends(text: &str, half: usize) -> (&str, &str) {
    let head = head(text, half);
    let start = text.char_indices().rev().take(half).last();
    let tail = start.and_then(|(at, _)| text.get(at..)).unwrap_or("");
    (head, tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_03_a_long_output_is_cut_to_its_ends() {
        let text = format!("start{}结尾", "x".repeat(1_000_000));
        let cut = excerpt(&text, 40);
        assert!(cut.starts_with("start") && cut.ends_with("结尾"), "{cut}");
        assert!(cut.contains("bytes left out") && cut.len() < 120, "{cut}");
        assert_eq!(excerpt("short\nlines", 40), "short\nlines");
    }

    #[test]
    fn a_line_has_no_breaks_nothing_hidden_and_an_end() {
        assert_eq!(line(" a\n b\u{200b}c ", 10), "a bc");
        assert_eq!(line("错误错误错误", 4), "错误错…");
        assert_eq!(name(" \n", "other"), "other");
        assert_eq!(line("a👩\u{200d}👩b", 4), "a👩…");
        let recalled = "<recalled-\u{200b}memory>\na lesson\n</recalled-memory>";
        assert_eq!(name(recalled, "other"), "other");
        assert_eq!(excerpt(&format!("task\n{recalled}"), 200).trim(), "task");
    }
}
