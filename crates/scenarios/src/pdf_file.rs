//! PDF files for scenarios.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// A file of these pages, a line of ASCII each.
pub(crate) fn pdf_file(title: &str, pages: &[String]) -> Vec<u8> {
    let mut next = Ref::new(1);
    let (catalog, tree, font, info) = (next.bump(), next.bump(), next.bump(), next.bump());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    let mut pdf = Pdf::new();
    pdf.document_info(info).title(TextStr(title));
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree)
        .kids(ids.iter().map(|(page, _)| *page))
        .count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
    pdf.type1_font(font)
        .base_font(Name(b"Helvetica"))
        .encoding_predefined(Name(b"WinAnsiEncoding"));
    for ((page, content), words) in ids.iter().zip(pages) {
        let mut written = pdf.page(*page);
        written
            .parent(tree)
            .media_box(Rect::new(0.0, 0.0, 595.0, 842.0))
            .contents(*content);
        written.resources().fonts().pair(Name(b"F1"), font);
        written.finish();
        let mut shown = Content::new();
        shown.begin_text().set_font(Name(b"F1"), 12.0);
        shown
            .next_line(72.0, 700.0)
            .show(Str(words.as_bytes()))
            .end_text();
        pdf.stream(*content, &shown.finish());
    }
    pdf.finish()
}
