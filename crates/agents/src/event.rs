//! What a run tells while it works: one tagged enum, the same in Rust and TypeScript.

use amb_memory::task::{NodeId, TaskType};
use amb_store::long_term::MemoryItem;
use serde::{Deserialize, Serialize};

use crate::engine::{Answer, EngineLabel};
use crate::run::Termination;
use crate::settings::{Agent, Budget};
use crate::spending::{Cost, Spent};

/// One thing that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event {
    /// The run began.
    RunStarted {
        /// Identifier of the Insight Doc, and so of the run.
        doc_id: String,
        /// The question.
        question: String,
        /// Who does the thinking.
        engine: EngineLabel,
        /// Embedding model, or `None` in keyword-only mode.
        embedder: Option<String>,
    },
    /// A document was read into text.
    Source {
        /// Its name.
        document: String,
        /// Unicode characters in its text.
        chars: usize,
        /// What reading it had to mend, for people.
        notes: Vec<String>,
    },
    /// Long work moved on.
    Progress {
        /// What is being done, for people.
        activity: String,
        /// Work done so far.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        done: u64,
        /// All the work that is known of; never less than `done`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        total: u64,
    },
    /// The next step was planned; `None`: nothing is left to do.
    Plan {
        /// Its type.
        task_type: Option<TaskType>,
        /// The step.
        task: Option<String>,
    },
    /// A step ended.
    TaskCompleted {
        /// Its type.
        task_type: TaskType,
        /// The step.
        task: String,
        /// Whether it succeeded.
        succeeded: bool,
        /// What came of it, in a sentence or two.
        context: String,
    },
    /// A node was added.
    NodeAdded {
        /// The node.
        id: NodeId,
        /// Its topic.
        context: String,
        /// Its keywords.
        keywords: Vec<String>,
        /// Name of the document it comes from, where it comes from one.
        document: Option<String>,
    },
    /// A node got a new context or keywords.
    NodeUpdated {
        /// The node.
        id: NodeId,
        /// Its topic.
        context: String,
        /// Its keywords.
        keywords: Vec<String>,
    },
    /// Two nodes were found related.
    NodesLinked {
        /// One end.
        from: NodeId,
        /// The other end.
        to: NodeId,
        /// Why.
        reason: String,
    },
    /// Nodes were found to contradict each other.
    NodesDisputed {
        /// The nodes.
        ids: Vec<NodeId>,
        /// What stands against what.
        description: String,
    },
    /// Nodes became one.
    NodesMerged {
        /// The nodes that are gone.
        from: Vec<NodeId>,
        /// The node that took their place, its edges and entries.
        into: NodeId,
        /// Topic of the new node.
        context: String,
        /// The merge, told.
        description: String,
    },
    /// A language model was asked, and answered.
    AgentCall {
        /// Who asked.
        agent: Agent,
        /// The model.
        model: String,
        /// Tokens that were read.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        input_tokens: u64,
        /// Of these, tokens that the endpoint had in its cache.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        cached_tokens: u64,
        /// Tokens that were written.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        output_tokens: u64,
        /// Whether these are our estimates, because the endpoint counts none.
        estimated: bool,
        /// What that cost; `None`: the model's price is not known.
        cost: Option<Cost>,
    },
    /// Something was paid for: a call of the model, a search, a page.
    Budget {
        /// What the run has spent so far.
        spent: Spent,
        /// What it may spend.
        limits: Budget,
    },
    /// A tool was called, and returned.
    ToolCall {
        /// The tool.
        tool: String,
        /// What it was called with, in a line.
        arguments: String,
        /// Whether it could do what was asked.
        succeeded: bool,
        /// What came of it, in a line.
        outcome: String,
    },
    /// The run was given something of long-term memory (BX-06).
    MemoryUsed {
        /// What for.
        purpose: MemoryPurpose,
        /// What, each with where it was found and how far it can be trusted.
        items: Vec<MemoryItem>,
    },
    /// The run goes round in circles (CG-06). It is told so, and what led others out.
    LoopFound {
        /// The actions of one time round.
        actions: Vec<String>,
        /// The type of the error that is met each time.
        error_type: String,
        /// How often it went round.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        repeats: usize,
    },
    /// The run was learned (CG-10), or there was nothing to learn from it.
    Learned {
        /// Steps that were learned from.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        steps: usize,
        /// Telling parts that are kept.
        fragments: u32,
        /// Why nothing was learned, if that is so; for people.
        why_nothing: Option<String>,
    },
    /// The answer goes on. After a warning it begins anew: a reply that broke off, or was no answer, is asked for again,
    /// and what was told of it is none of the answer.
    AnswerDelta {
        /// Its next words.
        text: String,
    },
    /// The answer was written.
    Answered {
        /// The answer.
        answer: Answer,
    },
    /// Something is worse than it should be, and the run goes on.
    Warning {
        /// Stable name.
        code: String,
        /// What it means and what to do.
        message: String,
    },
    /// The run ended.
    RunFinished {
        /// Why it ended.
        termination: Termination,
    },
}

/// What something of long-term memory is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "snake_case")]
pub enum MemoryPurpose {
    /// Plans are told what is known of the user.
    Planning,
    /// A step is told what runs have taught.
    Step,
    /// A run that is stuck is told what led others out.
    Loop,
}
