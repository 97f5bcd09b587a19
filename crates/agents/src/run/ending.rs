//! The end of a run and its result.

use amb_memory::text::Language;

use super::Research;
use crate::engine::Embeddings;
use crate::host::HostError;
use crate::protocol::{Event, ResearchRequest, ResearchResult, RunFailure, Termination, Usage};
use crate::spending::Meter;
use crate::task::{AdapterError, Session};

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
    /// Returns the usage of a run.
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

    /// The same for a run that had answered: to be stopped then ends it as it would have ended.
    pub fn answered(mut self) -> Self {
        if self.termination == Termination::Aborted {
            self.termination = Termination::Answer;
        }
        self
    }

    /// Returns the ending that the outcome of the work leads to.
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

/// Returns true if the run can go on later from here: it was stopped, or it left its record.
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

    /// Returns the language of the answer.
    pub(super) fn language_of_answer(&self, request: &ResearchRequest) -> Language {
        let set = self.settings.report_language;
        set.unwrap_or_else(|| request.language(self.settings.language))
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
        ResearchResult {
            termination,
            error: failure,
            ..self.result(session, request, usage, embedder)
        }
    }

    /// Returns what there is to show of a run that has answered.
    pub(super) fn result(
        &self,
        session: &Session,
        request: &ResearchRequest,
        usage: Usage,
        embedder: Option<String>,
    ) -> ResearchResult {
        let bank = &session.bank;
        ResearchResult {
            doc_id: bank.insight_doc().doc_id().to_owned(),
            question: request.question.clone(),
            language: self.language_of_answer(request),
            answer: session.answer.clone(),
            retrieved: session.retrieved.clone(),
            insight_doc: bank.insight_doc().clone(),
            query_graph: bank.export_query_graph(),
            interaction_tree: bank.export_interaction_tree(),
            documents: session.documents.clone(),
            usage,
            termination: Termination::Answer,
            error: None,
            engine: self.engine.label(),
            embedder,
            imported: session.imported,
        }
    }
}
