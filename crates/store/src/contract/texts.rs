//! Texts that every store must bear, and their vectors.

use amb_memory::retrieval::Embedding;

/// Texts that are syntax somewhere.
pub const HOSTILE: [&str; 6] = [
    "'}) DETACH DELETE n //",
    "\"a\" OR b* NEAR(c d, 2) NOT e:f ^g",
    "'; DROP TABLE trajectories; --",
    "`$id` {\"$gt\": \"\"} %_\\",
    "nul \0 inside \u{202e}\u{feff}",
    "😀 ～ ﬁ ß İ 𠮷",
];

/// Returns such a text as an id, without control characters.
pub fn as_id(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The model of the vectors that are compared.
pub const MODEL: &str = "words-1";

/// The length of its vectors.
pub const DIMENSIONS: usize = 16;

/// The embedding of a text.
pub fn embedding(text: &str) -> Embedding {
    Embedding::new(MODEL, &vector(text, DIMENSIONS)).unwrap()
}

/// A direction for each word, added up: equal texts have equal vectors, others hardly ever equal cosines.
pub fn vector(text: &str, dimensions: usize) -> Vec<f32> {
    let mut sum = vec![0.01_f32; dimensions];
    for word in text.split_whitespace() {
        let mut state = word.bytes().fold(7_u32, |hash, byte| {
            hash.wrapping_mul(16_777_619) ^ u32::from(byte)
        });
        for number in &mut sum {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [high, ..] = state.to_be_bytes();
            *number += (f32::from(high) - 127.5) / 128.0;
        }
    }
    sum
}

/// Proves of samples that rounding decides nothing about their order: neighbours' cosines to a query are the same by
/// being of the same vector, or differ.
pub fn tell_apart(ranked: &[Embedding], query: &Embedding) {
    for (one, next) in ranked.iter().zip(ranked.iter().skip(1)) {
        let cosine = |of: &Embedding| of.cosine(query).expect("it was compared");
        let differ = (cosine(one) - cosine(next)).abs() > 1e-5;
        assert!(differ || one == next, "samples are too much alike");
    }
}
