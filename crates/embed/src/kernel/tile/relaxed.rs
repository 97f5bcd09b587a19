//! wasm relaxed SIMD: one instruction multiplies sixteen pairs and adds them to four sums. "Relaxed"
//! leaves open what happens to activations above 127 and to saturating pairs; ours are neither.
#![allow(unsafe_code, reason = "vector loads and stores")]

use std::arch::wasm32::*;

use crate::kernel::pack::{
    ActivationStep, Sums, TILE_COLUMNS, TILE_ROWS, VECTORS, WeightStep, WeightVector,
};

/// See [`Tile`](super::Tile). A browser that does not know the instruction refuses the artefact before anything is
/// called.
#[target_feature(enable = "relaxed-simd")]
pub(crate) fn tile(activations: &[ActivationStep], weights: &[WeightStep]) -> Sums {
    let mut sums = [[i32x4_splat(0); VECTORS]; TILE_ROWS];
    for (rows, columns) in activations.iter().zip(weights) {
        let columns = [load(&columns[0]), load(&columns[1])];
        for (row, sums) in rows.iter().zip(&mut sums) {
            let row = i32x4_splat(i32::from_le_bytes(*row));
            for (column, sum) in columns.iter().zip(sums) {
                *sum = i32x4_relaxed_dot_i8x16_i7x16_add(*column, row, *sum);
            }
        }
    }
    sums.map(store)
}

#[inline(always)]
fn load(vector: &WeightVector) -> v128 {
    // SAFETY: the reference covers exactly the sixteen bytes read; the load needs no alignment.
    unsafe { v128_load(vector.as_ptr().cast()) }
}

#[inline(always)]
fn store(row: [v128; VECTORS]) -> [i32; TILE_COLUMNS] {
    // SAFETY: both are 32 bytes without padding, and any bytes are integers.
    unsafe { std::mem::transmute::<[v128; VECTORS], [i32; TILE_COLUMNS]>(row) }
}
