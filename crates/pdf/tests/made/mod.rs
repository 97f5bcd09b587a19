//! PDF files made by `pdf-writer` for the tests.

use pdf_writer::types::{CidFontType, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// Shows one line of words in the font `F1`.
pub fn line(words: &[u8], size: f32, x: f32, y: f32) -> Content {
    let mut content = Content::new();
    content.begin_text();
    content.set_font(Name(b"F1"), size);
    content.next_line(x, y);
    content.show(Str(words));
    content.end_text();
    content
}

/// A file of these pages' contents in Helvetica.
pub fn pages(contents: &[Vec<u8>]) -> Vec<u8> {
    with_font(contents, |pdf, font| {
        let mut helvetica = pdf.type1_font(font);
        helvetica.base_font(Name(b"Helvetica"));
        helvetica.encoding_predefined(Name(b"WinAnsiEncoding"));
    })
}

/// Returns a file of these pages in Chinese characters with a predefined encoding and without an embedded font.
pub fn chinese(contents: &[Vec<u8>], encoding: &[u8]) -> Vec<u8> {
    with_font(contents, |pdf, font| {
        let descendant = Ref::new(9_000);
        pdf.type0_font(font)
            .base_font(Name(b"STSong-Light"))
            .encoding_predefined(Name(encoding))
            .descendant_font(descendant);
        cid_font(pdf, descendant, b"GB1");
    })
}

/// Returns a file of one page whose glyphs 1, 2, … map to these characters by `ToUnicode`, or to none without that map.
pub fn glyphs(characters: &[char], tells: bool) -> Vec<u8> {
    let codes: Vec<u8> = (1..=characters.len())
        .flat_map(|glyph| u16::try_from(glyph).unwrap().to_be_bytes())
        .collect();
    let content = line(&codes, 12.0, 72.0, 700.0).finish().to_vec();
    with_font(&[content], |pdf, font| {
        let (descendant, map) = (Ref::new(9_000), Ref::new(9_001));
        let mut type0 = pdf.type0_font(font);
        type0
            .base_font(Name(b"Test"))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(descendant);
        if tells {
            type0.to_unicode(map);
        }
        type0.finish();
        cid_font(pdf, descendant, b"Identity");
        if tells {
            let system = SystemInfo {
                registry: Str(b"Adobe"),
                ordering: Str(b"UCS"),
                supplement: 0,
            };
            let mut cmap = UnicodeCmap::new(Name(b"Test"), system);
            for (glyph, character) in (1_u16..).zip(characters) {
                cmap.pair(glyph, *character);
            }
            pdf.cmap(map, &cmap.finish());
        }
    })
}

fn cid_font(pdf: &mut Pdf, id: Ref, ordering: &[u8]) {
    let mut font = pdf.cid_font(id);
    font.subtype(CidFontType::Type0);
    font.base_font(Name(b"STSong-Light"));
    font.system_info(SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(ordering),
        supplement: 2,
    });
    font.default_width(1000.0);
}

fn with_font(contents: &[Vec<u8>], font: impl FnOnce(&mut Pdf, Ref)) -> Vec<u8> {
    let (catalog, tree, font_id, info) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let page = |number: usize| Ref::new(i32::try_from(10 + 2 * number).unwrap());
    let content = |number: usize| Ref::new(i32::try_from(11 + 2 * number).unwrap());
    let mut pdf = Pdf::new();
    pdf.document_info(info).title(TextStr("A made file"));
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree)
        .kids((0..contents.len()).map(page))
        .count(i32::try_from(contents.len()).unwrap());
    for (number, bytes) in contents.iter().enumerate() {
        let mut written = pdf.page(page(number));
        written
            .parent(tree)
            .media_box(Rect::new(0.0, 0.0, 595.0, 842.0))
            .contents(content(number));
        written.resources().fonts().pair(Name(b"F1"), font_id);
        written.finish();
        pdf.stream(content(number), bytes);
    }
    font(&mut pdf, font_id);
    pdf.finish()
}

/// Returns a file whose one page unpacks to `megabytes` of blanks, packed twice.
pub fn bomb(megabytes: usize) -> Vec<u8> {
    let pack = |bytes: &[u8]| miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9);
    let packed = pack(&pack(&vec![b' '; megabytes << 20]));
    let mut pdf = Pdf::new();
    pdf.catalog(Ref::new(1)).pages(Ref::new(2));
    pdf.pages(Ref::new(2)).kids([Ref::new(3)]).count(1);
    pdf.page(Ref::new(3))
        .parent(Ref::new(2))
        .media_box(Rect::new(0.0, 0.0, 595.0, 842.0))
        .contents(Ref::new(4));
    let mut stream = pdf.stream(Ref::new(4), &packed);
    stream
        .insert(Name(b"Filter"))
        .array()
        .items([Name(b"FlateDecode"), Name(b"FlateDecode")]);
    stream.finish();
    pdf.finish()
}

/// Words at their places on a page, in Helvetica.
pub fn placed(words: &[(&str, f32, f32, f32)]) -> Vec<u8> {
    let mut content = Content::new();
    for (text, size, x, y) in words {
        content.begin_text();
        content.set_font(Name(b"F1"), *size);
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, *x, *y]);
        content.show(Str(text.as_bytes()));
        content.end_text();
    }
    content.finish().to_vec()
}

/// Words that run upwards from a place.
pub fn upwards(text: &str, x: f32, y: f32) -> Vec<u8> {
    let mut content = Content::new();
    content.begin_text();
    content.set_font(Name(b"F1"), 12.0);
    content.set_text_matrix([0.0, 1.0, -1.0, 0.0, x, y]);
    content.show(Str(text.as_bytes()));
    content.end_text();
    content.finish().to_vec()
}

/// A file of one page with a form: each field's dictionary without its place.
pub fn form(content: &[u8], fields: &[&str]) -> Vec<u8> {
    let page = pages(&[content.to_vec()]);
    let text = String::from_utf8_lossy(&page);
    let ids: Vec<String> = (0..fields.len())
        .map(|at| format!("{} 0 R", 500 + at))
        .collect();
    let ids = ids.join(" ");
    let text = text.replacen(
        "/Type /Catalog",
        &format!("/Type /Catalog /AcroForm << /Fields [{ids}] >>"),
        1,
    );
    let mut text = text.replacen(
        "/Type /Page\n",
        &format!("/Type /Page /Annots [{ids}]\n"),
        1,
    );
    // The reader finds the objects behind a table of places that is wrong.
    let end = text.find("xref").unwrap();
    text.truncate(end);
    for (at, field) in fields.iter().enumerate() {
        text.push_str(&format!(
            "{} 0 obj << /Type /Annot /Subtype /Widget /Rect [0 0 9 9] {field} >> endobj\n",
            500 + at
        ));
    }
    text.push_str("trailer << /Root 1 0 R /Size 600 >>\nstartxref\n0\n%%EOF");
    text.into_bytes()
}
