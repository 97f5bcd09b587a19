//! Vectors of the model that runs now, for memories that have none of it.

use super::hierarchical_memory::HierarchicalMemory;
use super::writing::{TURNS, is_overtaken};
use crate::control::Control;
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::hierarchy::{Change, ChangeSet, MemoryEntry, MemoryId};
use amb_memory::retrieval::Embedding;
use serde::{Deserialize, Serialize};

/// Memories that are embedded and written at once.
const BATCH: usize = 64;

/// What was embedded again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReEmbedded {
    /// Memories that have a vector of the present model now.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub embedded: usize,
    /// Memories that were looked at.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub looked_at: usize,
    /// Whether all were looked at. If not, doing it again goes on with those that are left.
    pub complete: bool,
    /// What was done without.
    pub notes: Vec<MemoryNote>,
}

impl HierarchicalMemory {
    /// Gives each remembered entry a vector of the model that runs now, if it has none that can be compared with
    /// those. In batches; ended between two of them by `control`, by an embedder that fails, or where none runs.
    ///
    /// # Errors
    /// That of the store. Batches before it stay written.
    pub async fn re_embed(&self, control: &dyn Control) -> Result<ReEmbedded, MemoryError> {
        let mut notes = Notes::default();
        let mut done = ReEmbedded::default();
        // A vector of the present model, to compare the others with.
        let probe = self.embed(&["memory"], &mut notes).await;
        if let Some(probe) = probe.into_iter().next().flatten() {
            let mut after: Option<MemoryId> = None;
            loop {
                if control.is_cancelled() {
                    break;
                }
                let page = self.browse(after.as_ref(), BATCH).await?;
                done.looked_at += page.entries.len();
                let Some(embedded) = self.embed_page(page.entries, &probe, &mut notes).await?
                else {
                    break;
                };
                done.embedded += embedded;
                control.progress(done.looked_at, None);
                after = page.next;
                if after.is_none() {
                    done.complete = true;
                    break;
                }
            }
        }
        done.notes = notes.into_vec();
        Ok(done)
    }

    /// How many of these entries got a vector; none where the embedder failed.
    async fn embed_page(
        &self,
        entries: Vec<MemoryEntry>,
        probe: &Embedding,
        notes: &mut Notes,
    ) -> Result<Option<usize>, MemoryError> {
        let lacks = |entry: &MemoryEntry| {
            let own = entry.embedding.as_ref();
            !own.is_some_and(|own| own.is_comparable(probe))
        };
        let stale: Vec<MemoryEntry> = entries.into_iter().filter(lacks).collect();
        let texts: Vec<&str> = stale.iter().map(|entry| entry.content.as_str()).collect();
        let embeddings = self.embed(&texts, notes).await;
        let vectors: Option<Vec<Embedding>> = embeddings.into_iter().collect();
        let Some(vectors) = vectors else {
            return Ok(None);
        };
        self.put_vectors(&stale, &vectors).await.map(Some)
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
