use std::borrow::Cow;

use super::error::RetrievalError;

/// Largest deviation of a squared length from 1 at which a vector is stored bit for bit.
const UNIT_TOLERANCE: f64 = 1e-6;

/// Unit vectors as rows of one contiguous row-major matrix, so that a scan is one pass over memory.
///
/// A slot may have no vector; it then takes no row. Rows move when others are removed, and the two
/// maps between rows and slots follow.
#[derive(Debug, Clone)]
pub(super) struct VectorMatrix {
    dimensions: usize,
    numbers: Vec<f32>,
    slot_of_row: Vec<usize>,
    row_of_slot: Vec<Option<usize>>,
}

impl VectorMatrix {
    pub(super) fn new(dimensions: usize) -> Self {
        Self {
            dimensions,
            numbers: Vec::new(),
            slot_of_row: Vec::new(),
            row_of_slot: Vec::new(),
        }
    }

    /// Checks that a vector fits this matrix.
    pub(super) fn check(&self, vector: &[f32]) -> Result<(), RetrievalError> {
        if vector.len() != self.dimensions {
            return Err(RetrievalError::WrongDimensions {
                expected: self.dimensions,
                actual: vector.len(),
            });
        }
        check_finite(vector)
    }

    /// Returns the unit vector of a vector that fits.
    pub(super) fn unit<'v>(&self, vector: &'v [f32]) -> Result<Cow<'v, [f32]>, RetrievalError> {
        self.check(vector)?;
        Ok(unit(vector))
    }

    /// The slot's vector.
    pub(super) fn row(&self, slot: usize) -> Option<&[f32]> {
        let row = self.row_of_slot.get(slot).copied().flatten()?;
        let start = row * self.dimensions;
        self.numbers.get(start..start + self.dimensions)
    }

    /// Appends a slot.
    pub(super) fn push(&mut self, unit: Option<&[f32]>) {
        let slot = self.row_of_slot.len();
        self.row_of_slot.push(None);
        self.set(slot, unit);
    }

    /// Gives a slot another vector, or none.
    pub(super) fn set(&mut self, slot: usize, unit: Option<&[f32]>) {
        let row = self.row_of_slot.get(slot).copied().flatten();
        match (row, unit) {
            (None, None) => {}
            (None, Some(unit)) => self.append_row(slot, unit),
            (Some(row), Some(unit)) => self.overwrite_row(row, unit),
            (Some(row), None) => self.remove_row(slot, row),
        }
    }

    /// Removes a slot; the last slot takes its number.
    pub(super) fn swap_remove(&mut self, slot: usize) {
        if slot >= self.row_of_slot.len() {
            return;
        }
        self.set(slot, None);
        self.row_of_slot.swap_remove(slot);
        let moved_row = self.row_of_slot.get(slot).copied().flatten();
        if let Some(row) = moved_row
            && let Some(owner) = self.slot_of_row.get_mut(row)
        {
            *owner = slot;
        }
    }

    /// Each slot's cosine to a unit vector of the right length; 0 for slots without a vector.
    pub(super) fn cosines(&self, unit: &[f32]) -> Vec<f32> {
        let mut cosines = vec![0.0; self.row_of_slot.len()];
        let rows = self.numbers.chunks_exact(self.dimensions.max(1));
        for (row, slot) in rows.zip(&self.slot_of_row) {
            if let Some(cosine) = cosines.get_mut(*slot) {
                *cosine = dot(row, unit);
            }
        }
        cosines
    }

    fn append_row(&mut self, slot: usize, unit: &[f32]) {
        self.reserve_row();
        self.numbers.extend_from_slice(unit);
        if let Some(row) = self.row_of_slot.get_mut(slot) {
            *row = Some(self.slot_of_row.len());
        }
        self.slot_of_row.push(slot);
    }

    /// Grows by a quarter and not by doubling: at 1.5 kB a row, memory is spent on the slack.
    fn reserve_row(&mut self) {
        if self.numbers.capacity() - self.numbers.len() < self.dimensions {
            let rows = (self.slot_of_row.len() / 4).max(64);
            self.numbers.reserve_exact(rows * self.dimensions);
        }
    }

    fn overwrite_row(&mut self, row: usize, unit: &[f32]) {
        let start = row * self.dimensions;
        if let Some(numbers) = self.numbers.get_mut(start..start + self.dimensions) {
            numbers.copy_from_slice(unit);
        }
    }

    /// Moves the last row into the place of the removed one.
    fn remove_row(&mut self, slot: usize, row: usize) {
        let last_start = self.numbers.len().saturating_sub(self.dimensions);
        self.numbers
            .copy_within(last_start.., row * self.dimensions);
        self.numbers.truncate(last_start);
        self.slot_of_row.swap_remove(row);
        if let Some(owner) = self.row_of_slot.get_mut(slot) {
            *owner = None;
        }
        if let Some(moved_slot) = self.slot_of_row.get(row)
            && let Some(moved) = self.row_of_slot.get_mut(*moved_slot)
        {
            *moved = Some(row);
        }
    }
}

/// Checks that every number of a vector is finite.
pub(crate) fn check_finite(vector: &[f32]) -> Result<(), RetrievalError> {
    match vector.iter().position(|x| !x.is_finite()) {
        Some(position) => Err(RetrievalError::NotFinite { position }),
        None => Ok(()),
    }
}

/// Returns the unit vector of finite numbers. A zero vector has no direction and stays zero: its cosine to everything
/// is 0.
pub(crate) fn unit(vector: &[f32]) -> Cow<'_, [f32]> {
    // In f64, where the square of no f32 overflows.
    let square: f64 = vector.iter().map(|x| f64::from(*x).powi(2)).sum();
    if square == 0.0 || (square - 1.0).abs() <= UNIT_TOLERANCE {
        return Cow::Borrowed(vector);
    }
    let length = square.sqrt();
    vector
        .iter()
        .map(|x| (f64::from(*x) / length) as f32)
        .collect()
}

/// Products that are summed side by side: four vectors of four, enough to keep a SIMD unit busy while earlier sums are
/// under way.
const LANES: usize = 16;

/// Dot product of two slices of one length.
///
/// Written so that LLVM turns it into SIMD (`simd128` in wasm) without `unsafe`: separate sums per
/// lane, joined at the end. The order of summation is fixed, so results are the same everywhere.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (x, y) in a_chunks.iter().zip(b_chunks) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f32>() + rest
}
