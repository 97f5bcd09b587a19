//! x86-64 with AVX2, detected at run time: the instruction pair (multiply u8 · i8 and add two; add two
//! more) that browsers compile relaxed SIMD's dot product to.
#![allow(
    unsafe_code,
    reason = "vector loads, and calls that need a detected CPU feature"
)]

use std::arch::x86_64::*;

use super::Tile;
use crate::kernel::pack::{ActivationStep, Sums, TILE_ROWS, WeightStep};

/// The tile function, if this CPU runs it.
pub(crate) fn available() -> Option<Tile> {
    // SAFETY: reached only through this function, so only after AVX2 was detected.
    is_x86_feature_detected!("avx2").then_some((|a, w| unsafe { tile(a, w) }) as Tile)
}

#[target_feature(enable = "avx2")]
fn tile(activations: &[ActivationStep], weights: &[WeightStep]) -> Sums {
    let mut sums = [_mm256_setzero_si256(); TILE_ROWS];
    for (rows, columns) in activations.iter().zip(weights) {
        let columns = load(columns);
        for (row, sum) in rows.iter().zip(&mut sums) {
            let row = _mm256_set1_epi32(i32::from_le_bytes(*row));
            let pairs = _mm256_maddubs_epi16(row, columns);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
    }
    // SAFETY: both are four times 32 bytes without padding, and any bytes are integers.
    unsafe { std::mem::transmute::<[__m256i; TILE_ROWS], Sums>(sums) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(columns: &WeightStep) -> __m256i {
    // SAFETY: the reference covers exactly the 32 bytes read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(columns.as_ptr().cast()) }
}
