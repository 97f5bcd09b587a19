//! MB-06: what a search gives in the cases that have a name.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a helper of a test fails as its test does"
)]

use std::collections::BTreeSet;

use amb_memory::retrieval::{
    DEFAULT_ALPHA, DEFAULT_K, HybridIndex, Query, RetrievalError, RetrievalErrorKind,
};

fn index(documents: &[(&'static str, &str, Option<[f32; 4]>)]) -> HybridIndex<&'static str> {
    let mut index = HybridIndex::new(4);
    for (key, text, vector) in documents {
        let vector = vector.as_ref().map(|vector| vector.as_slice());
        index.upsert(*key, text, vector).unwrap();
    }
    index
}

fn keys<'k>(hits: &[amb_memory::retrieval::Hit<&'k str>]) -> Vec<&'k str> {
    hits.iter().map(|hit| hit.key).collect()
}

const EAST: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
const NORTH: [f32; 4] = [0.0, 1.0, 0.0, 0.0];

#[test]
fn mb_06_a_keyword_only_hit_can_win() {
    let index = index(&[
        ("near", "nothing of it", Some([0.9, 0.436, 0.0, 0.0])),
        ("worded", "the borrow checker", None),
    ]);
    let query = Query {
        vector: Some(&EAST),
        ..Query::new("borrow checker")
    };
    let hits = index.search(&query).unwrap();
    assert_eq!(keys(&hits), ["worded", "near"]);
    assert_eq!(
        (hits[0].score, hits[0].keyword, hits[0].semantic),
        (0.5, 1.0, 0.0)
    );
}

#[test]
fn mb_06_without_a_keyword_match_meaning_decides() {
    let index = index(&[("n", "north", Some(NORTH)), ("e", "east", Some(EAST))]);
    let query = Query {
        vector: Some(&EAST),
        ..Query::new("xyzzy")
    };
    let hits = index.search(&query).unwrap();
    assert_eq!(keys(&hits), ["e", "n"]);
    assert_eq!(hits[0].score, 0.5);
}

#[test]
fn mb_06_without_a_vector_words_decide_and_the_rest_are_no_hits() {
    let index = index(&[("n", "north", Some(NORTH)), ("e", "east", Some(EAST))]);
    assert_eq!(keys(&index.search(&Query::new("east")).unwrap()), ["e"]);
    assert!(index.search(&Query::new("xyzzy")).unwrap().is_empty());
}

#[test]
fn mb_06_an_empty_index_and_a_k_of_zero_give_nothing() {
    let empty: HybridIndex<u8> = HybridIndex::new(4);
    let query = Query {
        vector: Some(&EAST),
        ..Query::new("east")
    };
    assert!(empty.search(&query).unwrap().is_empty());

    let one = index(&[("e", "east", Some(EAST))]);
    let query = Query {
        vector: Some(&EAST),
        k: 0,
        ..Query::new("east")
    };
    assert!(one.search(&query).unwrap().is_empty());
    assert!(one.keyword_search("east", 0).is_empty());
    assert!(one.semantic_search(&EAST, 0).unwrap().is_empty());
}

#[test]
fn mb_06_a_huge_k_gives_all() {
    let index = index(&[("n", "north", Some(NORTH)), ("e", "east", Some(EAST))]);
    let hits = index.semantic_search(&EAST, usize::MAX).unwrap();
    assert_eq!(keys(&hits), ["e", "n"]);
}

#[test]
fn mb_06_excluded_nodes_give_way_without_changing_scores() {
    let index = index(&[
        (
            "long",
            "borrow and much besides: moves, drops, lifetimes",
            None,
        ),
        ("short", "borrow", None),
    ]);
    let all = index.search(&Query::new("borrow")).unwrap();
    let exclude = BTreeSet::from(["short"]);
    let query = Query {
        exclude: Some(&exclude),
        ..Query::new("borrow")
    };
    assert_eq!(keys(&all), ["short", "long"]);
    assert_eq!(index.search(&query).unwrap(), all[1..]);
}

#[test]
fn mb_06_ties_are_in_key_order_whatever_the_order_of_insertion() {
    let index = index(&[
        ("c", "same", None),
        ("a", "same", None),
        ("b", "same", None),
    ]);
    let query = Query {
        k: 2,
        ..Query::new("same")
    };
    assert_eq!(keys(&index.search(&query).unwrap()), ["a", "b"]);
}

#[test]
fn mb_06_defaults_are_the_seeds() {
    assert_eq!((DEFAULT_ALPHA, DEFAULT_K), (0.5, 5));
}

#[test]
fn malformed_input_is_refused_and_changes_nothing() {
    let mut index = index(&[("e", "east", Some(EAST))]);
    let short = RetrievalError::WrongDimensions {
        expected: 4,
        actual: 3,
    };
    assert_eq!(index.upsert("e", "west", Some(&[1.0; 3])), Err(short));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let vector = [0.0, bad, 0.0, 0.0];
        let refusal = RetrievalError::NotFinite { position: 1 };
        assert_eq!(index.upsert("w", "west", Some(&vector)), Err(refusal));
        assert_eq!(index.semantic_search(&vector, 1), Err(refusal));
        assert_eq!(refusal.kind(), RetrievalErrorKind::InvalidInput);
    }
    for alpha in [f32::NAN, -0.1, 1.1] {
        let query = Query {
            alpha,
            ..Query::new("east")
        };
        let refused = index.search(&query).map_err(|error| error.kind());
        assert_eq!(refused, Err(RetrievalErrorKind::InvalidInput));
    }
    assert_eq!(index.len(), 1);
    assert!(index.keyword_search("west", 1).is_empty());
    assert_eq!(index.vector(&"e"), Some(EAST.as_slice()));
}

#[test]
fn vectors_are_stored_at_length_one() {
    let index = index(&[
        ("unit", "", Some([0.6, 0.8, 0.0, 0.0])),
        ("vast", "", Some([f32::MAX, f32::MAX, 0.0, 0.0])),
        ("zero", "", Some([0.0; 4])),
    ]);
    assert_eq!(
        index.vector(&"unit"),
        Some([0.6_f32, 0.8, 0.0, 0.0].as_slice())
    );
    let vast = index.vector(&"vast").unwrap();
    assert!((vast[0] - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
    let hits = index.semantic_search(&[3.0, 4.0, 0.0, 0.0], 3).unwrap();
    assert_eq!(keys(&hits), ["unit", "vast", "zero"]);
    assert!((hits[0].score - 1.0).abs() < 1e-6);
    assert_eq!(hits[2].score, 0.0);
}

#[test]
fn a_single_character_and_stop_words_find_what_holds_them() {
    let index = index(&[
        ("zh", "量子计算很快", None),
        ("band", "The Who are a band", None),
        ("other", "a band", None),
    ]);
    assert_eq!(keys(&index.keyword_search("子", 5)), ["zh"]);
    assert_eq!(keys(&index.keyword_search("The Who", 5)), ["band"]);
    assert!(index.keyword_search("the 算子", 5).is_empty());
}

#[test]
fn uncounted_terms_leave_the_ranking_of_others_as_it_is() {
    let plain = index(&[("a", "量子", None), ("b", "band rust", None)]);
    let wordy = index(&[("a", "量子", None), ("b", "the band of the rust", None)]);
    let score = |index: &HybridIndex<&'static str>| index.keyword_search("rust", 1)[0].score;
    assert_eq!(score(&plain), score(&wordy));
}

#[test]
fn a_term_is_the_rarer_the_fewer_hold_it() {
    let index = index(&[("a", "rust wasm", None), ("b", "rust", None)]);
    assert!(index.rarity("rust") < index.rarity("wasm"));
    assert!(index.rarity("wasm") < index.rarity("xyzzy"));
    // ln(1 + (2 − 1 + ½) / (1 + ½))
    assert!((index.rarity("wasm") - 2.0_f32.ln()).abs() < 1e-6);
}
