//! Weights that `node benches/judgement/fit.mjs` fitted on the development halves. Fit them again instead of editing them.

use super::sufficiency::Weights;

/// Where there is no embedding model, or it knows too little of the question.
pub(super) const BY_KEYWORDS: Weights = Weights {
    unit: [2.904, 3.280, 1.296, 2.505, 0.527, -1.264, 0.000],
    evidence: [1.887, -0.493, -1.589, -1.901, 0.000, 0.000],
    bias: -0.475,
};

/// Where the embedding model knows the question.
pub(super) const BY_MEANING: Weights = Weights {
    unit: [2.115, 2.621, 1.155, 3.192, 0.380, -0.969, 2.975],
    evidence: [1.371, -0.215, -1.620, -2.480, 1.248, 2.565],
    bias: -1.986,
};
