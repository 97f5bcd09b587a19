//! Answers to the questions of a run under way.

use super::TrajectoryMemory;
use crate::error::MemoryError;
use crate::note::told_notes;
use amb_memory::text::Language;
use amb_memory::trajectory::loops::LoopInfo;
use amb_memory::trajectory::records::{RawTrajectory, State};
use amb_memory::trajectory::retriever::{Recalled, RecalledItem};
use amb_memory::trajectory::writer::draft;
use amb_store::long_term::{FoundBy, MemoryCall, MemoryItem, MemoryItemKind, MemoryReply};

impl TrajectoryMemory {
    /// Answers a run (CG-10). What fails is told as [`MemoryReply::Unavailable`]: memory never stops a run. Of what is kept of
    /// the user nothing is known here.
    pub async fn answer(&self, call: MemoryCall) -> MemoryReply {
        let answered = match call {
            MemoryCall::Advise {
                state,
                repo,
                language,
                without,
            } => self.advise(&state, &repo, language, &without).await,
            MemoryCall::Escape {
                found,
                language,
                without,
            } => self.escape(&found, language, &without).await,
            MemoryCall::Learn { run } => self.learn_from_run(&run).await,
            MemoryCall::Observe { .. } | MemoryCall::Recall { .. } => Ok(MemoryReply::absent()),
        };
        answered
            .unwrap_or_else(|error| error.told_to_a_run())
            .bounded()
    }

    async fn advise(
        &self,
        state: &State,
        repo: &str,
        language: Language,
        without: &[String],
    ) -> Result<MemoryReply, MemoryError> {
        let report = self.query_without(state, repo, without).await?;
        Ok(MemoryReply::Advised {
            items: self.items(report.in_order(), language),
            notes: told_notes(&report.notes),
        })
    }

    async fn escape(
        &self,
        found: &LoopInfo,
        language: Language,
        without: &[String],
    ) -> Result<MemoryReply, MemoryError> {
        let ways_out = self.ways_out(found, without).await?;
        Ok(MemoryReply::Advised {
            items: self.items(ways_out.iter(), language),
            notes: Vec::new(),
        })
    }

    /// A run that is known already has been learned.
    async fn learn_from_run(&self, run: &RawTrajectory) -> Result<MemoryReply, MemoryError> {
        let (fragments, notes) = match self.learn(run).await {
            Ok(report) => (report.fragments, told_notes(&report.notes)),
            Err(error) if error.kind() == "trajectory_exists" => {
                let learned = draft(run, self.settings())?;
                (learned.fragments.len(), Vec::new())
            }
            Err(error) => return Err(error),
        };
        Ok(MemoryReply::Learned {
            fragments: u32::try_from(fragments).unwrap_or(u32::MAX),
            notes,
        })
    }

    fn items<'r>(
        &self,
        recalled: impl Iterator<Item = &'r Recalled>,
        language: Language,
    ) -> Vec<MemoryItem> {
        let items = recalled.filter_map(|recalled| {
            let told = self.tell(recalled, language)?;
            Some(MemoryItem {
                kind: match recalled.item {
                    RecalledItem::Methodology(_) => MemoryItemKind::Methodology,
                    RecalledItem::Fragment(_) => MemoryItemKind::Fragment,
                },
                id: told.id,
                is_warning: told.is_warning,
                text: told.text,
                trust: told.trust,
                found_by: recalled
                    .why
                    .iter()
                    .copied()
                    .map(FoundBy::Dimension)
                    .collect(),
            })
        });
        items.collect()
    }
}
