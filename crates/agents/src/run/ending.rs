//! How a run ends, and what it gives back then.

use super::{
    Embeddings, Research, ResearchRequest, ResearchResult, RunFailure, Session, Termination, Usage,
};
use crate::adapter::AdapterError;
use crate::event::Event;
use crate::host::HostError;
use crate::spending::Meter;

/// Times of a run's stages, in the host's milliseconds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stages {
    /// When it began.
    pub started: i64,
    /// When all was read.
    pub read: Option<i64>,
    /// When it was answered.
    pub ended: Option<i64>,
}

impl Stages {
    /// What a run used.
    pub fn usage(self, session: &Session, embeddings: &Embeddings<'_>, meter: &Meter) -> Usage {
        let bank = &session.bank;
        // A run that was stopped while it read had come as far as its last topic.
        let nodes = bank.query_graph().nodes();
        let last_topic = nodes.map(|node| node.timestamp).max();
        let read = self
            .read
            .or(last_topic)
            .unwrap_or(self.started)
            .max(self.started);
        Usage {
            embedded_texts: embeddings.embedded(),
            ingest_milliseconds: read - self.started,
            answer_milliseconds: self.ended.unwrap_or(read) - read,
            nodes: bank.query_graph().len(),
            passages: bank.evidence().len(),
            ledger: meter.ledger(),
        }
    }
}

/// Why a run ended.
pub struct Ending {
    termination: Termination,
    failure: Option<RunFailure>,
}

impl Ending {
    /// It was stopped, or its record ends here.
    pub fn aborted() -> Self {
        Self {
            termination: Termination::Aborted,
            failure: None,
        }
    }

    /// What its work came to.
    ///
    /// # Errors
    /// It asked for something else than its journal holds.
    pub fn of(ended: Result<Termination, AdapterError>) -> Result<Self, HostError> {
        let error = match ended {
            Ok(termination) => {
                return Ok(Self {
                    termination,
                    failure: None,
                });
            }
            Err(error) => error,
        };
        match error.host() {
            Some(HostError::Abandoned) => Ok(Self::aborted()),
            Some(mismatch @ HostError::Journal { .. }) => Err(mismatch.clone()),
            _ => Ok(Self {
                termination: Termination::Error,
                failure: Some(RunFailure {
                    code: error.kind().to_owned(),
                    message: error.to_string(),
                }),
            }),
        }
    }
}

/// Whether the run may go on later from here: it was stopped, or left its record.
pub fn is_stopped(ended: &Result<Termination, AdapterError>) -> bool {
    let host = ended.as_ref().err().and_then(AdapterError::host);
    matches!(host, Some(HostError::Abandoned | HostError::Journal { .. }))
}

impl Research<'_> {
    /// Says which images nobody has looked at: they do not wait for the next question.
    pub(super) fn tell_unseen(&self, session: &Session) {
        for name in session.images.keys() {
            (self.emit)(Event::Warning {
                code: "image_not_seen".to_owned(),
                message: format!(
                    "the image {name} was not looked at: go on with this run if it was stopped, or give it again with the next question"
                ),
            });
        }
    }

    /// Says that the run has ended, and gives its result back.
    pub(super) fn end(
        &self,
        session: &mut Session,
        request: &ResearchRequest,
        usage: Usage,
        embedder: Option<String>,
        Ending {
            termination,
            failure,
        }: Ending,
    ) -> ResearchResult {
        self.tell_unseen(session);
        session.images.clear();
        (self.emit)(Event::RunFinished { termination });
        let bank = &session.bank;
        ResearchResult {
            doc_id: bank.insight_doc().doc_id().to_owned(),
            question: request.question.clone(),
            language: self
                .settings
                .report_language
                .unwrap_or_else(|| request.language(self.settings.language)),
            answer: session.answer.clone(),
            retrieved: session.retrieved.clone(),
            insight_doc: bank.insight_doc().clone(),
            query_graph: bank.export_query_graph(),
            interaction_tree: bank.export_interaction_tree(),
            documents: session.documents.clone(),
            usage,
            termination,
            error: failure,
            engine: self.engine.label(),
            embedder,
            imported: session.imported,
        }
    }
}
