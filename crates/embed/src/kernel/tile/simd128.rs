//! wasm's baseline SIMD: widens to sixteen bits, then multiplies and adds pairs. One column group of
//! four at a time, so that eight sums stay in registers.
#![allow(unsafe_code, reason = "vector loads")]

use std::arch::wasm32::*;

use crate::kernel::pack::{ActivationStep, Sums, TILE_ROWS, VECTORS, WeightStep, WeightVector};

/// See [`Tile`](super::Tile).
pub(crate) fn tile(activations: &[ActivationStep], weights: &[WeightStep]) -> Sums {
    let mut sums = Sums::default();
    let parts = [
        columns::<0>(activations, weights),
        columns::<1>(activations, weights),
    ];
    for (number, part) in parts.iter().enumerate() {
        for (row, values) in sums.iter_mut().zip(part) {
            if let Some(target) = row.as_chunks_mut::<4>().0.get_mut(number) {
                *target = *values;
            }
        }
    }
    sums
}

/// Four columns: the `PART`th vector of every step.
#[expect(
    clippy::indexing_slicing,
    reason = "PART is checked when this is compiled"
)]
fn columns<const PART: usize>(
    activations: &[ActivationStep],
    weights: &[WeightStep],
) -> [[i32; 4]; TILE_ROWS] {
    const { assert!(PART < VECTORS) };
    let mut sums = [[i32x4_splat(0); 2]; TILE_ROWS];
    for (rows, columns) in activations.iter().zip(weights) {
        let vector = load(&columns[PART]);
        let (low, high) = (
            i16x8_extend_low_i8x16(vector),
            i16x8_extend_high_i8x16(vector),
        );
        for (row, [low_sum, high_sum]) in rows.iter().zip(&mut sums) {
            let row = u16x8_extend_low_u8x16(i32x4_splat(i32::from_le_bytes(*row)));
            *low_sum = i32x4_add(*low_sum, i32x4_dot_i16x8(low, row));
            *high_sum = i32x4_add(*high_sum, i32x4_dot_i16x8(high, row));
        }
    }
    sums.map(|[low, high]| {
        let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
        let odd = i32x4_shuffle::<1, 3, 5, 7>(low, high);
        let sum = i32x4_add(even, odd);
        [
            i32x4_extract_lane::<0>(sum),
            i32x4_extract_lane::<1>(sum),
            i32x4_extract_lane::<2>(sum),
            i32x4_extract_lane::<3>(sum),
        ]
    })
}

#[inline(always)]
fn load(vector: &WeightVector) -> v128 {
    // SAFETY: the reference covers exactly the sixteen bytes read; the load needs no alignment.
    unsafe { v128_load(vector.as_ptr().cast()) }
}
