//! What holds for the units of any text, whatever it is.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

use amb_memory::text::{
    Outline, Span, estimate_tokens, language, paragraphs, passages, sections, sentences,
    split_to_window, visible,
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

fn assert_covers(text: &str, spans: &[Span]) -> Result<(), TestCaseError> {
    assert_ordered(text, spans)?;
    let mut after = 0;
    for start_end in spans
        .iter()
        .map(|s| (s.start, s.end))
        .chain([(text.len(), text.len())])
    {
        prop_assert!(
            text[after..start_end.0].trim().is_empty(),
            "lost {:?}",
            &text[after..start_end.0]
        );
        after = start_end.1;
    }
    Ok(())
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
        assert_covers(&text, &sentences)?;
        for sentence in &sentences {
            prop_assert!(sentence.of(&text).chars().count() <= 1000);
        }
    }

    #[test]
    fn paragraphs_cover_the_text(text in text()) {
        assert_covers(&text, &paragraphs(&text))?;
    }

    #[test]
    fn sections_tile_the_text(text in text()) {
        let spans: Vec<Span> = sections(&text).iter().map(|section| section.span).collect();
        assert_tiles(&text, &spans)?;
    }

    #[test]
    fn passages_cover_the_text_within_sections(text in text()) {
        let passages = passages(&text);
        assert_covers(&text, &passages)?;
        for section in sections(&text) {
            for passage in &passages {
                let begins_inside = section.span.start <= passage.start && passage.start < section.span.end;
                prop_assert!(!begins_inside || passage.end <= section.span.end);
            }
        }
    }

    #[test]
    fn passages_are_whole_sentences(text in text()) {
        let ends: Vec<usize> = sentences(&text).iter().map(|sentence| sentence.end).collect();
        for passage in passages(&text) {
            prop_assert!(ends.binary_search(&passage.end).is_ok());
        }
    }

    /// MB-08: no text is lost, and no part is over the window's share.
    #[test]
    fn parts_tile_the_text_within_the_window(text in text(), window in 0_usize..80, ratio in 0.0_f32..1.2) {
        let parts = split_to_window(&text, window, ratio);
        assert_tiles(&text, &parts)?;
        let budget = ((window as f64 * f64::from(ratio.min(1.0))) as usize).max(1);
        let whole = estimate_tokens(&text) <= window;
        for part in &parts {
            prop_assert!(whole || estimate_tokens(part.of(&text)) <= budget);
        }
        prop_assert!(!whole || parts.len() <= 1);
    }

    #[test]
    fn an_outline_tells_of_a_section_what_it_is_called(text in text()) {
        let outline = Outline::new(&text);
        for section in sections(&text) {
            if let Some(last) = text[section.span.start..section.span.end].char_indices().next_back() {
                let path = outline.path_at(section.span.start + last.0);
                prop_assert_eq!(path.last().map(|title| (*title).to_owned()), section.heading);
            }
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
