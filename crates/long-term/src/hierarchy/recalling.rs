//! Recall.

use super::hierarchical_memory::HierarchicalMemory;
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::hierarchy::{
    ChannelQuery, CoreMemory, MemoryEntry, MemoryId, MemoryScope, Ranking, RecallPlan,
    RecallRequest, RecallStrategy, RecalledContext, RecalledMemory, Recollection, UtcOffset, asked,
    is_called_important, plan_recall, rank,
};
use amb_memory::text::Language;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Query of a recall.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RecallQuery {
    /// The question; empty for whatever is new and important.
    pub text: String,
    /// Strategy; `None` lets the query decide.
    pub strategy: Option<RecallStrategy>,
    /// Results; none for the setting's number.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub limit: Option<usize>,
    /// Among which memories.
    pub scope: MemoryScope,
    /// Minutes by which the user's clock is ahead of UTC.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub offset: UtcOffset,
}

impl RecallQuery {
    /// A question by text alone.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }
}

/// Result of a recall.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecalledMemories {
    /// The memories, each with why.
    pub recollection: Recollection,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// Memories for a prompt, and the reasons for each.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemoryContext {
    /// The marked text, which is never stored as new, and the memories in it.
    pub context: RecalledContext,
    /// Core memory, of which the text holds what fits.
    pub core: CoreMemory,
    /// All that was recalled, each with why.
    pub recollection: Recollection,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

impl HierarchicalMemory {
    /// Recalls memories, and counts an access of each that bears on the query (AF-07, AF-10 to AF-12). Accesses are written
    /// with the next write, by upkeep, or once there were 32 recalls; whoever reads an entry sees them at once.
    ///
    /// # Errors
    /// The scope's range ends before it begins, or that of the store.
    pub async fn recall(&self, query: &RecallQuery) -> Result<RecalledMemories, MemoryError> {
        let mut notes = Notes::default();
        let recollection = self.recollect(query, &mut notes).await?;
        let bears = |one: &&RecalledMemory| one.bears_on_query(&self.settings.retrieval);
        let bearing = recollection.memories.iter().filter(bears);
        let used: Vec<_> = bearing.map(|recalled| recalled.entry.id.clone()).collect();
        self.count_accesses(&recollection, &used, &mut notes).await;
        Ok(RecalledMemories {
            recollection,
            notes: notes.into_vec(),
        })
    }

    /// Recalls memories for a prompt, within `tokens` tokens, and counts an access of those that found room.
    ///
    /// # Errors
    /// As [`Self::recall`].
    pub async fn get_context(
        &self,
        query: &RecallQuery,
        tokens: usize,
        language: Language,
    ) -> Result<MemoryContext, MemoryError> {
        self.context_without(query, tokens, language, &BTreeSet::new())
            .await
    }

    /// The same without these memories, in whose place others come.
    pub(crate) async fn context_without(
        &self,
        query: &RecallQuery,
        tokens: usize,
        language: Language,
        without: &BTreeSet<MemoryId>,
    ) -> Result<MemoryContext, MemoryError> {
        let mut notes = Notes::default();
        let settings = &self.settings.retrieval;
        let limit = query.limit.unwrap_or(settings.default_limit);
        // A wish may come behind much that has more to do with the question, or nothing.
        let among = limit.max(settings.default_limit);
        let among = among.saturating_mul(settings.pool_factor);
        let wider = RecallQuery {
            limit: Some(among.saturating_add(without.len())),
            ..query.clone()
        };
        let mut recollection = self.recollect(&wider, &mut notes).await?;
        let memories = &mut recollection.memories;
        memories.retain(|recalled| {
            !without.contains(&recalled.entry.id) && self.is_worth_telling(recalled)
        });
        give_places(memories, limit);
        let core = self.core_memory().await?;
        let core = core.without(|id| without.contains(&MemoryId::from(id.to_owned())));
        let context = recollection.context(&core, tokens, language, query.offset);
        self.count_accesses(&recollection, &context.included, &mut notes)
            .await;
        Ok(MemoryContext {
            context,
            core,
            recollection,
            notes: notes.into_vec(),
        })
    }

    /// Returns true if a prompt should include the memory. It bears on the question, or the user called it important. A
    /// memory made of several others is no wish, though it may quote one.
    fn is_worth_telling(&self, recalled: &RecalledMemory) -> bool {
        is_wish(recalled) || recalled.bears_on_query(&self.settings.retrieval)
    }

    async fn recollect(
        &self,
        query: &RecallQuery,
        notes: &mut Notes,
    ) -> Result<Recollection, MemoryError> {
        let texts = [asked(&query.text)];
        let embedding = if query.text.trim().is_empty() {
            None
        } else {
            self.embed(&texts, notes).await.into_iter().next().flatten()
        };
        let request = RecallRequest {
            text: query.text.clone(),
            embedding,
            strategy: query.strategy,
            limit: query.limit,
            scope: query.scope.clone(),
            now: self.world.now(),
            offset: query.offset,
        };
        let settings = &self.settings.retrieval;
        let plan = plan_recall(request, settings)?;
        let found = self.carry_out_recall(&plan).await?;
        let queries = found.later_queries(&plan, settings);
        let (rankings, entries) = if queries.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            self.search(&queries).await?
        };
        Ok(found.newer_first(&plan, &rankings, entries, settings))
    }

    /// Returns what a request finds; nothing counts as accessed.
    pub(super) async fn find(&self, request: RecallRequest) -> Result<Recollection, MemoryError> {
        let plan = plan_recall(request, &self.settings.retrieval)?;
        self.carry_out_recall(&plan).await
    }

    async fn carry_out_recall(&self, plan: &RecallPlan) -> Result<Recollection, MemoryError> {
        let (rankings, entries) = self.search(&plan.queries).await?;
        if rankings.iter().any(|found| found.not_comparable > 0) {
            self.embedded.look_once_more();
        }
        Ok(rank(plan, &rankings, entries, &self.settings.retrieval)?)
    }

    /// Returns the lists that a store finds, and the entries that they name, each once.
    async fn search(
        &self,
        queries: &[ChannelQuery],
    ) -> Result<(Vec<Ranking>, Vec<MemoryEntry>), MemoryError> {
        let rankings = self.store.search(queries).await?;
        let named: BTreeSet<&MemoryId> = rankings.iter().flat_map(|found| &found.ids).collect();
        let named: Vec<MemoryId> = named.into_iter().cloned().collect();
        let entries = self.entries(&named).await?;
        Ok((rankings, entries))
    }

    /// Counts an access of each of these. What fails when they are written is told: the memories were recalled.
    async fn count_accesses(
        &self,
        recollection: &Recollection,
        used: &[MemoryId],
        notes: &mut Notes,
    ) {
        let touches = recollection.touch(used, self.world.now());
        if touches.is_empty() {
            return;
        }
        self.accesses.add(&touches);
        if self.accesses.are_due()
            && let Err(error) = self.write_accesses().await
        {
            notes.accesses_not_written(error.to_string());
        }
    }
}

fn is_wish(recalled: &RecalledMemory) -> bool {
    let entry = &recalled.entry;
    let is_own = entry.is_first_hand() && entry.source_ids.is_empty();
    is_own && is_called_important(&entry.content)
}

/// Leaves so many. Wishes have up to half of the places, or whatever bears a little on the question would take all of them;
/// such as come only by that stand behind the better half, where there is still room in a prompt.
fn give_places(memories: &mut Vec<RecalledMemory>, limit: usize) {
    let behind = memories.split_off(limit.min(memories.len()));
    let by_rank = memories.iter().filter(|one| is_wish(one)).count();
    let room = (limit / 2).saturating_sub(by_rank);
    let wishes: Vec<_> = behind.into_iter().filter(is_wish).take(room).collect();
    for _ in &wishes {
        let last = memories.iter().rposition(|one| !is_wish(one));
        last.map(|last| memories.remove(last));
    }
    let middle = memories.len().min(limit / 2);
    memories.splice(middle..middle, wishes);
}
