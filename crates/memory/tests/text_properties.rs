//! Invariants of the units of any text.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

use amb_memory::text::{
    Span, Structure, estimate_tokens, language, passages, sections, sentences, split_to_window,
    visible,
};
use proptest::prelude::*;

/// Pieces that texts get their shape from, and that break naive cutters.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-zA-Z]{1,12}",
        2 => "[一-龥]{1,20}",
        1 => "\\PC{0,6}",
        1 => any::<String>(),
        6 => prop::sample::select(vec![
            " ", " ", "\n", "\n\n", "\r\n", "\r", "\t", "    ", ". ", "。", "! ", "e.g. ", ": ", "：",
            "# ", "## T\n", "\n1.2. Title\n\n", "\n1. Title\n\n", "\n第 1 章 标题\n\n", "\n---\n", "\n=====\n",
            "```\n", "- ", "\n\n- item", "\0", "\u{200b}", "\u{202e}", "\u{E0041}", "👨‍👩‍👧‍👦", "🇨🇳", "é\u{301}",
            "\u{2028}", "\u{2029}", "\u{c}", "שלום ", "....... 12\n", "NAME\n  x", "| a | b |\n", "~~~",
        ]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..120).prop_map(|pieces| pieces.concat())
}

fn assert_ordered(text: &str, spans: &[Span]) -> Result<(), TestCaseError> {
    let mut after = 0;
    for span in spans {
        prop_assert!(span.fits(text) && !span.is_empty(), "{span:?}");
        prop_assert!(after <= span.start, "{span:?} begins before {after}");
        after = span.end;
    }
    Ok(())
}

/// Holds spans to cover every character of the blocks that is neither blank nor markup.
fn assert_covers(text: &str, structure: &Structure, spans: &[Span]) -> Result<(), TestCaseError> {
    assert_ordered(text, spans)?;
    let mut covered = vec![false; text.len()];
    for span in spans.iter().chain(&structure.markup) {
        covered[span.start..span.end].fill(true);
    }
    for block in &structure.blocks {
        for (at, c) in block.span.of(text).char_indices() {
            prop_assert!(
                c.is_whitespace() || covered[block.span.start + at],
                "lost {c:?} of {block:?}"
            );
        }
    }
    Ok(())
}

/// The three ways in which a text's structure is made without a reader of its own.
fn structures(text: &str) -> [Structure; 3] {
    [
        Structure::plain(text),
        Structure::markdown(text),
        Structure::code(text),
    ]
}

fn whole(text: &str) -> Span {
    Span::new(0, text.len())
}

fn assert_tiles(text: &str, spans: &[Span]) -> Result<(), TestCaseError> {
    assert_ordered(text, spans)?;
    let joined: String = spans.iter().map(|span| span.of(text)).collect();
    prop_assert_eq!(joined, text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn sentences_cover_the_text(text in text()) {
        let sentences = sentences(&text);
        assert_covers(&text, &Structure::plain(&text), &sentences)?;
        for sentence in &sentences {
            prop_assert!(sentence.of(&text).chars().count() <= 4000);
        }
    }

    /// BX-13: what plain text and code say is in a block, but for rules and the marks of titles.
    #[test]
    fn bx_13_blocks_cover_what_is_said(text in text()) {
        for structure in [Structure::plain(&text), Structure::code(&text)] {
            prop_assert!(structure.fits(&text), "{structure:?}");
            let mut after = 0;
            for block in &structure.blocks {
                let between = &text[after..block.span.start];
                prop_assert!(!between.contains(char::is_alphanumeric), "lost {between:?}");
                after = block.span.end;
            }
            prop_assert!(!text[after..].contains(char::is_alphanumeric));
        }
    }

    #[test]
    fn bx_13_a_structure_is_the_same_from_a_file(text in text()) {
        for structure in structures(&text) {
            let json = serde_json::to_string(&structure).unwrap();
            prop_assert_eq!(serde_json::from_str::<Structure>(&json).unwrap(), structure);
        }
    }

    #[test]
    fn sections_tile_the_text(text in text()) {
        for structure in structures(&text) {
            assert_tiles(&text, &sections(&text, &structure, whole(&text)))?;
        }
    }

    #[test]
    fn passages_are_whole_units_within_sections(text in text()) {
        for structure in structures(&text) {
            let passages = passages(&text, &structure, whole(&text));
            assert_covers(&text, &structure, &passages)?;
            let units = structure.units(&text, whole(&text));
            for section in sections(&text, &structure, whole(&text)) {
                for passage in &passages {
                    let begins_inside = section.start <= passage.start && passage.start < section.end;
                    prop_assert!(!begins_inside || passage.end <= section.end);
                }
            }
            for passage in passages {
                prop_assert!(units.iter().any(|unit| unit.span.start == passage.start));
                prop_assert!(units.iter().any(|unit| unit.span.end == passage.end));
                prop_assert!(!structure.passage_words(&text, passage).is_empty());
            }
        }
    }

    /// MB-08: no text is lost, and no part is over the window's share.
    #[test]
    fn parts_tile_the_text_within_the_window(text in text(), window in 0_usize..80, ratio in 0.0_f32..1.2) {
        for structure in structures(&text) {
            let parts = split_to_window(&text, &structure, window, ratio);
            assert_tiles(&text, &parts)?;
            let budget = ((window as f64 * f64::from(ratio.min(1.0))) as usize).max(1);
            let whole = estimate_tokens(&text) <= window;
            for part in &parts {
                prop_assert!(whole || estimate_tokens(part.of(&text)) <= budget);
            }
            prop_assert!(!whole || parts.len() <= 1);
        }
    }

    #[test]
    fn what_is_visible_is_part_of_the_text_and_stays_visible(text in text()) {
        let shown = visible(&text).into_owned();
        let mut rest = text.chars();
        prop_assert!(shown.chars().all(|c| rest.any(|other| other == c)));
        let hidden = ['\0', '\u{200b}', '\u{202e}', '\u{E0041}'];
        prop_assert!(!shown.contains(hidden));
        prop_assert_eq!(visible(&shown).into_owned(), shown.clone());
        let _ = language(&text);
    }
}
