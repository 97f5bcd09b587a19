//! Runs that the caller keeps: their memory, their journal, and both as files.

use std::collections::BTreeMap;

use amb_agents::journal::JournalFile;
use amb_agents::protocol::{ResearchResult, RunSummary};
use amb_agents::task::Session;

use crate::error::BankError;

/// A kept run.
pub struct KeptRun {
    /// Its memory.
    pub session: Session,
    /// Its effects; `None` for a run that came from an export.
    pub journal: Option<JournalFile>,
    /// Its result.
    pub result: ResearchResult,
}

/// The kept runs of a bank, by the identifier of their Insight Doc.
#[derive(Default)]
pub struct KeptRuns(BTreeMap<String, KeptRun>);

impl KeptRuns {
    /// Keeps a run.
    pub fn keep(&mut self, run: KeptRun) {
        self.0.insert(run.result.doc_id.clone(), run);
    }

    /// Gives a run back and forgets it.
    pub fn take(&mut self, doc_id: &str) -> Result<KeptRun, BankError> {
        self.0.remove(doc_id).ok_or_else(|| BankError::UnknownRun {
            doc_id: doc_id.to_owned(),
        })
    }

    /// A run.
    pub fn get(&self, doc_id: &str) -> Result<&KeptRun, BankError> {
        self.0.get(doc_id).ok_or_else(|| BankError::UnknownRun {
            doc_id: doc_id.to_owned(),
        })
    }

    /// One line about each run.
    pub fn summaries(&self) -> Vec<RunSummary> {
        self.0.values().map(|run| run.result.summary()).collect()
    }
}
