//! What one task holds while it is worked on.

use std::collections::{BTreeMap, VecDeque};

use amb_memory::task::{InsightDoc, NodeId, TaskBank, TaskType};

use crate::engine::{Answer, ConflictNotification, EvidencePassage, PlannedTask};
use crate::host::{ContentHash, Host, HostError};
use crate::long_term::LongTerm;
use crate::run::DocumentSummary;

/// A task's memory, and what the adapter keeps beside it until the task ends.
pub struct Session {
    /// The three layers.
    pub bank: TaskBank,
    /// Conflicts that wait for validation, oldest first.
    pub conflicts: VecDeque<ConflictNotification>,
    /// Nodes made since the last plan.
    pub new_nodes: Vec<NodeId>,
    /// Images in temporary storage, by name (MB-16); never part of an export.
    pub images: BTreeMap<String, ContentHash>,
    /// The step being carried out.
    pub planned: Option<PlannedTask>,
    /// Whether the question was answered since it was asked.
    pub answered: bool,
    /// The answer, once there is one.
    pub answer: Option<Answer>,
    /// The passages that the answer was made from.
    pub retrieved: Vec<EvidencePassage>,
    /// The documents read so far.
    pub documents: Vec<DocumentSummary>,
    /// Whether its memory came from a file: nobody checked its summaries and disputes against their sources.
    pub imported: bool,
    /// The documents of which it was said that they give orders, and whether memory keeps any; never part of an export.
    pub warned_of: BTreeMap<String, bool>,
    /// What the run has of long-term memory; never part of an export.
    pub long_term: LongTerm,
    /// How many entries there were when a further question was asked; never part of an export.
    pub texts_before: usize,
    /// How many finished steps the Insight Doc had of earlier questions then; never part of an export.
    pub steps_before: usize,
}

impl Session {
    /// The session of a question: a new one, or that of a memory that was kept.
    ///
    /// # Errors
    /// What the host fails with.
    pub fn open(host: &dyn Host, kept: Option<Self>, goal: &str) -> Result<Self, HostError> {
        let Some(mut session) = kept else {
            return Self::begin(host, goal);
        };
        session.ask_again(host, goal)?;
        Ok(session)
    }

    /// A task that begins: its memory is empty.
    ///
    /// # Errors
    /// What the host fails with.
    pub fn begin(host: &dyn Host, goal: &str) -> Result<Self, HostError> {
        let dimensions = host
            .embedder()?
            .map_or(DEFAULT_DIMENSIONS, |info| info.dimensions);
        Ok(Self::new(TaskBank::new(
            insight_doc(host, goal)?,
            dimensions,
        )))
    }

    /// A further question to the same memory: a new Insight Doc, no answer yet. What was validated
    /// stays on record: it is how the memory came to be as it is.
    ///
    /// # Errors
    /// What the host fails with.
    pub fn ask_again(&mut self, host: &dyn Host, goal: &str) -> Result<(), HostError> {
        let mut doc = insight_doc(host, goal)?;
        let before = self.bank.insight_doc().completed_tasks().iter();
        before
            .filter(|task| task.r#type == TaskType::CrossValidate)
            .for_each(|task| doc.record(task.clone()));
        self.steps_before = doc.completed_tasks().len();
        self.texts_before = self.bank.interaction_tree().entries().len();
        *self.bank.insight_doc_mut() = doc;
        self.answered = false;
        self.answer = None;
        self.retrieved.clear();
        self.planned = None;
        Ok(())
    }

    /// Nothing known yet.
    #[must_use]
    pub fn new(bank: TaskBank) -> Self {
        Self {
            bank,
            conflicts: VecDeque::new(),
            new_nodes: Vec::new(),
            images: BTreeMap::new(),
            planned: None,
            answered: false,
            answer: None,
            retrieved: Vec::new(),
            documents: Vec::new(),
            imported: false,
            warned_of: BTreeMap::new(),
            long_term: LongTerm::default(),
            texts_before: 0,
            steps_before: 0,
        }
    }
}

/// Numbers in a vector where no embedder says: MiniLM's.
const DEFAULT_DIMENSIONS: usize = 384;

fn insight_doc(host: &dyn Host, goal: &str) -> Result<InsightDoc, HostError> {
    let id = uuid::Builder::from_random_bytes(host.random()?).into_uuid();
    Ok(InsightDoc::new(id.to_string(), goal))
}
