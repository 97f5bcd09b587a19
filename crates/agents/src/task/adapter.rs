//! The adapter and its errors.

use std::collections::BTreeSet;

use amb_memory::task::{EntryId, InteractionEntry, NodeId, TaskError};
use amb_memory::text::{Block, BlockKind, Outline};

use crate::engine::{Engine, EngineError, RunContext};
use crate::host::HostError;
use crate::protocol::{
    ConflictNotification, Event, EvidencePassage, NodeInfo, PlanningInput, ValidationInput,
};
use crate::task::Session;

/// The adapter over one task's session.
pub struct Adapter<'a> {
    /// The session.
    pub session: &'a mut Session,
    /// Who does the thinking.
    pub engine: &'a dyn Engine,
    /// Resources of the run.
    pub context: RunContext<'a>,
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

impl Adapter<'_> {
    /// A fresh identifier. It begins with how much the task has made before: what is ordered by identifiers is
    /// ordered by when it was made, or the same texts would be read in another order each time.
    pub(crate) fn identifier(&self) -> Result<String, HostError> {
        let tree = self.session.bank.interaction_tree();
        let made = tree.entries().len() + tree.merge_events().len();
        let mut bits = self.context.host.random()?;
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
                titles: self.titles_of(id),
            })
    }

    /// The titles that all entries of a node stand under, each with all of its text; none where they differ.
    fn titles_of(&self, id: &NodeId) -> Vec<String> {
        let entries = self.session.bank.interaction_tree().entries_of(id);
        let paths: BTreeSet<Option<Vec<String>>> = entries.into_iter().map(single_path).collect();
        match Vec::from_iter(paths).as_slice() {
            [Some(path)] => path.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the input for the validation of a conflict.
    pub(crate) fn validation_input(
        &self,
        conflict: &ConflictNotification,
        evidence: Vec<EvidencePassage>,
    ) -> ValidationInput {
        let nodes = &conflict.conflicting_node_ids;
        let graph = self.session.bank.query_graph();
        ValidationInput {
            conflict: conflict.clone(),
            nodes: nodes.iter().filter_map(|id| self.info(id)).collect(),
            evidence,
            dissents: conflict
                .conflicts
                .iter()
                .filter_map(|id| graph.conflict(id))
                .map(|one| one.dissent.clone())
                .collect(),
        }
    }

    /// Asks the planning agent for the next step and writes it into the Insight Doc.
    ///
    /// # Errors
    /// Errors of the agent or the memory.
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
        let output = self.engine.plan(&self.context, &input).await?;
        let description = output
            .next_task
            .as_ref()
            .map(|task| task.description.clone());
        self.session
            .bank
            .insight_doc_mut()
            .set_pending(description.clone());
        (self.context.emit)(Event::Plan {
            task_type: output.next_task.as_ref().map(|task| task.task_type),
            task: description,
        });
        self.session.planned = output.next_task;
        Ok(())
    }
}

/// The titles above an entry's text; `None` where parts of it stand under several.
fn single_path(entry: &InteractionEntry) -> Option<Vec<String>> {
    let structure = entry.structure();
    let outline = Outline::new(&entry.text, &structure);
    let is_heading = |block: &&Block| matches!(block.kind, BlockKind::Heading { .. });
    let told = structure.blocks.iter().filter(|block| !is_heading(block));
    let paths: BTreeSet<Vec<&str>> = told
        .map(|block| outline.path_at(block.span.start))
        .collect();
    match Vec::from_iter(paths).as_slice() {
        [path] => Some(path.iter().map(|title| (*title).to_owned()).collect()),
        _ => None,
    }
}
