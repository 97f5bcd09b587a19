//! Finds tables: lines whose words are aligned in columns that no words bridge.

use amb_documents::has_silent_header;

use super::letters::is_unspaced;
use super::lines::{Line, Segment};

/// Rows further apart than this, in sizes, are of two tables.
const ROWS_APART: f32 = 3.2;
/// Sizes of a table's lines differ by less than this factor.
const OTHER_SIZE: f32 = 1.35;
/// The narrowest gap between the columns of few rows, in sizes.
const WIDE: f32 = 2.0;
/// Words begin under each other if no further apart than this, in sizes.
const ALIGNED: f32 = 0.5;
/// Rows that may have narrower gaps.
const MANY: usize = 3;
/// A line nearer to the one above than this share of the rows' distance goes on with it.
const CLOSE: f32 = 0.85;
/// Lines after which it is seen if they are a table: looking at each line of a page for one takes linear time.
const PROBED: usize = 8;
/// Largest distance of a cell's line above the row that is centred beside it, in sizes.
const BESIDE: f32 = 1.2;
/// A word that begins this near to a column begins a cell, in sizes.
const CUT: f32 = 0.3;
/// Most columns of a table.
const MOST_COLUMNS: usize = 40;

/// A table.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Found {
    /// The lines that it takes.
    pub(super) lines: usize,
    /// The cells of each row, by column.
    pub(super) rows: Vec<Row>,
    /// The first row names the columns.
    pub(super) has_header: bool,
}

/// A row of a table.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Row {
    pub(super) cells: Vec<String>,
    /// It is one cell over all columns.
    pub(super) is_band: bool,
}

/// Start and end of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Column {
    x: f32,
    end: f32,
}

impl Column {
    fn of(part: &Segment) -> Self {
        Self {
            x: part.x,
            end: part.end,
        }
    }

    fn touches(self, other: Self) -> bool {
        self.x < other.end && other.x < self.end
    }
}

/// Returns the table that begins with the first of some lines, if one does.
pub(super) fn table(lines: &[Line]) -> Option<Found> {
    let is_row = |line: &&Line| line.segments.len() > 1 && !line.is_monospace;
    let first = lines.first().filter(is_row)?;
    let mut columns: Vec<Column> = first.segments.iter().map(Column::of).collect();
    let mut count = 1;
    while let Some(line) = lines.get(count) {
        let above = lines.get(count - 1)?;
        if !follows(above, line) && !stands_beside(above, line, &columns) {
            break;
        }
        if let Some(grown) = grown(&columns, line) {
            columns = grown;
        } else if !is_band(lines, count, &columns) {
            break;
        }
        count += 1;
        if count == PROBED && !is_table(lines.get(..count)?, &columns) {
            return None;
        }
    }
    // Text under the first column alone may be the paragraph after the table.
    while let Some(last) = lines.get(count - 1)
        && last.segments.len() == 1
        && last
            .segments
            .first()
            .is_some_and(|part| places(&columns, part).start == 0)
    {
        count -= 1;
    }
    let lines = lines.get(..count)?;
    is_table(lines, &columns).then(|| read(lines, &columns))
}

/// Returns true if a line may be the next row.
fn follows(above: &Line, line: &Line) -> bool {
    let (small, large) = (above.size.min(line.size), above.size.max(line.size));
    let down = above.y - line.y;
    !line.is_monospace
        && large <= small * OTHER_SIZE
        && down > 0.0
        && down <= ROWS_APART * large.max(1.0)
}

/// Returns true if a line is one of several in a cell beside which the row above is centred.
fn stands_beside(above: &Line, line: &Line, columns: &[Column]) -> bool {
    let down = above.y - line.y;
    let [part] = line.segments.as_slice() else {
        return false;
    };
    let place = places(columns, part);
    let is_near = down <= 0.0 && down >= -BESIDE * line.size.max(1.0);
    is_near && !line.is_monospace && place.start > 0 && place.len() == 1
}

/// Returns the columns of a part of a line.
fn places(columns: &[Column], part: &Segment) -> std::ops::Range<usize> {
    let own = Column::of(part);
    let start = columns.partition_point(|column| column.end <= own.x);
    let touched = columns
        .iter()
        .skip(start)
        .take_while(|column| column.touches(own));
    start..start + touched.count()
}

/// Returns the parts of a line. A part that runs from a column into the next is cut where a word begins there. A line
/// of one part stays whole: it may be prose.
fn cut(line: &Line, columns: &[Column]) -> Vec<Segment> {
    let mut parts = Vec::with_capacity(line.segments.len());
    for part in &line.segments {
        let mut rest = part.clone();
        let touched = places(columns, part);
        let others = columns.get(touched).unwrap_or_default().iter().skip(1);
        for column in others.filter(|_| line.segments.len() > 1) {
            let near = |(_, x): &&(usize, f32)| (x - column.x).abs() <= CUT * line.size;
            if let Some((byte, x)) = rest.starts.iter().find(near).copied() {
                let behind = rest.text.get(byte..).unwrap_or_default().to_owned();
                let starts = rest.starts.iter().filter(|(at, _)| *at > byte);
                let starts = starts.map(|(at, x)| (at - byte, *x)).collect();
                let (end, before) = (rest.end, rest.text.get(..byte).unwrap_or_default());
                parts.push(Segment {
                    text: before.trim_end().to_owned(),
                    x: rest.x,
                    end: (x - line.size * CUT).max(rest.x),
                    starts: Vec::new(),
                });
                rest = Segment {
                    text: behind,
                    x,
                    end,
                    starts,
                };
            }
        }
        parts.push(rest);
    }
    parts
}

/// Returns the columns extended by a line; `None` if one of its parts bridges two, or all are in one.
fn grown(columns: &[Column], line: &Line) -> Option<Vec<Column>> {
    let mut grown = columns.to_vec();
    let mut used = 0;
    let mut last = None;
    let parts = cut(line, columns);
    for part in &parts {
        let place = places(&grown, part);
        match place.len() {
            0 if parts.len() > 1 && grown.len() < MOST_COLUMNS => {
                grown.insert(place.start, Column::of(part));
            }
            1 => {
                let column = grown.get_mut(place.start)?;
                column.x = column.x.min(part.x);
                column.end = column.end.max(part.end);
            }
            _ => return None,
        }
        used += usize::from(last != Some(place.start));
        last = Some(place.start);
    }
    (parts.len() == 1 || used > 1).then_some(grown)
}

/// Returns true if the line at `at` is one piece over all columns, and the table goes on below it.
fn is_band(lines: &[Line], at: usize, columns: &[Column]) -> bool {
    let (Some(above), Some(line), Some(below)) = (
        at.checked_sub(1).and_then(|at| lines.get(at)),
        lines.get(at),
        lines.get(at + 1),
    ) else {
        return false;
    };
    let goes_on =
        below.segments.len() > 1 && follows(line, below) && grown(columns, below).is_some();
    let is_near = above.y - line.y <= 2.0 * line.size.max(1.0);
    line.segments.len() == 1 && goes_on && is_near && at > 1
}

/// Returns true if lines are a table: enough of them have columns, wide enough for so few.
fn is_table(lines: &[Line], columns: &[Column]) -> bool {
    let rows: Vec<&Line> = lines
        .iter()
        .filter(|line| line.segments.len() > 1)
        .collect();
    if rows.len() < 2 {
        return false;
    }
    let size = rows.iter().fold(1.0_f32, |size, line| size.max(line.size));
    let gaps = columns.windows(2).filter_map(|pair| match pair {
        [left, right] => Some(right.x - left.end),
        _ => None,
    });
    let widest = gaps.fold(0.0_f32, f32::max);
    let is_wide = widest >= WIDE * size;
    match rows.len() >= MANY {
        true => widest > 0.0,
        false => is_wide && is_aligned(&rows, size),
    }
}

/// Returns true if parts of two lines begin under each other, behind the first: few lines may have gaps at one place by
/// chance, as lines do that are stretched over a narrow column.
fn is_aligned(rows: &[&Line], size: f32) -> bool {
    let [first, rest @ ..] = rows else {
        return false;
    };
    let is_figure = |part: &Segment| part.text.contains(char::is_numeric);
    let near = |part: &Segment, other: &Segment| {
        (part.x - other.x).abs() <= ALIGNED * size
            || ((part.end - other.end).abs() <= ALIGNED * size
                && is_figure(part)
                && is_figure(other))
    };
    rest.iter().all(|line| {
        let parts = line.segments.iter().skip(1);
        parts
            .clone()
            .any(|part| first.segments.iter().skip(1).any(|other| near(part, other)))
    })
}

/// Reads the rows of a table.
fn read(lines: &[Line], columns: &[Column]) -> Found {
    let pitch = pitch(lines, columns);
    let mut rows: Vec<Row> = Vec::new();
    let mut above: Option<&Line> = None;
    // The baseline of the row, beside which a cell of several lines may be centred.
    let mut base = f32::MAX;
    for line in lines {
        let down = above.map_or(f32::MAX, |above| above.y - line.y);
        let down = down.min(base - line.y);
        above = Some(line);
        let Some(mut cells) = cells(line, columns) else {
            rows.push(Row {
                cells: vec![line.text()],
                is_band: true,
            });
            continue;
        };
        let is_near = down < pitch * CLOSE;
        let is_first = rows.len() == 1;
        match rows.last_mut() {
            Some(row) if !row.is_band && goes_on(row, &cells, is_near, is_first) => {
                for (cell, more) in row.cells.iter_mut().zip(&cells) {
                    join(cell, more);
                }
            }
            _ => {
                base = line.y;
                let used = cells.iter().rposition(|cell| !cell.is_empty());
                cells.resize(columns.len().max(used.unwrap_or_default()), String::new());
                rows.push(Row {
                    cells,
                    is_band: false,
                });
            }
        }
    }
    merge_columns(&mut rows);
    let has_header = has_header(lines, &rows);
    Found {
        lines: lines.len(),
        rows,
        has_header,
    }
}

/// Returns the largest distance between lines that begin with the first column.
fn pitch(lines: &[Line], columns: &[Column]) -> f32 {
    let begins = |line: &&Line| {
        line.segments
            .first()
            .is_some_and(|part| places(columns, part).start == 0)
    };
    let mut above: Option<f32> = None;
    let mut distances: Vec<f32> = Vec::new();
    for line in lines.iter().filter(begins) {
        distances.extend(above.map(|above| above - line.y));
        above = Some(line.y);
    }
    distances.sort_by(f32::total_cmp);
    distances
        .get(distances.len() / 2)
        .copied()
        .unwrap_or_default()
}

/// Returns the cells of a line by column; `None` if a part bridges columns.
fn cells(line: &Line, columns: &[Column]) -> Option<Vec<String>> {
    let mut cells = vec![String::new(); columns.len()];
    for part in cut(line, columns) {
        let place = places(columns, &part);
        if place.len() != 1 {
            return None;
        }
        join(cells.get_mut(place.start)?, &part.text);
    }
    Some(cells)
}

/// Returns true if a line continues the cells of the row above it. It uses the first column alone, or only others. Each
/// of its cells begins with a small letter below words; or it is nearer than rows are and has one cell outside the
/// first column, or several below the first row, which may be a header.
fn goes_on(row: &Row, cells: &[String], is_near: bool, is_first: bool) -> bool {
    let first = cells.first().is_some_and(|cell| !cell.is_empty());
    let others = cells.iter().skip(1).filter(|cell| !cell.is_empty()).count();
    if first && others > 0 {
        return false;
    }
    let mut used = row
        .cells
        .iter()
        .zip(cells)
        .filter(|(_, cell)| !cell.is_empty());
    let is_small = |cell: &str| cell.starts_with(|c: char| c.is_lowercase());
    let is_wrapped = is_near && (others == 1 || (others > 1 && is_first));
    used.all(|(above, cell)| is_wrapped || (!above.is_empty() && is_small(cell)))
}

fn join(cell: &mut String, more: &str) {
    let edges = (cell.chars().next_back(), more.chars().next());
    let is_unspaced =
        matches!(edges, (Some(last), Some(first)) if is_unspaced(last) && is_unspaced(first));
    if !cell.is_empty() && !more.is_empty() && !is_unspaced {
        cell.push(' ');
    }
    cell.push_str(more);
}

/// Joins a column that has words in the first row alone with the one beside it that has none there: a name and its
/// values, set to different sides.
fn merge_columns(rows: &mut [Row]) {
    let mut column = 0;
    loop {
        let width = rows
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or_default();
        if column + 1 >= width || rows.len() < 2 {
            return;
        }
        let has =
            |row: &Row, column: usize| row.cells.get(column).is_some_and(|cell| !cell.is_empty());
        let clashes = rows
            .iter()
            .any(|row| !row.is_band && has(row, column) && has(row, column + 1));
        let body = rows.iter().skip(1).filter(|row| !row.is_band);
        let is_name = |column: usize| !body.clone().any(|row| has(row, column));
        if clashes || !(is_name(column) || is_name(column + 1)) {
            column += 1;
            continue;
        }
        for row in rows.iter_mut().filter(|row| row.cells.len() > column + 1) {
            let more = row.cells.remove(column + 1);
            if let Some(cell) = row.cells.get_mut(column) {
                join(cell, &more);
            }
        }
    }
}

/// Returns true if the first row names the columns: it alone is bold, or it has no figures where the others do.
fn has_header(lines: &[Line], rows: &[Row]) -> bool {
    let is_bold = lines.first().is_some_and(|first| first.is_bold)
        && lines.last().is_some_and(|last| !last.is_bold)
        && lines.iter().filter(|line| line.is_bold).count() * 2 <= lines.len();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .filter(|row| !row.is_band)
        .map(|row| {
            let used = row.cells.iter().rposition(|cell| !cell.is_empty());
            let cells = row.cells.iter().take(used.map_or(0, |last| last + 1));
            cells.map(String::as_str).collect()
        })
        .collect();
    is_bold || has_silent_header(&rows)
}
