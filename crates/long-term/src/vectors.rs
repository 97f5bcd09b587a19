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

/// A vector for each of these texts, or none at all.
pub(crate) async fn embed_all(
    world: &dyn World,
    texts: &[&str],
    notes: &mut Notes,
) -> Option<Vec<Embedding>> {
    embed(world, texts, notes).await.into_iter().collect()
}

/// A vector of the model that runs now, to compare others with.
pub(crate) async fn probe(world: &dyn World, notes: &mut Notes) -> Option<Embedding> {
    let probe = embed(world, &["memory"], notes).await;
    probe.into_iter().next().flatten()
}

fn is_whole(vectors: &[Embedding], texts: usize) -> bool {
    let first = vectors.first();
    vectors.len() == texts
        && vectors
            .iter()
            .all(|vector| first.is_some_and(|first| first.is_comparable(vector)))
}
