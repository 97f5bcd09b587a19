use std::io::{Cursor, Write};

use amb_documents::ReadingError;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::read;

const STYLES: &str = r#"<w:styles>
  <w:style w:styleId="1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
  <w:style w:styleId="2"><w:name w:val="heading 2"/><w:basedOn w:val="1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
  <w:style w:styleId="3"><w:name w:val="heading 3"/></w:style>
  <w:style w:styleId="Grid" w:type="table"><w:name w:val="Table Grid"/></w:style>
  <w:style w:styleId="Look" w:type="table"><w:name w:val="Accent"/><w:basedOn w:val="Grid"/><w:tblStylePr w:type="firstRow"/></w:style>
  <w:style w:styleId="T"><w:name w:val="Title"/></w:style>
  <w:style w:styleId="C"><w:name w:val="toc 1"/></w:style>
  <w:style w:styleId="B"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
</w:styles>"#;

const NUMBERING: &str = r#"<w:numbering>
  <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
  <w:abstractNum w:abstractNumId="1">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
  </w:abstractNum>
  <w:abstractNum w:abstractNumId="2">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="第%1条"/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl>
  </w:abstractNum>
  <w:abstractNum w:abstractNumId="3">
    <w:lvl w:ilvl="0"><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="第%1章"/></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="chineseCounting"/><w:lvlRestart w:val="0"/><w:lvlText w:val="第%2条"/></w:lvl>
  </w:abstractNum>
  <w:abstractNum w:abstractNumId="4"><w:numStyleLink w:val="Clauses"/></w:abstractNum>
  <w:abstractNum w:abstractNumId="5"><w:styleLink w:val="Clauses"/>
    <w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="Clause %1"/></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="none"/><w:lvlText w:val="NOTE:"/></w:lvl>
  </w:abstractNum>
  <w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>
  <w:num w:numId="6"><w:abstractNumId w:val="4"/></w:num>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
</w:numbering>"#;

/// Packs a document whose body this is.
fn packed(body: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let parts = [
        ("word/document.xml", document.as_str()),
        ("word/styles.xml", STYLES),
        ("word/numbering.xml", NUMBERING),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts.iter().chain(others) {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the text of a document whose body this is.
fn text(body: &str) -> String {
    read(&packed(body, &[])).unwrap().pages[0].text.clone()
}

fn paragraph(properties: &str, words: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>")
}

fn styled(style: &str, words: &str) -> String {
    paragraph(&format!("<w:pStyle w:val=\"{style}\"/>"), words)
}

fn numbered(id: u8, level: u8, words: &str) -> String {
    let numbering = format!("<w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{id}\"/>");
    paragraph(&format!("<w:numPr>{numbering}</w:numPr>"), words)
}

#[test]
fn mb_04_headings_are_known_by_their_outline() {
    let body = [
        styled("T", "The harbour"),
        styled("C", "Berths 3"),
        styled("1", "Berths"),
        styled("2", "Fees"),
        styled("none", "The fee is 9 &amp; more."),
        paragraph("<w:outlineLvl w:val=\"2\"/>", "Boats"),
    ];
    assert_eq!(
        text(&body.concat()),
        "# The harbour\n\n# Berths\n\n## Fees\n\nThe fee is 9 & more.\n\n### Boats"
    );
}

#[test]
fn mb_04_lists_are_numbered_as_word_numbers_them() {
    let body = [
        numbered(2, 0, "one"),
        numbered(2, 1, "inner"),
        numbered(2, 1, "inner"),
        numbered(2, 0, "two"),
        paragraph("", "Between."),
        numbered(2, 0, "three"),
        numbered(4, 0, "anew"),
        styled("B", "mark"),
    ];
    let expected =
        "1. one\n  a. inner\n  b. inner\n2. two\n\nBetween.\n\n3. three\n1. anew\n\n- mark";
    assert_eq!(text(&body.concat()), expected);
}

#[test]
fn mb_04_clauses_keep_their_numbers() {
    let body = [
        numbered(3, 0, "甲方付款。"),
        numbered(3, 1, "每月一次。"),
        numbered(3, 0, "乙方交货。"),
        numbered(3, 1, "每周一次。"),
    ];
    assert_eq!(
        text(&body.concat()),
        "第一条 甲方付款。\n\n1.1 每月一次。\n\n第二条 乙方交货。\n\n2.1 每周一次。"
    );
}

#[test]
fn mb_04_articles_go_on_across_chapters_where_they_are_set_to() {
    let body = [
        numbered(5, 0, "总则"),
        numbered(5, 1, "甲"),
        numbered(5, 1, ""),
        numbered(5, 0, "附则"),
        numbered(5, 1, "丙"),
        numbered(6, 0, "The first."),
        numbered(6, 1, "Mind the step."),
    ];
    assert_eq!(
        text(&body.concat()),
        "第一章 总则\n\n第一条 甲\n\n第二章 附则\n\n第三条 丙\n\nClause 1 The first.\n\nNOTE: Mind the step."
    );
}

#[test]
fn mb_04_formulas_and_symbols_do_not_run_into_numbers() {
    let m = |words: &str| format!("<m:r><m:t>{words}</m:t></m:r>");
    let power = format!(
        "<m:sSup><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>",
        m("10"),
        m("6")
    );
    let half = format!(
        "<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>",
        m("1"),
        m("2")
    );
    let symbol = "<w:r><w:t>5 </w:t><w:sym w:font=\"Symbol\" w:char=\"F06D\"/><w:t>g</w:t></w:r>";
    let body = format!("<w:p><m:oMath>{power}{half}</m:oMath></w:p><w:p>{symbol}</w:p>");
    assert_eq!(text(&body), "10^6(1)/(2)\n\n5 μg");
}

#[test]
fn mb_04_parts_are_found_by_their_relations() {
    let rels = "<Relationships><Relationship Type=\"http://a/styles\" Target=\"styles2.xml\"/></Relationships>";
    let styles =
        "<w:styles><w:style w:styleId=\"X\"><w:name w:val=\"heading 2\"/></w:style></w:styles>";
    let parts = [
        ("word/_rels/document.xml.rels", rels),
        ("word/styles2.xml", styles),
    ];
    let read = read(&packed(&styled("X", "Berths"), &parts)).unwrap();
    assert_eq!(read.pages[0].text, "## Berths");
}

fn cell(properties: &str, words: &str) -> String {
    let paragraph = paragraph("", words);
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph}</w:tc>")
}

fn row(cells: &[String]) -> String {
    format!("<w:tr>{}</w:tr>", cells.concat())
}

fn table(style: &str, rows: &[String]) -> String {
    let look = format!("<w:tblStyle w:val=\"{style}\"/><w:tblLook w:val=\"04A0\"/>");
    format!("<w:tbl><w:tblPr>{look}</w:tblPr>{}</w:tbl>", rows.concat())
}

/// Word says of every table that its first row has the look of its style, if that has one.
#[test]
fn bx_13_a_form_has_no_header() {
    let rows = [
        ["Name", "Ada Lovelace"],
        ["Born", "London"],
        ["Died", "Marylebone"],
    ];
    let rows = rows.map(|cells| row(&cells.map(|words| cell("", words))));
    let read = read(&packed(&table("Grid", &rows), &[])).unwrap();
    let structure = read.pages[0].structure.as_ref().unwrap();
    assert!(structure.tables[0].header.is_empty());
}

#[test]
fn bx_13_cells_stand_under_their_columns() {
    let skip = "<w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>";
    let rows = [
        row(&["Line", "July", "August"].map(|words| cell("", words))),
        format!("{skip}{}{}</w:tr>", cell("", "3"), cell("", "4")),
        row(&[cell("", "South"), table_in_cell(), cell("", "6")]),
    ];
    let told = text(&table("Look", &rows));
    assert!(told.contains("Line | July | August\n| 3 | 4\n"), "{told}");
    assert!(told.contains("South | a | b | 6"), "{told}");
}

fn table_in_cell() -> String {
    let inner = table("Grid", &[row(&[cell("", "a"), cell("", "b")])]);
    format!("<w:tc>{inner}<w:p/></w:tc>")
}

#[test]
fn bx_13_cells_of_a_table_fill_its_grid() {
    let plain = |words: &str| cell("", words);
    let rows = [
        row(&[plain("Month"), plain("Fare"), plain("Trips")]),
        row(&[
            cell("<w:vMerge w:val=\"restart\"/>", "July"),
            plain("5"),
            plain("70"),
        ]),
        row(&[cell("<w:vMerge/>", ""), plain("6"), plain("80")]),
        row(&[
            cell("<w:gridSpan w:val=\"2\"/>", "August, free"),
            plain("90"),
        ]),
    ];
    let body = table("Look", &rows);
    let read = read(&packed(&body, &[])).unwrap();
    let page = &read.pages[0];
    assert_eq!(
        page.text,
        "Month | Fare | Trips\nJuly | 5 | 70\nJuly | 6 | 80\nAugust, free | August, free | 90"
    );
    let table = &page.structure.as_ref().unwrap().tables[0];
    assert_eq!(table.header, ["Month", "Fare", "Trips"]);
}

#[test]
fn mb_04_text_that_is_not_seen_is_left_out() {
    let run = |properties: &str, words: &str| {
        format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{words}</w:t></w:r>")
    };
    let body = [
        "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>".to_owned(),
        run("<w:vanish w:val=\"0\"/>", "412"),
        run("<w:vertAlign w:val=\"superscript\"/>", "3"),
        run("<w:vanish/>", "hidden"),
        run("<w:strike/>", "struck"),
        "<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>".to_owned(),
        "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>".to_owned(),
        "<w:ins><w:r><w:tab/><w:t>inserted</w:t><w:br/><w:t>line</w:t></w:r></w:ins>".to_owned(),
        "<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>".to_owned(),
    ];
    let told = text(&body.concat());
    assert!(told.starts_with("412"), "{told}");
    assert!(!told.starts_with("4123"), "{told}");
    assert!(told.ends_with("inserted\nline"), "{told}");
    for absent in ["hidden", "struck", "deleted", "moved", "PAGE"] {
        assert!(!told.contains(absent), "{told}");
    }
}

#[test]
fn mb_04_notes_and_text_boxes_are_read() {
    let body = "<w:p><w:r><w:t>The toll of 412</w:t><w:footnoteReference w:id=\"2\"/></w:r>\
        <w:r><w:t> and 5</w:t><w:footnoteReference w:id=\"2\"/></w:r>\
        <w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p>\
        </w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></mc:Fallback>\
        </mc:AlternateContent></w:r></w:p>";
    let notes = "<w:footnotes><w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/><w:t>Since 1921.</w:t></w:r></w:p>\
        </w:footnote><w:footnote w:id=\"3\"><w:p><w:r><w:t>Of nothing.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let core = "<cp:coreProperties><dc:title>Tolls</dc:title><dc:creator>A</dc:creator></cp:coreProperties>";
    let parts = [("word/footnotes.xml", notes), ("docProps/core.xml", core)];
    let read = read(&packed(body, &parts)).unwrap();
    assert_eq!(read.title.as_deref(), Some("Tolls"));
    let told = &read.pages[0].text;
    assert_eq!(told.matches("In a box.").count(), 1, "{told}");
    assert!(told.contains("The toll of 412[1] and 5[1]"), "{told}");
    assert_eq!(told.matches("Since 1921.").count(), 1, "{told}");
    assert!(told.ends_with("1. Since 1921."), "{told}");
}

/// An unreadable document is refused with a reason.
#[test]
fn mb_04_a_damaged_document_is_refused() {
    let whole = packed(&paragraph("", "words"), &[]);
    let half = whole.get(..whole.len() / 2).unwrap();
    let odd = packed("<w:p>", &[]);
    for bytes in [half, odd.as_slice(), b"PK\x03\x04"] {
        let refused = read(bytes).unwrap_err();
        assert!(matches!(refused, ReadingError::Broken { .. }), "{refused}");
    }
}

/// A document of a few kilobytes that unpacks to more than memory bears.
#[test]
fn mb_04_a_bomb_is_refused() {
    let blanks = " ".repeat(4 << 20);
    let bomb: Vec<(String, &str)> = (0..40)
        .map(|n| (format!("word/{n}.xml"), blanks.as_str()))
        .collect();
    let others: Vec<(&str, &str)> = bomb
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    assert!(
        read(&packed(&paragraph("", "words"), &others)).is_ok(),
        "what is not read costs nothing"
    );
    let long = paragraph("", &" ".repeat(140 << 20));
    let refused = read(&packed(&long, &[])).unwrap_err();
    assert!(
        matches!(refused, ReadingError::Unpacked { .. }),
        "{refused}"
    );
}
