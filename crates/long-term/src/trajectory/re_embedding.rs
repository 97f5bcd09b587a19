//! Vectors of the model that runs now, for what runs have taught and has none of it.

use super::trajectory_memory::TrajectoryMemory;
use crate::control::Control;
use crate::error::MemoryError;
use crate::note::Notes;
use crate::re_embedding::{self, BATCH, Embedded, Page, Progress, ReEmbedded};
use crate::vectors;
use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::vectors::{NewVector, TextOf, VectorQuery};

impl TrajectoryMemory {
    /// Gives each run, fragment and methodology a vector of the model that runs now, if it has none that can be compared
    /// with those: of the text that learning and consolidating embed. In batches; ended between two of them by `control`,
    /// by an embedder that fails, or where none runs.
    ///
    /// # Errors
    /// That of the store. Batches before it stay written.
    pub async fn re_embed(&self, control: &dyn Control) -> Result<ReEmbedded, MemoryError> {
        re_embedding::re_embed(self, control).await
    }

    /// Does a part of that, beside other work: goes on where the last such call ended, some hundred texts at a time. Where
    /// nothing is left for the model that runs, or none runs, nothing is asked of the store.
    ///
    /// # Errors
    /// As [`Self::re_embed`].
    pub async fn keep_embedded(&self) -> Result<ReEmbedded, MemoryError> {
        re_embedding::keep_embedded(self).await
    }
}

impl Embedded for TrajectoryMemory {
    type Place = TextOf;

    fn progress(&self) -> &Progress<TextOf> {
        &self.embedded
    }

    async fn probe(&self, notes: &mut Notes) -> Option<Embedding> {
        vectors::probe(self.world.as_ref(), notes).await
    }

    /// Nothing tells it but the texts themselves.
    async fn may_lack_any(&self, _probe: &Embedding) -> Result<bool, MemoryError> {
        Ok(true)
    }

    async fn embed_page(
        &self,
        after: Option<&TextOf>,
        probe: &Embedding,
        notes: &mut Notes,
    ) -> Result<Option<Page<TextOf>>, MemoryError> {
        let query = VectorQuery {
            after: after.cloned(),
            ..VectorQuery::comparable(probe, BATCH)
        };
        let page = self.store.without_vectors(&query).await?;
        let texts: Vec<&str> = page.without.iter().map(|text| text.text.as_str()).collect();
        let embeddings = vectors::embed_all(self.world.as_ref(), &texts, notes).await;
        let Some(embeddings) = embeddings else {
            return Ok(None);
        };
        let new = page.without.into_iter().zip(embeddings);
        let new: Vec<NewVector> = new
            .map(|(text, embedding)| NewVector { text, embedding })
            .collect();
        let embedded = match new.is_empty() {
            true => 0,
            false => self.store.put_vectors(&new).await?,
        };
        Ok(Some(Page {
            embedded,
            looked_at: page.looked_at,
            next: page.next,
        }))
    }
}
