//! What a host that is not native says came of a run, and whether it is as it must be.

use amb_agents::event::Event;
use amb_agents::journal::JournalFile;
use amb_agents::run::{Crew, ResearchResult, Termination, import_session, replay};
use anyhow::Result;
use futures::executor::block_on;
use serde::Deserialize;
use serde_json::Value;

use crate::check::faults;
use crate::play::Exchange;
use crate::run::{KEY, Ran};
use crate::scenario::Scenario;

/// What came of a run, in the words of the JavaScript package.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Outcome {
    /// Its result.
    pub result: ResearchResult,
    /// What it told.
    pub events: Vec<Event>,
    /// Its exported session.
    pub session: String,
    /// Its exported journal.
    pub journal: String,
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
        };
        let mut wrong = faults(&scenario.expect, &ran, exchanges);
        wrong.extend(self.secrets());
        if self.exported()? != self.made()? {
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

    /// The graph, the tree and the answer as the exported session has them: an import lowers their trust.
    fn exported(&self) -> Result<[Value; 3]> {
        let file: Value = serde_json::from_str(&self.session)?;
        let layers = ["/query_graph", "/interaction_tree", "/run/answer"];
        Ok(layers.map(|layer| file.pointer(layer).cloned().unwrap_or_default()))
    }

    /// The graph, the tree and the answer as the result has them.
    fn made(&self) -> Result<[Value; 3]> {
        let ResearchResult {
            query_graph,
            interaction_tree,
            answer,
            ..
        } = &self.result;
        Ok([
            serde_json::to_value(query_graph)?,
            serde_json::to_value(interaction_tree)?,
            serde_json::to_value(answer)?,
        ])
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

    /// Whether the journal or the session holds the key; results and events are looked through with the rest.
    fn secrets(&self) -> Vec<String> {
        let files = [("journal", &self.journal), ("session", &self.session)];
        let telling = files.iter().filter(|(_, file)| file.contains(KEY));
        telling
            .map(|(name, _)| format!("the exported {name} holds the key"))
            .collect()
    }
}
