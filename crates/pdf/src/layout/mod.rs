//! From words on a page to text: lines, what repeats on every page, paragraphs and headings.

mod letters;
mod lines;
mod paragraphs;
mod running_heads;

pub(crate) use lines::{Line, Lines, page_lines};

/// The text of each page.
pub(crate) fn pages_of(pages: &[Lines]) -> Vec<String> {
    let body = paragraphs::body_size(pages);
    running_heads::without(pages)
        .into_iter()
        .map(|lines| paragraphs::text(lines, body))
        .collect()
}
