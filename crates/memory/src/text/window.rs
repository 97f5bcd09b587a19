//! Text cut to fit a model's window (seed 000 §6.5).

use super::blocks::Layout;
use super::pieces::pieces;
use super::sections::sections_of;
use super::sentences::block_sentences;
use super::span::Span;
use super::tokens::{QUARTERS, estimate_tokens, quarters};

/// Cuts `text` into parts that a model with a window of `max_tokens` can read, each of at most
/// `ratio` (the seed's 0.9) of it by [`estimate_tokens`]: at sections; a section too long by
/// itself, at paragraphs; a paragraph too long, at sentences; a sentence too long, between
/// characters. A text within the window stays whole. The parts tile the text exactly: none is lost.
#[must_use]
pub fn split_to_window(text: &str, max_tokens: usize, ratio: f32) -> Vec<Span> {
    if text.is_empty() {
        return Vec::new();
    }
    if estimate_tokens(text) <= max_tokens {
        return vec![Span::new(0, text.len())];
    }
    packed(
        text,
        &atoms(text, budget(max_tokens, ratio)),
        budget(max_tokens, ratio),
    )
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

/// The largest units that fit the budget; they tile the text.
fn atoms(text: &str, budget: usize) -> Vec<Span> {
    let layout = Layout::new(text);
    let mut blocks = layout.blocks.iter().peekable();
    let mut atoms = Vec::new();
    for section in sections_of(&layout) {
        let inside =
            std::iter::from_fn(|| blocks.next_if(|block| block.span.start < section.span.end));
        let inside: Vec<_> = inside.collect();
        if quarters(section.span.of(text)) <= budget {
            atoms.push(section.span);
            continue;
        }
        let tiles = tiling(section.span, inside.iter().map(|block| block.span));
        for (index, tile) in tiles.into_iter().enumerate() {
            match inside.get(index) {
                Some(block) if quarters(tile.of(text)) > budget => {
                    let sentences = tiling(tile, block_sentences(&layout, block).into_iter());
                    atoms.extend(
                        sentences
                            .into_iter()
                            .flat_map(|s| pieces(text, s, budget, quarters)),
                    );
                }
                Some(_) => atoms.push(tile),
                None => atoms.extend(pieces(text, tile, budget, quarters)),
            }
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
