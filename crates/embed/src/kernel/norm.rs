//! Layer normalisation.

use super::elementary::sum;
use amb_weights::shape::NORM_EPSILON;

/// Normalises each row of `weight.len()` values to mean 0 and variance 1, then scales and shifts it.
pub(crate) fn layer_norm(rows: &mut [f32], weight: &[f32], bias: &[f32]) {
    let width = weight.len();
    let mut squares = vec![0.0; width];
    for row in rows.chunks_exact_mut(width) {
        let mean = sum(row) / width as f32;
        for (square, value) in squares.iter_mut().zip(row.iter_mut()) {
            *value -= mean;
            *square = *value * *value;
        }
        let scale = 1.0 / (sum(&squares) / width as f32 + NORM_EPSILON).sqrt();
        for ((value, weight), bias) in row.iter_mut().zip(weight).zip(bias) {
            *value = *value * scale * weight + bias;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_centred_scaled_and_shifted() {
        let mut rows = [1.0, 2.0, 3.0, 4.0, -1.0, -1.0, 1.0, 1.0];
        layer_norm(&mut rows, &[2.0; 4], &[0.5; 4]);
        let unit = 2.0 / 1.25f32.sqrt();
        for (value, expected) in rows
            .iter()
            .zip([-1.5, -0.5, 0.5, 1.5].map(|x| x * unit + 0.5))
        {
            assert!((value - expected).abs() < 1e-6);
        }
        assert_eq!(rows[4..], [-1.5, -1.5, 2.5, 2.5]);
    }

    #[test]
    fn a_constant_row_becomes_the_bias() {
        let mut row = [7.0; 4];
        layer_norm(&mut row, &[1.0; 4], &[0.25; 4]);
        assert_eq!(row, [0.25; 4]);
    }
}
