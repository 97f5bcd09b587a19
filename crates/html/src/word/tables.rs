//! Tables, from Word's grid to HTML's.

use std::collections::BTreeMap;
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
        let begins: Vec<BTreeMap<usize, &Cell>> = self.rows.iter().map(Row::begins).collect();
        let goes_on = |row: usize, column: usize| {
            let cell = begins.get(row).and_then(|row| row.get(&column));
            cell.is_some_and(|cell| cell.goes_on)
        };
        let mut html = String::from("<table>");
        for (at, (row, cells)) in self.rows.iter().zip(&begins).enumerate() {
            let is_header = row.is_header || at == 0 && self.has_header && self.rows.len() > 1;
            let tag = if is_header { "th" } else { "td" };
            html.push_str("<tr>");
            for (column, cell) in cells {
                // A cell that goes on from nothing is a cell.
                let has_above = at
                    .checked_sub(1)
                    .and_then(|above| begins.get(above)?.get(column));
                if cell.goes_on && has_above.is_some() {
                    continue;
                }
                let below = (at + 1..begins.len()).take_while(|row| goes_on(*row, *column));
                let (
                    rows,
                    Cell {
                        columns, html: own, ..
                    },
                ) = (1 + below.count(), cell);
                let _ = write!(
                    html,
                    "<{tag} colspan=\"{columns}\" rowspan=\"{rows}\">{own}</{tag}>"
                );
            }
            html.push_str("</tr>");
        }
        html.push_str("</table>");
        html
    }

    /// Returns the table as lines, for a cell of another one: a table in it would make that a layout.
    pub(super) fn to_lines(&self) -> String {
        let line = |row: &Row| {
            let cells = row.cells.iter().map(|cell| cell.html.as_str());
            let cells: Vec<String> = cells.map(without_paragraphs).collect();
            format!("<p>{}</p>", cells.join(" | "))
        };
        self.rows.iter().map(line).collect()
    }
}

fn without_paragraphs(html: &str) -> String {
    html.replace("</p><p>", "<br>")
        .replace("<p>", "")
        .replace("</p>", "")
}

impl Row {
    /// Returns the cells by the columns that they begin at.
    fn begins(&self) -> BTreeMap<usize, &Cell> {
        let mut begins = BTreeMap::new();
        let mut column = 0;
        for cell in &self.cells {
            begins.insert(column, cell);
            column += cell.columns;
        }
        begins
    }
}

impl Cell {
    /// A place without a cell, over so many columns.
    pub(super) fn blank(columns: usize) -> Self {
        Self {
            columns,
            ..Self::default()
        }
    }
}
