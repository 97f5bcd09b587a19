//! Tables drawn with bars, or with cells separated by tabs.

use crate::text::Span;
use crate::text::lines::Line;

/// A table among lines.
#[derive(Debug)]
pub(super) struct DrawnTable {
    /// The number of its lines.
    pub lines: usize,
    /// The cells of its header; none for a table without one.
    pub header: Option<Row>,
    /// Its other rows.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    /// Its line.
    pub span: Span,
    /// Its cells, in order.
    pub cells: Vec<Span>,
}

/// The table that begins with the first of `lines`.
pub(super) fn table(text: &str, lines: &[Line<'_>]) -> Option<DrawnTable> {
    barred(text, lines).or_else(|| tabbed(text, lines))
}

/// A table with bars: each line begins with one, or a line of dashes and bars is under the first.
fn barred(text: &str, lines: &[Line<'_>]) -> Option<DrawnTable> {
    let first = lines
        .first()
        .filter(|line| line.text.contains('|') && !is_ruled(line))?;
    let has_header = lines.get(1).is_some_and(is_ruled);
    let walled = first.trimmed().starts_with('|');
    if !(has_header || walled && first.text.ends_with('|') && first.trimmed().len() > 1) {
        return None;
    }
    let is_row = |line: &&Line<'_>| {
        if walled {
            line.trimmed().starts_with(['|', '+'])
        } else {
            line.text.contains('|')
        }
    };
    let taken = lines.iter().take_while(is_row).count();
    let written = lines.iter().take(taken).filter(|line| !is_ruled(line));
    let mut rows: Vec<Row> = written.map(|line| row(text, line, '|')).collect();
    rows.retain(|row| row.cells.iter().any(|cell| !cell.is_empty()));
    let header = (has_header && !rows.is_empty()).then(|| rows.remove(0));
    Some(DrawnTable {
        lines: taken,
        header,
        rows,
    })
}

/// Returns a table pasted from a spreadsheet: three lines or more with the same number of tabs, the first with names.
fn tabbed(text: &str, lines: &[Line<'_>]) -> Option<DrawnTable> {
    const FEWEST: usize = 3;
    let tabs = |line: &Line<'_>| {
        let written = line.full.of(text).trim_end_matches(['\n', '\r']);
        written.matches('\t').count()
    };
    let first = lines.first().filter(|line| !line.text.starts_with('\t'))?;
    let columns = tabs(first);
    if columns == 0 {
        return None;
    }
    let names = row(text, first, '\t');
    let is_row = |line: &&Line<'_>| !line.is_blank() && tabs(line) == columns;
    let taken = lines.iter().take_while(is_row).count();
    if taken < FEWEST || !names.cells.iter().all(|cell| is_name(cell.of(text))) {
        return None;
    }
    let rows = lines.iter().take(taken).skip(1);
    Some(DrawnTable {
        lines: taken,
        header: Some(names),
        rows: rows.map(|line| row(text, line, '\t')).collect(),
    })
}

/// Returns true for words that may name a column: a few that begin with a letter and end no sentence.
fn is_name(cell: &str) -> bool {
    const LONGEST: usize = 40;
    let ends = [
        '.', ':', '!', '?', ',', ';', '。', '：', '！', '？', '，', '；',
    ];
    cell.starts_with(char::is_alphabetic)
        && cell.chars().count() <= LONGEST
        && !cell.ends_with(ends)
}

/// Returns true for a line of dashes, bars and colons.
fn is_ruled(line: &Line<'_>) -> bool {
    let drawn = line.trimmed();
    drawn.contains('-')
        && drawn.contains(['|', '+'])
        && drawn
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' ' | '\t'))
}

fn row(text: &str, line: &Line<'_>, between: char) -> Row {
    let span = line.content();
    let mut inside = span;
    if between == '|' {
        inside.start += usize::from(span.of(text).starts_with('|'));
        let closed =
            span.len() > 1 && span.of(text).ends_with('|') && !span.of(text).ends_with("\\|");
        inside.end -= usize::from(closed);
    }
    let mut cells = Vec::new();
    let mut start = inside.start;
    let words = inside.of(text);
    for (at, _) in words.match_indices(between) {
        if words.get(..at).is_some_and(|before| before.ends_with('\\')) {
            continue;
        }
        cells.push(Span::new(start, inside.start + at).trimmed(text));
        start = inside.start + at + between.len_utf8();
    }
    cells.push(Span::new(start, inside.end.max(start)).trimmed(text));
    Row { span, cells }
}
