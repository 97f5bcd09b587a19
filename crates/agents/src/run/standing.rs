//! Passages for questions that no words of an answer lead to: those that stand for the whole of a memory, and those of a
//! part that the question names by its title.

use amb_memory::task::{PassageHit, PassageId, TaskBank};
use amb_memory::text::Span;

use crate::extractive::{likeness_to_all, names_title, quoted_in};

use super::evidence::headings;
use super::ranking::{dot, place};

/// Passages without a vector that are compared with all by their words; of more, as many at equal distances.
const COMPARED: usize = 400;

/// Passages that are looked through for those of a named part.
const LOOKED_THROUGH: usize = 200;

/// The passages that stand for the whole memory: the opening of each document, then those nearest to all, by meaning
/// where they have vectors, and by words elsewhere.
pub(super) fn standing_for_all(bank: &TaskBank, k: usize) -> Vec<PassageHit> {
    let passages = all_passages(bank);
    let near = nearness(bank, &passages);
    let hit = |((id, span), near): ((PassageId, Span), f32)| {
        let opens = opens_document(bank, &id);
        PassageHit {
            id,
            span,
            score: if opens { 1.0 } else { near.clamp(0.0, 1.0) },
            keyword: 0.0,
            semantic: near,
        }
    };
    let mut hits: Vec<PassageHit> = passages.into_iter().zip(near).map(hit).collect();
    hits.sort_by(|left, right| {
        let by_score = right.score.total_cmp(&left.score);
        by_score.then_with(|| place(bank, &left.id).cmp(&place(bank, &right.id)))
    });
    hits.truncate(k);
    hits
}

/// The first passages of the parts whose title the question quotes; `None` if it quotes none.
pub(super) fn of_named_part(bank: &TaskBank, question: &str, k: usize) -> Option<Vec<PassageHit>> {
    let quoted = quoted_in(question);
    let evidence = bank.evidence();
    let found = quoted
        .iter()
        .flat_map(|title| evidence.index().keyword_search(title, LOOKED_THROUGH));
    let mut ids: Vec<PassageId> = found.map(|hit| hit.key).collect();
    ids.retain(|id| {
        let titles = titles_of(bank, id);
        titles.iter().any(|title| names_title(question, title))
    });
    ids.sort_by(|left, right| place(bank, left).cmp(&place(bank, right)));
    ids.dedup();
    let hit = |id: PassageId| {
        Some(PassageHit {
            span: evidence.span(&id)?,
            id,
            score: 1.0,
            keyword: 1.0,
            semantic: 0.0,
        })
    };
    let hits: Vec<PassageHit> = ids.into_iter().filter_map(hit).take(k).collect();
    (!hits.is_empty()).then_some(hits)
}

fn all_passages(bank: &TaskBank) -> Vec<(PassageId, Span)> {
    let entries = bank.interaction_tree().entries();
    entries
        .flat_map(|entry| bank.evidence().passages_of(&entry.entry_id))
        .collect()
}

/// How near each passage is to all of them, 0 to 1.
fn nearness(bank: &TaskBank, passages: &[(PassageId, Span)]) -> Vec<f32> {
    let evidence = bank.evidence();
    let vectors = passages.iter().map(|(id, _)| evidence.vector(id));
    let mut mean: Vec<f32> = Vec::new();
    for vector in vectors.flatten() {
        mean.resize(vector.len(), 0.0);
        mean.iter_mut()
            .zip(vector)
            .for_each(|(sum, own)| *sum += own);
    }
    let length = dot(&mean, &mean).sqrt().max(f32::EPSILON);
    let mut by_words = likeness_by_words(bank, passages).into_iter();
    passages
        .iter()
        .map(|(id, _)| {
            let by_words = by_words.next().unwrap_or_default();
            let vector = evidence.vector(id);
            vector.map_or(by_words, |vector| dot(vector, &mean) / length)
        })
        .collect()
}

/// How like all of them each passage without a vector is by its words; 0 for one that is not compared.
fn likeness_by_words(bank: &TaskBank, passages: &[(PassageId, Span)]) -> Vec<f32> {
    let apart = passages.len().div_ceil(COMPARED).max(1);
    let text = |(at, (id, span)): (usize, &(PassageId, Span))| {
        let is_compared = at.is_multiple_of(apart) && bank.evidence().vector(id).is_none();
        let entry = bank.interaction_tree().entry(&id.entry);
        let entry = entry.filter(|_| is_compared)?;
        Some(span.of(&entry.text))
    };
    let texts: Vec<Option<&str>> = passages.iter().enumerate().map(text).collect();
    let compared: Vec<&str> = texts.iter().flatten().copied().collect();
    let mut likeness = likeness_to_all(&compared).into_iter();
    texts
        .iter()
        .map(|text| text.and_then(|_| likeness.next()).unwrap_or_default())
        .collect()
}

/// The titles above a passage, outermost first.
fn titles_of(bank: &TaskBank, id: &PassageId) -> Vec<String> {
    let entry = bank.interaction_tree().entry(&id.entry);
    let span = bank.evidence().span(id);
    let context = bank.evidence().context(id).unwrap_or_default();
    let found = entry.zip(span);
    found.map_or_else(Vec::new, |(entry, span)| headings(entry, span, context))
}

/// Returns true for the first passage of a document.
fn opens_document(bank: &TaskBank, id: &PassageId) -> bool {
    let entry = bank.interaction_tree().entry(&id.entry);
    let source = entry.and_then(|entry| entry.metadata.source.as_ref());
    id.index == 0 && source.is_none_or(|source| source.span.start == 0)
}
