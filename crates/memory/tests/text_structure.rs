//! Invariants of the structure of any text, and the structure of Markdown.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

use amb_memory::text::{BlockKind, Span, Structure, Unit, UnitKind, sentences};
use proptest::prelude::*;

/// Pieces of Markdown, and what breaks it.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-zA-Z]{1,12}",
        2 => "[一-龥]{1,20}",
        1 => "\\PC{0,6}",
        1 => any::<String>(),
        8 => prop::sample::select(vec![
            " ", " ", "\n", "\n\n", "\r\n", "\t", "    ", ". ", "。", "! ", ": ", "：", "\n# ", "\n## T\n",
            "\n---\n", "\n=====\n", "\n```\n", "\n~~~~ x\n", "\n- ", "\n  - ", "\n    1. ", "\n1. ", "\n\n- item\n\n  more",
            "**", "*", "`", "``", "_", "[a](b)", "[", "](", "![", "\\", "<b>", "<br>", "<!-- ", "-->", "\n> ", "\n> - ",
            "\n\n| a | b |\n|---|---|\n| c | d |\n", "|", "\n| x |", "\n\n|a\n|-\n", "&amp;", "\0", "\u{200b}", "\u{FEFF}",
            "\n\n<div>\n", "\n\n</p>x\n\n", "---\nt: x\n---\n", "~~", "\u{2028}", "👨‍👩‍👧‍👦", "e.g. ", "Hello there. ",
        ]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..80).prop_map(|pieces| pieces.concat())
}

fn whole(text: &str) -> Span {
    Span::new(0, text.len())
}

/// Holds blocks and marks to the text.
fn assert_sound(text: &str, structure: &Structure) -> Result<(), TestCaseError> {
    let mut after = 0;
    for block in &structure.blocks {
        prop_assert!(block.span.fits(text) && !block.span.is_empty(), "{block:?}");
        prop_assert!(after <= block.span.start, "{block:?} begins before {after}");
        after = block.span.end;
        if let BlockKind::Row { table, cells } = &block.kind {
            prop_assert!(*table < structure.tables.len());
            let mut cell_after = block.span.start;
            for cell in cells {
                prop_assert!(cell.fits(text) && cell_after <= cell.start, "{block:?}");
                cell_after = cell.end;
            }
            prop_assert!(cell_after <= block.span.end);
        }
    }
    after = 0;
    for mark in &structure.markup {
        prop_assert!(
            mark.fits(text) && after <= mark.start && !mark.is_empty(),
            "{mark:?}"
        );
        after = mark.end;
    }
    Ok(())
}

/// Holds units to the blocks: in order, and over every character that is neither blank nor markup.
fn assert_units(text: &str, structure: &Structure, units: &[Unit]) -> Result<(), TestCaseError> {
    let mut covered = vec![false; text.len()];
    let mut after = 0;
    for unit in units {
        prop_assert!(unit.span.fits(text) && !unit.span.is_empty(), "{unit:?}");
        prop_assert!(after <= unit.span.start, "{unit:?} begins before {after}");
        prop_assert!(!unit.words.trim().is_empty(), "{unit:?}");
        after = unit.span.end;
        covered[unit.span.start..unit.span.end].fill(true);
    }
    for mark in &structure.markup {
        covered[mark.start..mark.end].fill(true);
    }
    for block in &structure.blocks {
        for (at, c) in block.span.of(text).char_indices() {
            let at = block.span.start + at;
            prop_assert!(
                c.is_whitespace() || covered[at],
                "lost {c:?} at {at} of {block:?}"
            );
        }
    }
    Ok(())
}

fn units(text: &str) -> Vec<Unit> {
    Structure::markdown(text).units(text, whole(text))
}

fn words(text: &str) -> Vec<String> {
    units(text).into_iter().map(|unit| unit.words).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn bx_13_units_cover_the_blocks_of_markdown(text in text()) {
        let structure = Structure::markdown(&text);
        assert_sound(&text, &structure)?;
        assert_units(&text, &structure, &structure.units(&text, whole(&text)))?;
    }

    #[test]
    fn bx_13_a_slice_at_units_has_the_units_and_titles_of_the_whole(text in text(), from in 0_usize..40, len in 1_usize..40) {
        let structure = Structure::markdown(&text);
        let all = structure.units(&text, whole(&text));
        let chosen: Vec<&Unit> = all.iter().skip(from).take(len).collect();
        let (Some(first), Some(last)) = (chosen.first(), chosen.last()) else { return Ok(()) };
        let part = Span::new(first.span.start, last.span.end);
        let of_part = structure.units(&text, part);
        prop_assert_eq!(of_part.iter().collect::<Vec<_>>(), chosen.clone());
        let slice = structure.slice(&text, part);
        let own = part.of(&text);
        assert_sound(own, &slice)?;
        let sliced = slice.units(own, whole(own));
        prop_assert_eq!(sliced.len(), chosen.len());
        for (unit, of_whole) in sliced.iter().zip(chosen) {
            prop_assert_eq!(unit.span.start + part.start, of_whole.span.start);
            prop_assert_eq!(unit.span.end + part.start, of_whole.span.end);
            prop_assert_eq!(&unit.words, &of_whole.words);
            prop_assert_eq!(slice.titles_at(own, unit.span.start), structure.titles_at(&text, of_whole.span.start));
        }
    }

    #[test]
    fn bx_13_any_slice_is_sound(text in text(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let structure = Structure::markdown(&text);
        let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let (from, to) = (*from.get(&bounds), *to.get(&bounds));
        let part = Span::new(from.min(to), from.max(to));
        let slice = structure.slice(&text, part);
        let own = part.of(&text);
        let units = slice.units(own, whole(own));
        assert_units(own, &slice, &units)?;
        assert_units(&text, &slice.clone().shifted(part.start), &structure.units(&text, part))?;
        let words = structure.words(&text, part);
        prop_assert_eq!(slice.words(own, whole(own)), words);
    }

    #[test]
    fn bx_13_appended_texts_keep_their_units_and_titles(one in text(), other in text()) {
        let both = format!("{one}\n\n{other}");
        let at = one.len() + 2;
        let mut structure = Structure::markdown(&one);
        let first = structure.units(&one, whole(&one));
        let second = Structure::markdown(&other);
        structure.append_apart(second.clone(), at);
        assert_sound(&both, &structure)?;
        for unit in second.units(&other, whole(&other)) {
            prop_assert_eq!(second.titles_at(&other, unit.span.start), structure.titles_at(&both, at + unit.span.start));
        }
        for unit in first {
            prop_assert_eq!(Structure::markdown(&one).titles_at(&one, unit.span.start), structure.titles_at(&both, unit.span.start));
        }
    }
}

#[test]
fn bx_13_a_row_has_the_names_of_its_columns() {
    let text = "| Line | July | August |\n|---|---:|---|\n| **North** | 3.20 | |\n| South | | 4,10 | late |\n";
    assert_eq!(
        words(text),
        [
            "Line July August",
            "Line: North; July: 3.20",
            "Line: South; August: 4,10; late"
        ]
    );
    let row = &units(text)[1];
    assert_eq!(row.kind, UnitKind::Row);
    assert_eq!(row.span.of(text), "| **North** | 3.20 | |");
}

#[test]
fn bx_13_a_short_list_is_one_unit_with_the_words_that_lead_to_it() {
    let text = "It is cold. Bring:\n\n- a *warm* coat\n- boots\n\nIt rains.";
    let units = units(text);
    let said: Vec<(&str, &str)> = units
        .iter()
        .map(|unit| (unit.words.as_str(), unit.span.of(text)))
        .collect();
    assert_eq!(
        said,
        [
            ("It is cold.", "It is cold."),
            (
                "Bring: a warm coat; boots",
                "Bring:\n\n- a *warm* coat\n- boots"
            ),
            ("It rains.", "It rains."),
        ]
    );
}

#[test]
fn bx_13_an_item_of_a_long_list_has_the_words_that_lead_to_it() {
    let item = "- a thing that is needed on every day of the journey\n".repeat(40);
    let text = format!("Bring\n\n{item}  - and its spare\n\nThe end.");
    let all = units(&text);
    assert_eq!(all[0].words, "Bring");
    assert_eq!(
        all[7].words,
        "Bring — a thing that is needed on every day of the journey"
    );
    let spare = "Bring — a thing that is needed on every day of the journey — and its spare";
    assert_eq!(all[41].words, spare);
    assert_eq!(all[42].words, "The end.");
}

#[test]
fn bx_13_a_number_ends_no_sentence_behind_the_words_that_lead_to_it() {
    let item = "1. a thing that is needed on every day of the journey\n".repeat(40);
    let all = units(&format!("Bring\n\n{item}\n"));
    let led = "Bring — a thing that is needed on every day of the journey";
    assert_eq!(all[7].words, led);
    assert_eq!(sentences(led).len(), 1);
}

#[test]
fn bx_13_numbers_of_steps_are_words_and_marks_are_not() {
    let text =
        "3. Boil water.\n4. Wait for *five* minutes.\n\n   Longer for black tea.\n\n* [ ] Pour\n";
    assert_eq!(
        words(text),
        [
            "3. Boil water.",
            "4. Wait for five minutes.",
            "Longer for black tea.",
            "[ ] Pour"
        ]
    );
}

#[test]
fn bx_13_fences_end_as_commonmark_says_and_titles_keep_their_signs() {
    let text = "# Guide\n\n````sh\n# Networking\n```\n~~~\n## Logging\n````\n\nRefused.\n\n## C#\n\nTuning\n======\n\n```ini\n# x\n~~~\n```\nOff.";
    let structure = Structure::markdown(text);
    let titles = |words: &str| structure.titles_at(text, text.find(words).unwrap());
    assert_eq!(titles("Refused"), ["Guide"]);
    assert_eq!(titles("Logging"), ["Guide"]);
    assert_eq!(titles("C#"), ["Guide", "C#"]);
    assert_eq!(titles("Off."), ["Tuning"]);
    let code: Vec<String> = units(text)
        .into_iter()
        .filter(|unit| unit.kind == UnitKind::Code)
        .map(|unit| unit.words)
        .collect();
    assert_eq!(code, ["# Networking\n```\n~~~\n## Logging", "# x\n~~~"]);
}

#[test]
fn bx_13_comments_and_front_matter_are_no_sentences() {
    let text = "---\ntitle: Guide\n# no title\n---\n# Tea\n\n<!--\n# Hidden\nold\n-->\n\n<p align=\"center\">Pour <b>slowly</b>.</p>\n\nSee H<sub>2</sub>O<br>here.";
    assert_eq!(
        words(text),
        [
            "title: Guide\n# no title",
            "Tea",
            "Pour slowly.",
            "See H2O here."
        ]
    );
    let all = units(text);
    assert_eq!(all[0].kind, UnitKind::Code);
}

#[test]
fn bx_13_wrapped_lines_are_one_sentence() {
    let text = "> The boat\n> leaves at **nine.**\n> It returns\r\n> at [noon](a.md \"t\").\n\n他们在这条河边住了很多很多年以后才知道原来那座桥早已经不在\n了，然后`走。`了。";
    assert_eq!(
        words(text),
        [
            "The boat leaves at nine.",
            "It returns at noon.",
            "他们在这条河边住了很多很多年以后才知道原来那座桥早已经不在了，然后走。了。"
        ]
    );
    let quotes: Vec<&str> = units(text).iter().map(|unit| unit.span.of(text)).collect();
    assert_eq!(quotes[0], "The boat\n> leaves at **nine.**");
    assert_eq!(quotes[1], "It returns\r\n> at [noon](a.md \"t\").");
}

#[test]
fn bx_13_hostile_markdown_takes_linear_time() {
    let nested: String = (0..50)
        .map(|depth| format!("{}- item {depth}\n", "  ".repeat(depth)))
        .collect();
    assert_eq!(units(&nested).len(), 50);
    for unit in [
        "a",
        "word ",
        "It works. ",
        "*",
        "**a",
        "`",
        "``` ",
        "[",
        "[a](",
        "![",
        "](",
        "<",
        "<a ",
        "<!--",
        "<div>\n",
        "|",
        "|a|b|\n|-|-|\n",
        "| a |\n",
        "> ",
        ">",
        "- ",
        "- a\n",
        "1. a\n",
        "# a\n",
        "#",
        "---\n",
        "```\n",
        "~~~",
        "\\",
        "&amp;",
        "\t",
        "\r\n",
        "\0",
        "_a_",
        "a:\n\n- b\n\n",
        "***a ",
        "[a]: b\n",
        "a\n=\n",
        "x\\\n",
        "中文。",
    ] {
        for text in [
            unit.repeat((1 << 18) / unit.len()),
            format!(
                "|a|b|\n|-|-|\n|{}|c|\n",
                unit.repeat((1 << 16) / unit.len())
            ),
        ] {
            let structure = Structure::markdown(&text);
            let units = structure.units(&text, whole(&text));
            let size: usize = units.iter().map(|unit| unit.words.len()).sum();
            assert!(size <= 400 * text.len(), "{unit:?}");
        }
    }
}
