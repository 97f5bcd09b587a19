//! Dispatch of requests to both memories.

use amb_long_term::{
    HierarchyRecord, IncomingFiles, LatestInput, LongTermMemory, MemoryError, TrajectoryRecord,
    Uncontrolled, Urgency,
};
use amb_memory::hierarchy::Speaker;
use amb_memory::task::Trust;

use super::answer::{KeptVectors, MemoryAnswer, Upkeep};
use super::asked_trajectories::{keep_up, of_trajectories};
use super::request::{HierarchyRequest, MemoryRequest};
use super::vectors::Vectors;

/// Long-term memory of one user, as programs and runs ask it.
pub struct AskedMemory {
    memory: LongTermMemory,
    memories: IncomingFiles<HierarchyRecord>,
    runs: IncomingFiles<TrajectoryRecord>,
}

impl AskedMemory {
    /// Answers for this memory.
    #[must_use]
    pub fn new(memory: LongTermMemory) -> Self {
        Self {
            memory,
            memories: IncomingFiles::default(),
            runs: IncomingFiles::default(),
        }
    }

    /// Carries out a request.
    ///
    /// # Errors
    /// The errors of the requested call.
    pub async fn answer(&self, request: MemoryRequest) -> Result<MemoryAnswer, MemoryError> {
        match request {
            MemoryRequest::Hierarchy(request) => self.of_hierarchy(request).await,
            MemoryRequest::Trajectories(request) => {
                of_trajectories(&self.memory.trajectories, &self.runs, request).await
            }
            MemoryRequest::Run { call } => Ok(MemoryAnswer::Run(self.memory.answer(*call).await)),
            MemoryRequest::Upkeep { idle } => self.keep_up(idle).await,
            MemoryRequest::Vectors => self.see_to_vectors().await,
        }
    }

    /// Writes data that waits for the next write, before memory is released.
    ///
    /// # Errors
    /// The store's error.
    pub async fn settle(&self) -> Result<(), MemoryError> {
        self.memory.hierarchy.write_accesses().await
    }

    /// Does the upkeep that is due, so that nobody waits for it later. A failed part is left to the next time.
    async fn keep_up(&self, idle: bool) -> Result<MemoryAnswer, MemoryError> {
        let taught = keep_up(&self.memory.trajectories, idle).await;
        let reflection = self.memory.hierarchy.reflect(Urgency::WhenDue).await;
        let consolidation = self.memory.hierarchy.consolidate(Urgency::WhenDue).await;
        let memory_vectors = self.memory.hierarchy.keep_embedded().await;
        let settled = self.settle().await;
        let upkeep = Upkeep {
            taught: taught?,
            reflection: reflection?,
            consolidation: consolidation?,
            memory_vectors: memory_vectors?,
        };
        settled?;
        Ok(MemoryAnswer::Upkeep(Box::new(upkeep)))
    }

    /// Gives vectors of the present model to a batch of entries that have none.
    async fn see_to_vectors(&self) -> Result<MemoryAnswer, MemoryError> {
        let trajectory_vectors = self.memory.trajectories.keep_embedded().await;
        let memory_vectors = self.memory.hierarchy.keep_embedded().await;
        Ok(MemoryAnswer::Vectors(KeptVectors {
            memory_vectors: memory_vectors?,
            trajectory_vectors: trajectory_vectors?,
        }))
    }

    async fn of_hierarchy(&self, request: HierarchyRequest) -> Result<MemoryAnswer, MemoryError> {
        let memory = &self.memory.hierarchy;
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
            HierarchyRequest::Entries { ids } => {
                let mut entries = memory.entries(&ids).await?;
                entries.leave_out();
                MemoryAnswer::Entries(entries)
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
                // The caller is the user's own program.
                let set = memory.set_core_memory(block, &text, Speaker::User, Trust::Given);
                MemoryAnswer::Displaced(set.await?)
            }
            HierarchyRequest::LatestInputs => {
                let inputs = memory.latest_inputs().into_iter();
                MemoryAnswer::LatestInputs(inputs.map(LatestInput::from).collect())
            }
            HierarchyRequest::WorkingMemory => MemoryAnswer::Text(memory.working_memory().await?),
            HierarchyRequest::KeepInMind { item } => {
                MemoryAnswer::Displaced(memory.keep_in_mind(item).await?)
            }
            HierarchyRequest::PutOutOfMind { id } => {
                MemoryAnswer::ContextItem(memory.put_out_of_mind(&id).await?)
            }
            HierarchyRequest::ReEmbed => {
                MemoryAnswer::ReEmbedded(memory.re_embed(&Uncontrolled).await?)
            }
            HierarchyRequest::Export { cursor } => {
                MemoryAnswer::Export(memory.export(cursor.as_ref()).await?)
            }
            HierarchyRequest::ReadImport { import, part, text } => {
                MemoryAnswer::Done(self.memories.read(import, part, &text)?)
            }
            HierarchyRequest::CheckImport { import } => {
                MemoryAnswer::Done(self.memories.check(import)?)
            }
            HierarchyRequest::Import { import } => {
                let file = self.memories.take(import)?;
                MemoryAnswer::ImportedMemories(memory.import(file, &Uncontrolled).await?)
            }
            HierarchyRequest::DropImport { import } => {
                self.memories.forget(import);
                MemoryAnswer::Done(())
            }
        })
    }
}

fn urgency(now: bool) -> Urgency {
    if now { Urgency::Now } else { Urgency::WhenDue }
}
