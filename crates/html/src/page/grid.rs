//! A table's cells on its grid.

use std::ops::Range;

use super::compose::on_one_line;
use super::elements::{CellShape, Element};
use super::events::{Event, Events};
use super::gaps::Stretch;

/// Most columns of a grid. A cell further out begins no more than its own column.
const MOST_COLUMNS: usize = 1_000;
/// Most places that cells cover beyond their own, and most bytes that are repeated there, in one table.
const MOST_COVERED: usize = 100_000;
const MOST_REPEATED: usize = 1 << 20;

/// A table that holds no other.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) rows: Vec<GridRow>,
    pub(super) cells: Vec<GridCell>,
    pub(super) caption: Option<Range<usize>>,
    /// Text in the table that is in none of its cells.
    pub(super) outside: Vec<Range<usize>>,
    /// Columns in which a cell with words begins.
    pub(super) columns: Vec<usize>,
}

/// A row.
#[derive(Debug, Default)]
pub(super) struct GridRow {
    /// In each column the place of a cell in [`Grid::cells`].
    pub(super) slots: Vec<Option<usize>>,
    /// The cells that it begins.
    pub(super) own: Range<usize>,
    /// True if it belongs to the table's head.
    pub(super) head: bool,
    /// It begins a part of the table's body.
    pub(super) first: bool,
}

/// A cell.
#[derive(Debug)]
pub(super) struct GridCell {
    pub(super) shape: CellShape,
    pub(super) events: Range<usize>,
    pub(super) stretch: Stretch,
}

impl Grid {
    /// Reads a table from the event after its beginning; returns the event after its end too.
    pub(super) fn read(events: &Events, range: Range<usize>) -> (Self, usize) {
        let (inside, next) = extent(events, range);
        let mut reading = Reading::default();
        for at in inside.clone() {
            match events.all.get(at) {
                Some(Event::Open(element)) => reading.open(*element, at),
                Some(Event::Close(element)) => reading.close(*element, at),
                Some(Event::Text(_)) => reading.text(at),
                None => break,
            }
        }
        reading.end_cell(inside.end);
        let mut grid = reading.grid;
        for cell in &mut grid.cells {
            cell.stretch = on_one_line(events, cell.events.clone());
        }
        grid.outside
            .retain(|part| !on_one_line(events, part.clone()).text.is_empty());
        grid.place();
        (grid, next)
    }

    /// Returns true if at least two columns have words.
    pub(super) fn has_columns(&self) -> bool {
        self.columns.len() > 1
    }

    /// Gives each cell its columns, and the places that it covers its words.
    fn place(&mut self) {
        let mut covers = Covers::default();
        let mut begins: Vec<bool> = Vec::new();
        for row in &mut self.rows {
            if row.first {
                covers.above.clear();
            }
            for at in row.own.clone() {
                let Some(cell) = self.cells.get(at) else {
                    continue;
                };
                covers.fill(&mut row.slots, &self.cells, false);
                let column = row.slots.len();
                if begins.len() <= column {
                    begins.resize(column + 1, false);
                }
                if let Some(begins) = begins.get_mut(column) {
                    *begins |= !cell.stretch.text.is_empty();
                }
                covers.put(&mut row.slots, at, cell);
            }
            covers.fill(&mut row.slots, &self.cells, true);
        }
        let columns = begins.iter().enumerate();
        self.columns = columns
            .filter_map(|(at, begins)| begins.then_some(at))
            .collect();
    }
}

/// Cells that span into later rows, and the characters spent on repeating their words.
#[derive(Debug, Default)]
struct Covers {
    /// By column a cell and the rows that it still covers.
    above: Vec<Option<(usize, u16)>>,
    places: usize,
    bytes: usize,
}

impl Covers {
    /// Puts a cell at the end of a row, into every column that it covers.
    fn put(&mut self, slots: &mut Vec<Option<usize>>, at: usize, cell: &GridCell) {
        let room = MOST_COLUMNS.saturating_sub(slots.len()).max(1);
        let columns = usize::from(cell.shape.columns).min(room);
        let down = cell.shape.rows - 1;
        for column in 0..columns {
            if column > 0 && !self.spend(cell.stretch.text.len()) {
                return;
            }
            let place = slots.len();
            if down > 0 {
                if self.above.len() <= place {
                    self.above.resize(place + 1, None);
                }
                if let Some(above) = self.above.get_mut(place) {
                    *above = Some((at, down));
                }
            }
            slots.push(Some(at));
        }
    }

    /// Fills the columns that cells of earlier rows cover: the next ones, or all to the end of the row.
    fn fill(&mut self, slots: &mut Vec<Option<usize>>, cells: &[GridCell], to_end: bool) {
        while let Some(above) = self.above.get_mut(slots.len()) {
            let cell = above.map(|(cell, _)| cell);
            if cell.is_none() && !to_end {
                return;
            }
            *above = above.and_then(|(cell, down)| (down > 1).then_some((cell, down - 1)));
            let bytes = cell
                .and_then(|at| cells.get(at))
                .map_or(0, |cell| cell.stretch.text.len());
            if !self.spend(bytes) {
                return;
            }
            slots.push(cell);
        }
        if to_end {
            while self.above.last().is_some_and(Option::is_none) {
                self.above.pop();
            }
        }
    }

    /// Counts a covered place, and returns true if there is room for it. Without room nothing is covered any more.
    fn spend(&mut self, bytes: usize) -> bool {
        self.places += 1;
        self.bytes += bytes;
        let has_room = self.places <= MOST_COVERED && self.bytes <= MOST_REPEATED;
        if !has_room {
            self.above.clear();
        }
        has_room
    }
}

/// Returns the events of a table, and the event after its end.
///
/// An unclosed table ends with its last closed row or cell, or before the first title behind its last cell: the rest is
/// the page.
fn extent(events: &Events, range: Range<usize>) -> (Range<usize>, usize) {
    let (mut closed, mut title) = (None, None);
    for at in range.clone() {
        match events.all.get(at) {
            Some(Event::Close(Element::Table { .. })) => return (range.start..at, at + 1),
            Some(Event::Close(Element::Row | Element::Cell(_) | Element::Section { .. })) => {
                (closed, title) = (Some(at + 1), None);
            }
            Some(Event::Open(Element::Row | Element::Cell(_))) => title = None,
            Some(Event::Open(Element::Heading(_))) => title = title.or(Some(at)),
            _ => {}
        }
    }
    let end = closed.or(title).unwrap_or(range.end);
    (range.start..end, end)
}

/// A table that is being read.
#[derive(Default)]
struct Reading {
    grid: Grid,
    in_head: bool,
    /// The next row begins a part of the table.
    is_first: bool,
    in_row: bool,
    /// Start of the caption, if it is open.
    caption: Option<usize>,
    /// The shape of the open cell, and its first event.
    cell: Option<(CellShape, usize)>,
    /// True if the open cell is followed by text outside of it.
    is_outside: bool,
}

impl Reading {
    fn open(&mut self, element: Element, at: usize) {
        match element {
            Element::Section { head } => {
                self.end_row(at);
                self.in_head = head;
                self.is_first = true;
            }
            Element::Row => {
                self.end_row(at);
                self.begin_row();
            }
            Element::Cell(shape) => {
                self.end_cell(at);
                if !self.in_row {
                    self.begin_row();
                }
                self.cell = Some((shape, at + 1));
            }
            Element::Caption => {
                self.end_row(at);
                self.caption = Some(at + 1);
            }
            _ => self.text(at),
        }
    }

    fn close(&mut self, element: Element, at: usize) {
        match element {
            Element::Section { .. } => {
                self.end_row(at);
                self.in_head = false;
                self.is_first = true;
            }
            Element::Row => self.end_row(at),
            Element::Cell(_) => self.end_cell(at),
            Element::Caption => self.end_caption(at),
            _ => self.text(at),
        }
    }

    /// Adds an event to the cell, to the caption, or to neither.
    fn text(&mut self, at: usize) {
        if self.cell.is_some() || self.caption.is_some() {
            return;
        }
        match self.grid.outside.last_mut() {
            Some(last) if last.end == at && self.is_outside => last.end = at + 1,
            _ => self.grid.outside.push(at..at + 1),
        }
        self.is_outside = true;
    }

    fn begin_row(&mut self) {
        let next = self.grid.cells.len();
        self.grid.rows.push(GridRow {
            slots: Vec::new(),
            own: next..next,
            head: self.in_head,
            first: std::mem::take(&mut self.is_first),
        });
        self.in_row = true;
    }

    fn end_row(&mut self, at: usize) {
        self.end_cell(at);
        self.in_row = false;
    }

    fn end_cell(&mut self, at: usize) {
        self.end_caption(at);
        self.is_outside = false;
        let (Some((shape, start)), Some(row)) = (self.cell.take(), self.grid.rows.last_mut())
        else {
            return;
        };
        row.own.end += 1;
        self.grid.cells.push(GridCell {
            shape,
            events: start..at,
            stretch: Stretch::default(),
        });
    }

    fn end_caption(&mut self, at: usize) {
        if let Some(start) = self.caption.take() {
            self.grid.caption = Some(start..at);
        }
    }
}
