//! Vectors of a batch of texts, or what is told instead.

use crate::note::Notes;
use crate::world::World;
use amb_memory::retrieval::Embedding;

/// A vector for each of these texts; none for all of them where no embedder runs, or where its answer is not one
/// comparable vector for each, which is noted.
pub(crate) async fn embed(
    world: &dyn World,
    texts: &[&str],
    notes: &mut Notes,
) -> Vec<Option<Embedding>> {
    let without = || vec![None; texts.len()];
    if texts.is_empty() {
        return Vec::new();
    }
    match world.embed(texts).await {
        Ok(None) => without(),
        Ok(Some(vectors)) if is_whole(&vectors, texts.len()) => {
            vectors.into_iter().map(Some).collect()
        }
        Ok(Some(vectors)) => {
            let said = format!(
                "{} vectors, or such of several models, came back for {} texts",
                vectors.len(),
                texts.len()
            );
            notes.embedder_failed(texts.len(), &said);
            without()
        }
        Err(failure) => {
            notes.embedder_failed(texts.len(), &failure.detail);
            without()
        }
    }
}

fn is_whole(vectors: &[Embedding], texts: usize) -> bool {
    let first = vectors.first();
    vectors.len() == texts
        && vectors
            .iter()
            .all(|vector| first.is_some_and(|first| first.is_comparable(vector)))
}
