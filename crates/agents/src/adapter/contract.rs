//! The adapter and its errors.

use amb_memory::task::{EntryId, NodeId, TaskError};
use amb_memory::text::Language;

use crate::engine::{
    ConflictNotification, Engine, EngineContext, EngineError, EvidencePassage, NodeInfo,
    PlanningInput, ValidationInput,
};
use crate::event::Event;
use crate::extractive::decided;
use crate::host::{Host, HostError};
use crate::run::{Embeddings, Progress, Session};
use crate::settings::Settings;
use crate::spending::Meter;

/// The adapter over one task's session.
pub struct Adapter<'a> {
    /// The session.
    pub session: &'a mut Session,
    /// Who does the thinking.
    pub engine: &'a dyn Engine,
    /// The world.
    pub host: &'a dyn Host,
    /// The run's embedder.
    pub embeddings: &'a Embeddings<'a>,
    /// Where long work is counted.
    pub progress: &'a Progress<'a>,
    /// The user's numbers.
    pub settings: &'a Settings,
    /// Language of labels and plans.
    pub language: Language,
    /// The run's account.
    pub meter: &'a Meter,
    /// Where events go.
    pub emit: &'a dyn Fn(Event),
}

/// Why the adapter failed.
#[derive(Debug, thiserror::Error)]
pub enum AdapterError {
    /// An agent failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An effect failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The memory refused an operation.
    #[error(transparent)]
    Memory(#[from] TaskError),
}

impl AdapterError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Engine(error) => error.kind(),
            Self::Host(error) => error.kind(),
            Self::Memory(_) => "memory_refused",
        }
    }

    /// The host's error beneath, if that is what it is.
    #[must_use]
    pub fn host(&self) -> Option<&HostError> {
        match self {
            Self::Host(error) | Self::Engine(EngineError::Host(error)) => Some(error),
            _ => None,
        }
    }
}

impl<'a> Adapter<'a> {
    /// What the engine may use.
    pub(crate) fn context(&self) -> EngineContext<'a> {
        EngineContext {
            embeddings: self.embeddings,
            language: self.language,
            report_language: self.settings.report_language,
            host: self.host,
            meter: self.meter,
            emit: self.emit,
        }
    }

    /// A fresh identifier. It begins with how much the task has made before: what is ordered by identifiers is
    /// ordered by when it was made, or the same texts would be read in another order each time.
    pub(crate) fn identifier(&self) -> Result<String, HostError> {
        let tree = self.session.bank.interaction_tree();
        let made = tree.entries().len() + tree.merge_events().len();
        let mut bits = self.host.random()?;
        if let Some(first) = bits.first_chunk_mut() {
            *first = u32::try_from(made).unwrap_or(u32::MAX).to_be_bytes();
        }
        Ok(uuid::Builder::from_custom_bytes(bits)
            .into_uuid()
            .to_string())
    }

    pub(crate) fn node_id(&self) -> Result<NodeId, HostError> {
        self.identifier().map(NodeId::from)
    }

    pub(crate) fn entry_id(&self) -> Result<EntryId, HostError> {
        self.identifier().map(EntryId::from)
    }

    /// A node as agents see it.
    pub(crate) fn info(&self, id: &NodeId) -> Option<NodeInfo> {
        self.session
            .bank
            .query_graph()
            .node(id)
            .map(|node| NodeInfo {
                id: node.id.clone(),
                summary: node.summary.clone(),
                context: node.context.clone(),
                keywords: node.keywords.clone(),
                trust: node.trust,
            })
    }

    /// What a validation of a conflict rests on.
    pub(crate) fn validation_input(
        &self,
        conflict: &ConflictNotification,
        evidence: Vec<EvidencePassage>,
    ) -> ValidationInput {
        let nodes = &conflict.conflicting_node_ids;
        ValidationInput {
            conflict: conflict.clone(),
            nodes: nodes.iter().filter_map(|id| self.info(id)).collect(),
            evidence,
            decided: decided(&self.session.bank),
        }
    }

    /// Asks the planning agent for the next step and writes it into the Insight Doc.
    ///
    /// # Errors
    /// What the agent or the memory fails with.
    pub async fn plan(&mut self) -> Result<(), AdapterError> {
        let new_nodes = std::mem::take(&mut self.session.new_nodes);
        let input = PlanningInput {
            insight_doc: self.session.bank.insight_doc().clone(),
            new_memory_nodes: new_nodes.iter().filter_map(|id| self.info(id)).collect(),
            conflict_notification: self.session.conflicts.front().cloned(),
            unread_images: self.session.images.keys().cloned().collect(),
            answered: self.session.answered,
            known_of_user: self.session.long_term.known_of_user().to_owned(),
        };
        let output = self.engine.plan(&self.context(), &input).await?;
        let description = output
            .next_task
            .as_ref()
            .map(|task| task.description.clone());
        self.session
            .bank
            .insight_doc_mut()
            .set_pending(description.clone());
        (self.emit)(Event::Plan {
            task_type: output.next_task.as_ref().map(|task| task.task_type),
            task: description,
        });
        self.session.planned = output.next_task;
        Ok(())
    }
}
