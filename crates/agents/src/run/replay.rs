//! A journal run again: without the world it was recorded in, or on from where it ended (BX-02).

use amb_store::StoreError;
use futures::future::{AbortHandle, AbortRegistration};

use super::{Crew, Research};
use crate::host::{Host, HostError};
use crate::journal::{
    Journal, JournalError, JournalFile, Keeper, LoadError, NoHost, Record, Requested,
};
use crate::protocol::{Event, ResearchResult, Termination};
use crate::settings::Settings;
use crate::task::Session;

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
    Ok(read_back(file, crew, emit).await?.result)
}

/// Reads a run back from its journal, as far as that goes, with its memory: as [`replay`].
///
/// # Errors
/// As [`replay`].
pub async fn read_back(
    file: JournalFile,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
) -> Result<Resumed, ReplayError> {
    let (_, stop) = AbortHandle::new_pair();
    let asked = file.requests.clone();
    let journal = Journal::resume(NoHost, file.clone());
    let read = go_on(journal, asked, None, crew, emit, stop).await?;
    // What nobody was there to answer is not part of it.
    Ok(Resumed {
        journal: file,
        ..read
    })
}

/// A run that was read back, or went on where its journal ended.
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
/// twice; what is not is asked of the host (BX-02). So is the call whose failure ended the run. A keeper has its
/// store keep the run from now on.
///
/// Long-term memory is asked where the record ends only if the journal [is the caller's own](JournalFile::is_own), which
/// one that was read from a text is not.
///
/// # Errors
/// As [`replay`].
pub async fn resume<H: Host>(
    file: JournalFile,
    host: H,
    keeper: Option<&Keeper>,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
) -> Result<Resumed, ReplayError> {
    let file = without_failure(file, crew).await;
    let asked = file.requests.clone();
    go_on(Journal::resume(host, file), asked, keeper, crew, emit, stop).await
}

/// Goes on with a run that a store keeps, and keeps it on: as [`resume`], and what comes after is stored, too.
///
/// # Errors
/// As [`resume`], or a run that cannot be loaded.
pub async fn resume_stored<H: Host>(
    id: &str,
    host: H,
    keeper: &Keeper,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
) -> Result<Resumed, ReplayError> {
    let (whole, log) = keeper.open(id).await?;
    let recorded = whole.records().len();
    let file = without_failure(whole, crew).await;
    let number = file.records().len();
    if number < recorded {
        log.goes_on_from(number);
    }
    let asked = file.requests.clone();
    let journal = Journal::resume(host, file);
    journal.keep_in(log);
    go_on(journal, asked, None, crew, emit, stop).await
}

/// The journal without the failure that ended its run, if one did: what failed is asked again. Only the run itself knows
/// what was a failure, so it is read back first, unless nothing in it can have failed.
async fn without_failure(file: JournalFile, crew: fn(&Settings) -> Crew) -> JournalFile {
    if !file.records().iter().any(Record::may_have_failed) {
        return file;
    }
    let read = read_back(file.clone(), crew, &|_| {}).await;
    match read {
        Ok(read) if read.result.termination == Termination::Error => file.before_failure(),
        _ => file,
    }
}

async fn go_on<H: Host>(
    journal: Journal<H>,
    requests: Vec<Requested>,
    keeper: Option<&Keeper>,
    crew: fn(&Settings) -> Crew,
    emit: &dyn Fn(Event),
    stop: AbortRegistration,
) -> Result<Resumed, ReplayError> {
    let Some((last, earlier)) = requests.split_last() else {
        return Err(JournalError::NoRequest.into());
    };
    let mut kept = None;
    for (asked, following) in earlier.iter().zip(requests.iter().skip(1)) {
        journal.turn_to(asked, Some(following));
        let mut session = Session::open(&journal, kept.take(), &asked.request)?;
        let (_, never) = AbortHandle::new_pair();
        asked.run(&journal, &mut session, crew, emit, never).await?;
        kept = Some(session);
    }
    journal.turn_to(last, None);
    let mut session = Session::open(&journal, kept, &last.request)?;
    if let Some(keeper) = keeper {
        let id = session.bank.insight_doc().doc_id();
        keeper.keep(&journal, id, &requests, None).await?;
    }
    let result = last.run(&journal, &mut session, crew, emit, stop).await?;
    let unsaved = journal.close(result.stands()).await.err();
    Ok(Resumed {
        session,
        result,
        journal: journal.file().asked(requests),
        unsaved,
    })
}

impl Requested {
    /// Carries the request out with its settings.
    ///
    /// # Errors
    /// As [`Research::run`].
    pub async fn run(
        &self,
        host: &dyn Host,
        session: &mut Session,
        crew: fn(&Settings) -> Crew,
        emit: &dyn Fn(Event),
        stop: AbortRegistration,
    ) -> Result<ResearchResult, HostError> {
        let crew = crew(&self.settings);
        let research = Research {
            host,
            engine: crew.engine.as_ref(),
            actor: crew.actor,
            settings: &self.settings,
            emit,
        };
        research.run(session, &self.request, stop).await
    }
}
