//! One tile of the integer matrix product, [`TILE_ROWS`](super::pack::TILE_ROWS) rows by
//! [`TILE_COLUMNS`](super::pack::TILE_COLUMNS) columns, in one form per instruction set.

use super::pack::{ActivationStep, Sums, WeightStep};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(test, not(target_arch = "wasm32")))]
pub(super) mod portable;
#[cfg(all(target_arch = "wasm32", feature = "relaxed-simd"))]
mod relaxed;
#[cfg(all(target_arch = "wasm32", not(feature = "relaxed-simd")))]
mod simd128;

/// Sums products along the summed axis: exact in every form, so all give the same bits.
pub(crate) type Tile = fn(&[ActivationStep], &[WeightStep]) -> Sums;

/// The fastest form this machine runs.
pub(crate) fn fastest() -> Tile {
    #[cfg(all(target_arch = "wasm32", feature = "relaxed-simd"))]
    return relaxed::tile;
    #[cfg(all(target_arch = "wasm32", not(feature = "relaxed-simd")))]
    return simd128::tile;
    #[cfg(not(target_arch = "wasm32"))]
    return native();
}

#[cfg(not(target_arch = "wasm32"))]
fn native() -> Tile {
    #[cfg(target_arch = "x86_64")]
    if let Some(tile) = avx2::available() {
        return tile;
    }
    portable::tile
}
