//! x86-64 with AVX2, detected at run time: the instruction pair (multiply u8 · i8 and add two; add two
//! more) that browsers compile relaxed SIMD's dot product to.
#![allow(
    unsafe_code,
    reason = "vector loads, and calls that need a detected CPU feature"
)]

use std::arch::x86_64::*;

use super::Tile;
use crate::kernel::pack::{ActivationStep, Sums, WeightStep, WeightVector};

/// The tile function, if this CPU runs it.
pub(crate) fn available() -> Option<Tile> {
    // SAFETY: reached only through this function, so only after AVX2 was detected.
    is_x86_feature_detected!("avx2").then_some((|a, w| unsafe { tile(a, w) }) as Tile)
}

#[target_feature(enable = "avx2")]
fn tile(activations: &[ActivationStep], weights: &[WeightStep]) -> Sums {
    let mut sums = [[_mm_setzero_si128(); 3]; 4];
    for (rows, columns) in activations.iter().zip(weights) {
        let columns = [load(&columns[0]), load(&columns[1]), load(&columns[2])];
        for (row, sums) in rows.iter().zip(&mut sums) {
            let row = _mm_set1_epi32(i32::from_le_bytes(*row));
            for (column, sum) in columns.iter().zip(sums) {
                let pairs = _mm_maddubs_epi16(row, *column);
                *sum = _mm_add_epi32(*sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
            }
        }
    }
    sums.map(|row| store(row))
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(vector: &WeightVector) -> __m128i {
    // SAFETY: the reference covers exactly the sixteen bytes read; the load needs no alignment.
    unsafe { _mm_loadu_si128(vector.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(row: [__m128i; 3]) -> [i32; 12] {
    // SAFETY: both are 48 bytes without padding, and any bytes are integers.
    unsafe { std::mem::transmute::<[__m128i; 3], [i32; 12]>(row) }
}
