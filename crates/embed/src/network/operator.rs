//! The shape that all operators here share: they read rows, one per token, and write rows.

use std::fmt::Debug;
use std::sync::Arc;

use tract_core::internal::*;

/// The part in which operators differ.
pub(super) trait RowKernel: Debug + Send + Sync + 'static {
    /// Name in tract's dumps.
    const NAME: &'static str;

    /// Width of an output row.
    fn width(&self) -> usize;

    /// Computes all rows. `output` is zero before.
    fn run(&self, inputs: &[TValue], output: &mut [f32]) -> TractResult<()>;
}

/// A tract operator around a [`RowKernel`]; clones share its weights.
#[derive(Debug)]
pub(super) struct RowOperator<K>(Arc<K>);

impl<K> RowOperator<K> {
    pub(super) fn new(kernel: K) -> Self {
        Self(Arc::new(kernel))
    }
}

impl<K> Clone for RowOperator<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Two operators are equal if they share their weights: comparing 22 MB would prove nothing more.
impl<K> PartialEq for RowOperator<K> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<K> Eq for RowOperator<K> {}

impl<K: RowKernel> Op for RowOperator<K> {
    fn name(&self) -> StaticName {
        K::NAME.into()
    }

    op_as_typed_op!();
}

impl<K: RowKernel> TypedOp for RowOperator<K> {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let tokens = inputs.first().and_then(|fact| fact.shape.first());
        let tokens = tokens.context("an operator needs an input with a token axis")?;
        Ok(tvec!(f32::fact([tokens.clone(), self.0.width().to_dim()])))
    }

    as_op!();
}

impl<K: RowKernel> EvalOp for RowOperator<K> {
    fn eval(&self, _: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let tokens = inputs
            .first()
            .and_then(|input| input.shape().first())
            .copied();
        let mut output = Tensor::zero::<f32>(&[tokens.unwrap_or(0), self.0.width()])?;
        self.0
            .run(&inputs, output.try_as_plain_ram_mut()?.as_slice_mut()?)?;
        Ok(tvec!(output.into_tvalue()))
    }

    op_out_of_plan!();
}

/// The elements of the operator's `number`th input.
pub(super) fn rows<T: Datum>(inputs: &[TValue], number: usize) -> TractResult<&[T]> {
    inputs
        .get(number)
        .context("missing input")?
        .try_as_plain_ram()?
        .as_slice()
}
