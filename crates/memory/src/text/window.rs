//! Text cut to fit a model's window (seed 000 §6.5).

use super::pieces::pieces;
use super::sections::sections;
use super::span::Span;
use super::structure::Structure;
use super::tokens::{QUARTERS, estimate_tokens, quarters};

/// Cuts `text` into parts that a model with a window of `max_tokens` can read, each at most `ratio` (the seed's 0.9) of
/// it by [`estimate_tokens`].
///
/// Cuts at sections; a section too long by itself, at paragraphs; a paragraph too long, at units; a unit too long,
/// between characters. A text within the window stays whole. The parts tile the text.
#[must_use]
pub fn split_to_window(
    text: &str,
    structure: &Structure,
    max_tokens: usize,
    ratio: f32,
) -> Vec<Span> {
    if text.is_empty() {
        return Vec::new();
    }
    if estimate_tokens(text) <= max_tokens {
        return vec![Span::new(0, text.len())];
    }
    let budget = budget(max_tokens, ratio);
    packed(text, &atoms(text, structure, budget), budget)
}

/// The size of a part in quarter tokens, at least one token.
fn budget(max_tokens: usize, ratio: f32) -> usize {
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )]
    let tokens = (max_tokens as f64 * f64::from(ratio.clamp(0.0, 1.0))) as usize;
    tokens.max(1).saturating_mul(QUARTERS)
}

/// The largest stretches that fit the budget; they tile the text.
fn atoms(text: &str, structure: &Structure, budget: usize) -> Vec<Span> {
    let mut units = structure
        .units(text, Span::new(0, text.len()))
        .into_iter()
        .peekable();
    let mut atoms = Vec::new();
    for section in sections(text, structure, Span::new(0, text.len())) {
        let inside = std::iter::from_fn(|| units.next_if(|unit| unit.span.start < section.end));
        let inside: Vec<Span> = inside.map(|unit| unit.span).collect();
        if quarters(section.of(text)) <= budget {
            atoms.push(section);
            continue;
        }
        let block = |unit: &Span| structure.first_after(unit.start);
        let paragraphs: Vec<&[Span]> = inside
            .chunk_by(|one, next| block(one) == block(next))
            .collect();
        let starts = paragraphs.iter().filter_map(|units| units.first().copied());
        for (index, tile) in tiling(section, starts).into_iter().enumerate() {
            if quarters(tile.of(text)) <= budget {
                atoms.push(tile);
                continue;
            }
            let units = paragraphs.get(index).copied().unwrap_or_default();
            let tiles = tiling(tile, units.iter().copied()).into_iter();
            atoms.extend(tiles.flat_map(|tile| pieces(text, tile, budget, quarters)));
        }
    }
    atoms
}

/// `whole` cut before each of `parts` but the first: what lies between two parts goes to the first.
fn tiling(whole: Span, parts: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut tiles = vec![whole];
    for part in parts.skip(1) {
        if let Some(open) = tiles.last_mut() {
            open.end = part.start;
        }
        tiles.push(Span::new(part.start, whole.end));
    }
    tiles
}

/// Neighbouring atoms joined as long as they fit.
fn packed(text: &str, atoms: &[Span], budget: usize) -> Vec<Span> {
    let mut parts: Vec<Span> = Vec::new();
    let mut size = 0;
    for atom in atoms.iter().filter(|atom| !atom.is_empty()) {
        let added = quarters(atom.of(text));
        match parts.last_mut() {
            Some(part) if size + added <= budget => {
                part.end = atom.end;
                size += added;
            }
            _ => {
                parts.push(*atom);
                size = added;
            }
        }
    }
    parts
}
