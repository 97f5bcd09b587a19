//! PDF files of one table without rules.

use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str};
use serde::Deserialize;

/// Height of the first line, and the distance of the next.
const TOP: f32 = 760.0;
const LINE: f32 = 18.0;

/// Cells of a table and their positions.
#[derive(Deserialize)]
pub struct Drawn {
    /// Left edge of each column, in points.
    columns: Vec<f32>,
    /// Rows of cells; an empty cell is not drawn.
    rows: Vec<Vec<String>>,
}

impl Drawn {
    /// Draws the table on one page in Helvetica.
    pub fn file(&self) -> Vec<u8> {
        let [catalog, tree, page, content, font] = [1, 2, 3, 4, 5].map(Ref::new);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        pdf.pages(tree).kids([page]).count(1);
        let mut drawn = pdf.page(page);
        drawn.media_box(Rect::new(0.0, 0.0, 595.0, 842.0));
        drawn.parent(tree).contents(content);
        drawn.resources().fonts().pair(Name(b"F1"), font);
        drop(drawn);
        pdf.stream(content, &self.content());
        let mut helvetica = pdf.type1_font(font);
        helvetica.base_font(Name(b"Helvetica"));
        helvetica.encoding_predefined(Name(b"WinAnsiEncoding"));
        drop(helvetica);
        pdf.finish()
    }

    fn content(&self) -> Vec<u8> {
        let mut content = Content::new();
        let mut height = TOP;
        for row in &self.rows {
            for (cell, left) in row.iter().zip(&self.columns) {
                if cell.is_empty() {
                    continue;
                }
                content.begin_text();
                content.set_font(Name(b"F1"), 10.0);
                content.next_line(*left, height);
                content.show(Str(&latin(cell)));
                content.end_text();
            }
            height -= LINE;
        }
        content.finish().to_vec()
    }
}

/// The letters of a cell in Latin-1; others are drawn as question marks.
fn latin(cell: &str) -> Vec<u8> {
    cell.chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?'))
        .collect()
}
