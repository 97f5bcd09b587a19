//! The conversion from the official file, and the refusals of loading.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "test code, also outside #[test] functions"
)]

mod files;

use amb_embed::{EmbedError, EmbedErrorKind, MiniLm, WeightsError};
use amb_weights::int8_from_f32;

/// MB-05: the conversion gives the same bytes every time, and they are the file in use.
#[test]
fn conversion_is_deterministic() {
    let official = files::official_model();
    let converted = int8_from_f32(&official).unwrap();
    assert!(converted == int8_from_f32(&official).unwrap());
    assert!(
        converted == files::int8_model(),
        "run `cargo xtask models` to convert anew"
    );
}

#[test]
fn conversion_refuses_damaged_and_other_files() {
    let official = files::official_model();
    for length in [0, 7, 8, 1000, official.len() / 2, official.len() - 1] {
        let error = int8_from_f32(&official[..length]).unwrap_err();
        assert!(
            matches!(error, WeightsError::Container(_)),
            "{length}: {error}"
        );
    }
    let error = int8_from_f32(&files::int8_model()).unwrap_err();
    assert!(
        matches!(error, WeightsError::MissingTensor { .. }),
        "{error}"
    );
}

/// MB-05: a model file cut anywhere is refused with a typed error.
#[test]
fn loading_refuses_truncated_files() {
    let (model, tokenizer) = (files::int8_model(), files::tokenizer());
    let lengths = (0..200).chain((1..50).map(|part| model.len() / 50 * part));
    for length in lengths.chain([model.len() - 1]) {
        let error = MiniLm::load(&model[..length], &tokenizer).unwrap_err();
        assert_eq!(error.kind(), EmbedErrorKind::Model, "{length}: {error}");
    }
}

/// Replaces the first `from` by `to`, of the same length, so that the container stays whole.
fn altered(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut model = files::int8_model();
    let place = model
        .windows(from.len())
        .position(|part| part == from.as_bytes())
        .unwrap();
    model[place..place + to.len()].copy_from_slice(to.as_bytes());
    model
}

fn refusal(model: &[u8]) -> WeightsError {
    match MiniLm::load(model, &files::tokenizer()) {
        Err(EmbedError::Weights(error)) => error,
        other => panic!("not refused as a damaged model: {other:?}"),
    }
}

#[test]
fn loading_refuses_other_models() {
    let error = refusal(&altered("int8-1", "int8-0"));
    assert!(
        matches!(error, WeightsError::WrongModel { ref found, .. } if found.ends_with("int8-0"))
    );
    let error = refusal(&files::official_model());
    assert!(matches!(error, WeightsError::WrongModel { ref found, .. } if found.is_empty()));
}

#[test]
fn loading_refuses_wrong_tensors() {
    let error = refusal(&altered(
        "\"layers.3.attention.input.bias\"",
        "\"layers.9.attention.input.bias\"",
    ));
    let WeightsError::MissingTensor { name } = &error else {
        panic!("{error}")
    };
    assert_eq!(name, "layers.3.attention.input.bias");
    let error = refusal(&altered("\"dtype\":\"I8\"", "\"dtype\":\"U8\""));
    assert!(matches!(error, WeightsError::WrongTensor { .. }), "{error}");
    let error = refusal(&altered("[30522,384]", "[384,30522]"));
    assert!(matches!(error, WeightsError::WrongTensor { .. }), "{error}");
}

#[test]
fn loading_refuses_values_that_are_not_finite() {
    let mut model = files::int8_model();
    let header = u64::from_le_bytes(model[..8].try_into().unwrap()) as usize;
    model[8 + header..8 + header + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(matches!(refusal(&model), WeightsError::NotFinite { .. }));
}

/// MB-05: another tokenizer than the model's is refused.
#[test]
fn loading_refuses_other_tokenizers() {
    let model = files::int8_model();
    let tokenizer = String::from_utf8(files::tokenizer()).unwrap();
    let half = &tokenizer[..tokenizer.len() / 2];
    let others = [
        String::new(),
        "{}".into(),
        "null".into(),
        half.into(),
        tokenizer.replace("\"WordPiece\"", "\"BPE\""),
        tokenizer.replace("BertPreTokenizer", "Whitespace"),
        tokenizer.replace("\"[UNK]\":100,", "\"[UNKNOWN]\":100,"),
        tokenizer.replace("\"the\":1996", "\"the\":1997"),
        tokenizer.replace("\"the\":1996,", ""),
    ];
    for (number, other) in others.iter().enumerate() {
        assert_ne!(*other, tokenizer, "alteration {number} changed nothing");
        let Err(error) = MiniLm::load(&model, other.as_bytes()) else {
            panic!("alteration {number}")
        };
        assert_eq!(error.kind(), EmbedErrorKind::Tokenizer, "{number}: {error}");
    }
}
