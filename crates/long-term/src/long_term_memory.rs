//! Both memories, as a run asks them.

use crate::error::MemoryError;
use crate::hierarchy::{HierarchicalMemory, Observation, ObservedMemory, RecallQuery};
use crate::note::told_notes;
use crate::trajectory::TrajectoryMemory;
use amb_memory::hierarchy::{AdmissionOutcome, CoreBlock, MemoryId, RecallNote, RecalledMemory};
use amb_memory::task::Trust;
use amb_memory::text::Language;
use amb_store::long_term::{
    FoundBy, MAX_TOLD, MemoryCall, MemoryItem, MemoryItemKind, MemoryReply, ToldText,
};
use std::collections::BTreeSet;

/// Long-term memory of one user, as a run asks it (BX-06, CG-10). What is due after a call is not done by it: a run
/// does not wait for what helps the next one.
pub struct LongTermMemory {
    /// Memories about the user.
    pub hierarchy: HierarchicalMemory,
    /// Lessons of runs.
    pub trajectories: TrajectoryMemory,
}

impl LongTermMemory {
    /// Answers a run. What fails is told as [`MemoryReply::Unavailable`]: memory never stops a run.
    pub async fn answer(&self, call: MemoryCall) -> MemoryReply {
        let answered = match call {
            MemoryCall::Observe { told } => self.observe(told).await,
            MemoryCall::Recall {
                question,
                language,
                tokens,
                without,
            } => self.recall(&question, language, tokens, without).await,
            call @ (MemoryCall::Advise { .. }
            | MemoryCall::Escape { .. }
            | MemoryCall::Learn { .. }) => return self.trajectories.answer(call).await,
        };
        answered
            .unwrap_or_else(|error| error.told_to_a_run())
            .bounded()
    }

    async fn observe(&self, told: Vec<ToldText>) -> Result<MemoryReply, MemoryError> {
        if told.len() > MAX_TOLD {
            return Ok(MemoryReply::Unavailable {
                code: "invalid_argument".to_owned(),
                why: format!("{} texts at once; at most {MAX_TOLD} are taken", told.len()),
            });
        }
        let observations = told.into_iter().map(|told| Observation {
            content: told.text,
            memory_type: told.memory_type,
            speaker: told.speaker,
            trust: told.trust,
            ..Observation::default()
        });
        let report = self.hierarchy.observe_all(observations.collect()).await?;
        let kept = report.memories.iter().filter(|memory| is_kept(memory));
        Ok(MemoryReply::Observed {
            kept: u32::try_from(kept.count()).unwrap_or(u32::MAX),
            notes: told_notes(&report.notes),
        })
    }

    async fn recall(
        &self,
        question: &str,
        language: Language,
        tokens: usize,
        without: Vec<String>,
    ) -> Result<MemoryReply, MemoryError> {
        let without: BTreeSet<MemoryId> = without.into_iter().map(MemoryId::from).collect();
        let query = RecallQuery {
            offset: self.hierarchy.offset(),
            ..RecallQuery::new(question)
        };
        let told = self
            .hierarchy
            .context_without(&query, tokens, language, &without)
            .await?;
        let mut notes = told_notes(&told.notes);
        notes.extend(told.recollection.notes.iter().filter_map(told_recall_note));
        let recalled = told.recollection.memories.iter();
        let included = |recalled: &&RecalledMemory| {
            let id = &recalled.entry.id;
            told.context.included.contains(id)
        };
        let core = told.context.core.iter();
        let core = core.map(|block| core_item(*block, told.core.block(*block)));
        Ok(MemoryReply::Recalled {
            items: core
                .chain(recalled.filter(included).map(memory_item))
                .collect(),
            context: told.context,
            notes,
        })
    }
}

fn is_kept(memory: &ObservedMemory) -> bool {
    match memory {
        ObservedMemory::Kept(kept) => kept.outcome != AdmissionOutcome::StaysForgotten,
        ObservedMemory::Refused(_) => false,
    }
}

fn core_item(block: CoreBlock, text: &str) -> MemoryItem {
    MemoryItem {
        id: block.id(),
        kind: MemoryItemKind::Core,
        is_warning: false,
        text: text.to_owned(),
        // No other words become core memory.
        trust: Trust::Given,
        found_by: Vec::new(),
    }
}

fn memory_item(recalled: &RecalledMemory) -> MemoryItem {
    MemoryItem {
        id: recalled.entry.id.to_string(),
        kind: MemoryItemKind::Memory,
        is_warning: false,
        text: recalled.entry.content.clone(),
        trust: recalled.entry.trust,
        found_by: recalled
            .ranks
            .iter()
            .copied()
            .map(FoundBy::Channel)
            .collect(),
    }
}

fn told_recall_note(note: &RecallNote) -> Option<String> {
    Some(match note {
        // That the embedder failed is told already; whoever has none chose so.
        RecallNote::NoEmbedding => return None,
        RecallNote::NotComparable { entries } => {
            format!("{entries} memories have no vector of this model: embed them again")
        }
        RecallNote::QueryCut => "only the beginning of the question was searched by".to_owned(),
        RecallNote::Vanished { entries } => {
            format!("{entries} memories were forgotten while they were recalled")
        }
    })
}
