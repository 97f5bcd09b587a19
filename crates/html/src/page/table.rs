//! Writing a table: its caption, its header, its rows.

use amb_documents::has_silent_header;
use amb_memory::text::{BlockKind, Table};

use super::compose::{on_one_line, write};
use super::elements::Element;
use super::events::Events;
use super::grid::{Grid, GridCell, GridRow};
use super::writer::TextWriter;

/// Bytes of a cell's words that are one line; longer ones are paragraphs.
const LONGEST_CELL: usize = 4_000;
/// Most bytes of paragraphs in a cell of a table that may be the layout of a page.
const LONGEST_IN_LAYOUT: usize = 200;
/// Rows of two cells that no layout has.
const REGULAR: usize = 4;

/// The part that a row plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// No words.
    Empty,
    /// One cell over all columns that names the rows below it.
    Title,
    /// One cell over all columns.
    Band,
    /// Names of columns.
    Header,
    /// Cells under the columns.
    Row,
    /// Cells that hold paragraphs, lists or listings.
    Blocks,
}

impl Grid {
    /// Writes the table.
    pub(super) fn write(&self, events: &Events, writer: &mut TextWriter) {
        writer.open(Element::Table { layout: true });
        for outside in &self.outside {
            write(events, outside.clone(), writer);
            writer.open(Element::Block);
        }
        let parts = self.parts();
        let caption = self.caption.clone();
        let caption = caption.map(|part| on_one_line(events, part).text);
        let mut named = Named {
            told: Table {
                header: Vec::new(),
                caption: caption.filter(|caption| !caption.is_empty()),
            },
            at: None,
            has_rows: false,
        };
        let caption = named.told.caption.clone();
        if let Some(caption) = &caption {
            let table = named.place(writer);
            writer.row(BlockKind::TableHead { table }, &[caption]);
        }
        for (at, (row, part)) in self.rows.iter().zip(&parts).enumerate() {
            let words = self.words(row);
            match part {
                Part::Empty => {}
                Part::Title => {
                    let title = self.band(row).map_or("", |cell| cell.stretch.text.as_str());
                    let told: Vec<&str> =
                        caption.iter().map(String::as_str).chain([title]).collect();
                    let told = Table {
                        header: named.told.header.clone(),
                        caption: Some(told.join(" – ")),
                    };
                    named.change(writer, told);
                    let table = named.place(writer);
                    writer.row(BlockKind::TableHead { table }, &[title]);
                }
                Part::Band => {
                    let said = self.band(row).map_or("", |cell| cell.stretch.text.as_str());
                    writer.row(BlockKind::Paragraph, &[said]);
                }
                Part::Header => {
                    let goes_on =
                        at.checked_sub(1).and_then(|at| parts.get(at)) == Some(&Part::Header);
                    if !goes_on {
                        let told = Table {
                            header: self.names(at, &parts),
                            caption: named.told.caption.clone(),
                        };
                        named.change(writer, told);
                    }
                    let table = named.place(writer);
                    writer.row(BlockKind::TableHead { table }, &words);
                }
                Part::Row => {
                    named.has_rows = true;
                    let (table, cells) = (named.place(writer), Vec::new());
                    writer.row(BlockKind::Row { table, cells }, &words);
                }
                Part::Blocks => {
                    for cell in self.cells.get(row.own.clone()).unwrap_or_default() {
                        writer.open(Element::Block);
                        write(events, cell.events.clone(), writer);
                    }
                    writer.open(Element::Block);
                }
            }
        }
        writer.close(Element::Table { layout: true });
    }

    /// Returns the part that each row plays.
    fn parts(&self) -> Vec<Part> {
        let is_headed = self.rows.iter().any(|row| self.is_header(row));
        let rows = self.rows.iter().filter(|row| self.words(row).len() > 1);
        let is_data = is_headed || self.caption.is_some() || rows.count() >= REGULAR;
        let bodies = self.rows.iter().filter(|row| row.first).count();
        let last = self
            .rows
            .iter()
            .rposition(|row| !self.words(row).is_empty());
        let part = |(at, row): (usize, &GridRow)| {
            if self.words(row).is_empty() {
                return Part::Empty;
            }
            let names_body = row.first && bodies > 1;
            match self.band(row) {
                Some(cell) if cell.stretch.text.len() > LONGEST_CELL => Part::Blocks,
                Some(cell) if Some(at) < last && (cell.shape.head || row.head || names_body) => {
                    Part::Title
                }
                Some(_) => Part::Band,
                None if self.holds_blocks(row, is_data) => Part::Blocks,
                None if self.is_header(row) => Part::Header,
                None => Part::Row,
            }
        };
        let mut parts: Vec<Part> = self.rows.iter().enumerate().map(part).collect();
        if !parts.contains(&Part::Row) {
            // A table of only names has rows below the first one.
            let headers = parts.iter_mut().filter(|part| **part == Part::Header);
            headers.skip(1).for_each(|part| *part = Part::Row);
        } else if !is_headed && has_silent_header(&self.all_words()) {
            let first = parts.iter_mut().find(|part| **part == Part::Row);
            first.into_iter().for_each(|part| *part = Part::Header);
        }
        parts
    }

    /// Returns the words of a row by column, without empty ones at its end.
    fn words(&self, row: &GridRow) -> Vec<&str> {
        let word = |column: &usize| self.at(row, *column).map_or("", |cell| &cell.stretch.text);
        let mut words: Vec<&str> = self.columns.iter().map(word).collect();
        let used = words.iter().rposition(|word| !word.is_empty());
        words.truncate(used.map_or(0, |last| last + 1));
        words
    }

    /// Returns the words of all rows that have any.
    fn all_words(&self) -> Vec<Vec<&str>> {
        let rows = self.rows.iter().map(|row| self.words(row));
        rows.filter(|words| !words.is_empty()).collect()
    }

    /// Returns the cell in a column of a row.
    fn at(&self, row: &GridRow, column: usize) -> Option<&GridCell> {
        let place = row.slots.get(column).copied().flatten()?;
        self.cells.get(place)
    }

    /// Returns the cell that covers all columns of a row.
    fn band(&self, row: &GridRow) -> Option<&GridCell> {
        let first = self
            .columns
            .first()
            .and_then(|column| row.slots.get(*column))?;
        let mut rest = self.columns.iter().skip(1);
        rest.all(|column| row.slots.get(*column) == Some(first))
            .then(|| self.cells.get((*first)?))
            .flatten()
    }

    /// Returns true if a row belongs to the table's head, or has only `th` cells, and more than one.
    fn is_header(&self, row: &GridRow) -> bool {
        let cells = self
            .columns
            .iter()
            .filter_map(|column| self.at(row, *column));
        let mut cells = cells
            .filter(|cell| !cell.stretch.text.is_empty())
            .peekable();
        let has_words = cells.peek().is_some();
        let (count, heads) = cells.fold((0, 0), |(count, heads), cell| {
            (count + 1, heads + usize::from(cell.shape.head))
        });
        has_words && self.band(row).is_none() && (row.head || (count == heads && count > 1))
    }

    /// Returns true if a row holds content that does not fit a line.
    fn holds_blocks(&self, row: &GridRow, is_data: bool) -> bool {
        let cells = self.cells.get(row.own.clone()).unwrap_or_default();
        cells.iter().map(|cell| &cell.stretch).any(|stretch| {
            stretch.text.len() > LONGEST_CELL
                || stretch.has_lines
                || (stretch.has_heading && stretch.breaks > 0)
                || (!is_data && stretch.breaks > 0 && stretch.text.len() > LONGEST_IN_LAYOUT)
        })
    }

    /// Returns the names of the columns by the header rows from one on.
    fn names(&self, from: usize, parts: &[Part]) -> Vec<String> {
        let rows = self.rows.iter().zip(parts).skip(from);
        let rows: Vec<&GridRow> = rows
            .take_while(|(_, part)| **part == Part::Header)
            .map(|(row, _)| row)
            .collect();
        let name = |column: &usize| {
            let cells = rows.iter().filter_map(|row| self.at(row, *column));
            let mut words: Vec<&str> = cells.map(|cell| cell.stretch.text.as_str()).collect();
            words.retain(|words| !words.is_empty());
            words.dedup();
            words.join(" – ")
        };
        self.columns.iter().map(name).collect()
    }
}

/// The table that rows belong to: one for each header and each title within it.
struct Named {
    told: Table,
    /// The table's place, once a part of it is written.
    at: Option<usize>,
    has_rows: bool,
}

impl Named {
    /// Returns the place of the table.
    fn place(&mut self, writer: &mut TextWriter) -> usize {
        *self
            .at
            .get_or_insert_with(|| writer.add_table(self.told.clone()))
    }

    /// Sets the properties that the rows to come share.
    fn change(&mut self, writer: &mut TextWriter, told: Table) {
        self.told = told;
        match self.at.filter(|_| !self.has_rows) {
            Some(at) => writer.set_table(at, self.told.clone()),
            None => self.at = None,
        }
        self.has_rows = false;
    }
}
