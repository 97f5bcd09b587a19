//! State of one task while it is worked on.

use std::collections::{BTreeMap, VecDeque};

use amb_memory::task::{CompletedTask, InsightDoc, NodeId, TaskBank, TaskType};

use super::given::Names;
use crate::host::{ContentHash, Host, HostError};
use crate::long_term::LongTerm;
use crate::protocol::{
    Answer, ConflictNotification, DocumentSummary, EvidencePassage, PlannedTask, ResearchRequest,
};

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
    /// True if the question was answered since it was asked.
    pub answered: bool,
    /// The answer, once there is one.
    pub answer: Option<Answer>,
    /// The passages that the answer was made from.
    pub retrieved: Vec<EvidencePassage>,
    /// The documents read so far.
    pub documents: Vec<DocumentSummary>,
    /// True if its memory came from a file: nobody checked its summaries and disputes against their sources.
    pub imported: bool,
    /// Long-term memory of the run; never part of an export.
    pub long_term: LongTerm,
}

impl Session {
    /// The session of a question: a new one, or that of a memory that was kept.
    ///
    /// # Errors
    /// Errors of the host.
    pub fn open(
        host: &dyn Host,
        kept: Option<Self>,
        request: &ResearchRequest,
    ) -> Result<Self, HostError> {
        let Some(mut session) = kept else {
            return Self::begin(host, &request.question);
        };
        if request.max_iterations == Some(0) {
            session.end_steps(host, &request.question)?;
        } else {
            session.ask_again(host, &request.question)?;
        }
        Ok(session)
    }

    /// A task that begins: its memory is empty.
    ///
    /// # Errors
    /// Errors of the host.
    pub fn begin(host: &dyn Host, goal: &str) -> Result<Self, HostError> {
        let dimensions = host
            .embedder()?
            .map_or(DEFAULT_DIMENSIONS, |info| info.dimensions);
        Ok(Self::new(TaskBank::new(
            insight_doc(host, goal)?,
            dimensions,
        )))
    }

    /// Asks a further question of the same memory: a new Insight Doc, no answer yet. Validations stay on record,
    /// because they explain the state of the memory.
    ///
    /// # Errors
    /// Errors of the host.
    pub fn ask_again(&mut self, host: &dyn Host, goal: &str) -> Result<(), HostError> {
        self.turn_to(host, goal, |task| task.r#type == TaskType::CrossValidate)
    }

    /// Asks for an answer without further steps: as [`Self::ask_again`], but the steps of a run that asked the same and
    /// was stopped stay on record, because the answer is made of them.
    fn end_steps(&mut self, host: &dyn Host, goal: &str) -> Result<(), HostError> {
        let is_same = self.bank.insight_doc().task_goal() == goal && !self.answered;
        self.turn_to(host, goal, |task| {
            is_same || task.r#type == TaskType::CrossValidate
        })
    }

    fn turn_to(
        &mut self,
        host: &dyn Host,
        goal: &str,
        stays: impl Fn(&CompletedTask) -> bool,
    ) -> Result<(), HostError> {
        let mut doc = insight_doc(host, goal)?;
        let before = self.bank.insight_doc().completed_tasks().iter();
        before
            .filter(|task| stays(task))
            .for_each(|task| doc.record(task.clone()));
        *self.bank.insight_doc_mut() = doc;
        self.answered = false;
        self.answer = None;
        self.retrieved.clear();
        self.planned = None;
        Ok(())
    }

    /// Keeps an image until it is recognised. No two have the same name, by which a step names the one it looks at; one
    /// that waits already is not kept twice.
    pub(crate) fn keep_image(&mut self, name: &str, blob: ContentHash) {
        let mut names = Names::default();
        loop {
            let own = names.own(name);
            match self.images.get(&own) {
                Some(known) if *known != blob => {}
                _ => {
                    self.images.insert(own, blob);
                    return;
                }
            }
        }
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
            long_term: LongTerm::default(),
        }
    }
}

/// Numbers in a vector where no embedder says: MiniLM's.
const DEFAULT_DIMENSIONS: usize = 384;

fn insight_doc(host: &dyn Host, goal: &str) -> Result<InsightDoc, HostError> {
    let id = uuid::Builder::from_random_bytes(host.random()?).into_uuid();
    Ok(InsightDoc::new(id.to_string(), goal))
}
