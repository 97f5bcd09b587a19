//! Vectors of the model that runs now, for memories that have none of it.

use super::hierarchical_memory::HierarchicalMemory;
use super::writing::{TURNS, is_overtaken};
use crate::control::Control;
use crate::error::MemoryError;
use crate::note::Notes;
use crate::re_embedding::{self, BATCH, Embedded, Page, Progress, ReEmbedded};
use crate::vectors;
use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    Change, ChangeSet, ChannelQuery, MemoryEntry, MemoryId, MemoryScope, RecallChannel, Search,
};
use amb_memory::retrieval::Embedding;

impl HierarchicalMemory {
    /// Gives each remembered entry a vector of the model that runs now, if it has none that can be compared with
    /// those. In batches; ended between two of them by `control`, by an embedder that fails, or where none runs.
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

    /// Writes vectors of contents into the entries that still hold these.
    async fn put_vectors(
        &self,
        stale: &[MemoryEntry],
        vectors: &[Embedding],
    ) -> Result<usize, MemoryError> {
        let ids: Vec<MemoryId> = stale.iter().map(|entry| entry.id.clone()).collect();
        for _ in 0..TURNS {
            let now = self.store.entries(&ids).await?;
            let changes: Vec<Change> = now
                .into_iter()
                .filter_map(|entry| {
                    let embedded = stale.iter().zip(vectors);
                    let same = embedded.into_iter().find(|(stale, _)| {
                        stale.id == entry.id && stale.content_hash == entry.content_hash
                    });
                    let embedding = Some(same?.1.clone());
                    Some(Change::Replace(Box::new(MemoryEntry {
                        embedding,
                        ..entry
                    })))
                })
                .collect();
            let embedded = changes.len();
            match self.write(&ChangeSet::from(changes)).await {
                Ok(()) => return Ok(embedded),
                Err(error) if is_overtaken(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }
}

impl Embedded for HierarchicalMemory {
    type Place = ListCursor;

    fn progress(&self) -> &Progress<ListCursor> {
        &self.embedded
    }

    async fn probe(&self, notes: &mut Notes) -> Option<Embedding> {
        vectors::probe(self.world.as_ref(), notes).await
    }

    /// A search by meaning tells how many it cannot compare.
    async fn may_lack_any(&self, probe: &Embedding) -> Result<bool, MemoryError> {
        let query = ChannelQuery {
            channel: RecallChannel::Semantic,
            search: Search::Semantic {
                embedding: probe.clone(),
            },
            scope: MemoryScope::default(),
            limit: 1,
        };
        let found = self.store.search(&[query]).await?;
        Ok(found.iter().any(|ranking| ranking.not_comparable > 0))
    }

    async fn embed_page(
        &self,
        after: Option<&ListCursor>,
        probe: &Embedding,
        notes: &mut Notes,
    ) -> Result<Option<Page<ListCursor>>, MemoryError> {
        let page = self.browse(after, BATCH).await?;
        let looked_at = page.entries.len();
        let lacks = |entry: &MemoryEntry| {
            let own = entry.embedding.as_ref();
            !own.is_some_and(|own| own.is_comparable(probe))
        };
        let stale: Vec<MemoryEntry> = page.entries.into_iter().filter(lacks).collect();
        let texts: Vec<&str> = stale.iter().map(|entry| entry.content.as_str()).collect();
        let vectors = vectors::embed_all(self.world.as_ref(), &texts, notes).await;
        let Some(vectors) = vectors else {
            return Ok(None);
        };
        Ok(Some(Page {
            embedded: self.put_vectors(&stale, &vectors).await?,
            looked_at,
            next: page.next,
        }))
    }
}
