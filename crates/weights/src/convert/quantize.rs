//! Symmetric eight-bit quantisation of rows, and the smoothing factors applied before it.

/// Rows of signed bytes and the scale of each row: `value ≈ scale · byte`.
pub(super) struct Quantized {
    pub(super) values: Vec<i8>,
    pub(super) scales: Vec<f32>,
}

/// Quantises each row of `width` values to −127..=127.
pub(super) fn quantize_rows(rows: &[f32], width: usize) -> Quantized {
    let mut quantized = Quantized {
        values: Vec::with_capacity(rows.len()),
        scales: Vec::new(),
    };
    for row in rows.chunks_exact(width) {
        let largest = row
            .iter()
            .fold(0.0f32, |largest, value| largest.max(value.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        quantized.scales.push(scale);
        quantized
            .values
            .extend(row.iter().map(|value| (value / scale).round() as i8));
    }
    quantized
}

/// For each input channel, √(largest activation / largest weight): activations are divided by it,
/// weights multiplied. `weights` has one row of `maxima.len()` values per output.
pub(super) fn migration(weights: &[f32], maxima: &[f32]) -> Vec<f32> {
    /// A channel that is never used may not blow the other side up.
    const SMALLEST: f32 = 1e-5;
    let mut largest = vec![SMALLEST; maxima.len()];
    for row in weights.chunks_exact(maxima.len()) {
        for (largest, weight) in largest.iter_mut().zip(row) {
            *largest = largest.max(weight.abs());
        }
    }
    maxima
        .iter()
        .zip(largest)
        .map(|(most, weight)| (most.max(SMALLEST) / weight).sqrt())
        .collect()
}

/// Multiplies every row by `factors`, column by column.
pub(super) fn scale_columns(rows: &mut [f32], factors: &[f32]) {
    for row in rows.chunks_exact_mut(factors.len()) {
        for (value, factor) in row.iter_mut().zip(factors) {
            *value *= factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// MB-05: a weight is never further from the original than half a step of its row.
        #[test]
        fn weights_stay_within_half_a_step(rows in prop::collection::vec(-10.0f32..10.0, 24)) {
            let quantized = quantize_rows(&rows, 6);
            let scales = quantized.scales.iter().flat_map(|scale| [*scale; 6]);
            for ((value, byte), scale) in rows.iter().zip(&quantized.values).zip(scales) {
                prop_assert!((f32::from(*byte) * scale - value).abs() <= scale * 0.5001);
            }
        }
    }

    #[test]
    fn a_zero_row_stays_zero() {
        let quantized = quantize_rows(&[0.0; 4], 4);
        assert_eq!(
            (quantized.values, quantized.scales),
            (vec![0; 4], vec![1.0])
        );
    }

    #[test]
    fn migration_evens_out_activations_and_weights() {
        assert_eq!(
            migration(&[0.5, -1.0, -4.0, 0.25], &[1.0, 16.0]),
            [0.5, 4.0]
        );
        assert!(
            migration(&[0.0], &[0.0])
                .iter()
                .all(|factor| factor.is_finite())
        );
    }
}
