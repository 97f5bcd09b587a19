//! A foreign host's report on a run, and its check.

use amb_agents::journal::JournalFile;
use amb_agents::protocol::{Answer, Event, ResearchResult, Termination};
use amb_agents::run::{Crew, import_session, replay};
use amb_memory::task::{InteractionTreeExport, QueryGraphExport};
use amb_memory::text::visible;
use anyhow::Result;
use futures::executor::block_on;
use serde::Deserialize;

use crate::check::faults;
use crate::play::Exchange;
use crate::run::{Ran, holds_secret};
use crate::scenario::Scenario;

/// The outcome of a run, with the names of the JavaScript package.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Outcome {
    /// Its result.
    pub result: ResearchResult,
    /// The run's events.
    pub events: Vec<Event>,
    /// Its exported session.
    pub session: String,
    /// Its exported journal.
    pub journal: String,
    /// The exported long-term memory after it; `None` in a world without.
    #[serde(default)]
    pub remembered: Option<String>,
}

/// The parts of a session's file that the run's result holds, too.
#[derive(PartialEq, Deserialize)]
struct Exported {
    query_graph: QueryGraphExport,
    interaction_tree: InteractionTreeExport,
    run: ExportedRun,
}

#[derive(PartialEq, Deserialize)]
struct ExportedRun {
    answer: Option<Answer>,
}

impl Outcome {
    /// Everything that is not as it must be of a run that went to its end.
    ///
    /// # Errors
    /// A session or journal that is none.
    pub(crate) fn ended(&self, scenario: &Scenario, exchanges: &[Exchange]) -> Result<Vec<String>> {
        let (session, _) = import_session(&self.session)?;
        let ran = Ran {
            result: self.result.clone(),
            events: self.events.clone(),
            session,
            remembered: self.remembered.clone(),
        };
        let mut wrong = faults(&scenario.expect, &ran, exchanges);
        wrong.extend(self.secrets());
        if self.exported()? != self.made() {
            wrong.push("the exported session differs from the result".to_owned());
        }
        let journal = JournalFile::from_json(&self.journal)?;
        let replayed = block_on(replay(journal, Crew::for_settings, &|_| {}))?;
        if replayed != self.result {
            wrong.push(format!(
                "replayed natively, the run comes to {replayed:?}, not {:?}",
                self.result
            ));
        }
        Ok(wrong)
    }

    /// The layers and the answer as the file of the session has them: an import lowers their trust.
    fn exported(&self) -> Result<Exported> {
        Ok(serde_json::from_str(&self.session)?)
    }

    /// The same, as the result has them.
    fn made(&self) -> Exported {
        let ResearchResult {
            query_graph,
            interaction_tree,
            answer,
            ..
        } = self.result.clone();
        Exported {
            query_graph,
            interaction_tree,
            run: ExportedRun { answer },
        }
    }

    /// Everything that is not as it must be of a run that was stopped while `waiting` requests had no answer.
    pub(crate) fn stopped(&self, waiting: usize) -> Vec<String> {
        let mut wrong = self.secrets();
        if waiting != 1 {
            wrong.push(format!("stopped at a request, the run sent {waiting}"));
        }
        let ResearchResult {
            termination,
            answer,
            error,
            ..
        } = &self.result;
        if *termination != Termination::Aborted || answer.is_some() || error.is_some() {
            wrong.push(format!(
                "stopped, the run ends with {termination:?}, {answer:?}, {error:?}"
            ));
        }
        wrong
    }

    /// Notes if the journal or the session holds the key or the token; results and events are searched with the rest.
    fn secrets(&self) -> Vec<String> {
        let files = [("journal", &self.journal), ("session", &self.session)];
        let telling = files.iter().filter(|(_, file)| holds_secret(file));
        let mut wrong: Vec<String> = telling
            .map(|(name, _)| format!("the exported {name} holds the key or the token"))
            .collect();
        if JournalFile::from_json(&self.journal).is_ok_and(|file| holds_secret_body(&file)) {
            wrong.push("a body of the exported journal holds the key or the token".to_owned());
        }
        wrong
    }
}

/// Returns true if a body of a journal holds the key or the token once decoded; in the file they are in base64.
#[must_use]
pub fn holds_secret_body(file: &JournalFile) -> bool {
    let mut bodies = file.bodies();
    bodies.any(|(_, body)| {
        let body = String::from_utf8_lossy(body).replace("\\u0000", "");
        holds_secret(&visible(&body))
    })
}
