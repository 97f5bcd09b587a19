//! Unit vectors in 8 bits a number and 8 more. A search scans the coarse quarter of the memory with a known error, then
//! the other quarter for the remaining candidates.

use wide::{i16x16, i32x8};

use super::likely_nearest::LikelyNearest;

/// The code of 1 in a query.
const ONE: f32 = 32_767.0;

/// The code of a row's greatest number.
const GREATEST: f32 = 127.0;

/// Fine steps in a coarse one.
const FINER: f32 = 256.0;

/// Words at a time, of two codes each: two SIMD registers, or one of twice the width.
const LANES: usize = 16;

/// Vectors of one length as rows of contiguous matrices: each number is a multiple of its row's scale, and its rest a
/// multiple of a 256th of the scale.
///
/// A search excludes rows that cannot be among the nearest; the caller compares the others exactly.
#[derive(Debug, Clone, Default)]
pub struct CodedVectors {
    dimensions: usize,
    scales: Vec<f32>,
    coarse: Vec<[i16; LANES]>,
    fine: Vec<[i16; LANES]>,
    /// The greatest scale that any row had.
    greatest_scale: f32,
    /// The greatest distance of any row from its coarse code.
    farthest: f32,
}

/// A vector in codes.
struct Coded {
    scale: f32,
    coarse: Vec<i8>,
    fine: Vec<i8>,
    distance: f32,
}

/// A search for candidates.
pub struct Likely<'l> {
    /// The unit vector of the query.
    pub unit: &'l [f32],
    /// The least cosine.
    pub least: f32,
    /// Number of the nearest.
    pub k: usize,
}

impl CodedVectors {
    /// Creates an empty matrix, for vectors of this length.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            dimensions: dimensions.max(1),
            ..Self::default()
        }
    }

    /// Numbers of each vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the bytes of so many vectors.
    #[must_use]
    pub fn bytes(rows: usize, dimensions: usize) -> usize {
        let words = chunks_of(dimensions).saturating_mul(LANES);
        rows.saturating_mul(words.saturating_mul(2 * size_of::<i16>()) + size_of::<f32>())
    }

    /// Reserves room for so many more rows.
    pub fn reserve(&mut self, rows: usize) {
        let chunks = rows.saturating_mul(chunks_of(self.dimensions));
        self.scales.reserve_exact(rows);
        self.coarse.reserve_exact(chunks);
        self.fine.reserve_exact(chunks);
    }

    /// Adds a unit vector as the last row. Numbers beyond the length are left out, missing ones are 0.
    pub fn push(&mut self, unit: &[f32]) {
        if self.scales.capacity() == self.scales.len() {
            // A quarter and not twice as much: memory is spent on the slack.
            self.reserve((self.scales.len() / 4).max(64));
        }
        let coded = self.coded(unit);
        self.scales.push(coded.scale);
        self.coarse.extend(words(&coded.coarse));
        self.fine.extend(words(&coded.fine));
    }

    /// Puts a unit vector in place of a row's.
    pub fn set(&mut self, row: usize, unit: &[f32]) {
        if row >= self.scales.len() {
            return;
        }
        let coded = self.coded(unit);
        let start = row * chunks_of(self.dimensions);
        let put = |place: &mut [[i16; LANES]], codes: &[i8]| {
            let chunks = place.iter_mut().skip(start);
            for (chunk, words) in chunks.zip(words(codes)) {
                *chunk = words;
            }
        };
        put(&mut self.coarse, &coded.coarse);
        put(&mut self.fine, &coded.fine);
        if let Some(scale) = self.scales.get_mut(row) {
            *scale = coded.scale;
        }
    }

    /// Removes a row; the last one takes its place.
    pub fn swap_remove(&mut self, row: usize) {
        let Some(last) = self.scales.len().checked_sub(1).filter(|last| row <= *last) else {
            return;
        };
        self.scales.swap_remove(row);
        let chunks = chunks_of(self.dimensions);
        for codes in [&mut self.coarse, &mut self.fine] {
            codes.copy_within(last * chunks.., row * chunks);
            codes.truncate(last * chunks);
        }
    }

    /// Returns the rows that may be among the `k` nearest of those that `admits` accepts, each with a cosine of at
    /// least `least`.
    #[must_use]
    pub fn likely(&self, wanted: &Likely<'_>, admits: impl Fn(usize) -> bool) -> Vec<usize> {
        let query = Query::of(wanted.unit, self.dimensions);
        let chunks = chunks_of(self.dimensions);
        let mut coarsely = LikelyNearest::new(wanted.k, wanted.least, self.coarse_error());
        let rows = self.coarse.chunks_exact(chunks).zip(&self.scales);
        for (row, (words, scale)) in rows.enumerate() {
            let similarity = query.product(words) as f32 * (scale / ONE);
            coarsely.offer(similarity, row, || admits(row));
        }
        let mut finely = LikelyNearest::new(wanted.k, wanted.least, self.fine_error());
        for (similarity, row) in coarsely.into_kept() {
            let words = self.fine.chunks_exact(chunks).nth(row).unwrap_or_default();
            let scale = self.scales.get(row).copied().unwrap_or_default();
            let rest = query.product(words) as f32 * (scale / ONE / FINER);
            finely.offer(similarity + rest, row, || true);
        }
        let kept = finely.into_kept().into_iter();
        kept.map(|(_, row)| row).collect()
    }

    /// Returns the largest error of the coarse similarity: the distance of the row from its coarse code, and of the
    /// query from its code.
    fn coarse_error(&self) -> f32 {
        self.farthest + self.rounding()
    }

    /// Returns the largest error with both codes: a number is off by a fine step at most.
    fn fine_error(&self) -> f32 {
        self.greatest_scale / FINER * (self.dimensions as f32).sqrt() + self.rounding()
    }

    /// Each number of a query is off by half a share, so the query by the root of their number times that. The rest is
    /// room for the rounding of the cosine itself.
    fn rounding(&self) -> f32 {
        (self.dimensions as f32).sqrt() / ONE + 1e-5
    }

    fn coded(&mut self, unit: &[f32]) -> Coded {
        let coded = Coded::of(unit, self.dimensions);
        self.greatest_scale = self.greatest_scale.max(coded.scale);
        self.farthest = self.farthest.max(coded.distance);
        coded
    }
}

impl Coded {
    fn of(unit: &[f32], dimensions: usize) -> Self {
        let numbers = || {
            let lacking = std::iter::repeat(0.0);
            unit.iter().copied().chain(lacking).take(dimensions)
        };
        let greatest = numbers().fold(0.0_f32, |most, number| most.max(number.abs()));
        let scale = greatest / GREATEST;
        let steps = |number: f32| if scale > 0.0 { number / scale } else { 0.0 };
        let coarse: Vec<i8> = numbers().map(|number| code(steps(number))).collect();
        let rests = || {
            numbers()
                .zip(&coarse)
                .map(|(number, code)| steps(number) - f32::from(*code))
        };
        let fine = rests().map(|rest| code(rest * FINER)).collect();
        let distance = rests().map(|rest| rest * rest).sum::<f32>().sqrt() * scale;
        Self {
            scale,
            coarse,
            fine,
            distance,
        }
    }
}

/// A query's numbers as shares of 32,767: those of even places beside those of odd ones, as rows have them in a word.
struct Query {
    even: Vec<[i16; LANES]>,
    odd: Vec<[i16; LANES]>,
}

impl Query {
    fn of(unit: &[f32], dimensions: usize) -> Self {
        let mut codes: Vec<i16> = unit.iter().take(dimensions).copied().map(share).collect();
        codes.resize(chunks_of(dimensions) * 2 * LANES, 0);
        let of_parity = |parity: usize| {
            let codes: Vec<i16> = codes.iter().skip(parity).step_by(2).copied().collect();
            codes.as_chunks::<LANES>().0.to_vec()
        };
        Self {
            even: of_parity(0),
            odd: of_parity(1),
        }
    }

    /// Returns the sum of products of codes, which fits an `i32`: the codes of a row have a length of at most 128 times
    /// the root of their number, those of a query one of 32,767.
    ///
    /// It is in explicit SIMD, because search by meaning is also linked into artefacts compiled for size, where LLVM
    /// vectorises nothing.
    fn product(&self, words: &[[i16; LANES]]) -> i32 {
        let mut sums = i32x8::ZERO;
        for ((words, even), odd) in words.iter().zip(&self.even).zip(&self.odd) {
            let words = i16x16::new(*words);
            sums += ((words << 8_i32) >> 8_i32).dot(i16x16::new(*even));
            sums += (words >> 8_i32).dot(i16x16::new(*odd));
        }
        sums.to_array().into_iter().fold(0, i32::wrapping_add)
    }
}

/// Returns the chunks of words that hold so many codes.
fn chunks_of(dimensions: usize) -> usize {
    dimensions.max(1).div_ceil(2 * LANES)
}

/// Returns codes two to a word, the one of an even place in its lower half; codes beyond the last are 0.
fn words(codes: &[i8]) -> impl Iterator<Item = [i16; LANES]> {
    codes.chunks(2 * LANES).map(|codes| {
        let mut words = [0; LANES];
        for (word, pair) in words.iter_mut().zip(codes.chunks(2)) {
            let at = |place: usize| pair.get(place).copied().unwrap_or_default();
            *word = i16::from_le_bytes([at(0).cast_unsigned(), at(1).cast_unsigned()]);
        }
        words
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is beyond the greatest stays at it, what is no number is 0"
)]
fn code(steps: f32) -> i8 {
    steps.clamp(-GREATEST, GREATEST).round() as i8
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number beyond 1 stays at 1, what is no number is 0"
)]
fn share(number: f32) -> i16 {
    (number.clamp(-1.0, 1.0) * ONE).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieval::Embedding;
    use proptest::prelude::*;

    fn unit(numbers: &[f32]) -> Embedding {
        Embedding::new("m", numbers).unwrap()
    }

    fn nearest(coded: &CodedVectors, unit: &[f32], k: usize) -> Vec<usize> {
        let wanted = Likely {
            unit,
            least: -1.0,
            k,
        };
        coded.likely(&wanted, |_| true)
    }

    proptest! {
        #[test]
        fn all_that_are_nearest_are_likely_and_what_is_far_off_is_not(
            rows in proptest::collection::vec(proptest::collection::vec(-1.0_f32..1.0, 70), 1..40),
            query in proptest::collection::vec(-1.0_f32..1.0, 70),
            k in 1_usize..8,
            least in -1.0_f32..0.5,
        ) {
            let query = unit(&query);
            let mut coded = CodedVectors::new(70);
            rows.iter().for_each(|row| coded.push(unit(row).vector()));
            let wanted = Likely { unit: query.vector(), least, k };
            let admits = |row: usize| row % 3 != 1;
            let likely = coded.likely(&wanted, admits);
            let cosine = |row: usize| unit(&rows[row]).cosine(&query).unwrap();
            let mut exact: Vec<usize> = (0..rows.len())
                .filter(|row| admits(*row) && cosine(*row) >= least)
                .collect();
            exact.sort_by(|a, b| cosine(*b).total_cmp(&cosine(*a)));
            exact.truncate(k);
            for row in &exact {
                prop_assert!(likely.contains(row));
            }
            let worst = exact.last().filter(|_| exact.len() == k).map_or(least, |row| cosine(*row));
            for row in likely {
                prop_assert!(admits(row) && cosine(row) >= worst - 4.0 * coded.fine_error());
            }
        }

        #[test]
        fn errors_are_no_less_than_what_is_off(
            row in proptest::collection::vec(-1.0_f32..1.0, 70),
            query in proptest::collection::vec(-1.0_f32..1.0, 70),
        ) {
            let (row, query) = (unit(&row), unit(&query));
            let mut vectors = CodedVectors::new(70);
            vectors.push(row.vector());
            let codes = Query::of(query.vector(), 70);
            let coarse = codes.product(&vectors.coarse) as f32 * vectors.scales[0] / ONE;
            let fine = codes.product(&vectors.fine) as f32 * vectors.scales[0] / ONE / FINER;
            let cosine = row.cosine(&query).unwrap();
            prop_assert!((coarse - cosine).abs() <= vectors.coarse_error());
            prop_assert!((coarse + fine - cosine).abs() <= vectors.fine_error());
            prop_assert!(vectors.fine_error() < vectors.coarse_error());
        }
    }

    #[test]
    fn rows_are_replaced_and_removed_in_place() {
        let mut coded = CodedVectors::new(2);
        for row in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]] {
            coded.push(&row);
        }
        coded.swap_remove(0);
        assert_eq!(nearest(&coded, &[-1.0, 0.0], 1), [0]);
        coded.set(1, &[1.0, 0.0]);
        assert_eq!(nearest(&coded, &[1.0, 0.0], 1), [1]);
        coded.swap_remove(0);
        assert_eq!(nearest(&coded, &[1.0, 0.0], 2), [0]);
        coded.swap_remove(1);
        coded.set(1, &[0.0, 1.0]);
        assert_eq!(nearest(&coded, &[1.0, 0.0], 2), [0]);
        coded.swap_remove(0);
        assert!(nearest(&coded, &[1.0, 0.0], 2).is_empty());
    }

    #[test]
    fn a_vector_that_is_too_short_or_too_long_takes_a_row_of_its_own() {
        let mut coded = CodedVectors::new(70);
        let mut last = [0.0; 70];
        last[69] = 1.0;
        for row in [
            &[1.0][..],
            &last,
            &[&last[..], &[5.0]].concat(),
            &[0.0, 1.0],
        ] {
            coded.push(row);
        }
        assert_eq!(nearest(&coded, &[1.0], 1), [0]);
        assert_eq!(nearest(&coded, &[0.0, 1.0], 1), [3]);
        let mut both = nearest(&coded, &last, 2);
        both.sort_unstable();
        assert_eq!(both, [1, 2]);
        coded.set(1, &[1.0]);
        assert_eq!(nearest(&coded, &last, 1), [2]);
    }

    #[test]
    fn a_vector_of_zeros_is_near_to_nothing() {
        let (query, mut coded) = (unit(&[1.0; 40]), CodedVectors::new(40));
        coded.push(&[0.0; 40]);
        let wanted = Likely {
            unit: query.vector(),
            least: 0.1,
            k: 1,
        };
        assert!(coded.likely(&wanted, |_| true).is_empty());
    }
}
