//! Vectors of the official f32 model (`models/reference.py` made them) against ours.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "test code, also outside #[test] functions"
)]

mod files;

use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use files::MODEL;

/// Texts and the official vectors.
static GOLDEN: LazyLock<Vec<(String, Vec<f32>)>> = LazyLock::new(golden);

/// Our vectors of the same texts.
static OURS: LazyLock<Vec<Vec<f32>>> = LazyLock::new(|| {
    let texts: Vec<&str> = GOLDEN.iter().map(|(text, _)| text.as_str()).collect();
    MODEL.embed(&texts).unwrap()
});

fn golden() -> Vec<(String, Vec<f32>)> {
    let items: Vec<serde_json::Value> = serde_json::from_str(include_str!("golden.json")).unwrap();
    let vector = |text: &serde_json::Value| {
        let bytes = BASE64_STANDARD.decode(text.as_str().unwrap()).unwrap();
        bytes
            .as_chunks()
            .0
            .iter()
            .map(|four| f32::from_le_bytes(*four))
            .collect()
    };
    let item = |item: &serde_json::Value| {
        (
            item["text"].as_str().unwrap().to_owned(),
            vector(&item["vector"]),
        )
    };
    items.iter().map(item).collect()
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// MB-05: int8 stays near the official model on every kind of text.
#[test]
fn vectors_agree_with_the_official_model() {
    assert!(GOLDEN.len() >= 50);
    let cosines: Vec<f32> = GOLDEN
        .iter()
        .zip(&*OURS)
        .map(|((_, official), ours)| cosine(official, ours))
        .collect();
    let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
    let (worst, (text, _)) = cosines
        .iter()
        .zip(&*GOLDEN)
        .min_by(|(left, _), (right, _)| left.total_cmp(right))
        .unwrap();
    println!("cosine to f32: mean {mean:.5}, worst {worst:.5}");
    assert!(mean >= 0.99, "mean {mean}");
    assert!(*worst >= 0.98, "worst {worst}: {text:?}");
}

/// MB-05: neighbours keep their order: of every text, the nearest other text by the official vectors
/// is among our three nearest.
#[test]
fn nearest_neighbours_stay_near() {
    let official: Vec<Vec<f32>> = GOLDEN.iter().map(|(_, vector)| vector.clone()).collect();
    for text in 0..GOLDEN.len() {
        let nearest = ranking(&official, text)[0];
        let place = ranking(&OURS, text)
            .iter()
            .position(|other| *other == nearest)
            .unwrap();
        assert!(place < 3, "{:?}: place {place}", GOLDEN[text].0);
    }
}

fn ranking(vectors: &[Vec<f32>], text: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (0..vectors.len()).filter(|other| *other != text).collect();
    let likeness = |other: &usize| cosine(&vectors[text], &vectors[*other]);
    others.sort_by(|left, right| likeness(right).total_cmp(&likeness(left)));
    others
}

/// MB-05: one vector per text, in order, independent of the rest of the batch; length 1.
#[test]
fn a_batch_is_its_texts_one_by_one() {
    let texts = ["first", "", "a second, longer text", "first"];
    let batch = MODEL.embed(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&batch) {
        assert_eq!(vec![vector.clone()], MODEL.embed(&[text]).unwrap());
        assert_eq!(vector.len(), amb_embed::DIMENSIONS);
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-5);
    }
    assert_eq!(batch[0], batch[3]);
    assert!(MODEL.embed(&[]).unwrap().is_empty());
}

/// MB-05: every build gives these bits (the wasm builds are compared with the same number).
#[test]
fn vectors_have_the_same_bits_everywhere() {
    // FNV-1a over the little-endian bytes.
    let hash = OURS
        .iter()
        .flatten()
        .flat_map(|value| value.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    assert_eq!(format!("{hash:016x}"), "b2abe1e5aaa9f2b6");
}
