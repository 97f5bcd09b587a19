//! Our int8 safetensors file, checked whole and packed for the kernels.

use amb_weights::Source;
use amb_weights::names::{EMBEDDINGS_NORM, Half, POSITIONS, Part, WORDS};
use amb_weights::shape::{DIMENSIONS, LAYERS, VOCABULARY, WINDOW};

use crate::EmbedError;
use crate::kernel::linear::Linear;

/// Everything the network is built of.
#[derive(Debug)]
pub(crate) struct Weights {
    pub(crate) embeddings: Embeddings,
    pub(crate) layers: Vec<Layer>,
}

/// The embedding tables and the normalisation after their sum.
#[derive(Debug)]
pub(crate) struct Embeddings {
    pub(crate) words: Table,
    pub(crate) positions: Table,
    pub(crate) norm: Norm,
}

/// One encoder layer.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) attention_input: Linear,
    pub(crate) attention_output: Linear,
    pub(crate) attention_norm: Norm,
    pub(crate) feed_forward_input: Linear,
    pub(crate) feed_forward_output: Linear,
    pub(crate) feed_forward_norm: Norm,
}

/// Weight and bias of a layer normalisation.
#[derive(Debug)]
pub(crate) struct Norm {
    pub(crate) weight: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

/// Rows of [`DIMENSIONS`] signed bytes, with one scale each.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<[i8; DIMENSIONS]>,
    scales: Vec<f32>,
}

impl Table {
    /// One row and its scale, or `None` past the end.
    pub(crate) fn row(&self, number: usize) -> Option<(&[i8; DIMENSIONS], f32)> {
        Some((self.rows.get(number)?, *self.scales.get(number)?))
    }
}

impl Weights {
    /// Loads our int8 file.
    pub(crate) fn load(bytes: &[u8]) -> Result<Self, EmbedError> {
        let source = Source::open(bytes)?;
        source.check_model_id()?;
        let layers = (0..LAYERS)
            .map(|number| layer(&source, number))
            .collect::<Result<_, _>>()?;
        let embeddings = Embeddings {
            words: table(&source, WORDS, VOCABULARY)?,
            positions: table(&source, POSITIONS, WINDOW)?,
            norm: norm(&source, EMBEDDINGS_NORM)?,
        };
        Ok(Self { embeddings, layers })
    }
}

fn layer(source: &Source<'_>, number: usize) -> Result<Layer, EmbedError> {
    Ok(Layer {
        attention_input: linear(source, Part::AttentionInput, number)?,
        attention_output: linear(source, Part::AttentionOutput, number)?,
        attention_norm: norm(source, &Half::Attention.name(number))?,
        feed_forward_input: linear(source, Part::FeedForwardInput, number)?,
        feed_forward_output: linear(source, Part::FeedForwardOutput, number)?,
        feed_forward_norm: norm(source, &Half::FeedForward.name(number))?,
    })
}

fn linear(source: &Source<'_>, part: Part, layer: usize) -> Result<Linear, EmbedError> {
    let (name, (inputs, outputs)) = (part.name(layer), part.widths());
    let values = source.integers(&format!("{name}.weight"), &[outputs, inputs])?;
    let scales = source.floats(&format!("{name}.scale"), &[outputs])?;
    let bias = source.floats(&format!("{name}.bias"), &[outputs])?;
    let smoothing = source.floats(&format!("{name}.smoothing"), &[inputs])?;
    Linear::new(&values, &scales, &bias, &smoothing)
        .ok_or_else(|| EmbedError::network(format!("the kernel cannot pack {name}")))
}

fn norm(source: &Source<'_>, name: &str) -> Result<Norm, EmbedError> {
    Ok(Norm {
        weight: source.floats(&format!("{name}.weight"), &[DIMENSIONS])?,
        bias: source.floats(&format!("{name}.bias"), &[DIMENSIONS])?,
    })
}

fn table(source: &Source<'_>, name: &str, rows: usize) -> Result<Table, EmbedError> {
    let values = source.integers(&format!("{name}.weight"), &[rows, DIMENSIONS])?;
    Ok(Table {
        rows: values.as_chunks().0.to_vec(),
        scales: source.floats(&format!("{name}.scale"), &[rows])?,
    })
}
