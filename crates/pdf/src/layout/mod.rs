//! From words on a page to text and structure: lines, running heads, paragraphs, tables and headings.
//!
//! - `words`: the words of a page, upright and each once; `letters`: as they are typed.
//! - `lines`: words on one baseline, and the wide gaps between them.
//! - `running_heads`: text that repeats on every page.
//! - `tables`: lines whose words are aligned; `paragraphs`: all others.
//! - `page_text`: the text and its structure.
//!
//! Not covered: tables that are drawn column by column, and column names that span several columns. The library reads
//! no letters without a map to characters, and no XFA forms. Columns of text that are drawn line by line look like a
//! table.

mod letters;
mod lines;
mod page_text;
mod paragraphs;
mod running_heads;
mod tables;
mod words;

use amb_documents::PageText;

pub(crate) use lines::{Line, PageLines, page_lines};

use page_text::PageWriter;

/// Returns the text and structure of each page, with the values of its form's fields.
pub(crate) fn pages_of(pages: &[PageLines], fields: &[Vec<String>]) -> Vec<PageText> {
    let body = paragraphs::body_size(pages.iter().flat_map(|page| &page.lines));
    let kept = running_heads::without(pages).into_iter();
    let fields = fields.iter().map(Vec::as_slice);
    let fields = fields.chain(std::iter::repeat(&[][..]));
    kept.zip(pages)
        .zip(fields)
        .map(|((lines, page), fields)| {
            let mut writer = PageWriter::default();
            paragraphs::write(&mut writer, lines, body);
            paragraphs::write(&mut writer, &page.turned, body);
            writer.items(fields);
            writer.finish()
        })
        .collect()
}
