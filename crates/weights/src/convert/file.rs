//! Maps names and shapes of the official file to those of this format.

use std::borrow::Cow;

use safetensors::{Dtype, View};

use super::quantize::{migration, quantize_rows, scale_columns};
use crate::Source;
use crate::WeightsError;
use crate::names::{EMBEDDINGS_NORM, Half, MODEL_ID, MODEL_ID_KEY, POSITIONS, Part, WORDS};
use crate::shape::{DIMENSIONS, LAYERS, VOCABULARY, WINDOW};

/// Largest absolute activation seen in each input channel of each linear layer.
const ACTIVATION_MAXIMA: &[u8] = include_bytes!("../../../../models/activation_maxima.safetensors");
/// Positions of the official model; those of one window are kept.
const OFFICIAL_POSITIONS: usize = 512;

/// Converts `model.safetensors` of sentence-transformers/all-MiniLM-L6-v2 to the int8 file
/// the embedder reads. The same input always gives the same bytes.
///
/// # Errors
/// The input is damaged, or is another model.
pub fn int8_from_f32(model: &[u8]) -> Result<Vec<u8>, WeightsError> {
    let official = Source::open(model)?;
    let maxima = Source::open(ACTIVATION_MAXIMA)?;
    let mut tensors = Tensors::default();
    tensors.embeddings(&official)?;
    for layer in 0..LAYERS {
        for part in Part::ALL {
            tensors.linear(&official, &maxima, part, layer)?;
        }
        for half in Half::ALL {
            tensors.norm(&official, &official_norm(half, layer), &half.name(layer))?;
        }
    }
    // One entry only: the container writes them in the order of a hash map.
    let metadata = [(MODEL_ID_KEY.to_owned(), MODEL_ID.to_owned())]
        .into_iter()
        .collect();
    safetensors::serialize(tensors.0, Some(metadata)).map_err(WeightsError::Container)
}

#[derive(Default)]
struct Tensors(Vec<(String, Tensor)>);

impl Tensors {
    fn embeddings(&mut self, official: &Source<'_>) -> Result<(), WeightsError> {
        let table = |name: &str, rows: usize| {
            official.floats(&format!("embeddings.{name}.weight"), &[rows, DIMENSIONS])
        };
        let words = table("word_embeddings", VOCABULARY)?;
        let mut positions = table("position_embeddings", OFFICIAL_POSITIONS)?;
        positions.truncate(WINDOW * DIMENSIONS);
        let token_types = table("token_type_embeddings", 2)?;
        for row in positions.chunks_exact_mut(DIMENSIONS) {
            row.iter_mut()
                .zip(&token_types)
                .for_each(|(value, first)| *value += first);
        }
        self.rows(WORDS, &words, DIMENSIONS);
        self.rows(POSITIONS, &positions, DIMENSIONS);
        self.norm(official, "embeddings.LayerNorm", EMBEDDINGS_NORM)
    }

    fn linear(
        &mut self,
        official: &Source<'_>,
        maxima: &Source<'_>,
        part: Part,
        layer: usize,
    ) -> Result<(), WeightsError> {
        let (inputs, _) = part.widths();
        let (mut weights, mut bias) = (Vec::new(), Vec::new());
        for (name, outputs) in official_linears(part, layer) {
            weights.extend(official.floats(&format!("{name}.weight"), &[outputs, inputs])?);
            bias.extend(official.floats(&format!("{name}.bias"), &[outputs])?);
        }
        let name = part.name(layer);
        let factors = migration(&weights, &maxima.floats(&name, &[inputs])?);
        scale_columns(&mut weights, &factors);
        self.rows(&name, &weights, inputs);
        self.floats(format!("{name}.bias"), &bias);
        let smoothing: Vec<f32> = factors.iter().map(|factor| 1.0 / factor).collect();
        self.floats(format!("{name}.smoothing"), &smoothing);
        Ok(())
    }

    fn norm(&mut self, official: &Source<'_>, from: &str, to: &str) -> Result<(), WeightsError> {
        for part in ["weight", "bias"] {
            let values = official.floats(&format!("{from}.{part}"), &[DIMENSIONS])?;
            self.floats(format!("{to}.{part}"), &values);
        }
        Ok(())
    }

    fn rows(&mut self, name: &str, values: &[f32], width: usize) {
        let quantized = quantize_rows(values, width);
        let shape = vec![quantized.scales.len(), width];
        let data = quantized
            .values
            .iter()
            .map(|value| value.cast_unsigned())
            .collect();
        self.0.push((
            format!("{name}.weight"),
            Tensor {
                dtype: Dtype::I8,
                shape,
                data,
            },
        ));
        self.floats(format!("{name}.scale"), &quantized.scales);
    }

    fn floats(&mut self, name: String, values: &[f32]) {
        let data = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        self.0.push((
            name,
            Tensor {
                dtype: Dtype::F32,
                shape: vec![values.len()],
                data,
            },
        ));
    }
}

/// The official linear layers stacked in a part of ours, with the width of their outputs.
fn official_linears(part: Part, layer: usize) -> Vec<(String, usize)> {
    let (_, outputs) = part.widths();
    let named = |name: &str, outputs| (format!("encoder.layer.{layer}.{name}"), outputs);
    match part {
        Part::AttentionInput => ["query", "key", "value"]
            .map(|name| named(&format!("attention.self.{name}"), outputs / 3))
            .to_vec(),
        Part::AttentionOutput => vec![named("attention.output.dense", outputs)],
        Part::FeedForwardInput => vec![named("intermediate.dense", outputs)],
        Part::FeedForwardOutput => vec![named("output.dense", outputs)],
    }
}

fn official_norm(half: Half, layer: usize) -> String {
    match half {
        Half::Attention => format!("encoder.layer.{layer}.attention.output.LayerNorm"),
        Half::FeedForward => format!("encoder.layer.{layer}.output.LayerNorm"),
    }
}

struct Tensor {
    dtype: Dtype,
    shape: Vec<usize>,
    data: Vec<u8>,
}

impl View for Tensor {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.data)
    }

    fn data_len(&self) -> usize {
        self.data.len()
    }
}
