//! Elementary functions and reductions, written so that the compiler vectorises them and that every
//! target computes the same bits.

const LANES: usize = 8;

/// Sum, in eight interleaved partial sums.
pub(crate) fn sum(values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().chain(rest).sum()
}

/// Largest value, or negative infinity.
pub(crate) fn maximum(values: &[f32]) -> f32 {
    fold(values, f32::NEG_INFINITY, |a, b| if b > a { b } else { a })
}

/// Smallest value, or infinity.
pub(crate) fn minimum(values: &[f32]) -> f32 {
    fold(values, f32::INFINITY, |a, b| if b < a { b } else { a })
}

/// `f32::max` and `min` would answer for NaN as well, which costs most of the speed.
fn fold(values: &[f32], start: f32, choose: impl Fn(f32, f32) -> f32) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [start; LANES];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = choose(*lane, *value);
        }
    }
    lanes.iter().chain(rest).fold(start, |a, b| choose(a, *b))
}

/// eˣ for x ≤ 0, to two units in the last place; below −87 it stays at the smallest normal number.
/// Range reduction and polynomial of Cephes' `expf`.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    const ROUNDING: f32 = 12_582_912.0;
    let x = if x < -87.0 { -87.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUNDING;
    let whole = shifted - ROUNDING;
    let part = x - whole * 0.693_359_4 - whole * -2.121_944_4e-4;
    let mut series = 1.987_569_1e-4;
    for coefficient in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        1.666_666_5e-1,
        0.5,
    ] {
        series = series * part + coefficient;
    }
    let mantissa = series * part * part + part + 1.0;
    let exponent = shifted
        .to_bits()
        .wrapping_sub(ROUNDING.to_bits())
        .wrapping_add(127)
        << 23;
    mantissa * f32::from_bits(exponent)
}

/// The error function, to a few units in the last place: the quotient of polynomials Eigen uses.
#[inline(always)]
fn erf(x: f32) -> f32 {
    const ABOVE: [f32; 6] = [
        2.770_681_5e-8,
        -2.101_024_1e-6,
        -5.692_506_6e-5,
        -7.349_906_3e-4,
        -2.954_600_1e-3,
        -1.609_603_4e-2,
    ];
    const BELOW: [f32; 4] = [
        -2.133_740_6e-4,
        -1.682_827_1e-3,
        -7.373_329e-3,
        -1.426_472_6e-2,
    ];
    let x = if x > 4.0 { 4.0 } else { x };
    let x = if x < -4.0 { -4.0 } else { x };
    let square = x * x;
    let mut above = -2.727_142_8e-10;
    for coefficient in ABOVE {
        above = above * square + coefficient;
    }
    let mut below = -1.456_607_2e-5;
    for coefficient in BELOW {
        below = below * square + coefficient;
    }
    x * above / below
}

/// The exact GELU of BERT: x · Φ(x).
#[inline(always)]
pub(crate) fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_follows_the_standard_library() {
        for step in 0..8_600 {
            let x = step as f32 * -0.01;
            assert!((exp(x) / x.exp() - 1.0).abs() < 4e-7, "{x}");
        }
        assert!(exp(-1e9) < 2e-38 && exp(f32::NEG_INFINITY) < 2e-38);
    }

    /// Values of the normal distribution function from tables, so that erf and GELU cannot share an error.
    #[test]
    fn gelu_is_x_times_the_normal_distribution() {
        for (x, distribution) in [
            (0.0, 0.5),
            (0.5, 0.691_462_5),
            (1.0, 0.841_344_8),
            (2.0, 0.977_249_9),
            (3.0, 0.998_650_1),
        ] {
            assert!((gelu(x) - x * distribution).abs() < 2e-6, "{x}");
            assert!((gelu(-x) + x * (1.0 - distribution)).abs() < 2e-6, "-{x}");
        }
        assert!((gelu(20.0) - 20.0).abs() < 1e-4);
        assert!(gelu(-20.0).abs() < 1e-4);
    }

    #[test]
    fn reductions_cover_the_part_past_the_last_whole_chunk() {
        let values: Vec<f32> = (0..19).map(|n| n as f32).collect();
        assert_eq!(
            (sum(&values), minimum(&values), maximum(&values)),
            (171.0, 0.0, 18.0)
        );
        assert_eq!((sum(&[]), maximum(&[])), (0.0, f32::NEG_INFINITY));
    }
}
