//! From lines to paragraphs and headings.

use std::collections::BTreeMap;

use super::letters::is_unspaced;
use super::{Line, Lines};

/// Lines further apart than this, in sizes, are of two paragraphs.
const APART: f32 = 1.75;
/// Rows of a table or a program further apart than this are of two.
const ROWS_APART: f32 = 2.5;
/// Sizes that differ by this factor are of two paragraphs.
const OTHER_SIZE: f32 = 1.1;
/// Letters larger than the text's by this factor make a heading.
const HEADING: f32 = 1.15;
/// And by this one, a heading of the first rank.
const TITLE: f32 = 1.6;
/// Characters of the longest heading.
const HEADING_CHARS: usize = 200;
/// A line that ends this far from the longest's end, in sizes, ends its paragraph if a sentence ends there.
const SHORT: f32 = 3.0;
/// A line that begins this far after the one above it, in sizes, begins a paragraph.
const INDENT: f32 = 0.9;

/// The size of most letters: the text's own. 0 without any.
pub(super) fn body_size(pages: &[Lines]) -> f32 {
    let mut letters: BTreeMap<u32, usize> = BTreeMap::new();
    for line in pages.iter().flatten() {
        *letters.entry(tenths(line.size)).or_default() += line.text.len();
    }
    let most = letters.into_iter().max_by_key(|(_, count)| *count);
    #[expect(
        clippy::cast_precision_loss,
        reason = "tenths of a point, far below 2^24"
    )]
    most.map_or(0.0, |(size, _)| size as f32 / 10.0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float beyond the range becomes its nearest end"
)]
fn tenths(size: f32) -> u32 {
    (size * 10.0).round() as u32
}

/// The text of lines: paragraphs parted by a blank line, headings as Markdown has them.
pub(super) fn text(lines: &[Line], body: f32) -> String {
    let right = lines
        .iter()
        .fold(0.0_f32, |right, line| right.max(line.end));
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for line in lines {
        match paragraphs.last_mut() {
            Some(open) if open.takes(line, right) => open.add(line),
            _ => paragraphs.push(Paragraph::new(line)),
        }
    }
    let texts: Vec<String> = paragraphs.into_iter().map(|one| one.finish(body)).collect();
    texts.join("\n\n")
}

/// Lines that belong together.
struct Paragraph<'l> {
    text: String,
    last: &'l Line,
}

impl<'l> Paragraph<'l> {
    fn new(line: &'l Line) -> Self {
        Self {
            text: line.text.clone(),
            last: line,
        }
    }

    /// Whether a line goes on with this paragraph, be it in the next column: there it begins in the middle of
    /// a sentence.
    fn takes(&self, line: &Line, right: f32) -> bool {
        let last = self.last;
        if last.is_row() != line.is_row() || (begins_item(&line.text) && !line.is_row()) {
            return false;
        }
        let (small, large) = (last.size.min(line.size), last.size.max(line.size));
        if large > small * OTHER_SIZE {
            return false;
        }
        let size = large.max(1.0);
        let down = last.y - line.y;
        if line.is_row() {
            return down > 0.0 && down <= ROWS_APART * size;
        }
        let ended = ends_sentence(&self.text);
        if down <= 0.0 {
            let goes_on = |c: char| c.is_lowercase() || is_unspaced(c);
            return !ended && line.text.starts_with(goes_on);
        }
        if down > APART * size {
            return false;
        }
        let is_short = right - last.end > SHORT * size && line.end > last.end + size;
        let is_indented = line.x - last.x > INDENT * size;
        !(ended && (is_short || is_indented))
    }

    fn add(&mut self, line: &'l Line) {
        if line.is_row() {
            self.text.push('\n');
        } else if let Some(cut) = cut_word(&self.text, &line.text) {
            self.text.truncate(cut);
        } else {
            let edges = (self.text.chars().next_back(), line.text.chars().next());
            let unspaced = matches!(edges, (Some(last), Some(first)) if is_unspaced(last) && is_unspaced(first));
            if !unspaced {
                self.text.push(' ');
            }
        }
        self.text.push_str(&line.text);
        self.last = line;
    }

    fn finish(self, body: f32) -> String {
        let words = self.text.trim();
        let is_heading = body > 0.0
            && self.last.size >= body * HEADING
            && !self.last.is_row()
            && words.chars().any(char::is_alphabetic)
            && words.chars().count() <= HEADING_CHARS
            && !words.starts_with('#');
        match is_heading {
            true if self.last.size >= body * TITLE => format!("# {words}"),
            true => format!("## {words}"),
            false => words.to_owned(),
        }
    }
}

/// Where a word that is cut at a line's end goes on: bytes of `before` without the hyphen. A hyphen between
/// small letters is taken for a cut word's, as most are.
fn cut_word(before: &str, after: &str) -> Option<usize> {
    let first = after.chars().next()?;
    if let Some(word) = before.strip_suffix('\u{AD}') {
        return Some(word.len());
    }
    let word = before.strip_suffix(['-', '\u{2010}'])?;
    let last = word.chars().next_back()?;
    (last.is_lowercase() && first.is_lowercase()).then_some(word.len())
}

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '\'', '”', '’', ')', '）', '」', '』']);
    text.ends_with(['.', '!', '?', ':', '。', '！', '？', '：', '…'])
}

/// Whether a line begins an item of a list.
fn begins_item(text: &str) -> bool {
    let Some((marker, _)) = text.split_once(' ') else {
        return false;
    };
    let numbered = marker
        .strip_suffix(['.', ')'])
        .is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
    numbered || ["•", "◦", "▪", "–", "—", "-", "*", "‣", "●", "○"].contains(&marker)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, number: u8, size: f32) -> Line {
        Line {
            text: text.to_owned(),
            x: 72.0,
            end: 500.0,
            y: 700.0 - f32::from(number) * 14.0,
            size,
            columns: Vec::new(),
            is_monospace: false,
        }
    }

    fn of(texts: &[&str]) -> String {
        let lines = (0..)
            .zip(texts)
            .map(|(number, words)| line(words, number, 12.0));
        text(&lines.collect::<Vec<Line>>(), 12.0)
    }

    #[test]
    fn mb_04_words_cut_at_a_line_end_are_whole_again() {
        assert_eq!(of(&["The light-", "house stands"]), "The lighthouse stands");
        assert_eq!(of(&["soft\u{AD}", "Hyphen"]), "softHyphen");
        assert_eq!(
            of(&["in 1990-", "1995 and UTF-", "8"]),
            "in 1990- 1995 and UTF- 8"
        );
    }

    #[test]
    fn mb_04_chinese_lines_are_joined_without_a_blank() {
        assert_eq!(of(&["灯塔高四", "十二米。"]), "灯塔高四十二米。");
        assert_eq!(of(&["灯塔", "tower"]), "灯塔 tower");
    }

    #[test]
    fn mb_04_larger_lines_are_headings_and_items_stand_apart() {
        let lines = [
            line("Guide", 0, 24.0),
            line("First part", 2, 15.0),
            line("Words", 4, 12.0),
            line("• one", 5, 12.0),
            line("2. two", 6, 12.0),
        ];
        assert_eq!(
            text(&lines, 12.0),
            "# Guide\n\n## First part\n\nWords\n\n• one\n\n2. two"
        );
    }

    #[test]
    fn mb_04_rows_keep_their_lines() {
        let row = |words, number| Line {
            is_monospace: true,
            ..line(words, number, 12.0)
        };
        let lines = [
            line("Words", 0, 12.0),
            row("a | b", 1),
            row("- c | d", 2),
            line("more", 3, 12.0),
        ];
        assert_eq!(text(&lines, 12.0), "Words\n\na | b\n- c | d\n\nmore");
    }

    #[test]
    fn mb_04_a_sentence_that_ends_in_a_short_line_ends_its_paragraph() {
        let mut short = line("The end.", 1, 12.0);
        short.end = 200.0;
        let lines = [
            line("A long line of words", 0, 12.0),
            short,
            line("A new one", 2, 12.0),
        ];
        assert_eq!(
            text(&lines, 12.0),
            "A long line of words The end.\n\nA new one"
        );
    }
}
