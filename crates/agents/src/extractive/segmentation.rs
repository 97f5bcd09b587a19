//! Boundaries of topics: headings, and valleys of similarity between passages.
//!
//! The cheapest set of bounds is found by dynamic programming over passages, so that clusters stay
//! of a useful size and no bound is drawn where the text goes on.

use std::ops::Range;

use amb_memory::text::Span;

use super::passage_text::passage_text;
use super::script::weight;
use super::terms::{TermCounts, cosine, dense_cosine, sum, term_counts};
use crate::protocol::WindowPassage;

/// A cluster smaller than this (in letters; a CJK character counts three) had better be joined.
const SMALL: f32 = 800.0;

/// A cluster larger than this had better be cut.
const LARGE: f32 = 3500.0;

/// Maximum size of a cluster, unless it is a single passage.
const LIMIT: f32 = 2.0 * LARGE;

/// Maximum weight of a similarity valley; the weakest heading weighs more.
const DEEPEST_VALLEY: f32 = 0.6;

/// A passage in its place: tiles cover the text without a gap.
pub(super) struct Unit<'t> {
    /// From the passage's first character to the next passage's.
    pub(super) tile: Span,
    /// The words of the passage.
    pub(super) text: &'t str,
    /// Titles above it, outermost first.
    pub(super) headings: &'t [String],
    /// Its terms.
    pub(super) terms: TermCounts,
    size: f32,
}

impl Unit<'_> {
    /// The text under which the passage is embedded.
    pub(super) fn embedded_text(&self) -> String {
        let headings: Vec<&str> = self.headings.iter().map(String::as_str).collect();
        passage_text(&headings, self.text)
    }
}

/// The passages of `text` as units; none for a blank text.
pub(super) fn units<'t>(text: &'t str, passages: &'t [WindowPassage]) -> Vec<Unit<'t>> {
    let starts = passages
        .iter()
        .skip(1)
        .map(|next| next.span.start)
        .chain([text.len()]);
    let mut tile_start = 0;
    passages
        .iter()
        .zip(starts)
        .map(|(passage, tile_end)| {
            let tile = Span::new(tile_start, tile_end);
            tile_start = tile_end;
            unit(passage, tile)
        })
        .collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a passage is some hundred characters long"
)]
fn unit(passage: &WindowPassage, tile: Span) -> Unit<'_> {
    let words = passage.words.as_str();
    Unit {
        tile,
        text: words,
        headings: &passage.headings,
        terms: term_counts(words),
        size: weight(words) as f32,
    }
}

/// The units in long stretches under one heading, where only similarity can tell topics apart. Only
/// their vectors are worth asking for.
pub(super) fn undivided(units: &[Unit<'_>]) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let mut start = 0;
    for at in 1..=units.len() {
        let goes_on = units.get(at).is_some_and(|unit| {
            units
                .get(start)
                .is_some_and(|first| first.headings == unit.headings)
        });
        if !goes_on {
            let size: f32 = units
                .get(start..at)
                .unwrap_or_default()
                .iter()
                .map(|u| u.size)
                .sum();
            if size > LARGE {
                stretches.push(start..at);
            }
            start = at;
        }
    }
    stretches
}

/// Returns the similarity of meaning between each unit of a stretch and the next.
pub(super) fn likeness_by_meaning(vectors: &[&[f32]]) -> Vec<f32> {
    vectors
        .iter()
        .zip(vectors.iter().skip(1))
        .map(|(left, right)| dense_cosine(left, right))
        .collect()
}

/// Returns the similarity of words at each boundary in a stretch, between two units before it and two after it.
pub(super) fn likeness_by_words(stretch: &[Unit<'_>]) -> Vec<f32> {
    (1..stretch.len())
        .map(|at| {
            let left = stretch.get(at.saturating_sub(2)..at).unwrap_or_default();
            let right = stretch
                .get(at..stretch.len().min(at + 2))
                .unwrap_or_default();
            cosine(
                &sum(left.iter().map(|u| &u.terms)),
                &sum(right.iter().map(|u| &u.terms)),
            )
        })
        .collect()
}

/// Before each unit, how strongly the text asks for a bound there: 0 not at all, 1 a chapter.
///
/// `likeness` holds, per stretch of [`undivided`], how alike neighbours are.
pub(super) fn strengths(units: &[Unit<'_>], likeness: &[(Range<usize>, Vec<f32>)]) -> Vec<f32> {
    let mut strengths: Vec<f32> = std::iter::once(0.0)
        .chain(
            units
                .iter()
                .zip(units.iter().skip(1))
                .map(|(a, b)| heading_strength(a, b)),
        )
        .take(units.len())
        .collect();
    for (stretch, alike) in likeness {
        let depths = valley_depths(alike);
        let inner = strengths
            .get_mut(stretch.start + 1..stretch.end)
            .unwrap_or_default();
        for (strength, depth) in inner.iter_mut().zip(depths) {
            *strength = DEEPEST_VALLEY * depth;
        }
    }
    strengths
}

fn heading_strength(before: &Unit<'_>, after: &Unit<'_>) -> f32 {
    if before.headings == after.headings {
        return 0.0;
    }
    let shared = before
        .headings
        .iter()
        .zip(after.headings)
        .take_while(|(left, right)| left == right);
    match shared.count() {
        0 => 1.0,
        1 => 0.85,
        _ => 0.7,
    }
}

/// Depth of each valley below the peaks beside it, the deepest being 1 (Hearst, TextTiling, 1997).
fn valley_depths(alike: &[f32]) -> Vec<f32> {
    let depths: Vec<f32> = alike
        .iter()
        .enumerate()
        .map(|(at, here)| {
            let (left, right) = alike.split_at_checked(at).unwrap_or_default();
            let peak_left = climb(left.iter().rev(), *here);
            let peak_right = climb(right.iter().skip(1), *here);
            (peak_left - here) + (peak_right - here)
        })
        .collect();
    let deepest = depths.iter().copied().fold(f32::EPSILON, f32::max);
    depths.into_iter().map(|depth| depth / deepest).collect()
}

fn climb<'a>(slope: impl Iterator<Item = &'a f32>, from: f32) -> f32 {
    let mut top = from;
    for next in slope {
        if *next < top {
            break;
        }
        top = *next;
    }
    top
}

/// Ranges of units that make the clusters, in order.
pub(super) fn clusters(units: &[Unit<'_>], strengths: &[f32]) -> Vec<Range<usize>> {
    let mut best: Vec<(f32, usize)> = vec![(0.0, 0)];
    for end in 1..=units.len() {
        best.push(best_cluster_before(end, units, strengths, &best));
    }
    let mut ranges = Vec::new();
    let mut end = units.len();
    while end > 0 {
        let start = best.get(end).map_or(0, |(_, start)| *start).min(end - 1);
        ranges.push(start..end);
        end = start;
    }
    ranges.reverse();
    ranges
}

/// The cheapest last cluster of the first `end` units: total cost, and where it starts.
fn best_cluster_before(
    end: usize,
    units: &[Unit<'_>],
    strengths: &[f32],
    best: &[(f32, usize)],
) -> (f32, usize) {
    let mut cheapest = (f32::INFINITY, end - 1);
    let mut size = 0.0;
    let mut crossed = 0.0;
    for start in (0..end).rev() {
        size += units.get(start).map_or(0.0, |unit| unit.size);
        if size > LIMIT && start + 1 < end {
            break;
        }
        let strength = strengths.get(start).copied().unwrap_or_default();
        let before = best.get(start).map_or(0.0, |(cost, _)| *cost);
        let cost = before + (1.0 - strength) + size_cost(size) + crossed;
        if cost < cheapest.0 {
            cheapest = (cost, start);
        }
        crossed += strength * (1.0 + strength);
    }
    cheapest
}

fn size_cost(size: f32) -> f32 {
    if size < SMALL {
        2.0 * (1.0 - size / SMALL)
    } else {
        8.0 * (size / LARGE - 1.0).max(0.0)
    }
}
