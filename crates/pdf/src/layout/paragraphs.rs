//! From lines to paragraphs, tables, listings and headings.

use std::collections::BTreeMap;

use amb_memory::text::{BlockKind, Table};

use super::letters::is_unspaced;
use super::lines::{Line, is_label};
use super::page_text::PageWriter;
use super::tables::{Found, table};

/// Lines further apart than this, in sizes, are of two paragraphs.
const APART: f32 = 1.75;
/// Lines of a program further apart than this are of two.
const LISTING_APART: f32 = 2.5;
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
/// The width of a letter of a program, in sizes.
const LETTER: f32 = 0.6;
/// The widest gap in a program's line, in letters.
const WIDEST: usize = 60;

/// Returns the size of most letters: the text's own. 0 without any.
pub(super) fn body_size<'l>(lines: impl Iterator<Item = &'l Line>) -> f32 {
    let mut letters: BTreeMap<u32, usize> = BTreeMap::new();
    for line in lines {
        let count: usize = line.segments.iter().map(|part| part.text.len()).sum();
        *letters.entry(tenths(line.size)).or_default() += count;
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

/// Writes lines: paragraphs parted by a blank line, headings as Markdown has them, a line for each row of a table.
pub(super) fn write(writer: &mut PageWriter, lines: &[Line], body: f32) {
    let right = lines
        .iter()
        .fold(0.0_f32, |right, line| right.max(line.end()));
    let mut rest = lines;
    while let Some((first, after)) = rest.split_first() {
        if let Some(found) = table(rest) {
            write_table(writer, &found);
            rest = rest.get(found.lines..).unwrap_or_default();
            continue;
        }
        let mut open = Paragraph::new(first);
        let mut count = 0;
        while let Some(line) = after.get(count)
            && open.takes(line, right)
            && after.get(count..).and_then(table).is_none()
        {
            open.add(line);
            count += 1;
        }
        let taken = rest.get(..=count).unwrap_or_default();
        rest = rest.get(count + 1..).unwrap_or_default();
        if first.is_monospace {
            writer.block(BlockKind::Code, &listing(taken));
        } else {
            open.finish(body, writer);
        }
    }
}

fn write_table(writer: &mut PageWriter, found: &Found) {
    let mut header: Option<Vec<String>> = None;
    if found.has_header {
        header = found.rows.first().map(|row| row.cells.clone());
    }
    let table = writer.add_table(Table {
        header: header.unwrap_or_default(),
        caption: None,
    });
    for (at, row) in found.rows.iter().enumerate() {
        let kind = match at {
            _ if row.is_band => BlockKind::Paragraph,
            0 if found.has_header => BlockKind::TableHead { table },
            _ => BlockKind::Row {
                table,
                cells: Vec::new(),
            },
        };
        writer.row(kind, &row.cells, at == 0);
    }
}

/// Returns the lines of a program, with blanks for their gaps.
fn listing(lines: &[Line]) -> String {
    let left = lines.iter().fold(f32::MAX, |left, line| left.min(line.x()));
    let mut text = String::new();
    for line in lines {
        let start = text.len();
        for part in &line.segments {
            let column = letters((part.x - left) / (LETTER * line.size.max(1.0)));
            let written = text.get(start..).unwrap_or_default().chars().count();
            let least = usize::from(written > 0);
            let blanks = column.saturating_sub(written).clamp(least, WIDEST);
            text.extend(std::iter::repeat_n(' ', blanks));
            text.push_str(&part.text);
        }
        text.push('\n');
    }
    text
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float beyond the range becomes its nearest end"
)]
fn letters(width: f32) -> usize {
    width.round() as usize
}

/// Lines that belong together.
struct Paragraph<'l> {
    text: String,
    last: &'l Line,
    is_bold: bool,
}

impl<'l> Paragraph<'l> {
    fn new(line: &'l Line) -> Self {
        Self {
            text: line.text(),
            last: line,
            is_bold: line.is_bold,
        }
    }

    /// Returns true if a line continues this paragraph, also in the next column: there it begins in the middle of a
    /// sentence.
    fn takes(&self, line: &Line, right: f32) -> bool {
        let last = self.last;
        let text = line.text();
        if last.is_monospace != line.is_monospace || (begins_item(&text) && !line.is_monospace) {
            return false;
        }
        let (small, large) = (last.size.min(line.size), last.size.max(line.size));
        if large > small * OTHER_SIZE {
            return false;
        }
        let size = large.max(1.0);
        let down = last.y - line.y;
        if line.is_monospace {
            return down > 0.0 && down <= LISTING_APART * size;
        }
        let ended = ends_sentence(&self.text);
        if down <= 0.0 {
            let goes_on = |c: char| c.is_lowercase() || is_unspaced(c);
            return !ended && text.starts_with(goes_on);
        }
        if down > APART * size {
            return false;
        }
        // A line in bold letters above others is their title.
        if self.is_bold && !line.is_bold && !ended {
            return false;
        }
        let is_short = right - last.end() > SHORT * size && line.end() > last.end() + size;
        let is_indented = line.x() - last.x() > INDENT * size;
        !(ended && (is_short || is_indented))
    }

    fn add(&mut self, line: &'l Line) {
        let text = line.text();
        if let Some(cut) = cut_word(&self.text, &text) {
            self.text.truncate(cut);
        } else {
            let edges = (self.text.chars().next_back(), text.chars().next());
            let unspaced = matches!(edges, (Some(last), Some(first)) if is_unspaced(last) && is_unspaced(first));
            if !unspaced {
                self.text.push(' ');
            }
        }
        self.text.push_str(&text);
        self.last = line;
        self.is_bold &= line.is_bold;
    }

    fn finish(self, body: f32, writer: &mut PageWriter) {
        let words = self.text.trim();
        let may_be_heading = body > 0.0
            && words.chars().any(char::is_alphabetic)
            && words.chars().count() <= HEADING_CHARS
            && !words.starts_with('#');
        let size = self.last.size;
        let level = match () {
            () if !may_be_heading => None,
            () if size >= body * TITLE => Some(1),
            () if size >= body * HEADING => Some(2),
            () => None,
        };
        match level {
            Some(level) => writer.heading(level, words),
            None if begins_item(words) => writer.item(words),
            None => writer.block(BlockKind::Paragraph, words),
        }
    }
}

/// Returns the bytes of `before` without its hyphen, if a word that is cut at a line's end goes on in `after`. A hyphen
/// between small letters counts as a cut, as most are.
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

/// Returns true if a line begins an item of a list.
fn begins_item(text: &str) -> bool {
    text.split_once(' ')
        .is_some_and(|(label, _)| is_label(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, number: u8, size: f32) -> Line {
        Line::made(text, 700.0 - f32::from(number) * 14.0, size)
    }

    fn text(lines: &[Line], body: f32) -> String {
        let mut writer = PageWriter::default();
        write(&mut writer, lines, body);
        writer.finish().text
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
    fn mb_04_a_program_keeps_its_lines() {
        let row = |words, number, x| {
            let mut line = line(words, number, 10.0);
            line.is_monospace = true;
            line.segments[0].x = x;
            line
        };
        let lines = [
            line("Words", 0, 12.0),
            row("a {", 1, 72.0),
            row("- c", 2, 84.0),
            line("more", 3, 12.0),
        ];
        assert_eq!(text(&lines, 12.0), "Words\n\na {\n  - c\n\nmore");
    }

    #[test]
    fn mb_04_a_sentence_that_ends_in_a_short_line_ends_its_paragraph() {
        let mut short = line("The end.", 1, 12.0);
        short.segments[0].end = 200.0;
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
