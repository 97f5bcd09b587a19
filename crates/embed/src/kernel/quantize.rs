//! Dynamic quantisation of activations: seven bits, one range per row (token).

use super::elementary::{maximum, minimum};
use super::pack::{ActivationStep, GROUP, PackedActivations, RowRange, TILE_ROWS};

/// Largest quantised activation: seven bits, so that no backend's sixteen-bit pair sum saturates.
const LEVELS: f32 = 127.0;
/// 1.5 · 2²³: adding it to a small float leaves the rounded integer in the low bits of the result.
const ROUNDING: f32 = 12_582_912.0;

/// Quantises rows of `smoothing.len()` values, each value first multiplied by its column's factor.
pub(crate) fn quantize(rows: &[f32], smoothing: &[f32]) -> PackedActivations {
    let width = smoothing.len();
    let blocks = rows.len().div_ceil(width * TILE_ROWS);
    let steps_per_block = width / GROUP;
    let mut packed = PackedActivations {
        steps: vec![ActivationStep::default(); blocks * steps_per_block],
        steps_per_block,
        ranges: vec![Default::default(); blocks],
    };
    let mut smooth = vec![0.0; width];
    let targets = packed
        .steps
        .chunks_exact_mut(steps_per_block)
        .zip(&mut packed.ranges);
    for (block, (steps, ranges)) in rows.chunks(width * TILE_ROWS).zip(targets) {
        for (number, (row, range)) in block.chunks_exact(width).zip(ranges).enumerate() {
            *range = smooth_row(row, smoothing, &mut smooth);
            pack_row(&smooth, *range, steps, number);
        }
    }
    packed
}

fn smooth_row(row: &[f32], smoothing: &[f32], smooth: &mut [f32]) -> RowRange {
    for ((target, value), factor) in smooth.iter_mut().zip(row).zip(smoothing) {
        *target = value * factor;
    }
    let lowest = minimum(smooth);
    RowRange {
        minimum: lowest,
        scale: (maximum(smooth) - lowest) / LEVELS,
    }
}

fn pack_row(smooth: &[f32], range: RowRange, steps: &mut [ActivationStep], number: usize) {
    let inverse = if range.scale > 0.0 {
        1.0 / range.scale
    } else {
        0.0
    };
    let groups = steps.iter_mut().filter_map(|step| step.get_mut(number));
    for (group, values) in groups.zip(smooth.as_chunks::<GROUP>().0) {
        for (level, value) in group.iter_mut().zip(values) {
            let rounded = (value - range.minimum) * inverse + ROUNDING;
            *level = (rounded.to_bits() & 0x7f) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// MB-05: a dequantised activation is never further from the original than half a step.
        #[test]
        fn dequantised_values_stay_within_half_a_step(
            rows in prop::collection::vec(-1e3f32..1e3, 8..=96).prop_map(|mut rows| {
                rows.truncate(rows.len() / 8 * 8);
                rows
            }),
        ) {
            let packed = quantize(&rows, &[1.0; 8]);
            for (block, (steps, ranges)) in rows.chunks(32).zip(packed.blocks()) {
                for (number, row) in block.chunks(8).enumerate() {
                    for (column, value) in row.iter().enumerate() {
                        let level = steps[column / GROUP][number][column % GROUP];
                        let range = ranges[number];
                        let back = range.minimum + range.scale * f32::from(level);
                        prop_assert!(level <= 127);
                        prop_assert!((back - value).abs() <= range.scale * 0.501 + 1e-3);
                    }
                }
            }
        }
    }

    #[test]
    fn a_constant_row_is_its_minimum() {
        let packed = quantize(&[3.5; 4], &[2.0; 4]);
        let (steps, ranges) = packed.blocks().next().unwrap();
        assert_eq!(steps, [ActivationStep::default()]);
        assert_eq!(
            ranges[0],
            RowRange {
                minimum: 7.0,
                scale: 0.0
            }
        );
    }
}
