//! The words of a page, upright and each once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use pdfboss_text::{ArtifactKind, TextSpan};

/// Largest offset of a second drawing of a word, in sizes: printers without a bold font draw twice.
const SAME_PLACE: f32 = 0.12;
/// The side of a square of places, in points.
const SQUARE: f32 = 2.0;
/// Blanks within a word that part columns.
const WIDE_BLANK: &str = "   ";

/// Words in a row. Lengths are in points, `y` upwards.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) x: f32,
    pub(super) end: f32,
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) is_monospace: bool,
    pub(super) is_bold: bool,
}

impl Word {
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Returns the words of a page by the quarter turns of their lines, upright; the turn with most letters comes first.
///
/// Text that the author marked as no part of the page (running heads, folios) is left out. Invisible text is left out,
/// unless the page has no other.
pub(super) fn words(spans: &[TextSpan]) -> Vec<Vec<Word>> {
    let shows = spans
        .iter()
        .any(|span| !span.invisible && !span.text.trim().is_empty());
    let mut turns: [(usize, Vec<Word>); 4] = Default::default();
    let mut drawn = Drawn::default();
    for span in spans {
        if (shows && span.invisible) || is_pagination(span) {
            continue;
        }
        let turn = usize::try_from(span.rotate.rem_euclid(360) / 90).unwrap_or_default();
        let word = upright(span, turn);
        if !word.is_blank() && !drawn.is_first(&word, turn) {
            continue;
        }
        if let Some((letters, words)) = turns.get_mut(turn) {
            *letters += word.text.trim().len();
            push(words, word);
        }
    }
    let mut turns = Vec::from(turns);
    turns.sort_by_key(|(letters, _)| std::cmp::Reverse(*letters));
    let words = turns.into_iter().map(|(_, words)| words);
    words.filter(|words| !words.is_empty()).collect()
}

fn is_pagination(span: &TextSpan) -> bool {
    let artifact = span.artifact.as_ref();
    artifact.is_some_and(|artifact| artifact.kind == ArtifactKind::Pagination)
}

/// A span as if its line ran from left to right.
fn upright(span: &TextSpan, turn: usize) -> Word {
    let (start, end) = ((span.x, span.y), (span.end_x, span.end_y));
    let turned = |(x, y): (f32, f32)| match turn {
        1 => (y, -x),
        2 => (-x, -y),
        3 => (-y, x),
        _ => (x, y),
    };
    let ((x, y), (end, _)) = (turned(start), turned(end));
    Word {
        text: span.text.clone(),
        x: x.min(end),
        end: x.max(end),
        y,
        size: span.size,
        is_monospace: span.monospace,
        is_bold: span.bold,
    }
}

/// Adds a word; a word that holds wide blanks, as between columns, is added in parts.
fn push(words: &mut Vec<Word>, word: Word) {
    if word.is_monospace || word.is_blank() || !word.text.contains(WIDE_BLANK) {
        words.push(word);
        return;
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "a word's characters, far below 2^24"
    )]
    let place = |chars: usize, all: usize| {
        word.x + (word.end - word.x) * (chars as f32 / all.max(1) as f32)
    };
    let all = word.text.chars().count();
    let mut before = 0;
    for part in word.text.split(WIDE_BLANK) {
        let chars = part.chars().count();
        if !part.trim().is_empty() {
            let leading = chars - part.trim_start().chars().count();
            words.push(Word {
                text: part.trim().to_owned(),
                x: place(before + leading, all),
                end: place(before + part.trim_end().chars().count(), all),
                ..word.clone()
            });
        }
        before += chars + WIDE_BLANK.len();
    }
}

/// The words drawn so far, by text and place.
#[derive(Default)]
struct Drawn {
    places: HashMap<(u64, i32, i32), Vec<(f32, f32)>>,
}

impl Drawn {
    /// Returns true if the word was not drawn at nearly the same place before.
    fn is_first(&mut self, word: &Word, turn: usize) -> bool {
        let mut hasher = DefaultHasher::new();
        (turn, word.text.as_str(), word.size.to_bits()).hash(&mut hasher);
        let text = hasher.finish();
        let near = SAME_PLACE * word.size;
        let (column, row) = (square(word.x), square(word.y));
        let same = |(x, y): &(f32, f32)| (x - word.x).abs() <= near && (y - word.y).abs() <= near;
        let around = (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up)));
        for (right, up) in around {
            let key = (text, column.saturating_add(right), row.saturating_add(up));
            if self
                .places
                .get(&key)
                .is_some_and(|places| places.iter().any(same))
            {
                return false;
            }
        }
        let places = self.places.entry((text, column, row)).or_default();
        // A page that draws one word without end in one place is bounded.
        if places.len() < 16 {
            places.push((word.x, word.y));
        }
        true
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a float beyond the range becomes its nearest end"
)]
fn square(at: f32) -> i32 {
    (at / SQUARE).floor() as i32
}
