//! Unit vectors in 16 bits a number: half the memory, for a first look whose error is known.

use wide::{i16x16, i32x8};

/// What stands for 1. The sum of products of two coded unit vectors, and each part of it, lies within its square,
/// which an `i32` holds.
const ONE: f32 = 32_767.0;

/// Products at a time: two SIMD registers, or one of twice the width.
const LANES: usize = 16;

/// Vectors of one length as rows of one contiguous matrix, each number as a whole share of 32,767.
///
/// Whoever searches by them finds out what cannot be among the nearest, and compares the rest exactly: a similarity is
/// off from the cosine by no more than [`CodedVectors::error`].
#[derive(Debug, Clone, Default)]
pub struct CodedVectors {
    dimensions: usize,
    codes: Vec<i16>,
}

impl CodedVectors {
    /// No rows yet, for vectors of so many numbers.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            dimensions: dimensions.max(1),
            codes: Vec::new(),
        }
    }

    /// Numbers of each vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Bytes that so many vectors take.
    #[must_use]
    pub fn bytes(rows: usize, dimensions: usize) -> usize {
        rows.saturating_mul(dimensions)
            .saturating_mul(size_of::<i16>())
    }

    /// Makes room for so many more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.codes
            .reserve_exact(rows.saturating_mul(self.dimensions));
    }

    /// Adds a unit vector as the last row. What it has beyond the length is left out, what it lacks is 0.
    pub fn push(&mut self, unit: &[f32]) {
        if self.codes.capacity() - self.codes.len() < self.dimensions {
            // A quarter and not twice as much: the slack is what memory is spent on.
            let rows = self.codes.len() / self.dimensions / 4;
            self.reserve(rows.max(64));
        }
        let numbers = unit.iter().copied().chain(std::iter::repeat(0.0));
        self.codes.extend(numbers.take(self.dimensions).map(coded));
    }

    /// Puts a unit vector in place of a row's.
    pub fn set(&mut self, row: usize, unit: &[f32]) {
        let start = row * self.dimensions;
        if let Some(codes) = self.codes.get_mut(start..start + self.dimensions) {
            for (code, number) in codes.iter_mut().zip(unit) {
                *code = coded(*number);
            }
        }
    }

    /// Removes a row; the last one takes its place.
    pub fn swap_remove(&mut self, row: usize) {
        let Some(last) = self.codes.len().checked_sub(self.dimensions) else {
            return;
        };
        let start = row * self.dimensions;
        if start <= last {
            self.codes.copy_within(last.., start);
            self.codes.truncate(last);
        }
    }

    /// How far a similarity may be from the cosine.
    #[must_use]
    pub fn error(&self) -> f32 {
        // Each number is off by half a share, so a vector by the root of their number times that; both vectors are. The
        // rest is room for the rounding of the cosine itself.
        (self.dimensions as f32).sqrt() / ONE * 1.01 + 1e-5
    }

    /// The similarity of each row to a unit vector, in their order.
    #[must_use]
    pub fn similarities(&self, unit: &[f32]) -> Vec<f32> {
        let mut query: Vec<i16> = unit.iter().copied().map(coded).collect();
        query.resize(self.dimensions, 0);
        let rows = self.codes.chunks_exact(self.dimensions);
        rows.map(|row| product(row, &query) as f32 / (ONE * ONE))
            .collect()
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number beyond 1 stays at 1, what is no number is 0"
)]
fn coded(number: f32) -> i16 {
    (number.clamp(-1.0, 1.0) * ONE).round() as i16
}

/// In explicit SIMD, since search by meaning is also linked into what is compiled for size, where LLVM makes none.
fn product(a: &[i16], b: &[i16]) -> i32 {
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = i32x8::ZERO;
    for (x, y) in a_chunks.iter().zip(b_chunks) {
        sums += i16x16::new(*x).dot(i16x16::new(*y));
    }
    let rest = a_rest.iter().zip(b_rest);
    let rest = rest.map(|(x, y)| i32::from(*x) * i32::from(*y));
    let all = sums.to_array().into_iter().chain(rest);
    all.fold(0, i32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieval::Embedding;
    use proptest::prelude::*;

    fn unit(numbers: &[f32]) -> Embedding {
        Embedding::new("m", numbers).unwrap()
    }

    proptest! {
        #[test]
        fn a_similarity_is_the_cosine_within_the_error(
            rows in proptest::collection::vec(proptest::collection::vec(-1.0_f32..1.0, 70), 1..8),
            query in proptest::collection::vec(-1.0_f32..1.0, 70),
        ) {
            let query = unit(&query);
            let mut coded = CodedVectors::new(70);
            rows.iter().for_each(|row| coded.push(unit(row).vector()));
            for (row, similarity) in rows.iter().zip(coded.similarities(query.vector())) {
                let cosine = unit(row).cosine(&query).unwrap();
                prop_assert!((cosine - similarity).abs() <= coded.error());
            }
        }
    }

    #[test]
    fn rows_are_replaced_and_removed_in_place() {
        let mut coded = CodedVectors::new(2);
        for row in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]] {
            coded.push(&row);
        }
        coded.swap_remove(0);
        assert_eq!(coded.similarities(&[1.0, 0.0]), [-1.0, 0.0]);
        coded.set(1, &[1.0, 0.0]);
        coded.swap_remove(0);
        assert_eq!(coded.similarities(&[1.0, 0.0]), [1.0]);
        coded.swap_remove(0);
        coded.swap_remove(0);
        assert!(coded.similarities(&[1.0, 0.0]).is_empty());
    }
}
