//! From something prepared to something remembered.

use super::hierarchical_memory::HierarchicalMemory;
use super::writing::{TURNS, is_overtaken};
use crate::error::MemoryError;
use crate::note::Notes;
use amb_memory::hierarchy::{
    Admission, Arrival, Change, ChangeSet, ChannelQuery, Known, MemoryEntry, MemoryId,
    PreparedMemory, Spelling, admit,
};
use amb_memory::retrieval::Embedding;
use amb_store::long_term::LongTermError;
use std::collections::{BTreeMap, BTreeSet};

/// Something to be remembered.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub memory: PreparedMemory,
    pub embedding: Option<Embedding>,
    /// The memories that its writer was shown. If one of them is forgotten meanwhile, nothing is made of it.
    pub rests_on: BTreeSet<MemoryId>,
}

/// Prepared memory, with its vector.
type Prepared = (PreparedMemory, Option<Embedding>);

impl HierarchicalMemory {
    /// Looks drafts up, decides about them, and writes it, together with further changes, as one. Anew where others
    /// were faster. An admission for each draft; none for one of which a source was forgotten.
    pub(super) async fn admit(
        &self,
        drafts: &[Draft],
        further: &ChangeSet,
        notes: &mut Notes,
    ) -> Result<Vec<Option<Admission>>, MemoryError> {
        let mut gone = BTreeSet::new();
        for _ in 0..TURNS {
            gone.extend(self.forgotten_sources(drafts).await?);
            let is_sound = |draft: &&Draft| draft.rests_on.is_disjoint(&gone);
            let standing: Vec<Prepared> = drafts
                .iter()
                .filter(is_sound)
                .map(|draft| (draft.memory.clone(), draft.embedding.clone()))
                .collect();
            let arrivals = self.look_up(standing).await?;
            let admitted = admit(arrivals, &self.settings)?;
            let changes = required(drafts.iter().filter(is_sound))
                .then(admitted.changes)
                .then(further.clone());
            match self.write(&changes).await {
                Ok(()) => {
                    notes.forgotten_meanwhile(gone.len());
                    let mut admissions = admitted.admissions.into_iter();
                    let mut next = |draft: &Draft| {
                        let stands = draft.rests_on.is_disjoint(&gone);
                        stands.then(|| admissions.next()).flatten()
                    };
                    return Ok(drafts.iter().map(&mut next).collect());
                }
                Err(error) if is_overtaken(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }

    async fn forgotten_sources(
        &self,
        drafts: &[Draft],
    ) -> Result<BTreeSet<MemoryId>, LongTermError> {
        let ids: Vec<MemoryId> = sources(drafts.iter()).into_iter().cloned().collect();
        if ids.is_empty() {
            return Ok(BTreeSet::new());
        }
        let there: BTreeSet<MemoryId> = self
            .store
            .entries(&ids)
            .await?
            .into_iter()
            .map(|entry| entry.id)
            .collect();
        Ok(ids.into_iter().filter(|id| !there.contains(id)).collect())
    }

    /// Returns the existing entry for each memory, live or forgotten. A memory that has an entry in another spelling is
    /// set to stand beside that entry.
    async fn known(
        &self,
        memories: Vec<Prepared>,
    ) -> Result<(Vec<Prepared>, Vec<Option<Known>>), LongTermError> {
        let spellings = memories.iter().map(|(memory, _)| memory.spelling());
        let kept = self.kept(&spellings.collect::<Vec<_>>()).await?;
        let all = memories.into_iter().zip(kept);
        Ok(all
            .map(|((memory, embedding), kept)| {
                let (memory, known) = memory.among(kept);
                ((memory, embedding), known)
            })
            .unzip())
    }

    /// Returns the existing entries for the contents of each spelling, live or forgotten.
    pub(super) async fn kept(
        &self,
        spellings: &[Spelling<'_>],
    ) -> Result<Vec<[Option<Known>; 2]>, LongTermError> {
        let contents: Vec<_> = spellings.iter().flat_map(Spelling::contents).collect();
        let mut known = self.store.known(&contents).await?.into_iter();
        let mut next = || known.next().flatten();
        Ok(spellings.iter().map(|_| [next(), next()]).collect())
    }

    /// Returns each memory with the store's existing entry and neighbours.
    pub(super) async fn look_up(
        &self,
        memories: Vec<Prepared>,
    ) -> Result<Vec<Arrival>, LongTermError> {
        if memories.is_empty() {
            return Ok(Vec::new());
        }
        let (memories, known) = self.known(memories).await?;
        let queries: Vec<ChannelQuery> = memories
            .iter()
            .map(|(memory, embedding)| memory.neighbour_query(embedding.as_ref()))
            .collect();
        let rankings = self.store.search(&queries).await?;
        let named: BTreeSet<&MemoryId> = rankings.iter().flat_map(|found| &found.ids).collect();
        let named: Vec<MemoryId> = named.into_iter().cloned().collect();
        let entries: BTreeMap<MemoryId, MemoryEntry> = self
            .store
            .entries(&named)
            .await?
            .into_iter()
            .map(|entry| (entry.id.clone(), entry))
            .collect();
        let found = known.into_iter().zip(rankings);
        let arrivals = memories.into_iter().zip(found);
        Ok(arrivals
            .map(|((memory, embedding), (known, nearest))| Arrival {
                id: self.new_id(),
                known,
                neighbours: nearest
                    .ids
                    .iter()
                    .filter_map(|id| entries.get(id).cloned())
                    .collect(),
                memory,
                embedding,
            })
            .collect())
    }
}

/// That what these rest on is still remembered when they are written.
fn required<'d>(drafts: impl Iterator<Item = &'d Draft>) -> ChangeSet {
    let required = sources(drafts).into_iter().cloned();
    let changes: Vec<Change> = required.map(|id| Change::Require { id }).collect();
    ChangeSet::from(changes)
}

/// All that these rest on, each once.
fn sources<'d>(drafts: impl Iterator<Item = &'d Draft>) -> BTreeSet<&'d MemoryId> {
    drafts.flat_map(|draft| &draft.rests_on).collect()
}
