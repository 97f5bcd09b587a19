//! From words to lines.

use amb_documents::Script;
use pdfboss_text::TextSpan;

use super::letters::{is_unspaced, push_letters};
use super::words::{Word, words};

/// The lines of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageLines {
    /// The lines, in reading order.
    pub(crate) lines: Vec<Line>,
    /// Lines that are turned against them, as titles at a margin are.
    pub(crate) turned: Vec<Line>,
}

impl PageLines {
    /// Returns all lines.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().chain(&self.turned)
    }
}

/// Words on one baseline. Lengths are in points, `y` upwards.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Its words between wide gaps, from left to right; at least one.
    pub(super) segments: Vec<Segment>,
    /// Its baseline.
    pub(super) y: f32,
    /// The size of most of its letters; of the largest, while it is read.
    pub(super) size: f32,
    /// All its letters are equally wide, as a program's are.
    pub(super) is_monospace: bool,
    /// All its letters are bold.
    pub(super) is_bold: bool,
    /// True if the last text is raised or lowered.
    is_script: bool,
    /// The sizes of its letters, and how many have each.
    sizes: Vec<(f32, usize)>,
}

/// Words of a line without wide gaps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Segment {
    /// The words, separated by blanks as on the page.
    pub(super) text: String,
    pub(super) x: f32,
    pub(super) end: f32,
    /// Starts of words that were drawn on their own: byte of the text, place on the page.
    pub(super) starts: Vec<(usize, f32)>,
}

impl Line {
    /// Returns its words.
    pub(crate) fn text(&self) -> String {
        let texts: Vec<&str> = self
            .segments
            .iter()
            .map(|part| part.text.as_str())
            .collect();
        texts.join(" ")
    }

    /// Returns its left end.
    pub(super) fn x(&self) -> f32 {
        self.segments.first().map_or(0.0, |first| first.x)
    }

    /// Returns its right end.
    pub(super) fn end(&self) -> f32 {
        self.segments.last().map_or(0.0, |last| last.end)
    }
}

/// Largest distance between the baselines of one line, in sizes: raised and lowered numbers reach it.
const SAME_BASELINE: f32 = 0.45;
/// Largest overlap of a word with the one before it, in sizes.
const OVERLAP: f32 = 0.6;
/// A gap wider than this is a blank, in sizes; one narrower is kerning.
const BLANK: f32 = 0.13;
/// A gap wider than this may part the columns of a table, in sizes: no blank between words is as wide.
const COLUMNS: f32 = 1.0;
/// Between characters of scripts without blanks, lines are stretched by wider gaps.
const BLANK_BETWEEN_UNSPACED: f32 = 0.8;
/// The label of an item is nearer to its words, in sizes.
const LABEL: f32 = 5.0;
/// Points in a row that lead from a title to its page.
const LEADERS: usize = 4;
/// Distinct letter sizes that are counted in a line.
const MOST_SIZES: usize = 8;
/// Factor by which raised or lowered letters are smaller.
const SCRIPT_SIZE: f32 = 0.85;
/// Distance of raised or lowered letters from the baseline, in sizes.
const SCRIPT_SHIFT: f32 = 0.07;

/// Returns the lines of a page.
pub(crate) fn page_lines(spans: &[TextSpan]) -> PageLines {
    let mut turns = words(spans).into_iter().map(lines);
    PageLines {
        lines: turns.next().unwrap_or_default(),
        turned: turns.flatten().collect(),
    }
}

fn lines(words: Vec<Word>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for word in words {
        add(&mut lines, &word);
    }
    lines.iter_mut().for_each(Line::finish);
    lines.retain(|line| !line.segments.is_empty());
    lines
}

/// Adds words to the last line if they belong to it, else begins one.
fn add(lines: &mut Vec<Line>, word: &Word) {
    if let Some(line) = lines.last_mut()
        && line.takes(word)
    {
        return;
    }
    if word.is_blank() {
        return;
    }
    let mut text = String::new();
    push_letters(&mut text, word.text.trim_start());
    lines.push(Line {
        segments: vec![Segment {
            text,
            x: word.x,
            end: word.end,
            starts: Vec::new(),
        }],
        y: word.y,
        size: word.size,
        is_monospace: word.is_monospace,
        is_bold: word.is_bold,
        is_script: false,
        sizes: vec![(word.size, word.text.len())],
    });
}

impl Line {
    /// Adds a word if it belongs to this line: behind it, or in a gap that was left for it.
    fn takes(&mut self, word: &Word) -> bool {
        let size = self.size.max(word.size).max(1.0);
        if (self.y - word.y).abs() > SAME_BASELINE * size {
            return false;
        }
        let behind = word.x >= self.end() - OVERLAP * size;
        if !behind {
            return self.fill_in(word, size);
        }
        if word.is_blank() {
            // The gap to the next word says more than blanks do.
            if let Some(last) = self.segments.last_mut()
                && word.x - last.end < COLUMNS * size
                && !last.text.ends_with(' ')
            {
                last.text.push(' ');
            }
            return true;
        }
        let gap = (word.x - self.end()) / self.size.max(1.0);
        if gap > COLUMNS {
            self.insert(self.segments.len(), word);
            self.is_script = false;
        } else {
            self.go_on(word, gap);
        }
        self.note(word);
        true
    }

    /// Puts a word into a wide gap of the line, or far before it: the cells of a row are drawn in any order.
    fn fill_in(&mut self, word: &Word, size: f32) -> bool {
        let wide = COLUMNS * size;
        let at = self.segments.partition_point(|part| part.end <= word.x);
        let before = at.checked_sub(1).and_then(|at| self.segments.get(at));
        let fits = before.is_none_or(|before| before.end + wide <= word.x)
            && self
                .segments
                .get(at)
                .is_some_and(|next| word.end + wide <= next.x);
        if fits && !word.is_blank() {
            self.insert(at, word);
            self.note(word);
        }
        fits
    }

    /// Ends the line: without leaders, an item's label with its words.
    fn finish(&mut self) {
        let most = self.sizes.iter().max_by_key(|(_, letters)| *letters);
        self.size = most.map_or(self.size, |(size, _)| *size);
        let segments = std::mem::take(&mut self.segments);
        self.segments = segments
            .into_iter()
            .flat_map(Segment::without_leaders)
            .collect();
        self.join_label();
    }

    /// Joins the label of an item to its words, at any distance.
    fn join_label(&mut self) {
        if let [label, words, ..] = self.segments.as_mut_slice()
            && is_label(&label.text)
            && words.x - label.end < LABEL * self.size.max(1.0)
        {
            label.text.push(' ');
            label.text.push_str(&words.text);
            label.end = words.end;
            label.starts.clear();
            self.segments.remove(1);
        }
    }

    fn insert(&mut self, at: usize, word: &Word) {
        let mut text = String::new();
        push_letters(&mut text, word.text.trim_start());
        let segment = Segment {
            text,
            x: word.x,
            end: word.end,
            starts: Vec::new(),
        };
        self.segments.insert(at, segment);
    }

    /// Writes a word behind the last one, with their separator.
    fn go_on(&mut self, word: &Word, gap: f32) {
        let (size, y, was_script) = (self.size, self.y, self.is_script);
        let Some(last) = self.segments.last_mut() else {
            return;
        };
        let shift = word.y - y;
        let is_shifted = shift.abs() > SCRIPT_SHIFT * size;
        let script = match () {
            () if !is_shifted || word.size > size * SCRIPT_SIZE => None,
            () if shift > 0.0 => Some(Script::Raised),
            () => Some(Script::Lowered),
        };
        // A line may begin with the raised number of a note.
        let follows_script = is_shifted && size <= word.size * SCRIPT_SIZE;
        self.is_script = script.is_some();
        let edges = (last.text.chars().next_back(), word.text.chars().next());
        if parts(&last.text, &word.text, gap) {
            last.text.push(' ');
        } else if let (Some(before), Some(after)) = edges {
            match script.filter(|_| !was_script) {
                Some(script) => {
                    let sign = script.sign(before, after);
                    last.text.extend(sign);
                    push_letters(&mut last.text, &word.text);
                    if sign == Some('[') {
                        last.text.push(']');
                    }
                    last.end = last.end.max(word.end);
                    return;
                }
                None if follows_script && after.is_alphanumeric() => last.text.push(' '),
                None if was_script && script.is_none() && Script::runs_into(before, after) => {
                    last.text.push(' ');
                }
                None => {}
            }
        }
        if last.text.ends_with(' ') {
            last.starts.push((last.text.len(), word.x));
        }
        push_letters(&mut last.text, &word.text);
        last.end = last.end.max(word.end);
    }

    fn note(&mut self, word: &Word) {
        let letters = word.text.len();
        let same = |(size, _): &&mut (f32, usize)| (*size - word.size).abs() < 0.1;
        if let Some((_, count)) = self.sizes.iter_mut().find(same) {
            *count += letters;
        } else if self.sizes.len() < MOST_SIZES {
            self.sizes.push((word.size, letters));
        }
        if word.size > self.size {
            self.size = word.size;
            self.y = word.y;
        }
        self.is_monospace &= word.is_monospace;
        self.is_bold &= word.is_bold;
    }
}

impl Segment {
    /// The words before and behind a row of points that leads from one to the other.
    fn without_leaders(self) -> Vec<Self> {
        let text = self.text.trim();
        let Some((start, end)) = leaders(text) else {
            let text = text.to_owned();
            let is_empty = text.is_empty() || text == ".";
            return if is_empty {
                Vec::new()
            } else {
                vec![Self { text, ..self }]
            };
        };
        #[expect(clippy::cast_precision_loss, reason = "a line's bytes, far below 2^24")]
        let place =
            |byte: usize| self.x + (self.end - self.x) * (byte as f32 / text.len().max(1) as f32);
        let before = Self {
            text: text.get(..start).unwrap_or_default().trim_end().to_owned(),
            x: self.x,
            end: place(start),
            starts: Vec::new(),
        };
        let behind = Self {
            text: text.get(end..).unwrap_or_default().trim_start().to_owned(),
            x: place(end),
            end: self.end,
            starts: Vec::new(),
        };
        let parts = [before, behind].into_iter();
        parts.filter(|part| !part.text.is_empty()).collect()
    }
}

/// Finds the first run of points that is no end of a sentence.
fn leaders(text: &str) -> Option<(usize, usize)> {
    let (mut start, mut points, mut end) = (0, 0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '.' => {
                if points == 0 {
                    start = at;
                }
                points += 1;
                end = at + 1;
            }
            ' ' => {}
            _ if points >= LEADERS => break,
            _ => points = 0,
        }
    }
    (points >= LEADERS).then_some((start, end))
}

/// Returns true for the label of an item: a mark, or a number with a point or a bracket.
pub(super) fn is_label(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']);
    let numbered = number
        .is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
    numbered || ["•", "◦", "▪", "–", "—", "-", "*", "‣", "●", "○"].contains(&word)
}

/// Returns true if a blank separates two words, `gap` sizes apart.
fn parts(before: &str, after: &str, gap: f32) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    if last.is_whitespace() || first.is_whitespace() {
        return false;
    }
    let least = if is_unspaced(last) && is_unspaced(first) {
        BLANK_BETWEEN_UNSPACED
    } else {
        BLANK
    };
    gap > least
}

#[cfg(test)]
impl Line {
    /// A line of one segment that begins at `x` = 72 and ends at 500.
    pub(super) fn made(text: &str, y: f32, size: f32) -> Self {
        Self {
            segments: vec![Segment {
                text: text.to_owned(),
                x: 72.0,
                end: 500.0,
                starts: Vec::new(),
            }],
            y,
            size,
            is_monospace: false,
            is_bold: false,
            is_script: false,
            sizes: Vec::new(),
        }
    }
}
