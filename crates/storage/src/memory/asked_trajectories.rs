//! Dispatch of requests to trajectory memory.

use amb_long_term::{IncomingFiles, MemoryError, TrajectoryMemory, TrajectoryRecord, Uncontrolled};
use amb_memory::trajectory::consolidator::Occasion;

use super::answer::{MemoryAnswer, TaughtUpkeep, TaughtVectors};
use super::request::{TaughtRequest, TrajectoryRequest};
use super::vectors::Vectors;

/// Trajectory memory in a place of its own, as programs and runs ask it.
pub struct AskedTrajectories {
    memory: TrajectoryMemory,
    incoming: IncomingFiles<TrajectoryRecord>,
}

impl AskedTrajectories {
    /// Answers for this memory.
    #[must_use]
    pub fn new(memory: TrajectoryMemory) -> Self {
        Self {
            memory,
            incoming: IncomingFiles::default(),
        }
    }

    /// Carries out a request.
    ///
    /// # Errors
    /// The errors of the requested call.
    pub async fn answer(&self, request: TaughtRequest) -> Result<MemoryAnswer, MemoryError> {
        match request {
            TaughtRequest::Trajectories(request) => {
                of_trajectories(&self.memory, &self.incoming, request).await
            }
            TaughtRequest::Run { call } => Ok(MemoryAnswer::Run(self.memory.answer(*call).await)),
            TaughtRequest::Vectors => Ok(MemoryAnswer::TaughtVectors(TaughtVectors {
                trajectory_vectors: self.memory.keep_embedded().await?,
            })),
            TaughtRequest::Upkeep { idle } => Ok(MemoryAnswer::TaughtUpkeep(
                keep_up(&self.memory, idle).await?,
            )),
        }
    }
}

/// Consolidates if due, and makes vectors: a failed part is left to the next time.
pub async fn keep_up(memory: &TrajectoryMemory, idle: bool) -> Result<TaughtUpkeep, MemoryError> {
    let occasion = if idle {
        Occasion::Idle
    } else {
        Occasion::Learned
    };
    let trajectories = memory.consolidate(occasion).await;
    let trajectory_vectors = memory.keep_embedded().await;
    Ok(TaughtUpkeep {
        trajectories: trajectories?,
        trajectory_vectors: trajectory_vectors?,
    })
}

/// Carries out a request to trajectory memory; `incoming` holds the files that are being read in.
pub async fn of_trajectories(
    memory: &TrajectoryMemory,
    incoming: &IncomingFiles<TrajectoryRecord>,
    request: TrajectoryRequest,
) -> Result<MemoryAnswer, MemoryError> {
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
        TrajectoryRequest::ReEmbed => {
            MemoryAnswer::ReEmbedded(memory.re_embed(&Uncontrolled).await?)
        }
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
        TrajectoryRequest::Cases { ids } => {
            let mut rows = memory.cases(&ids).await?;
            rows.leave_out();
            MemoryAnswer::Cases(rows)
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
        TrajectoryRequest::ReadImport { import, part, text } => {
            MemoryAnswer::Done(incoming.read(import, part, &text)?)
        }
        TrajectoryRequest::CheckImport { import } => MemoryAnswer::Done(incoming.check(import)?),
        TrajectoryRequest::Import { import } => {
            let file = incoming.take(import)?;
            MemoryAnswer::ImportedTrajectories(memory.import(file, &Uncontrolled).await?)
        }
        TrajectoryRequest::DropImport { import } => {
            incoming.forget(import);
            MemoryAnswer::Done(())
        }
    })
}
