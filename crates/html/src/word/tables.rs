//! Tables, from Word's grid to HTML's.

use std::fmt::Write as _;

/// A table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Its first row has the look of a header.
    pub(super) has_header: bool,
    rows: Vec<Row>,
}

#[derive(Debug, Default)]
struct Row {
    is_header: bool,
    cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug)]
pub(super) struct Cell {
    /// Columns that it covers, from 1.
    pub(super) columns: usize,
    /// It goes on from the cell above.
    pub(super) goes_on: bool,
    /// Its blocks, as HTML.
    pub(super) html: String,
}

impl Default for Cell {
    fn default() -> Self {
        Self {
            columns: 1,
            goes_on: false,
            html: String::new(),
        }
    }
}

impl Table {
    pub(super) fn open_row(&mut self) {
        self.rows.push(Row::default());
    }

    /// Makes the open row a header.
    pub(super) fn make_header(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.is_header = true;
        }
    }

    pub(super) fn push(&mut self, cell: Cell) {
        if let Some(row) = self.rows.last_mut() {
            row.cells.push(cell);
        }
    }

    /// Returns the table as HTML.
    pub(super) fn to_html(&self) -> String {
        let mut html = String::from("<table>");
        for (at, row) in self.rows.iter().enumerate() {
            let is_header = row.is_header || at == 0 && self.has_header && self.rows.len() > 1;
            let tag = if is_header { "th" } else { "td" };
            html.push_str("<tr>");
            let mut column = 0;
            for cell in &row.cells {
                if !cell.goes_on {
                    let rows = self.rows_of(at, column);
                    let Cell {
                        columns, html: own, ..
                    } = cell;
                    let _ = write!(
                        html,
                        "<{tag} colspan=\"{columns}\" rowspan=\"{rows}\">{own}</{tag}>"
                    );
                }
                column += cell.columns;
            }
            html.push_str("</tr>");
        }
        html.push_str("</table>");
        html
    }

    /// Returns the rows that the cell at a column covers, from 1.
    fn rows_of(&self, row: usize, column: usize) -> usize {
        let below = self.rows.iter().skip(row + 1);
        let covered = below.take_while(|row| {
            let cell = row.at(column);
            cell.is_some_and(|cell| cell.goes_on)
        });
        1 + covered.count()
    }
}

impl Row {
    /// Returns the cell that begins at a column.
    fn at(&self, column: usize) -> Option<&Cell> {
        let mut begins = 0;
        for cell in &self.cells {
            if begins == column {
                return Some(cell);
            }
            begins += cell.columns;
        }
        None
    }
}
