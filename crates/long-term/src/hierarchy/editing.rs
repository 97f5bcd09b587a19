//! A memory corrected by its user.

use super::hierarchical_memory::HierarchicalMemory;
use super::writing::{TURNS, is_overtaken};
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::hierarchy::{
    Change, ChangeSet, ChannelQuery, Fact, HierarchyError, Known, MemoryEntry, MemoryId,
    MemoryLayer, MemoryScope, Met, RecallChannel, Search, forget, is_stated, left_out_of,
    without_recalled_by_user,
};
use serde::{Deserialize, Serialize};

/// The user's own memories that are looked through for a fact.
const TELLING: usize = 16;

/// A memory that was corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EditedMemory {
    /// It as it is now.
    pub entry: MemoryEntry,
    /// Remembered entries that derive from the former content.
    pub derived: Vec<MemoryId>,
    /// Facts that were taken from its former words, and that neither it says now nor another memory: they are forgotten, and
    /// can be restored.
    pub outdated: Vec<MemoryId>,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

impl HierarchicalMemory {
    /// Gives a memory other words, and a vector of those. Its labels stay: whoever corrects a page's words does not
    /// make them their own.
    ///
    /// # Errors
    /// There is no such memory, nothing is left of the content, another memory has it, or that of the store.
    pub async fn edit(&self, id: &MemoryId, content: &str) -> Result<EditedMemory, MemoryError> {
        let mut notes = Notes::default();
        let content = without_recalled_by_user(content);
        let entry = self.stored_entry(id).await?;
        let draft = entry.corrected(&content, None)?;
        notes.content_cut(left_out_of(&content));
        let texts = [draft.content.as_str()];
        let embedding = self.embed(&texts, &mut notes).await;
        let embedding = embedding.into_iter().next().flatten();
        for _ in 0..TURNS {
            // What happened to it meanwhile, such as an access, stays.
            let former = self.stored_entry(id).await?;
            let entry = former.corrected(&content, embedding.clone())?;
            let entry = self.among_others(entry).await?;
            let outdated = self.outdated_by(&former, &entry).await?;
            let change = Change::Replace(Box::new(entry.clone()));
            let changes = ChangeSet::from(vec![change]).then(forget(&outdated, self.world.now()));
            let mut edited = [entry];
            self.accesses.show_in(&mut edited);
            match self.write(&changes).await {
                Ok(()) => {
                    let derived = self.store.derived_from(std::slice::from_ref(id)).await?;
                    let [entry] = edited;
                    return Ok(EditedMemory {
                        entry,
                        derived,
                        outdated,
                        notes: notes.into_vec(),
                    });
                }
                Err(error) if is_overtaken(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }

    /// An entry by the hash that it has among the others: as it was told, if one of these is like it but for the spelling.
    async fn among_others(&self, entry: MemoryEntry) -> Result<MemoryEntry, MemoryError> {
        let kept = self.kept(&[entry.spelling()]).await?;
        let kept = kept.into_iter().next().unwrap_or_default();
        let others = Known::entries(&kept).map(|kept| kept.filter(|kept| kept.id != entry.id));
        match entry.spelling().met(others) {
            Met::New => Ok(entry),
            Met::Beside(content_hash) => Ok(MemoryEntry {
                content_hash,
                ..entry
            }),
            Met::Known(other) => {
                let existing = other.id.clone();
                Err(HierarchyError::DuplicateContent { existing }.into())
            }
        }
    }

    /// The facts that were taken from a memory, and that neither it says now nor another of the user's.
    async fn outdated_by(
        &self,
        former: &MemoryEntry,
        now: &MemoryEntry,
    ) -> Result<Vec<MemoryId>, MemoryError> {
        let derived = self.derived_from(std::slice::from_ref(&former.id)).await?;
        let mut outdated = Vec::new();
        for entry in self.store.entries(&derived).await? {
            let Some(fact) = &entry.fact else { continue };
            let is_in_question = is_stated(fact, former) && !is_stated(fact, now);
            if is_in_question && !self.is_told_elsewhere(fact, &former.id).await? {
                outdated.push(entry.id);
            }
        }
        Ok(outdated)
    }

    /// Returns true if another memory of the user's own words states a fact.
    async fn is_told_elsewhere(&self, fact: &Fact, but: &MemoryId) -> Result<bool, MemoryError> {
        let words = ChannelQuery {
            channel: RecallChannel::Personal,
            search: Search::words_of(&fact.value),
            scope: MemoryScope {
                layer: Some(MemoryLayer::Episodic),
                first_hand: true,
                ..MemoryScope::default()
            },
            limit: TELLING,
        };
        let found = self.store.search(std::slice::from_ref(&words)).await?;
        let ids: Vec<MemoryId> = found.into_iter().flat_map(|ranking| ranking.ids).collect();
        let entries = self.store.entries(&ids).await?;
        let mut others = entries.iter().filter(|entry| entry.id != *but);
        Ok(others.any(|entry| is_stated(fact, entry)))
    }

    /// The remembered ones of these entries, in this order.
    ///
    /// # Errors
    /// That of the store.
    pub async fn entries(&self, ids: &[MemoryId]) -> Result<Vec<MemoryEntry>, MemoryError> {
        let mut entries = self.store.entries(ids).await?;
        self.accesses.show_in(&mut entries);
        Ok(entries)
    }

    /// A remembered entry.
    ///
    /// # Errors
    /// There is none of this id, or that of the store.
    pub async fn entry(&self, id: &MemoryId) -> Result<MemoryEntry, MemoryError> {
        let found = self.entries(std::slice::from_ref(id)).await?;
        the_one(id, found)
    }

    /// A remembered entry without the accesses that wait, which are written behind it.
    async fn stored_entry(&self, id: &MemoryId) -> Result<MemoryEntry, MemoryError> {
        let found = self.store.entries(std::slice::from_ref(id)).await?;
        the_one(id, found)
    }
}

/// The entry that was looked up.
fn the_one(id: &MemoryId, found: Vec<MemoryEntry>) -> Result<MemoryEntry, MemoryError> {
    let unknown = || HierarchyError::UnknownEntry(id.clone());
    Ok(found.into_iter().next().ok_or_else(unknown)?)
}
