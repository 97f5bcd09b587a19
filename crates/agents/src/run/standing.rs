//! Passages for questions that no words of an answer lead to: those that stand for the whole of a memory, or for a part
//! that the question names by its title.

use std::collections::BTreeSet;

use amb_memory::task::{InteractionEntry, PassageHit, PassageId, TaskBank};
use amb_memory::text::Span;

use crate::extractive::{PartQuestion, likeness_to_all};

use super::evidence::Headings;
use super::ranking::{dot, place};

/// Passages that are compared with all by their words; of more, so many at equal distances.
const COMPARED: usize = 400;

/// Documents whose openings are given, even if they are more than the wanted passages.
const OPENINGS: usize = 20;

type Passage = (PassageId, Span);

/// The passages that stand for the whole memory: the opening of each document, then those nearest to all, by meaning
/// if all have vectors, else by words.
pub(super) fn standing_for_all(bank: &TaskBank, k: usize) -> Vec<PassageHit> {
    let entries = bank.interaction_tree().entries();
    let passages = entries.flat_map(|entry| bank.evidence().passages_of(&entry.entry_id));
    standing_for(bank, passages.collect(), k)
}

/// The passages that stand for the part that a question is about; `None` if it is about none.
pub(super) fn standing_for_part(
    bank: &TaskBank,
    question: &str,
    k: usize,
) -> Option<Vec<PassageHit>> {
    let question = PartQuestion::of(question)?;
    let entries = bank.interaction_tree().entries();
    let passages: Vec<Passage> = entries
        .flat_map(|entry| of_part(bank, entry, &question))
        .collect();
    (!passages.is_empty()).then(|| standing_for(bank, passages, k))
}

/// The passages of an entry under the title that a question is about.
fn of_part(bank: &TaskBank, entry: &InteractionEntry, question: &PartQuestion) -> Vec<Passage> {
    let headings = Headings::of(entry);
    let is_under = |(id, span): &Passage| {
        let context = bank.evidence().context(id).unwrap_or_default();
        let titles = headings.above(*span, context);
        titles.iter().any(|title| question.is_about(title))
    };
    let passages = bank.evidence().passages_of(&entry.entry_id);
    passages.filter(is_under).collect()
}

/// The passages that stand for these: the first of each document, then those nearest to all of them; `k`, or one for
/// each document.
fn standing_for(bank: &TaskBank, mut passages: Vec<Passage>, k: usize) -> Vec<PassageHit> {
    passages.sort_by(|(left, _), (right, _)| place(bank, left).cmp(&place(bank, right)));
    let by_meaning = nearness_in_meaning(bank, &passages);
    let near = by_meaning
        .clone()
        .unwrap_or_else(|| nearness_in_words(bank, &passages));
    let mut opened = BTreeSet::new();
    let hit = |(at, (id, span)): (usize, Passage)| {
        let near = near.get(at).copied().unwrap_or_default();
        let opens = opened.insert(document_of(bank, &id).to_owned());
        PassageHit {
            id,
            span,
            score: if opens { 1.0 } else { near.clamp(0.0, 1.0) },
            keyword: 0.0,
            semantic: if by_meaning.is_some() { near } else { 0.0 },
        }
    };
    let mut hits: Vec<PassageHit> = passages.into_iter().enumerate().map(hit).collect();
    // The sort is stable: passages that are equally near stay in the order of the text.
    hits.sort_by(|left, right| right.score.total_cmp(&left.score));
    hits.truncate(k.max(opened.len().min(OPENINGS)));
    hits
}

/// The cosine of each passage to the mean of all; `None` unless all have vectors.
fn nearness_in_meaning(bank: &TaskBank, passages: &[Passage]) -> Option<Vec<f32>> {
    let vectors = passages.iter().map(|(id, _)| bank.evidence().vector(id));
    let vectors: Vec<&[f32]> = vectors.collect::<Option<_>>()?;
    let mut mean: Vec<f32> = Vec::new();
    for vector in &vectors {
        mean.resize(vector.len(), 0.0);
        mean.iter_mut()
            .zip(*vector)
            .for_each(|(sum, own)| *sum += own);
    }
    let length = dot(&mean, &mean).sqrt().max(f32::EPSILON);
    Some(vectors.iter().map(|own| dot(own, &mean) / length).collect())
}

/// The likeness of each passage to all the compared ones by words; 0 for one that is not compared.
fn nearness_in_words(bank: &TaskBank, passages: &[Passage]) -> Vec<f32> {
    let compared: Vec<usize> = compared(passages.len()).collect();
    let text = |at: &usize| {
        let (id, span) = passages.get(*at)?;
        Some(span.of(&bank.interaction_tree().entry(&id.entry)?.text))
    };
    let texts: Vec<&str> = compared
        .iter()
        .map(|at| text(at).unwrap_or_default())
        .collect();
    let mut near = vec![0.0; passages.len()];
    for (at, likeness) in compared.into_iter().zip(likeness_to_all(&texts)) {
        if let Some(near) = near.get_mut(at) {
            *near = likeness;
        }
    }
    near
}

/// The places of at most [`COMPARED`] of so many passages, at equal distances.
fn compared(count: usize) -> impl Iterator<Item = usize> {
    let most = count.min(COMPARED);
    (0..most).map(move |step| step * count / most.max(1))
}

/// The document of a passage, or its entry if it is of none.
fn document_of<'b>(bank: &'b TaskBank, id: &'b PassageId) -> &'b str {
    let entry = bank.interaction_tree().entry(&id.entry);
    let source = entry.and_then(|entry| entry.metadata.source.as_ref());
    source.map_or(id.entry.as_str(), |source| source.document.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_compared_at_equal_distances() {
        assert_eq!(compared(0).count(), 0);
        assert_eq!(compared(3).collect::<Vec<_>>(), [0, 1, 2]);
        let of_many: Vec<usize> = compared(10_001).collect();
        assert_eq!((of_many.len(), of_many.first()), (COMPARED, Some(&0)));
        assert!(of_many.is_sorted() && of_many.last().is_some_and(|at| *at > 9_900));
    }
}
