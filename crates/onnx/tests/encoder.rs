//! Encoders in ONNX files against onnxruntime, and files that are none. `files/make.py` made the files and the vectors.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "test code, also outside #[test] functions"
)]

use std::path::Path;

use amb_onnx::{Description, Encoder, OnnxError, Pooling};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;

const TINY: &[u8] = include_bytes!("files/tiny.onnx");
const TOKENIZER: &[u8] = include_bytes!("files/tokenizer.json");
const WIDTH: usize = 16;

#[derive(Deserialize)]
struct Golden {
    text: String,
    cls: Vec<f32>,
    mean: Vec<f32>,
}

#[derive(Deserialize)]
struct GoldenChinese {
    text: String,
    vector: String,
}

fn description(pooling: Pooling) -> Description {
    Description {
        dimensions: WIDTH,
        pooling,
        prefix: String::new(),
        max_tokens: 24,
    }
}

fn tiny(pooling: Pooling) -> Encoder {
    Encoder::load(TINY, TOKENIZER, description(pooling)).unwrap()
}

fn refusal(model: &[u8], tokenizer: &[u8], description: Description) -> OnnxError {
    Encoder::load(model, tokenizer, description).unwrap_err()
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// BX-12: the arithmetic is that of onnxruntime, for both poolings.
#[test]
fn bx_12_vectors_are_those_of_onnxruntime() {
    let golden: Vec<Golden> = serde_json::from_str(include_str!("files/golden.json")).unwrap();
    assert!(golden.len() >= 6);
    let (by_mean, by_cls) = (tiny(Pooling::Mean), tiny(Pooling::Cls));
    for Golden { text, cls, mean } in golden {
        let cosines = [
            cosine(&by_mean.embed(&text).unwrap(), &mean),
            cosine(&by_cls.embed(&text).unwrap(), &cls),
        ];
        assert!(
            cosines.iter().all(|it| (it - 1.0).abs() < 1e-5),
            "{text}: {cosines:?}"
        );
    }
}

/// BX-12: a Chinese encoder in int8. Its activations are quantised as they come, so that the last bit of a sum can move a
/// vector: with its optimisations on and off, onnxruntime differs from itself by up to 0.0045.
#[test]
fn bx_12_a_chinese_encoder_gives_the_vectors_of_onnxruntime() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/models/bge-small-zh-v1.5");
    let read = |name: &str| {
        std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{e}; run `cargo xtask models`"))
    };
    let model = read("bge-small-zh-v1.5-q.onnx");
    let tokenizer = read("bge-small-zh-v1.5-q-tokenizer.json");
    let description = Description {
        dimensions: 512,
        pooling: Pooling::Cls,
        prefix: String::new(),
        max_tokens: 256,
    };
    let encoder = Encoder::load(&model, &tokenizer, description).unwrap();
    let golden: Vec<GoldenChinese> =
        serde_json::from_str(include_str!("files/golden-zh.json")).unwrap();
    let cosines: Vec<f32> = golden
        .iter()
        .map(|it| cosine(&encoder.embed(&it.text).unwrap(), &floats(&it.vector)))
        .collect();
    let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
    assert!(
        mean > 0.999 && cosines.iter().all(|it| *it > 0.995),
        "mean {mean}: {cosines:?}"
    );
}

fn floats(base64: &str) -> Vec<f32> {
    let bytes = BASE64_STANDARD.decode(base64).unwrap();
    let (fours, _) = bytes.as_chunks();
    fours.iter().map(|four| f32::from_le_bytes(*four)).collect()
}

/// Text behind the first window still counts, and every vector has the length 1.
#[test]
fn bx_12_a_long_text_is_read_in_windows() {
    let encoder = tiny(Pooling::Mean);
    let (cats, bridges) = (
        "the cat is in the market. ".repeat(8),
        "a bridge, a river. ".repeat(8),
    );
    let both = encoder.embed(&format!("{cats}{bridges}")).unwrap();
    let cats = encoder.embed(&cats).unwrap();
    assert!((cosine(&both, &both) - 1.0).abs() < 1e-5);
    assert!(cosine(&both, &cats) < 0.9999);
    assert!(cosine(&both, &cats) > cosine(&both, &encoder.embed("9 9 9 9").unwrap()));
}

#[test]
fn bx_12_the_prefix_is_read_with_the_text() {
    let prefix = "the market ".to_owned();
    let prefixed = Description {
        prefix,
        ..description(Pooling::Mean)
    };
    let prefixed = Encoder::load(TINY, TOKENIZER, prefixed).unwrap();
    let plain = tiny(Pooling::Mean);
    assert_eq!(
        prefixed.embed("opens").unwrap(),
        plain.embed("the market opens").unwrap()
    );
}

#[test]
fn bx_12_coverage_is_the_share_of_known_tokens() {
    let encoder = tiny(Pooling::Mean);
    let coverage = |text| encoder.coverage(text).unwrap();
    assert_eq!(coverage(""), 1.0);
    assert_eq!(coverage("the cat"), 1.0);
    assert_eq!(coverage("市场九点"), 1.0);
    assert_eq!(coverage("the кот"), 0.5);
}

/// BX-12: a file that is cut off is refused, and so is any other file.
#[test]
fn bx_12_what_is_no_onnx_file_is_refused() {
    for length in [0, 1, 100, TINY.len() / 2, TINY.len() - 1] {
        let refused = refusal(&TINY[..length], TOKENIZER, description(Pooling::Mean));
        let known = matches!(
            refused,
            OnnxError::File { .. } | OnnxError::NoInput | OnnxError::Unsupported { .. }
        );
        assert!(known, "{length}: {refused:?}");
    }
    let refused = refusal(TOKENIZER, TOKENIZER, description(Pooling::Mean));
    assert!(matches!(refused, OnnxError::File { .. }), "{refused:?}");
    let refused = refusal(TINY, TINY, description(Pooling::Mean));
    assert!(
        matches!(refused, OnnxError::Tokenizer { .. }),
        "{refused:?}"
    );
}

/// Replaces each `from` by `to`, of the same length, so that the file stays whole.
fn altered(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut model = TINY.to_vec();
    let places: Vec<usize> = (0..model.len() - from.len())
        .filter(|at| model[*at..].starts_with(from.as_bytes()))
        .collect();
    assert!(!places.is_empty());
    for at in places {
        model[at..at + from.len()].copy_from_slice(to.as_bytes());
    }
    model
}

#[test]
fn bx_12_what_is_no_sentence_encoder_is_refused() {
    let refused = refusal(
        &altered("token_type_ids", "pixel_value_ids"[..14].as_ref()),
        TOKENIZER,
        description(Pooling::Mean),
    );
    assert!(matches!(refused, OnnxError::Input { .. }), "{refused:?}");
    let unknown = altered("Softmax", "Hardmix");
    let refused = refusal(&unknown, TOKENIZER, description(Pooling::Mean));
    assert!(refused.to_string().contains("Hardmix"), "{refused}");
}

#[test]
fn bx_12_files_that_do_not_fit_each_other_are_refused() {
    let wide = Description {
        dimensions: 384,
        ..description(Pooling::Mean)
    };
    let refused = refusal(TINY, TOKENIZER, wide);
    assert!(
        matches!(
            refused,
            OnnxError::Width {
                declared: 384,
                found: 16
            }
        ),
        "{refused:?}"
    );
    let larger = String::from_utf8(TOKENIZER.to_vec()).unwrap();
    let larger = larger.replacen("\"[PAD]\":0", "\"[PAD]\":0,\"more\":9999", 1);
    let refused = refusal(TINY, larger.as_bytes(), description(Pooling::Mean));
    assert!(
        matches!(refused, OnnxError::Vocabulary { tokens: 10_000, .. }),
        "{refused:?}"
    );
    // Positions that the model does not have.
    let long = Description {
        max_tokens: 500,
        ..description(Pooling::Mean)
    };
    let encoder = Encoder::load(TINY, TOKENIZER, long).unwrap();
    let failed = encoder.embed(&"the cat ".repeat(100)).unwrap_err();
    assert!(
        matches!(failed, OnnxError::Unsupported { .. }),
        "{failed:?}"
    );
}
