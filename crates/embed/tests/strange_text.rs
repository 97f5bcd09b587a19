//! Texts longer than the window, and absurd texts.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "test code, also outside #[test] functions"
)]

mod files;

use amb_embed::DIMENSIONS;
use files::MODEL;

fn embed(text: &str) -> Vec<f32> {
    MODEL.embed(&[text]).unwrap().remove(0)
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// MB-05: text behind the first window still counts.
#[test]
fn nothing_of_a_long_text_is_cut() {
    let bread = "The baker kneads the dough and bakes bread in a hot oven. ".repeat(40);
    let stars = "Astronomers observe distant galaxies with a radio telescope. ".repeat(40);
    let (about_bread, about_stars) = (embed(&bread), embed(&stars));
    let both = embed(&format!("{bread}{stars}"));
    let apart = cosine(&about_bread, &about_stars);
    let shares = [cosine(&both, &about_bread), cosine(&both, &about_stars)];
    assert!(
        shares.iter().all(|share| *share > apart + 0.3),
        "{shares:?}, apart {apart}"
    );
}

/// MB-05: a long text is the mean of its windows: repeated text has nearly the vector of one window of it.
#[test]
fn windows_are_averaged() {
    let once = "The capital of France is Paris, and its river is the Seine. ".repeat(17);
    let many = once.repeat(4);
    assert!(cosine(&embed(&once), &embed(&many)) > 0.99);
}

#[test]
fn strange_text_has_a_vector_of_length_one() {
    let texts = [
        "",
        " ",
        "\n\t\r",
        "\0",
        "\0\0a\0",
        "\u{fffd}",
        "\u{202e}abc\u{2069}",
        "\u{200b}\u{feff}",
        "[CLS]",
        "[SEP] [PAD] [MASK] [UNK]",
        "\u{e0041}\u{e0042}",
        "e\u{301}\u{301}\u{301}",
        "##ing",
        "👨‍👩‍👧‍👦🏳️‍🌈",
        "𝕳𝖊𝖑𝖑𝖔",
        "\u{10ffff}",
    ];
    for (text, vector) in texts.iter().zip(MODEL.embed(&texts).unwrap()) {
        assert_eq!(vector.len(), DIMENSIONS);
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5, "{text:?}");
    }
    assert_eq!(embed(""), embed(" \n\0"));
}

/// A megabyte without a break is tokenised chunk by chunk and ends in a vector.
#[test]
fn a_megabyte_without_a_break_works() {
    let vector = embed(&"x".repeat(1 << 20));
    assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5);
}

#[test]
fn coverage_tells_what_the_vocabulary_knows() {
    assert_eq!(MODEL.coverage(""), 1.0);
    assert_eq!(MODEL.coverage("The quick brown fox."), 1.0);
    assert_eq!(MODEL.coverage("🦀🕸"), 0.0);
    let mixed = MODEL.coverage("fox 🦀");
    assert!((mixed - 0.5).abs() < f32::EPSILON, "{mixed}");
}

#[test]
fn vectors_carry_their_model_and_build() {
    assert!(MODEL.model_id().starts_with("all-MiniLM-L6-v2/"));
}
