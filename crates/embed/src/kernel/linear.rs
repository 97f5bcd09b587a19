//! A linear layer: int8 weights with one scale per output column, activations quantised on the way in.

use super::elementary::gelu;
use super::pack::{PackedWeights, RowRange, TILE_COLUMNS, TILE_ROWS};
use super::quantize::quantize;
use super::tile::fastest;

/// The activation of a linear layer, applied before its result is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Activation {
    /// Nothing.
    Identity,
    /// The exact GELU.
    Gelu,
}

/// A linear layer ready to run: `output = activation(input · weightsᵀ + bias)`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Linear {
    weights: PackedWeights,
    columns: Vec<Columns>,
    smoothing: Vec<f32>,
}

/// Factors of one panel of output columns, which turn integer sums into floats.
#[derive(Debug, Clone, PartialEq)]
struct Columns {
    scales: [f32; TILE_COLUMNS],
    /// Sum of the dequantised weights of a column: the share of a row's minimum in the result.
    sums: [f32; TILE_COLUMNS],
    bias: [f32; TILE_COLUMNS],
}

impl Linear {
    /// `values`: one row of `smoothing.len()` weights per output; `scales`, `bias`: one per output;
    /// `smoothing`: factor of each input. `None` if the lengths do not fit together or the kernel.
    pub(crate) fn new(
        values: &[i8],
        scales: &[f32],
        bias: &[f32],
        smoothing: &[f32],
    ) -> Option<Self> {
        let inputs = smoothing.len();
        let weights = PackedWeights::new(values, inputs)?;
        if scales.len() * inputs != values.len() || bias.len() != scales.len() {
            return None;
        }
        let sums: Vec<f32> = values
            .chunks_exact(inputs)
            .zip(scales)
            .map(|(row, scale)| row.iter().map(|w| i32::from(*w)).sum::<i32>() as f32 * scale)
            .collect();
        let panels = |all: &[f32]| all.as_chunks::<TILE_COLUMNS>().0.to_vec();
        let columns = panels(scales)
            .into_iter()
            .zip(panels(&sums))
            .zip(panels(bias))
            .map(|((scales, sums), bias)| Columns { scales, sums, bias })
            .collect();
        Some(Self {
            weights,
            columns,
            smoothing: smoothing.to_vec(),
        })
    }

    /// Width of an output row.
    pub(crate) fn outputs(&self) -> usize {
        self.columns.len() * TILE_COLUMNS
    }

    /// Computes whole rows of `input` into `output`.
    pub(crate) fn run(&self, input: &[f32], activation: Activation, output: &mut [f32]) {
        let activations = quantize(input, &self.smoothing);
        let (tile, width) = (fastest(), self.outputs());
        // Panels outside, rows inside: a panel stays in the first-level cache while rows stream by.
        for (number, (panel, columns)) in self.weights.panels().zip(&self.columns).enumerate() {
            let targets = output.chunks_mut(width * TILE_ROWS);
            for ((block, ranges), target) in activations.blocks().zip(targets) {
                let sums = tile(block, panel);
                let rows = target.chunks_exact_mut(width).zip(&sums).zip(ranges);
                for ((row, sums), range) in rows {
                    if let Some(target) = row.as_chunks_mut::<TILE_COLUMNS>().0.get_mut(number) {
                        *target = columns.values(sums, *range, activation);
                    }
                }
            }
        }
    }
}

impl Columns {
    #[inline(always)]
    fn values(
        &self,
        sums: &[i32; TILE_COLUMNS],
        range: RowRange,
        activation: Activation,
    ) -> [f32; TILE_COLUMNS] {
        let mut values = [0.0; TILE_COLUMNS];
        let scaled = sums
            .iter()
            .zip(&self.scales)
            .zip(&self.sums)
            .zip(&self.bias);
        for (value, (((sum, scale), column), bias)) in values.iter_mut().zip(scaled) {
            *value = *sum as f32 * (range.scale * scale) + (range.minimum * column + bias);
        }
        match activation {
            Activation::Identity => values,
            Activation::Gelu => values.map(gelu),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::tile::{fastest, portable};

    /// Weights, activations and a shape that is any number of tiles, with rows past the last whole one.
    fn operands() -> impl Strategy<Value = (Vec<i8>, Vec<f32>, usize)> {
        (1usize..12, 1usize..4, 1usize..11).prop_flat_map(|(groups, panels, rows)| {
            let inputs = groups * 4;
            (
                prop::collection::vec(-127i8..=127, inputs * panels * TILE_COLUMNS),
                prop::collection::vec(-3.0f32..3.0, inputs * rows),
                Just(inputs),
            )
        })
    }

    proptest! {
        /// MB-05: the tiled product is the naive one over the same quantised operands, exactly.
        #[test]
        fn every_tile_form_sums_exactly((values, rows, inputs) in operands()) {
            let activations = quantize(&rows, &vec![1.0; inputs]);
            let weights = PackedWeights::new(&values, inputs).unwrap();
            for (panel_number, panel) in weights.panels().enumerate() {
                for (block, _) in activations.blocks() {
                    let sums = portable::tile(block, panel);
                    prop_assert_eq!(sums, fastest()(block, panel));
                    for (row, sums) in sums.iter().enumerate() {
                        for (column, sum) in sums.iter().enumerate() {
                            let start = (panel_number * TILE_COLUMNS + column) * inputs;
                            let naive: i32 = values[start..start + inputs]
                                .iter()
                                .enumerate()
                                .map(|(k, w)| i32::from(*w) * i32::from(block[k / 4][row][k % 4]))
                                .sum();
                            prop_assert_eq!(naive, *sum);
                        }
                    }
                }
            }
        }

        /// MB-05: a layer is near the float product, by no more than its quantisation steps allow.
        #[test]
        fn a_layer_is_near_the_float_product((values, rows, inputs) in operands()) {
            let outputs = values.len() / inputs;
            let (scales, bias) = (vec![0.01; outputs], vec![0.5; outputs]);
            let layer = Linear::new(&values, &scales, &bias, &vec![1.0; inputs]).unwrap();
            let mut output = vec![0.0; rows.len() / inputs * outputs];
            layer.run(&rows, Activation::Identity, &mut output);
            for (row, result) in rows.chunks(inputs).zip(output.chunks(outputs)) {
                for (weights, value) in values.chunks(inputs).zip(result) {
                    let exact: f32 = row.iter().zip(weights).map(|(x, w)| x * f32::from(*w) * 0.01).sum();
                    let allowed = inputs as f32 * (6.0 / 127.0) * 0.5 * 1.27 + 1e-3;
                    prop_assert!((exact + 0.5 - value).abs() <= allowed);
                }
            }
        }
    }

    #[test]
    fn largest_operands_do_not_saturate() {
        let steps = vec![[[127u8; 4]; 4]; 384];
        for weight in [-128i8, 127] {
            let weights = vec![[[weight; 16]; 2]; 384];
            let expected = 127 * i32::from(weight) * 1536;
            assert_eq!(fastest()(&steps, &weights), [[expected; 8]; 4]);
        }
    }

    #[test]
    fn shapes_that_do_not_fit_are_refused() {
        assert!(Linear::new(&[1; 32], &[1.0; 8], &[0.0; 8], &[1.0; 4]).is_some());
        assert!(Linear::new(&[1; 32], &[1.0; 7], &[0.0; 7], &[1.0; 4]).is_none());
        assert!(Linear::new(&[1; 32], &[1.0; 8], &[0.0; 7], &[1.0; 4]).is_none());
        assert!(Linear::new(&[1; 28], &[1.0; 7], &[0.0; 7], &[1.0; 4]).is_none());
        assert!(Linear::new(&[1; 24], &[1.0; 8], &[0.0; 8], &[1.0; 3]).is_none());
        assert!(Linear::new(&[], &[], &[], &[]).is_none());
    }
}
