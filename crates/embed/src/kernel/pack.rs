//! Memory layouts the integer kernel reads: both operands in groups of four along the summed axis,
//! in the order the kernel meets them.

/// Rows of activations (tokens) one tile computes.
pub(crate) const TILE_ROWS: usize = 4;
/// Output columns one tile computes: four rows by eight columns take eight accumulators, which with their
/// operands stay in the vector registers of x86. Four by twelve spill, at half the speed.
pub(crate) const TILE_COLUMNS: usize = 8;
/// Products one lane of the dot instruction sums.
pub(crate) const GROUP: usize = 4;

/// Vectors of weights in one step of a tile.
pub(crate) const VECTORS: usize = TILE_COLUMNS / 4;

/// Four consecutive activations of one row.
pub(crate) type ActivationGroup = [u8; GROUP];
/// The same four places of the summed axis in each row of a tile.
pub(crate) type ActivationStep = [ActivationGroup; TILE_ROWS];
/// Four places of the summed axis in four columns: one vector register.
pub(crate) type WeightVector = [i8; 16];
/// Four places of the summed axis in each column of a tile.
pub(crate) type WeightStep = [WeightVector; VECTORS];
/// Sums of one tile.
pub(crate) type Sums = [[i32; TILE_COLUMNS]; TILE_ROWS];

/// An int8 matrix in panels of [`TILE_COLUMNS`] output columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PackedWeights {
    steps: Vec<WeightStep>,
    steps_per_panel: usize,
}

impl PackedWeights {
    /// Packs `values`, one row of `inputs` weights per output column. `None` if `inputs` is not a
    /// whole number of groups, or the rows not a whole number of panels.
    pub(crate) fn new(values: &[i8], inputs: usize) -> Option<Self> {
        let (rows, steps_per_panel) = (values.len().checked_div(inputs)?, inputs / GROUP);
        let whole = rows.is_multiple_of(TILE_COLUMNS)
            && inputs.is_multiple_of(GROUP)
            && rows * inputs == values.len();
        whole.then(|| Self {
            steps: values
                .chunks_exact(inputs * TILE_COLUMNS)
                .flat_map(|panel| (0..steps_per_panel).map(|step| pack_step(panel, inputs, step)))
                .collect(),
            steps_per_panel,
        })
    }

    /// The panels, left to right.
    pub(crate) fn panels(&self) -> impl Iterator<Item = &[WeightStep]> {
        self.steps.chunks_exact(self.steps_per_panel)
    }
}

fn pack_step(panel: &[i8], inputs: usize, step: usize) -> WeightStep {
    let mut packed = WeightStep::default();
    let groups = packed
        .iter_mut()
        .flat_map(|vector| vector.as_chunks_mut::<GROUP>().0);
    for (group, column) in groups.zip(panel.chunks_exact(inputs)) {
        if let Some(source) = column.as_chunks::<GROUP>().0.get(step) {
            *group = *source;
        }
    }
    packed
}

/// Seven-bit activations in blocks of [`TILE_ROWS`] rows, with the factors that turn them back into floats.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PackedActivations {
    pub(super) steps: Vec<ActivationStep>,
    pub(super) steps_per_block: usize,
    pub(super) ranges: Vec<[RowRange; TILE_ROWS]>,
}

/// Quantisation range of one row: `value ≈ minimum + scale · q`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct RowRange {
    pub(crate) minimum: f32,
    pub(crate) scale: f32,
}

impl PackedActivations {
    /// Blocks from top to bottom; rows past the last token are zero.
    pub(crate) fn blocks(
        &self,
    ) -> impl Iterator<Item = (&[ActivationStep], &[RowRange; TILE_ROWS])> {
        self.steps
            .chunks_exact(self.steps_per_block)
            .zip(&self.ranges)
    }
}
