//! Plain Rust: the definition the other forms are tested against.

use crate::kernel::pack::{ActivationStep, GROUP, Sums, WeightStep};

/// See [`Tile`](super::Tile).
pub(crate) fn tile(activations: &[ActivationStep], weights: &[WeightStep]) -> Sums {
    let mut sums = Sums::default();
    for (rows, columns) in activations.iter().zip(weights) {
        for (row, sums) in rows.iter().zip(&mut sums) {
            let groups = columns.as_flattened().as_chunks::<GROUP>().0;
            for (group, sum) in groups.iter().zip(sums) {
                let products = row
                    .iter()
                    .zip(group)
                    .map(|(a, w)| i32::from(*a) * i32::from(*w));
                *sum += products.sum::<i32>();
            }
        }
    }
    sums
}
