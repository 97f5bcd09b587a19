//! Multi-head self-attention in f32, four rows of queries at a time.

use super::elementary::{exp, maximum, sum};
use amb_weights::shape::{DIMENSIONS, HEAD, HEADS};

/// Query rows computed together.
const ROWS: usize = 4;
/// Columns of one register tile.
const COLUMNS: usize = 8;

type Step = [f32; COLUMNS];
type Tile = [[f32; COLUMNS]; ROWS];

/// `projected`: rows of query, key and value, each [`DIMENSIONS`] wide, side by side. `output`: rows
/// of [`DIMENSIONS`]: per head, values averaged by softmax(query · key / √width).
pub(crate) fn self_attention(projected: &[f32], output: &mut [f32]) {
    let rows: Vec<Projected<'_>> = projected
        .chunks_exact(DIMENSIONS * 3)
        .filter_map(
            |row| match row.as_chunks::<HEAD>().0.as_chunks::<HEADS>().0 {
                [query, key, value] => Some(Projected { query, key, value }),
                _ => None,
            },
        )
        .collect();
    let mut scratch = Scratch::new(rows.len());
    for head in 0..HEADS {
        scratch.pack(&rows, head);
        let targets = output.chunks_mut(DIMENSIONS * ROWS);
        for (queries, target) in rows.chunks(ROWS).zip(targets) {
            scratch.weigh(queries, head);
            scratch.average(target, head);
        }
    }
}

/// One token's query, key and value, by head.
struct Projected<'a> {
    query: &'a [[f32; HEAD]; HEADS],
    key: &'a [[f32; HEAD]; HEADS],
    value: &'a [[f32; HEAD]; HEADS],
}

/// Keys and values of one head, packed for the tile, and the attention weights of four queries.
struct Scratch {
    tokens: usize,
    /// Per eight tokens: [`HEAD`] steps of one key component each.
    keys: Vec<[Step; HEAD]>,
    /// Per eight components of the head: one step per token.
    values: [Vec<Step>; HEAD / COLUMNS],
    /// Per query: one weight per token, and room up to a whole number of tiles.
    weights: [Vec<f32>; ROWS],
}

impl Scratch {
    fn new(tokens: usize) -> Self {
        let panels = tokens.div_ceil(COLUMNS);
        Self {
            tokens,
            keys: vec![[Step::default(); HEAD]; panels],
            values: std::array::from_fn(|_| vec![Step::default(); tokens]),
            weights: std::array::from_fn(|_| vec![0.0; panels * COLUMNS]),
        }
    }

    fn pack(&mut self, rows: &[Projected<'_>], head: usize) {
        for (panel, rows) in self.keys.iter_mut().zip(rows.chunks(COLUMNS)) {
            for (lane, key) in rows.iter().filter_map(|row| row.key.get(head)).enumerate() {
                for (step, component) in panel.iter_mut().zip(key) {
                    if let Some(place) = step.get_mut(lane) {
                        *place = *component;
                    }
                }
            }
        }
        for (token, row) in rows.iter().enumerate() {
            let parts = row
                .value
                .get(head)
                .map(|value| value.as_chunks::<COLUMNS>().0);
            for (panel, part) in self.values.iter_mut().zip(parts.unwrap_or_default()) {
                if let Some(step) = panel.get_mut(token) {
                    *step = *part;
                }
            }
        }
    }

    /// Attention weights of up to four queries: softmax over all tokens.
    fn weigh(&mut self, queries: &[Projected<'_>], head: usize) {
        let mut operands = [[0.0; HEAD]; ROWS];
        for (operand, query) in operands.iter_mut().zip(queries) {
            *operand = query.query.get(head).copied().unwrap_or([0.0; HEAD]);
        }
        for (number, panel) in self.keys.iter().enumerate() {
            let scores = tile(operands.each_ref().map(|row| row.as_slice()), panel);
            for (row, scores) in self.weights.iter_mut().zip(&scores) {
                if let Some(place) = row.as_chunks_mut::<COLUMNS>().0.get_mut(number) {
                    *place = *scores;
                }
            }
        }
        for row in &mut self.weights {
            if let Some(weights) = row.get_mut(..self.tokens) {
                softmax(weights);
            }
        }
    }

    /// Weighted average of the values, into this head's part of up to four output rows.
    fn average(&self, target: &mut [f32], head: usize) {
        for (number, panel) in self.values.iter().enumerate() {
            let averages = tile(self.weights.each_ref().map(Vec::as_slice), panel);
            for (row, averages) in target.chunks_exact_mut(DIMENSIONS).zip(&averages) {
                let place = head * (HEAD / COLUMNS) + number;
                if let Some(target) = row.as_chunks_mut::<COLUMNS>().0.get_mut(place) {
                    *target = *averages;
                }
            }
        }
    }
}

/// Four rows times eight columns; the summed axis is as long as `columns`.
#[inline(always)]
fn tile(rows: [&[f32]; ROWS], columns: &[Step]) -> Tile {
    let mut sums = Tile::default();
    let [first, second, third, fourth] = rows;
    let steps = columns.iter().zip(first).zip(second).zip(third).zip(fourth);
    for ((((step, a), b), c), d) in steps {
        for (row, sums) in [a, b, c, d].into_iter().zip(&mut sums) {
            for (sum, column) in sums.iter_mut().zip(step) {
                *sum += row * column;
            }
        }
    }
    sums
}

/// Softmax of the scores, which are first divided by the root of the head's width.
fn softmax(scores: &mut [f32]) {
    let scale = 1.0 / (HEAD as f32).sqrt();
    let highest = maximum(scores);
    for score in scores.iter_mut() {
        *score = exp((*score - highest) * scale);
    }
    let inverse = 1.0 / sum(scores);
    for score in scores.iter_mut() {
        *score *= inverse;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One output row by the definition, in f64.
    fn naive(projected: &[f32], token: usize) -> Vec<f64> {
        let tokens = projected.len() / (DIMENSIONS * 3);
        let at = |row: usize, part: usize, column: usize| {
            f64::from(projected[row * DIMENSIONS * 3 + part * DIMENSIONS + column])
        };
        (0..DIMENSIONS)
            .map(|column| {
                let start = column / HEAD * HEAD;
                let scores = (0..tokens).map(|other| {
                    let score: f64 = (start..start + HEAD)
                        .map(|c| at(token, 0, c) * at(other, 1, c))
                        .sum();
                    (score / (HEAD as f64).sqrt()).exp()
                });
                let scores: Vec<f64> = scores.collect();
                let weighted = scores
                    .iter()
                    .enumerate()
                    .map(|(other, s)| s * at(other, 2, column));
                weighted.sum::<f64>() / scores.iter().sum::<f64>()
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// MB-05: attention over real tokens only, at any length.
        #[test]
        fn matches_the_definition(tokens in 1usize..30, seed in 0u32..1000) {
            let projected: Vec<f32> = (0..tokens * DIMENSIONS * 3)
                .map(|n| ((n as f32 + seed as f32) * 0.7).sin())
                .collect();
            let mut output = vec![0.0; tokens * DIMENSIONS];
            self_attention(&projected, &mut output);
            for token in [0, tokens / 2, tokens - 1] {
                for (value, expected) in
                    output[token * DIMENSIONS..].iter().zip(naive(&projected, token))
                {
                    prop_assert!((f64::from(*value) - expected).abs() < 1e-4);
                }
            }
        }
    }

    #[test]
    fn a_dominant_score_takes_all_the_weight() {
        let mut scores = [0.0, 1e4, -1e4];
        softmax(&mut scores);
        assert!(scores[1] == 1.0 && scores[0] < 1e-30 && scores[2] < 1e-30);
    }
}
