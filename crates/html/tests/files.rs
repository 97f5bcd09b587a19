//! Word documents, books and tables, as files.

#![allow(
    clippy::unwrap_used,
    reason = "a test that meets the unexpected must stop"
)]

use amb_documents::{Document, DocumentError, Limits, Media, Source};
use amb_html::document;
use amb_memory::text::Span;

const DOCX: &[u8] = include_bytes!("files/ferry.docx");
const EPUB: &[u8] = include_bytes!("files/tales.epub");
const CSV: &[u8] = include_bytes!("files/fares.csv");

fn read(name: &str, bytes: &[u8]) -> Result<Document, DocumentError> {
    document(&Source::bytes(name, bytes), &Limits::default())
}

/// The words of a document's units.
fn units(document: &Document) -> Vec<String> {
    let all = Span::new(0, document.text.len());
    let units = document.structure.units(&document.text, all).into_iter();
    units.map(|unit| unit.words).collect()
}

#[test]
fn mb_04_a_word_document_is_read_with_its_structure() {
    let document = read("ferry.docx", DOCX).unwrap();
    assert_eq!(document.media, Media::Word);
    assert_eq!(
        document.text,
        "# The Orrin ferry\n\nThe ferry crosses to Westby from May to October.\n\n## Fares\n\n\
         Line | July | August\nNorth | 3.20 | 3.60\nSouth | 2.80 | 2.90\n\n\
         ## Rules\n\n1. Dogs are kept on a leash.\n2. Bicycles cost 2 crowns."
    );
    let units = units(&document);
    assert!(units.contains(&"Line: North; July: 3.20; August: 3.60".to_owned()));
}

#[test]
fn mb_04_a_book_is_read_in_the_order_of_its_spine() {
    let document = read("tales.epub", EPUB).unwrap();
    assert_eq!(document.media, Media::Epub);
    assert_eq!(document.title.as_deref(), Some("Tales of Orrin"));
    assert_eq!(
        document.text.trim_end(),
        "# The light\n\nIda Berg built the lighthouse in 1871. It is 42 metres tall.\n\n\
         # The market\n\nThe market is held on Thursdays.\n\n- Fish\n- Bread"
    );
    assert!(document.pages.is_empty());
    assert!(units(&document).contains(&"The market is held on Thursdays.".to_owned()));
}

#[test]
fn bx_13_rows_of_a_table_have_the_names_of_their_columns() {
    let document = read("fares.csv", CSV).unwrap();
    assert_eq!(document.media, Media::Table);
    let units = units(&document);
    assert!(units.contains(&"Line: North; Month: August; Fare: 3,60".to_owned()));
    assert!(units.contains(&"Line: South; by night; Month: July; Fare: 2,80".to_owned()));
    let typed = document_of_text("fares.csv", "a,b\n1,2");
    assert_eq!(typed.text, "a | b\n1 | 2");
}

fn document_of_text(name: &str, text: &str) -> Document {
    document(&Source::text(name, text), &Limits::default()).unwrap()
}

/// A cut or changed file is refused or read, and breaks nothing.
#[test]
fn mb_04_damaged_files_are_refused() {
    for (name, bytes) in [("ferry.docx", DOCX), ("tales.epub", EPUB)] {
        for at in (0..bytes.len()).step_by(7) {
            let _ = read(name, bytes.get(..at).unwrap());
            let mut changed = bytes.to_vec();
            *changed.get_mut(at).unwrap() ^= 0x55;
            let _ = read(name, &changed);
        }
        let (head, tail) = bytes.split_at(bytes.len() / 2);
        let without_middle = [head, tail.get(40..).unwrap()].concat();
        let refused = read(name, &without_middle).unwrap_err();
        assert_eq!(refused.kind(), "file_damaged", "{refused}");
    }
}
