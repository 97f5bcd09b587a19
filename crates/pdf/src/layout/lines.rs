//! From words to lines.

use pdfboss_text::{ArtifactKind, TextSpan};

use super::letters::{is_unspaced, push_letters};

/// The lines of a page, in reading order.
pub(crate) type Lines = Vec<Line>;

/// Words on one baseline. Lengths are in points, `y` upwards.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// The words, parted by blanks where the page parts them.
    pub(crate) text: String,
    /// Where it begins.
    pub(super) x: f32,
    /// Where it ends.
    pub(super) end: f32,
    /// Its baseline.
    pub(super) y: f32,
    /// The size of its largest letters.
    pub(super) size: f32,
    /// Where columns begin in it: bytes of the text, and their place on the page. Of a row of a table; a line
    /// that is stretched over a narrow column has wide gaps too, but its neighbours have them elsewhere.
    pub(super) columns: Vec<(usize, f32)>,
    /// Whether all its letters are equally wide, as a program's are.
    pub(super) is_monospace: bool,
}

impl Line {
    /// Whether it is a line of its own whatever stands around it.
    pub(super) fn is_row(&self) -> bool {
        !self.columns.is_empty() || self.is_monospace
    }
}

/// How far baselines of one line may stand apart, in sizes: raised and lowered numbers do.
const SAME_BASELINE: f32 = 0.45;
/// How far a word may reach back over the one before it, in sizes.
const OVERLAP: f32 = 0.6;
/// A gap wider than this is a blank, in sizes; one narrower is kerning.
const BLANK: f32 = 0.13;
/// A gap wider than this parts the columns of a table, in sizes.
const COLUMNS: f32 = 2.0;
/// Between characters of scripts without blanks, lines are stretched by wider gaps.
const BLANK_BETWEEN_UNSPACED: f32 = 0.8;

/// The lines of a page. What its author marked as no part of the text (running heads, folios) is left out,
/// and what a viewer does not show, unless the page shows nothing else.
pub(crate) fn page_lines(spans: &[TextSpan]) -> Lines {
    let shows = spans.iter().any(|span| is_shown(span) && !is_blank(span));
    let mut lines = Lines::new();
    for span in spans {
        if (shows && !is_shown(span)) || is_pagination(span) {
            continue;
        }
        add(&mut lines, span);
    }
    lines.retain_mut(|line| {
        line.text.truncate(line.text.trim_end().len());
        !line.text.is_empty()
    });
    mark_columns(&mut lines);
    lines
}

/// Parts the columns of rows by bars. A line is a row if a line beside it has a column at the same place.
fn mark_columns(lines: &mut [Line]) {
    let places: Vec<Vec<f32>> = lines
        .iter()
        .map(|line| line.columns.iter().map(|(_, x)| *x).collect())
        .collect();
    for (at, line) in lines.iter_mut().enumerate() {
        let beside = [at.checked_sub(1), at.checked_add(1)];
        let mut beside = beside.into_iter().flatten().filter_map(|at| places.get(at));
        let near = |x: f32, y: f32| (x - y).abs() < line.size;
        let shared = beside.any(|other| {
            let mut columns = line.columns.iter();
            columns.any(|(_, x)| other.iter().any(|y| near(*x, *y)))
        });
        if !shared {
            line.columns.clear();
        }
        for (byte, _) in line.columns.iter().rev() {
            if line.text.is_char_boundary(*byte) {
                line.text.insert_str(*byte, "| ");
            }
        }
    }
}

fn is_shown(span: &TextSpan) -> bool {
    !span.invisible
}

fn is_blank(span: &TextSpan) -> bool {
    span.text.trim().is_empty()
}

fn is_pagination(span: &TextSpan) -> bool {
    let artifact = span.artifact.as_ref();
    artifact.is_some_and(|artifact| artifact.kind == ArtifactKind::Pagination)
}

/// Adds words to the last line if they stand on it, else begins one.
fn add(lines: &mut Lines, span: &TextSpan) {
    let (x, end) = if span.x <= span.end_x {
        (span.x, span.end_x)
    } else {
        (span.end_x, span.x)
    };
    if let Some(line) = lines.last_mut()
        && goes_on(line, span, x)
    {
        let gap = (x - line.end) / line.size.max(1.0);
        if gap > COLUMNS && !is_blank(span) {
            line.text.truncate(line.text.trim_end().len());
            line.text.push(' ');
            line.columns.push((line.text.len(), x));
        } else if parts(&line.text, &span.text, gap) {
            line.text.push(' ');
        }
        push_letters(&mut line.text, &span.text);
        line.end = line.end.max(end);
        line.size = line.size.max(span.size);
        line.is_monospace &= span.monospace || is_blank(span);
        return;
    }
    if is_blank(span) {
        return;
    }
    let mut text = String::new();
    push_letters(&mut text, span.text.trim_start());
    lines.push(Line {
        text,
        x,
        end,
        y: span.y,
        size: span.size,
        columns: Vec::new(),
        is_monospace: span.monospace,
    });
}

fn goes_on(line: &Line, span: &TextSpan, x: f32) -> bool {
    let size = line.size.max(span.size).max(1.0);
    (line.y - span.y).abs() <= SAME_BASELINE * size && x >= line.end - OVERLAP * size
}

/// Whether a blank stands between two words, `gap` sizes apart.
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
