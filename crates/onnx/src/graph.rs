//! The network of an ONNX file, as tract runs it.

use std::sync::Arc;

use tokenizers::Encoding;
use tract_onnx::prelude::tract_ndarray::{Array2, ArrayView2, Axis};
use tract_onnx::prelude::*;
use tract_onnx::tract_core::ops::array::Gather;
use tract_onnx::tract_hir::infer::Factoid;
use tract_onnx::tract_hir::internal::DimLike;

use crate::OnnxError;

/// An input of a sentence encoder, by the name that exporters give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    Ids,
    Mask,
    Types,
}

impl Input {
    fn named(name: &str) -> Result<Self, OnnxError> {
        match name {
            "input_ids" => Ok(Self::Ids),
            "attention_mask" => Ok(Self::Mask),
            "token_type_ids" => Ok(Self::Types),
            _ => Err(OnnxError::Input {
                name: name.to_owned(),
            }),
        }
    }

    fn of(self, window: &Encoding) -> &[u32] {
        match self {
            Self::Ids => window.get_ids(),
            Self::Mask => window.get_attention_mask(),
            Self::Types => window.get_type_ids(),
        }
    }
}

/// A network from tokens to a vector for each token. It runs one window at a time, of any length, so no window is
/// padded.
pub(crate) struct Graph {
    network: Arc<TypedRunnableModel>,
    /// The inputs in the model's order, with the type of their numbers.
    inputs: Vec<(Input, DatumType)>,
    /// Rows of the table that the tokens' ids select from, if the model has it in plain form.
    rows: Option<usize>,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Graph")
            .field("inputs", &self.inputs)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl Graph {
    /// Reads an ONNX file. Weights must be in the file itself.
    pub(crate) fn load(mut file: &[u8]) -> Result<Self, OnnxError> {
        // Shapes that a file declares may name a batch, which is one window here.
        let onnx = tract_onnx::onnx()
            .with_ignore_output_shapes(true)
            .with_ignore_value_info(true);
        let mut model = onnx.model_for_read(&mut file).map_err(OnnxError::file)?;
        let inputs = bind_inputs(&mut model)?;
        let mut typed = model.into_typed().map_err(OnnxError::unsupported)?;
        select_output(&mut typed)?;
        let rows = rows_of_vocabulary(&typed, &inputs)?;
        let network = typed
            .into_optimized()
            .and_then(|optimized| optimized.into_runnable())
            .map_err(OnnxError::unsupported)?;
        Ok(Self {
            network,
            inputs,
            rows,
        })
    }

    /// Returns the rows of the vocabulary's table, if they are known.
    pub(crate) fn rows(&self) -> Option<usize> {
        self.rows
    }

    /// Returns the vectors of a window's tokens, one row each.
    pub(crate) fn run(&self, window: &Encoding) -> Result<Array2<f32>, OnnxError> {
        let inputs: TVec<TValue> = self
            .inputs
            .iter()
            .map(|(input, datum)| tensor(input.of(window), *datum))
            .collect::<TractResult<_>>()
            .map_err(OnnxError::unsupported)?;
        let outputs = self.network.run(inputs).map_err(OnnxError::unsupported)?;
        let hidden = outputs.first().ok_or(OnnxError::NoOutput)?;
        rows(hidden).map_err(OnnxError::unsupported)
    }
}

/// Gives each input the shape of one window, and returns their meanings.
fn bind_inputs(model: &mut InferenceModel) -> Result<Vec<(Input, DatumType)>, OnnxError> {
    let tokens = model.symbols.sym("tokens");
    let outlets = model.input_outlets().map_err(OnnxError::file)?.to_vec();
    let mut inputs = Vec::new();
    for (slot, outlet) in outlets.into_iter().enumerate() {
        let input = Input::named(&model.node(outlet.node).name)?;
        let declared = model.outlet_fact(outlet).map_err(OnnxError::file)?;
        let datum = declared
            .datum_type
            .concretize()
            .unwrap_or(i64::datum_type());
        let shape = tvec![1.to_dim(), tokens.to_dim()];
        model
            .set_input_fact(slot, InferenceFact::dt_shape(datum, shape))
            .map_err(OnnxError::file)?;
        inputs.push((input, datum));
    }
    if inputs.iter().any(|(input, _)| *input == Input::Ids) {
        Ok(inputs)
    } else {
        Err(OnnxError::NoInput)
    }
}

/// Keeps the first output that has a vector for each token: files may have the pooled vector beside it.
fn select_output(model: &mut TypedModel) -> Result<(), OnnxError> {
    let outlets = model.output_outlets().map_err(OnnxError::file)?.to_vec();
    let has_rows = |outlet: &OutletId| {
        let fact = model.outlet_fact(*outlet);
        fact.is_ok_and(|fact| fact.rank() == 3)
    };
    let hidden = outlets.into_iter().find(has_rows);
    let hidden = hidden.ok_or(OnnxError::NoOutput)?;
    model
        .select_output_outlets(&[hidden])
        .map_err(OnnxError::unsupported)
}

/// Returns the rows of the table from which the ids select: tract would panic at an id beyond them.
fn rows_of_vocabulary(
    model: &TypedModel,
    inputs: &[(Input, DatumType)],
) -> Result<Option<usize>, OnnxError> {
    let slot = inputs.iter().position(|(input, _)| *input == Input::Ids);
    let outlets = model.input_outlets().map_err(OnnxError::file)?;
    let Some(ids) = slot.and_then(|slot| outlets.get(slot)) else {
        return Ok(None);
    };
    let selects = |node: &&TypedNode| {
        let indices = node.op_is::<Gather>().then(|| node.inputs.get(1)).flatten();
        indices.is_some_and(|indices| origin(model, *indices) == *ids)
    };
    let table = model.nodes().iter().find(selects);
    let table = table.and_then(|gather| gather.inputs.first());
    let shape = table.and_then(|table| model.outlet_fact(*table).ok());
    Ok(shape.and_then(|fact| fact.shape.first()?.to_usize().ok()))
}

/// Follows a value back through the nodes that have no other input, such as casts.
fn origin(model: &TypedModel, outlet: OutletId) -> OutletId {
    match model.node(outlet.node).inputs.as_slice() {
        [only] => origin(model, *only),
        _ => outlet,
    }
}

/// Numbers as a row of the type that the model takes.
fn tensor(numbers: &[u32], datum: DatumType) -> TractResult<TValue> {
    let row: Vec<i64> = numbers.iter().map(|number| i64::from(*number)).collect();
    let row = Tensor::from_shape(&[1, row.len()], &row)?;
    Ok(row.cast_to_dt(datum)?.into_owned().into_tvalue())
}

/// The rows of an output of the shape one, tokens, width.
fn rows(output: &Tensor) -> TractResult<Array2<f32>> {
    let output = output.cast_to::<f32>()?;
    let view = output.to_plain_array_view::<f32>()?;
    let rows: ArrayView2<'_, f32> = view.index_axis(Axis(0), 0).into_dimensionality()?;
    Ok(rows.to_owned())
}
