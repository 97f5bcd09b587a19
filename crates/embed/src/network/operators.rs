//! The four operators of the encoder.

use tract_core::internal::*;

use super::operator::{RowKernel, rows};
use crate::kernel::attention::self_attention;
use crate::kernel::linear::{Activation, Linear};
use crate::kernel::norm::layer_norm;
use crate::weights::{Embeddings, Norm};
use amb_weights::shape::DIMENSIONS;

/// Token ids to normalised sums of word and position embeddings.
#[derive(Debug)]
pub(super) struct EmbedTokens(pub(super) Embeddings);

impl RowKernel for EmbedTokens {
    const NAME: &'static str = "EmbedTokens";

    fn width(&self) -> usize {
        DIMENSIONS
    }

    fn run(&self, inputs: &[TValue], output: &mut [f32]) -> TractResult<()> {
        let Embeddings {
            words,
            positions,
            norm,
        } = &self.0;
        let targets = output.as_chunks_mut::<DIMENSIONS>().0.iter_mut();
        for ((position, id), target) in rows::<i64>(inputs, 0)?.iter().enumerate().zip(targets) {
            let (word, word_scale) = words.row(usize::try_from(*id)?).context("unknown token")?;
            let (place, place_scale) = positions.row(position).context("past the window")?;
            for ((value, word), place) in target.iter_mut().zip(word).zip(place) {
                *value = f32::from(*word) * word_scale + f32::from(*place) * place_scale;
            }
        }
        layer_norm(output, &norm.weight, &norm.bias);
        Ok(())
    }
}

/// A linear layer in int8, and the activation after it.
#[derive(Debug)]
pub(super) struct QuantizedLinear {
    pub(super) linear: Linear,
    pub(super) activation: Activation,
}

impl RowKernel for QuantizedLinear {
    const NAME: &'static str = "QuantizedLinear";

    fn width(&self) -> usize {
        self.linear.outputs()
    }

    fn run(&self, inputs: &[TValue], output: &mut [f32]) -> TractResult<()> {
        self.linear.run(rows(inputs, 0)?, self.activation, output);
        Ok(())
    }
}

/// Every token's average of all tokens' values, by head.
#[derive(Debug)]
pub(super) struct SelfAttention;

impl RowKernel for SelfAttention {
    const NAME: &'static str = "SelfAttention";

    fn width(&self) -> usize {
        DIMENSIONS
    }

    fn run(&self, inputs: &[TValue], output: &mut [f32]) -> TractResult<()> {
        self_attention(rows(inputs, 0)?, output);
        Ok(())
    }
}

/// The residual connection and the normalisation after it.
#[derive(Debug)]
pub(super) struct AddNorm(pub(super) Norm);

impl RowKernel for AddNorm {
    const NAME: &'static str = "AddNorm";

    fn width(&self) -> usize {
        DIMENSIONS
    }

    fn run(&self, inputs: &[TValue], output: &mut [f32]) -> TractResult<()> {
        let sums = rows::<f32>(inputs, 0)?.iter().zip(rows::<f32>(inputs, 1)?);
        for (target, (left, right)) in output.iter_mut().zip(sums) {
            *target = left + right;
        }
        layer_norm(output, &self.0.weight, &self.0.bias);
        Ok(())
    }
}
