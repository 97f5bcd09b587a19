//! Who answers for both memories.

use amb_long_term::{
    HierarchyFile, LongTermMemory, MemoryError, TrajectoryFile, Uncontrolled, Urgency,
};
use amb_memory::hierarchy::Speaker;
use amb_memory::task::Trust;
use amb_memory::trajectory::consolidator::Occasion;

use super::answer::{MemoryAnswer, Upkeep};
use super::request::{HierarchyRequest, MemoryRequest, TrajectoryRequest};
use super::vectors::Vectors;

/// Long-term memory of one user, as programs and runs ask it.
pub struct AskedMemory(pub LongTermMemory);

impl AskedMemory {
    /// Does what is asked.
    ///
    /// # Errors
    /// Those of the call that is asked for.
    pub async fn answer(&self, request: MemoryRequest) -> Result<MemoryAnswer, MemoryError> {
        match request {
            MemoryRequest::Hierarchy(request) => self.of_hierarchy(request).await,
            MemoryRequest::Trajectories(request) => self.of_trajectories(request).await,
            MemoryRequest::Run { call } => Ok(MemoryAnswer::Run(self.0.answer(*call).await)),
            MemoryRequest::Upkeep { idle } => self.keep_up(idle).await,
        }
    }

    /// Does what is due, so that nobody waits for it later: the part that failed is left to the next time.
    async fn keep_up(&self, idle: bool) -> Result<MemoryAnswer, MemoryError> {
        let occasion = if idle {
            Occasion::Idle
        } else {
            Occasion::Learned
        };
        let trajectories = self.0.trajectories.consolidate(occasion).await;
        let reflection = self.0.hierarchy.reflect(Urgency::WhenDue).await;
        let consolidation = self.0.hierarchy.consolidate(Urgency::WhenDue).await;
        Ok(MemoryAnswer::Upkeep(Box::new(Upkeep {
            trajectories: trajectories?,
            reflection: reflection?,
            consolidation: consolidation?,
        })))
    }

    async fn of_hierarchy(&self, request: HierarchyRequest) -> Result<MemoryAnswer, MemoryError> {
        let memory = &self.0.hierarchy;
        Ok(match request {
            HierarchyRequest::Observe { observations } => {
                MemoryAnswer::Observed(memory.observe_all(observations).await?)
            }
            HierarchyRequest::Recall { query } => {
                let mut found = memory.recall(&query).await?;
                found.recollection.leave_out();
                MemoryAnswer::Recalled(found)
            }
            HierarchyRequest::GetContext {
                query,
                tokens,
                language,
            } => {
                let mut context = memory.get_context(&query, tokens, language).await?;
                context.recollection.leave_out();
                MemoryAnswer::Context(context)
            }
            HierarchyRequest::Reflect { now } => {
                MemoryAnswer::Reflected(memory.reflect(urgency(now)).await?)
            }
            HierarchyRequest::Consolidate { now } => {
                MemoryAnswer::Consolidated(memory.consolidate(urgency(now)).await?)
            }
            HierarchyRequest::Due => MemoryAnswer::Due(memory.due().await?),
            HierarchyRequest::Browse { after, limit } => {
                let mut page = memory.browse(after.as_ref(), limit).await?;
                page.entries.leave_out();
                MemoryAnswer::Page(page)
            }
            HierarchyRequest::Edit { id, content } => {
                let mut edited = memory.edit(&id, &content).await?;
                edited.entry.leave_out();
                MemoryAnswer::Edited(edited)
            }
            HierarchyRequest::Forget { ids } => MemoryAnswer::Forgot(memory.forget(&ids).await?),
            HierarchyRequest::Restore { ids } => MemoryAnswer::Done(memory.restore(&ids).await?),
            HierarchyRequest::Purge { ids } => MemoryAnswer::Done(memory.purge(&ids).await?),
            HierarchyRequest::Forgotten { after, limit } => {
                let mut page = memory.forgotten(after.as_ref(), limit).await?;
                page.forgotten.leave_out();
                MemoryAnswer::Forgotten(page)
            }
            HierarchyRequest::DerivedFrom { ids } => {
                MemoryAnswer::Ids(memory.derived_from(&ids).await?)
            }
            HierarchyRequest::Stats => MemoryAnswer::MemoryStats(memory.stats().await?),
            HierarchyRequest::CoreMemory => MemoryAnswer::Core(memory.core_memory().await?),
            HierarchyRequest::SetCoreMemory { block, text } => {
                // Whoever calls this is the user's own program.
                let set = memory.set_core_memory(block, &text, Speaker::User, Trust::Given);
                MemoryAnswer::Displaced(set.await?)
            }
            HierarchyRequest::ReEmbed => {
                MemoryAnswer::ReEmbedded(memory.re_embed(&Uncontrolled).await?)
            }
            HierarchyRequest::Export { cursor } => {
                MemoryAnswer::Export(memory.export(cursor.as_ref()).await?)
            }
            HierarchyRequest::Import { text } => {
                let file = HierarchyFile::of(&text)?;
                MemoryAnswer::ImportedMemories(memory.import(file, &Uncontrolled).await?)
            }
        })
    }

    async fn of_trajectories(
        &self,
        request: TrajectoryRequest,
    ) -> Result<MemoryAnswer, MemoryError> {
        let memory = &self.0.trajectories;
        Ok(match request {
            TrajectoryRequest::Learn { run } => MemoryAnswer::Learned(memory.learn(&run).await?),
            TrajectoryRequest::Query { state, repo } => {
                let mut report = memory.query(&state, &repo).await?;
                report.result.leave_out();
                MemoryAnswer::Query(report)
            }
            TrajectoryRequest::CheckLoop { history } => {
                let mut report = memory.check_loop(&history).await?;
                if let Some(report) = &mut report {
                    report.suggestions.leave_out();
                }
                MemoryAnswer::Loop(report)
            }
            TrajectoryRequest::Mistakes { situation, limit } => {
                MemoryAnswer::Mistakes(memory.mistakes(&situation, limit).await?)
            }
            TrajectoryRequest::Stats => MemoryAnswer::TrajectoryStats(memory.stats().await?),
            TrajectoryRequest::Consolidate { idle } => {
                let occasion = if idle {
                    Occasion::Idle
                } else {
                    Occasion::Demanded
                };
                MemoryAnswer::Rounds(memory.consolidate(occasion).await?)
            }
            TrajectoryRequest::Browse { after, limit } => {
                let mut page = memory.browse(after.as_ref(), limit).await?;
                page.rows.leave_out();
                MemoryAnswer::Trajectories(page)
            }
            TrajectoryRequest::Knowledge => {
                let mut rows = memory.knowledge().await?;
                rows.leave_out();
                MemoryAnswer::Knowledge(rows)
            }
            TrajectoryRequest::Forget { id } => MemoryAnswer::Found(memory.forget(&id).await?),
            TrajectoryRequest::ForgetMethodology { id } => {
                MemoryAnswer::Found(memory.forget_methodology(&id).await?)
            }
            TrajectoryRequest::Export { cursor } => {
                MemoryAnswer::Export(memory.export(cursor.as_ref()).await?)
            }
            TrajectoryRequest::Import { text } => {
                let file = TrajectoryFile::of(&text)?;
                MemoryAnswer::ImportedTrajectories(memory.import(file, &Uncontrolled).await?)
            }
        })
    }
}

fn urgency(now: bool) -> Urgency {
    if now { Urgency::Now } else { Urgency::WhenDue }
}
