//! The shapes that manuals come in.

use amb_memory::text::{
    BlockKind, Language, Span, Structure, UnitKind, estimate_tokens, language, sentences, visible,
};

const WRAPPED: &str = "\
Debian Reference
****************

Table of Contents

1. GNU/Linux tutorials
    1.1. Console basics
        1.1.1. The shell prompt
        1.1.2. The shell prompt under GUI
2. Debian package management ........ 45

Chapter 1. GNU/Linux tutorials
==============================

I think learning a computer system is like learning a new foreign language.
Although tutorial books and documentation are helpful, you have to practice
it yourself, e.g. Debian offers many tools. See Section 2 for more.

1.1. Console basics

1.1.1. The shell prompt

Upon starting the system, you are presented with the character based login
screen if you did not install any GUI environment. Suppose your hostname is
foo, the login prompt looks as follows:

   foo login:

If you installed a GUI environment, then you can still get to the prompt by
Ctrl-Alt-F3:

 * press the keys
   together and wait
 * log in

9.5.12. Time-outs

Dr. Smith set it to 3.5 seconds. It was enough.
";

fn titles(text: &str) -> Vec<String> {
    let structure = Structure::plain(text);
    let headings = structure
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Heading { .. }));
    headings
        .map(|heading| structure.words(text, heading.span))
        .collect()
}

fn passages(text: &str) -> Vec<Span> {
    amb_memory::text::passages(text, &Structure::plain(text), Span::new(0, text.len()))
}

fn written(text: &str) -> Vec<String> {
    let unwrap = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    sentences(text)
        .into_iter()
        .map(|span| unwrap(span.of(text)))
        .collect()
}

#[test]
fn headings_of_a_wrapped_manual_are_found_and_its_contents_are_none() {
    assert_eq!(
        titles(WRAPPED),
        [
            "Debian Reference",
            "Chapter 1. GNU/Linux tutorials",
            "1.1. Console basics",
            "1.1.1. The shell prompt",
            "9.5.12. Time-outs"
        ]
    );
}

#[test]
fn the_outline_keeps_titles_that_head_only_titles() {
    let at = WRAPPED.find("Upon starting").unwrap();
    assert_eq!(
        Structure::plain(WRAPPED).titles_at(WRAPPED, at),
        [
            "Chapter 1. GNU/Linux tutorials",
            "1.1. Console basics",
            "1.1.1. The shell prompt"
        ]
    );
}

#[test]
fn wrapped_lines_end_no_sentence_and_abbreviations_neither() {
    let sentences = written(WRAPPED);
    for whole in [
        "I think learning a computer system is like learning a new foreign language.",
        "Although tutorial books and documentation are helpful, you have to practice it yourself, e.g. Debian offers many tools.",
        "Dr. Smith set it to 3.5 seconds.",
        "It was enough.",
        "* press the keys together and wait",
        "* log in",
        "1. GNU/Linux tutorials",
    ] {
        assert!(
            sentences.iter().any(|s| s == whole),
            "{whole} not in {sentences:#?}"
        );
    }
}

#[test]
fn a_heading_and_an_introduction_stay_with_what_follows() {
    for passage in passages(WRAPPED) {
        let words = passage.of(WRAPPED);
        assert!(
            !words.ends_with(':') || words.ends_with("login:"),
            "{words}"
        );
        assert!(!words.ends_with("Time-outs"), "{words}");
    }
}

#[test]
fn passages_of_prose_are_about_110_tokens() {
    let text = "The kernel keeps a table of every open file and closes it when the process ends. "
        .repeat(60);
    let passages = passages(&text);
    let sizes: Vec<usize> = passages.iter().map(|p| p.len()).collect();
    assert!(
        sizes.iter().all(|size| (380..=560).contains(size)),
        "{sizes:?}"
    );
    let chinese = "内核为每个打开的文件保存一张表，并在进程结束时关闭它。".repeat(60);
    for passage in self::passages(&chinese) {
        let characters = passage.of(&chinese).chars().count();
        assert!((120..=180).contains(&characters), "{characters}");
    }
}

#[test]
fn chinese_chapters_sections_and_sentences_are_found() {
    let text = "目录\n\n第 1 章 简介\n第 2 章 安装\n\n第 1 章 简介\n\n1.1. 什么是 Debian？\n\nDebian 是一个操作系统。它是自由的！真的吗？\n\n第二章 安装\n\n先下载“镜像”，再启动。\n";
    assert_eq!(
        titles(text),
        ["第 1 章 简介", "1.1. 什么是 Debian？", "第二章 安装"]
    );
    let at = text.find("它是自由的").unwrap();
    assert_eq!(
        Structure::plain(text).titles_at(text, at),
        ["第 1 章 简介", "1.1. 什么是 Debian？"]
    );
    let sentences = written(text);
    for whole in [
        "Debian 是一个操作系统。",
        "它是自由的！",
        "真的吗？",
        "先下载“镜像”，再启动。",
    ] {
        assert!(
            sentences.iter().any(|s| s == whole),
            "{whole} not in {sentences:#?}"
        );
    }
}

#[test]
fn marks_of_markdown_are_read_in_plain_text() {
    let text = "# Title\nIntro text here.\n\n## Setup\n\nRun this:\n\n```sh\n# install it\n\napt install foo\n`````\n\nSetext\n------\n\n1. First do this.\n2. Then that.\n   - And that.\n\n| a | b |\n|---|---|\n| c | d |\n";
    assert_eq!(titles(text), ["Title", "Setup", "Setext"]);
    let structure = Structure::plain(text);
    let units = structure.units(text, Span::new(0, text.len()));
    let said: Vec<(UnitKind, &str)> = units
        .iter()
        .map(|unit| (unit.kind, unit.words.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            (UnitKind::Heading, "Title"),
            (UnitKind::Sentence, "Intro text here."),
            (UnitKind::Heading, "Setup"),
            (UnitKind::Sentence, "Run this:"),
            (UnitKind::Code, "# install it\n\napt install foo"),
            (UnitKind::Heading, "Setext"),
            (UnitKind::Item, "1. First do this."),
            (UnitKind::Item, "2. Then that."),
            (UnitKind::Item, "And that."),
            (UnitKind::TableHead, "a b"),
            (UnitKind::Row, "a: c; b: d"),
        ]
    );
    let setup = passages(text).into_iter().map(|p| p.of(text));
    let mut setup = setup.filter(|p| p.starts_with("## Setup"));
    assert!(setup.any(|p| p.contains("Run this:") && p.contains("apt install foo")));
}

#[test]
fn lines_parted_by_tabs_are_a_table() {
    let text = "Line\tJuly\tAugust\nNorth\t3.20\t\nSouth\t\t4.10\n\nThe end.";
    let structure = Structure::plain(text);
    let units = structure.units(text, Span::new(0, text.len()));
    let words: Vec<&str> = units.iter().map(|unit| unit.words.as_str()).collect();
    assert_eq!(
        words,
        [
            "Line July August",
            "Line: North; July: 3.20",
            "Line: South; August: 4.10",
            "The end."
        ]
    );
}

#[test]
fn boxed_headings_are_read_and_commands_of_the_super_user_are_none() {
    let text = "+-------------+\n| 1. Overview |\n+-------------+\n\nBody text.\n\n# apt-get update\n# apt-get upgrade\n\nMore text.\n";
    assert_eq!(titles(text), ["1. Overview"]);
}

#[test]
fn a_numbered_list_is_no_series_of_headings() {
    let text = "Do the following:\n\n1. Install the package.\n\n2. Configure it\n\n3. Start it\n\nThen you are done.\n";
    assert!(titles(text).len() <= 1, "{:?}", titles(text));
    let text = "Choose:\n\n1. Apples\n2. Pears\n3. Plums\n\nAnd go on.\n";
    assert!(titles(text).is_empty());
}

#[test]
fn lines_that_had_room_are_lines_of_their_own() {
    let text = "Name: Debian\nKernel: Linux with a longer description of it\nArchitecture: amd64 and more of it\n";
    assert_eq!(sentences(text).len(), 3);
}

#[test]
fn languages_are_told_apart() {
    assert_eq!(language("Debian 是一个自由的操作系统"), Language::Chinese);
    assert_eq!(
        language("The word 中文 means Chinese, as everybody knows"),
        Language::English
    );
    assert_eq!(language(""), Language::English);
    assert_eq!(
        language("これは日本語の文章です、ひらがながおおい"),
        Language::English
    );
}

#[test]
fn tokens_are_estimated_by_script() {
    assert_eq!(estimate_tokens(""), 0);
    assert_eq!(estimate_tokens("word"), 1);
    assert_eq!(estimate_tokens("量子计算"), 4);
    assert_eq!(estimate_tokens(&" ".repeat(1000)), 1);
    let prose = "The quick brown fox jumps over the lazy dog and runs away from the hunters.";
    assert!((14..=22).contains(&estimate_tokens(prose)));
}

#[test]
fn hidden_characters_are_removed_and_emoji_kept() {
    assert_eq!(
        visible("a\0b\u{E0041}\u{202e}c\u{200b}d\u{FE0F}\u{FE0F}"),
        "abcd"
    );
    assert_eq!(
        visible("👨\u{200d}👩\u{200d}👧 ☺\u{FE0F}"),
        "👨\u{200d}👩\u{200d}👧 ☺\u{FE0F}"
    );
    assert_eq!(visible("line\r\n\tend"), "line\r\n\tend");
    assert!(matches!(visible("plain"), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn a_long_heading_may_be_wrapped() {
    let text = "3.1.12. I track testing, and a new version is released soon. What\nhappens to my machine then?\n\n    It depends on your sources.\n";
    assert_eq!(
        titles(text),
        [
            "3.1.12. I track testing, and a new version is released soon. What happens to my machine then?"
        ]
    );
    let list = "1.2. A long line that is a full one and is followed by another line\nthat goes on.\nAnd on.\n";
    assert!(titles(list).is_empty());
}

#[test]
fn words_in_capitals_are_headings_in_manual_pages_only() {
    let page = "NAME\n    ls - list directory contents\n\nSYNOPSIS\n    ls [OPTION]...\n";
    assert_eq!(titles(page), ["NAME", "SYNOPSIS"]);
    let definitions = "Terms:\n\nASCII\n    A code for characters.\n";
    assert!(titles(definitions).is_empty());
}
