//! Texts of a quarter of a megabyte made to be slow: a quadratic step would take minutes where a linear one takes
//! a fraction of a second, so that these tests would not end.

use amb_memory::text::{Span, Structure, passages, sections, sentences, split_to_window, visible};

const SIZE: usize = 1 << 18;

fn check(unit: &str) {
    let text = unit.repeat(SIZE / unit.len());
    for structure in [
        Structure::plain(&text),
        Structure::markdown(&text),
        Structure::code(&text),
    ] {
        assert!(structure.fits(&text), "{unit:?}");
        let tiled: usize = sections(&text, &structure, Span::new(0, text.len()))
            .iter()
            .map(Span::len)
            .sum();
        assert_eq!(tiled, text.len());
        let parts = split_to_window(&text, &structure, 8000, 0.9);
        assert_eq!(parts.iter().map(Span::len).sum::<usize>(), text.len());
        let passages = passages(&text, &structure, Span::new(0, text.len()));
        let covered: usize = passages
            .iter()
            .map(|span| span.of(&text).trim().len())
            .sum();
        assert!(covered <= text.trim().len());
    }
    let _ = (sentences(&text), visible(&text));
}

/// BX-13: one cell of a table has no end.
#[test]
fn bx_13_a_cell_without_end_is_read_in_linear_time() {
    let cell = "a long cell ".repeat(SIZE / 12);
    let text = format!("| name | value |\n|---|---|\n| one | {cell} |\n| two | short |\n");
    let structure = Structure::markdown(&text);
    assert!(structure.fits(&text));
    let passages = passages(&text, &structure, Span::new(0, text.len()));
    let words: Vec<String> = passages
        .iter()
        .map(|passage| structure.passage_words(&text, *passage))
        .collect();
    assert!(words[0].contains("name: one"), "{}", words[0]);
    assert!(words.iter().all(|words| words.contains("value: ")));
}

/// A window is read with the structure of the whole text, passage by passage.
#[test]
fn a_block_without_end_is_read_in_linear_time() {
    for unit in [
        "x",
        "Some words that never come to an end and go on ",
        "It works well. Does it? ",
        "let x = 1;\n",
        "let x = 1; ",
    ] {
        let text = unit.repeat(SIZE / unit.len());
        for structure in [Structure::plain(&text), Structure::code(&text)] {
            let whole = Span::new(0, text.len());
            let passages = passages(&text, &structure, whole);
            let words = passages
                .iter()
                .map(|passage| structure.passage_words(&text, *passage).len());
            assert!(words.sum::<usize>() >= text.trim().len() / 2, "{unit:?}");
            let longest = structure.blocks.iter().map(|block| block.span.len());
            assert!(longest.max().unwrap() <= 20 * 1024, "{unit:?}");
        }
    }
}

macro_rules! hostile {
    ($($name:ident: $unit:expr;)*) => {
        $(#[test] fn $name() { check($unit); })*
    };
}

hostile! {
    one_word_without_end: "a";
    one_paragraph_without_end: "Some words that never come to an end and go on ";
    one_paragraph_of_sentences: "It works well. Does it? ";
    only_blanks: " ";
    only_line_ends: "\n";
    only_nul: "\0";
    a_dot_and_blanks: ". ";
    dots_and_far_blanks: ".                                        ";
    closing_brackets: ".)";
    dots: ".";
    brackets: ")";
    digits_and_dots: "1.";
    accents: "\u{301}";
    flags: "🇨🇳";
    families: "👨‍👩‍👧‍👦";
    joiners: "👨\u{200d}";
    tags: "\u{E0041}";
    right_to_left: "שלום עולם. ";
    hashes: "#";
    headings: "# A\n";
    numbered_headings: "1. Title\n\n";
    fences: "```\n";
    unclosed_fences: "```a\n";
    rules: "---\n";
    colons: "a:\n\n";
    list_items: "- a\n";
    abbreviations: "e.g. A ";
    chinese: "这是一个没有标点的段落";
    chinese_sentences: "这是一句话。";
    tabs: "\ta\n";
    form_feeds: "a\u{c}";
    deeper_and_deeper: "1. A\n\n1.1. B\n\n1.1.1. C\n\n";
    capitals: "NAME\n\n";
    rows: "| a | b |\n";
    tables: "| a | b |\n|---|---|\n| c | d |\n\n";
    columns: "a\tb\tc\n";
    bars: "|";
    deep_lists: "- a\n  - b\n    - c\n";
    led_lists: "Bring:\n- a\n";
    quotes: "> a\n";
    carriage_returns: "a\r\n";
    marks: "\u{FEFF}";
    emphasis: "**a** ";
    open_emphasis: "*a";
    open_links: "[a](";
    tags_of_html: "<b>";
    open_tags: "<a";
    comments: "<!-- a";
    tildes: "~~~a\n";
}
