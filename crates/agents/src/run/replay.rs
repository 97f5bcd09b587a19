//! A journal run again without the world it was recorded in (BX-02).

use futures::future::AbortHandle;

use super::{Research, ResearchResult, Session, engine_for};
use crate::event::Event;
use crate::host::HostError;
use crate::journal::{Journal, JournalError, JournalFile, NoHost};

/// Why a journal could not be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It does not say what was asked.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The run asked for something else than the record holds.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl ReplayError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Journal(error) => error.kind(),
            Self::Host(error) => error.kind(),
        }
    }
}

/// Runs every request of a journal again, each effect answered from the record. The graph is
/// identical; a run that was aborted ends where it was aborted.
///
/// # Errors
/// A journal without requests, or one that this build's run does not fit.
pub async fn replay(
    file: JournalFile,
    emit: &dyn Fn(Event),
) -> Result<ResearchResult, ReplayError> {
    let (requests, settings) = (file.requests.clone(), file.settings.clone());
    let engine = engine_for(&settings);
    let journal = Journal::resume(NoHost, file);
    let research = Research {
        host: &journal,
        engine: engine.as_ref(),
        settings: &settings,
        emit,
    };
    let mut kept = None;
    let mut last = None;
    for request in &requests {
        let mut session = Session::open(&journal, kept.take(), &request.question)?;
        let (_handle, registration) = AbortHandle::new_pair();
        last = Some(research.run(&mut session, request, registration).await?);
        kept = Some(session);
    }
    last.ok_or(ReplayError::Journal(JournalError::NoRequest))
}
