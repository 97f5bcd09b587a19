//! A journal run again: without the world it was recorded in, or on from where it ended (BX-02).

use std::rc::Rc;

use amb_store::{Store, StoreError};
use futures::future::{AbortHandle, AbortRegistration};

use super::{Crew, Research, ResearchRequest, ResearchResult, Session};
use crate::event::Event;
use crate::host::{Host, HostError};
use crate::journal::{Journal, JournalError, JournalFile, LoadError, NoHost, RunLog};
use crate::settings::Settings;

/// Why a journal could not be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It does not say what was asked.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The store does not have it, or not as this build can read it.
    #[error(transparent)]
    Load(#[from] LoadError),
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
            Self::Load(error) => error.kind(),
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
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
) -> Result<ResearchResult, ReplayError> {
    let (_, stop) = AbortHandle::new_pair();
    let resumed = go_on_with(file, NoHost, crew, emit, stop).await?;
    Ok(resumed.result)
}

/// A run that went on where its journal ended.
pub struct Resumed {
    /// Its memory.
    pub session: Session,
    /// Its result.
    pub result: ResearchResult,
    /// Its journal, which is the old one and what came after.
    pub journal: JournalFile,
    /// Why the store does not have the end of it, if it does not.
    pub unsaved: Option<StoreError>,
}

/// Goes on with the run of a journal: what is on record is answered from it, so that no call is paid for
/// twice; what is not is asked of the host (BX-02). So is the call whose failure ended the run.
///
/// # Errors
/// As [`replay`].
pub async fn resume<H: Host>(
    file: JournalFile,
    host: H,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
) -> Result<Resumed, ReplayError> {
    go_on_with(file.before_failure(), host, crew, emit, stop).await
}

async fn go_on_with<H: Host>(
    file: JournalFile,
    host: H,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
) -> Result<Resumed, ReplayError> {
    let asked = (file.requests.clone(), file.settings.clone());
    go_on(Journal::resume(host, file), asked, crew, emit, stop).await
}

/// Goes on with a run that a store keeps, and keeps it on: as [`resume`], and what comes after is stored, too.
/// `tell` hears of failures to store it.
///
/// # Errors
/// As [`resume`], or a run that cannot be loaded.
pub async fn resume_stored<H: Host>(
    store: Rc<dyn Store>,
    id: &str,
    host: H,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
    tell: Box<dyn Fn(&StoreError)>,
) -> Result<Resumed, ReplayError> {
    let (file, log) = RunLog::open(store, id, tell).await?;
    let asked = (file.requests.clone(), file.settings.clone());
    let journal = Journal::resume(host, file).kept_by(log);
    go_on(journal, asked, crew, emit, stop).await
}

async fn go_on<H: Host>(
    journal: Journal<H>,
    (requests, settings): (Vec<ResearchRequest>, Settings),
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
) -> Result<Resumed, ReplayError> {
    let crew = crew(&settings);
    let research = Research {
        host: &journal,
        engine: crew.engine.as_ref(),
        actor: crew.actor,
        settings: &settings,
        emit,
    };
    let Some((last, earlier)) = requests.split_last() else {
        return Err(JournalError::NoRequest.into());
    };
    let mut kept = None;
    for request in earlier {
        let mut session = Session::open(&journal, kept.take(), &request.question)?;
        let (_, never) = AbortHandle::new_pair();
        research.run(&mut session, request, never).await?;
        kept = Some(session);
    }
    let mut session = Session::open(&journal, kept, &last.question)?;
    let result = research.run(&mut session, last, stop).await?;
    let unsaved = journal.close(result.stands()).await.err();
    let mut file = journal.file();
    (file.requests, file.settings) = (requests, settings.clone());
    Ok(Resumed {
        session,
        result,
        journal: file,
        unsaved,
    })
}
