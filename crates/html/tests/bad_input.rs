//! Every kind of input that is not a plain UTF-8 text has a defined result.

use amb_documents::{Document, DocumentError, Limits, Media, Note, Source};
use amb_html::document;
use proptest::prelude::*;

fn read(
    name: &str,
    media_type: Option<&str>,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Document, DocumentError> {
    document(&Source::bytes(name, bytes).said(media_type), limits)
}

fn from_text(name: &str, text: &str, limits: &Limits) -> Result<Document, DocumentError> {
    document(&Source::text(name, text), limits)
}

fn plain(bytes: &[u8]) -> Result<Document, DocumentError> {
    read("notes.txt", None, bytes, &Limits::default())
}

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let marked = format!("\u{FEFF}{text}");
    marked.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn nothing_blanks_and_invisible_characters_are_empty() {
    for text in [
        "",
        " \r\n\t\u{3000}",
        "\0\0",
        "\u{FEFF}",
        "\u{E0041}\u{E0042}\u{200B}\u{202E}",
    ] {
        assert_eq!(
            plain(text.as_bytes()),
            Err(DocumentError::Empty),
            "{text:?}"
        );
        assert_eq!(
            from_text("p", text, &Limits::default()),
            Err(DocumentError::Empty)
        );
    }
}

#[test]
fn fifty_megabytes_are_refused_with_both_numbers() {
    let bytes = vec![b'a'; 50 * 1024 * 1024];
    let refused = plain(&bytes).unwrap_err();
    assert_eq!(
        refused,
        DocumentError::TooLarge {
            bytes: 52_428_800,
            limit: 20_971_520
        }
    );
    assert_eq!(refused.kind(), "too_large");
    let message = refused.to_string();
    assert!(
        message.contains("52428800") && message.contains("20971520"),
        "{message}"
    );
}

#[test]
fn the_limit_itself_is_accepted() {
    let limits = Limits { max_bytes: 3 };
    assert!(read("a.txt", None, b"abc", &limits).is_ok());
    assert!(from_text("a.txt", "abcd", &limits).is_err());
}

#[test]
fn binary_formats_say_what_they_are_and_what_to_do() {
    let refused = plain(b"{\\rtf1 Text}").unwrap_err();
    assert_eq!(refused.kind(), "binary");
    assert_eq!(
        refused.to_string(),
        "the document is an RTF file, which cannot be read yet: \
         convert it to PDF, Word (DOCX), HTML or plain text and add that"
    );
    let pdf = plain(b"%PDF-1.7\n1 0 obj").unwrap_err();
    assert_eq!(pdf.kind(), "no_reader");
}

#[test]
fn a_page_without_text_is_told_from_an_empty_file() {
    let page = b"<!doctype html><title>App</title><div id=app></div><script>run()</script>";
    assert_eq!(
        read("a.html", None, page, &Limits::default()),
        Err(DocumentError::NoText)
    );
}

#[test]
fn a_few_nuls_are_kept_and_noted() {
    let document = plain(b"one\0two").unwrap();
    assert_eq!(document.text, "one\0two");
    assert_eq!(document.notes, [Note::NulCharacters { count: 1 }]);
}

#[test]
fn invalid_utf8_is_replaced_and_noted() {
    let document = plain(b"good \xFF bad").unwrap();
    assert_eq!(document.text, "good \u{FFFD} bad");
    assert_eq!(document.notes, [Note::InvalidReplaced { count: 1 }]);
}

#[test]
fn utf16_with_a_mark_is_read_from_both_ends() {
    let text = "Alpha 茶\r\nbeta";
    for bytes in [utf16(text, u16::to_le_bytes), utf16(text, u16::to_be_bytes)] {
        assert_eq!(plain(&bytes).unwrap().text, text);
    }
}

#[test]
fn chinese_in_gbk_is_read() {
    let text = "软件包的依赖关系由系统自动解决。\r\n用户不需要手动处理。";
    let (bytes, _, _) = encoding_rs::GBK.encode(text);
    let document = plain(&bytes).unwrap();
    assert_eq!(document.text, text);
    assert_eq!(
        document.notes,
        [Note::DecodedFrom {
            encoding: "GBK".to_owned()
        }]
    );
}

/// Reliability, case 24: a Chinese page is read if its server, the page, a mark or nothing declares its encoding, and
/// if UTF-8 is declared as another one.
#[test]
fn mb_20_a_chinese_page_is_read_in_every_encoding() {
    let words = "灯塔位于港口北侧的防波堤上，高四十二米，建于一八八四年。";
    for (encoding, label) in [
        (encoding_rs::GBK, "gbk"),
        (encoding_rs::GB18030, "GB18030"),
        (encoding_rs::BIG5, "big5"),
        (encoding_rs::UTF_8, "gb2312"),
    ] {
        let words = if label == "big5" {
            "燈塔高四十二公尺，建於港口北側的防波堤上。"
        } else {
            words
        };
        let header = format!("text/html; charset={label}");
        let told = format!("<!doctype html><meta charset=\"{label}\"><p>{words}</p>");
        let silent = format!("<!doctype html><p>{words}</p>");
        for (page, header) in [
            (&told, "text/html"),
            (&silent, header.as_str()),
            (&silent, "text/html"),
        ] {
            let (bytes, _, unmappable) = encoding.encode(page);
            assert!(!unmappable);
            let document = read(
                "https://a.example/",
                Some(header),
                &bytes,
                &Limits::default(),
            );
            assert_eq!(document.unwrap().text, words, "{label} by {header}");
        }
    }
}

#[test]
fn direction_marks_tags_and_line_ends_keep_their_places() {
    let text = "שלום \u{202E}abc\u{202C} مرحبا\r\n\r\ntag\u{E0041}\u{E007F} end\rlast \n";
    assert_eq!(plain(text.as_bytes()).unwrap().text, text);
    assert_eq!(
        from_text("paste", text, &Limits::default()).unwrap().text,
        text
    );
}

#[test]
fn one_word_and_one_endless_paragraph_are_documents() {
    assert_eq!(plain(b"word").unwrap().text, "word");
    let paragraph = "word ".repeat(200_000);
    assert_eq!(plain(paragraph.as_bytes()).unwrap().text, paragraph);
    let page = format!("<p>{paragraph}</p>");
    let document = from_text("a.html", &page, &Limits::default()).unwrap();
    assert_eq!(document.text, paragraph.trim_end());
}

#[test]
fn markdown_and_code_are_kept_as_written() {
    let source = "#  Title\n\n<p>not a page</p>\n";
    let document = read("a.md", None, source.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(
        (document.text.as_str(), document.media),
        (source, Media::Markdown)
    );
    assert_eq!(
        read("a.rs", None, b"fn f() {}", &Limits::default())
            .unwrap()
            .media,
        Media::Code
    );
}

#[test]
fn what_was_read_survives_serialisation() {
    let document = plain(b"good \xFF bad\0").unwrap();
    let json = serde_json::to_string(&document).unwrap();
    assert!(
        json.contains(r#"{"kind":"invalid_replaced","count":1}"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Document>(&json).unwrap(), document);
}

fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "</?(div|p|ul|li|pre|h2|table|tr|td|nav|main|svg|title|script)( hidden)?/?>",
        "</?(ol|dl|dt|dd|th|thead|tbody|caption|sup|sub|s|a|br|ruby|rt|blockquote)( colspan=3| rowspan=2| href=#x)?>",
        "[ \\n<>&a-z茶]{0,8}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Returns true if the blocks of a page are in order and hold all of its words.
fn holds_all(document: &Document) -> bool {
    let text = &document.text;
    let mut at = 0;
    let mut is_blank = |end: usize, next: usize| {
        let between = text
            .get(at..end)
            .is_some_and(|between| between.trim().is_empty());
        at = next;
        between
    };
    let mut blocks = document.structure.blocks.iter();
    let in_order = blocks.all(|block| is_blank(block.span.start, block.span.end));
    in_order && is_blank(text.len(), text.len()) && document.structure.fits(text)
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for name in ["a.txt", "a.html", "a"] {
            if let Ok(document) = read(name, None, &bytes, &Limits::default()) {
                prop_assert!(!document.text.trim().is_empty());
            }
        }
    }

    #[test]
    fn plain_text_is_kept_character_for_character(text in "\\PC{1,200}") {
        if let Ok(document) = from_text("a.txt", &text, &Limits::default()) {
            prop_assert_eq!(&document.text, text.strip_prefix('\u{FEFF}').unwrap_or(&text));
        }
        if let Ok(document) = plain(text.as_bytes()) {
            prop_assert_eq!(&document.text, text.strip_prefix('\u{FEFF}').unwrap_or(&text));
        }
    }

    #[test]
    fn any_markup_gives_text_without_wide_gaps(page in markup()) {
        if let Ok(document) = from_text("a.html", &page, &Limits::default()) {
            prop_assert_eq!(document.text.trim_end(), &document.text);
            prop_assert!(page.contains("pre") || !document.text.contains("\n\n\n"));
            prop_assert!(holds_all(&document), "{document:?}");
        }
    }
}
