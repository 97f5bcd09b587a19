//! Blocks of plain text.

use super::fences::listings;
use super::items::{bullet, list_marker};
use super::line_ends::LineEnds;
use super::tables::{Row, table};
use super::titles::{Heading, headings, is_rule};
use crate::text::Span;
use crate::text::lines::{Line, lines};
use crate::text::structure::{Block, BlockKind, Structure, Table, marks_between, plain_line};

impl Structure {
    /// Reads the structure of plain text: titles, paragraphs, lists, tables and listings by the marks that writers set.
    ///
    /// The blocks cover every character that is not blank, except rules. Takes time linear in the length of the text.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self::plain_of_any_length(text).bounded(text)
    }

    /// As [`Self::plain`], with blocks of any length: for a reader whose whole structure is [`bounded`](Self::bounded)
    /// where it is taken over.
    #[must_use]
    pub fn plain_of_any_length(text: &str) -> Self {
        let lines = lines(text);
        let listings = listings(&lines);
        let mut code = vec![false; lines.len()];
        for (first, last) in &listings {
            code.iter_mut()
                .take(last + 1)
                .skip(*first)
                .for_each(|inside| *inside = true);
        }
        let headings = headings(&lines, &code);
        let mut reader = Reader {
            text,
            lines: &lines,
            outermost: headings
                .iter()
                .map(|heading| heading.rank)
                .min()
                .unwrap_or(1),
            structure: Self::default(),
            items: Vec::new(),
        };
        reader.read(&headings, &listings);
        reader.structure
    }

    /// Reads the structure of source code or data: a block of code for each run of lines between blank ones.
    #[must_use]
    pub fn code(text: &str) -> Self {
        let lines = lines(text);
        let runs = lines.split(Line::is_blank);
        let span = |run: &[Line<'_>]| {
            let (first, last) = (run.first()?, run.last()?);
            Some(Span::new(
                first.full.start,
                last.full.start + last.text.len(),
            ))
        };
        let block = |span| Block {
            kind: BlockKind::Code,
            span,
        };
        Self {
            blocks: runs.filter_map(span).map(block).collect(),
            ..Self::default()
        }
        .bounded(text)
    }
}

struct Reader<'l, 't> {
    text: &'t str,
    lines: &'l [Line<'t>],
    /// The rank of the outermost headings.
    outermost: u8,
    structure: Structure,
    /// The columns at which the open items begin, outermost first.
    items: Vec<usize>,
}

impl Reader<'_, '_> {
    fn read(&mut self, headings: &[Heading], listings: &[(usize, usize)]) {
        let mut headings = headings.iter().peekable();
        let mut listings = listings.iter().peekable();
        let mut index = 0;
        while let Some(line) = self.lines.get(index) {
            if let Some(heading) = headings.next_if(|heading| heading.first_line <= index) {
                self.heading(heading);
                index = heading.last_line + 1;
                continue;
            }
            if let Some((first, last)) = listings.next_if(|(first, _)| *first <= index) {
                self.listing(*first, *last);
                index = last + 1;
                continue;
            }
            if line.is_blank() {
                index += 1;
                continue;
            }
            let end = [
                headings.peek().map(|heading| heading.first_line),
                listings.peek().map(|(first, _)| *first),
            ];
            let end = end.into_iter().flatten().min().unwrap_or(self.lines.len());
            let rest = self.lines.get(index..end).unwrap_or_default();
            let taken = rest.iter().take_while(|line| !line.is_blank()).count();
            self.run(index, index + taken.max(1));
            index += taken.max(1);
        }
    }

    fn push(&mut self, kind: BlockKind, span: Span, said: &[Span]) {
        if span.is_empty() || said.iter().all(Span::is_empty) {
            return;
        }
        let mut marks = marks_between(self.text, span, said);
        self.structure.markup.append(&mut marks);
        self.structure.blocks.push(Block { kind, span });
    }

    fn heading(&mut self, heading: &Heading) {
        self.items.clear();
        let span = self.span(heading.first_line, heading.last_line + 1);
        let level = heading.rank + u8::from(self.outermost == 0);
        self.push(
            BlockKind::Heading {
                level: level.max(1),
            },
            span,
            &[heading.title],
        );
    }

    fn listing(&mut self, first: usize, last: usize) {
        let span = self.span(first, last + 1);
        let start = |index: usize| {
            self.lines
                .get(index)
                .map_or(span.end, |line| line.full.start)
        };
        let said = Span::new(start(first + 1), start(last));
        self.push(BlockKind::Code, span, &[said]);
    }

    /// Returns the range of lines, from the first that is not blank to the last.
    fn span(&self, from: usize, to: usize) -> Span {
        let lines = self.lines.get(from..to).unwrap_or_default();
        let mut written = lines.iter().filter(|line| !line.is_blank());
        let first = written.next().map(Line::content);
        let last = written.next_back().map(Line::content).or(first);
        match (first, last) {
            (Some(first), Some(last)) => Span::new(first.start, last.end),
            _ => Span::new(0, 0),
        }
    }

    /// Lines without a blank one between them.
    fn run(&mut self, from: usize, to: usize) {
        let lines = self.lines.get(from..to).unwrap_or_default();
        let ends = LineEnds::new(lines);
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let rest = lines.get(at..).unwrap_or_default();
            if let Some(table) = table(self.text, rest) {
                self.items.clear();
                self.table(table.header, table.rows);
                at += table.lines.max(1);
                continue;
            }
            if is_rule(line.trimmed()) {
                at += 1;
                continue;
            }
            let is_quoted = |line: &&Line<'_>| line.trimmed().starts_with('>');
            let quoted = rest.iter().take_while(is_quoted).count();
            if quoted > 0 {
                self.quote(from + at, from + at + quoted);
                at += quoted;
                continue;
            }
            let begins_other = |next: usize| {
                let next = lines.get(next..).unwrap_or_default();
                next.first()
                    .is_some_and(|line| is_quoted(&line) || is_rule(line.trimmed()))
                    || table(self.text, next.get(..next.len().min(3)).unwrap_or_default()).is_some()
            };
            let mut end = at;
            while end + 1 < lines.len() && !ends.is_meant(end) && !begins_other(end + 1) {
                end += 1;
            }
            at = self.told(from, at, end + 1, lines);
        }
    }

    /// Lines that belong together: an item, or a paragraph, or code. Returns the line after them.
    fn told(&mut self, from: usize, at: usize, end: usize, lines: &[Line<'_>]) -> usize {
        let Some(line) = lines.get(at) else {
            return end;
        };
        let span = self.span(from + at, from + end);
        let (indent, words) = (line.indent(), line.trimmed());
        if let Some(mark) = list_marker(words) {
            self.items.retain(|column| *column < indent);
            let depth = u8::try_from(self.items.len()).unwrap_or(u8::MAX);
            self.items.push(indent);
            let said = if bullet(words).is_some() {
                span.start + mark
            } else {
                span.start
            };
            self.push(
                BlockKind::Item { depth },
                span,
                &[Span::new(said, span.end)],
            );
            return end;
        }
        let inside = self
            .items
            .iter()
            .take_while(|column| **column < indent)
            .count();
        self.items.truncate(inside);
        if let Some(depth) = inside.checked_sub(1) {
            let depth = u8::try_from(depth).unwrap_or(u8::MAX);
            self.push(BlockKind::Item { depth }, span, &[span]);
            return end;
        }
        let is_code = at == 0 && looks_like_code(lines);
        let (kind, span, end) = if is_code {
            let first = lines.first().map_or(0, |line| line.full.start);
            (
                BlockKind::Code,
                Span::new(first, self.span(from, from + lines.len()).end),
                lines.len(),
            )
        } else {
            (BlockKind::Paragraph, span, end)
        };
        self.push(kind, span, &[span]);
        end
    }

    fn quote(&mut self, from: usize, to: usize) {
        let lines = self.lines.get(from..to).unwrap_or_default();
        let words = |line: &Line<'_>| {
            let words = line.trimmed().trim_start_matches(['>', ' ', '\t']);
            let end = line.content().end;
            Span::new(end - words.len(), end)
        };
        // A line without words parts two paragraphs.
        for part in lines.split(|line| words(line).is_empty()) {
            let said: Vec<Span> = part.iter().map(words).collect();
            if let (Some(first), Some(last)) = (part.first(), part.last()) {
                let span = Span::new(first.content().start, last.content().end);
                self.push(BlockKind::Quote, span, &said);
            }
        }
    }

    fn table(&mut self, header: Option<Row>, rows: Vec<Row>) {
        if header.is_none() && rows.is_empty() {
            return;
        }
        let table = self.structure.tables.len();
        let name = |cell: &Span| plain_line(self.text, *cell);
        self.structure.tables.push(Table {
            header: header
                .iter()
                .flat_map(|header| &header.cells)
                .map(name)
                .collect(),
            caption: None,
        });
        if let Some(header) = header {
            self.push(BlockKind::TableHead { table }, header.span, &header.cells);
        }
        for Row { span, cells } in rows {
            let said = cells.clone();
            self.push(BlockKind::Row { table, cells }, span, &said);
        }
    }
}

/// Returns true if lines without a fence are a program, a session or a configuration: no line is longer than a screen,
/// and signs are far denser than in sentences.
fn looks_like_code(lines: &[Line<'_>]) -> bool {
    const SCREEN: usize = 160;
    if lines.iter().any(|line| line.text.len() > SCREEN) {
        return false;
    }
    let written = lines.iter().flat_map(|line| line.text.chars());
    let (mut signs, mut others) = (0_usize, 0_usize);
    for c in written.filter(|c| !c.is_whitespace()) {
        let is_sign = matches!(
            c,
            '{' | '}'
                | '['
                | ']'
                | '<'
                | '>'
                | '='
                | '$'
                | '#'
                | '/'
                | '\\'
                | '|'
                | '_'
                | '&'
                | '@'
                | '-'
                | ';'
                | '+'
                | '~'
        );
        signs += usize::from(is_sign);
        others += usize::from(!is_sign);
    }
    signs * 9 > others
}
