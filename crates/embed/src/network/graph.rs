//! The graph: embeddings and six encoder layers.

use std::sync::Arc;

use tract_core::internal::*;

use super::operator::{RowKernel, RowOperator};
use super::operators::{AddNorm, EmbedTokens, QuantizedLinear, SelfAttention};
use crate::EmbedError;
use crate::kernel::linear::Activation;
use crate::weights::{Layer, Weights};
use amb_weights::shape::DIMENSIONS;

/// The encoder, planned once for any number of tokens.
#[derive(Debug)]
pub(crate) struct Network {
    plan: Arc<TypedRunnableModel>,
}

impl Network {
    /// Builds and plans the graph.
    pub(crate) fn new(weights: Weights) -> Result<Self, EmbedError> {
        let plan = build(weights).and_then(IntoRunnable::into_runnable);
        Ok(Self {
            plan: plan.map_err(EmbedError::network)?,
        })
    }

    /// Sum of the last hidden rows of all tokens. At most [`WINDOW`](crate::WINDOW) ids.
    pub(crate) fn sum_of_hidden(&self, ids: &[u32]) -> Result<[f32; DIMENSIONS], EmbedError> {
        self.run(ids).map_err(EmbedError::network)
    }

    fn run(&self, ids: &[u32]) -> TractResult<[f32; DIMENSIONS]> {
        let ids: Vec<i64> = ids.iter().map(|id| i64::from(*id)).collect();
        let outputs = self.plan.run(tvec!(tensor1(&ids).into_tvalue()))?;
        let output = outputs.first().context("the plan has no output")?;
        // Not tract's own reduction: its order of summing depends on the machine.
        let mut sum = [0.0; DIMENSIONS];
        for row in output
            .try_as_plain_ram()?
            .as_slice::<f32>()?
            .as_chunks::<DIMENSIONS>()
            .0
        {
            sum.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += value);
        }
        Ok(sum)
    }
}

fn build(weights: Weights) -> TractResult<TypedModel> {
    let mut graph = Graph::default();
    let tokens = graph.model.sym("TOKENS").to_dim();
    let ids = graph.model.add_source("ids", i64::fact([tokens]))?;
    let mut hidden = graph.wire("embeddings", EmbedTokens(weights.embeddings), &[ids])?;
    for (number, layer) in weights.layers.into_iter().enumerate() {
        hidden = graph.layer(number, layer, hidden)?;
    }
    graph.model.select_output_outlets(&[hidden])?;
    Ok(graph.model)
}

#[derive(Default)]
struct Graph {
    model: TypedModel,
}

impl Graph {
    fn layer(&mut self, number: usize, layer: Layer, input: OutletId) -> TractResult<OutletId> {
        let name = |part: &str| format!("layers.{number}.{part}");
        let plain = |linear| QuantizedLinear {
            linear,
            activation: Activation::Identity,
        };
        let gelu = |linear| QuantizedLinear {
            linear,
            activation: Activation::Gelu,
        };

        let projected = self.wire(
            name("attention.input"),
            plain(layer.attention_input),
            &[input],
        )?;
        let attended = self.wire(name("attention"), SelfAttention, &[projected])?;
        let attended = self.wire(
            name("attention.output"),
            plain(layer.attention_output),
            &[attended],
        )?;
        let middle = self.wire(
            name("attention.norm"),
            AddNorm(layer.attention_norm),
            &[input, attended],
        )?;

        let wide = self.wire(
            name("feed_forward.input"),
            gelu(layer.feed_forward_input),
            &[middle],
        )?;
        let narrow = self.wire(
            name("feed_forward.output"),
            plain(layer.feed_forward_output),
            &[wide],
        )?;
        self.wire(
            name("feed_forward.norm"),
            AddNorm(layer.feed_forward_norm),
            &[middle, narrow],
        )
    }

    fn wire<K: RowKernel>(
        &mut self,
        name: impl Into<String>,
        kernel: K,
        inputs: &[OutletId],
    ) -> TractResult<OutletId> {
        let outlets = self
            .model
            .wire_node(name, RowOperator::new(kernel), inputs)?;
        outlets
            .first()
            .copied()
            .context("an operator without an output")
    }
}
