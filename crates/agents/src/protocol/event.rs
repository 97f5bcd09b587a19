//! Events of a run at work: one tagged enum, the same in Rust and TypeScript.

use amb_memory::task::{ConflictId, NodeId, TaskType};
use amb_memory::text::Language;
use amb_store::long_term::MemoryItem;
use serde::{Deserialize, Serialize};

use super::{Answer, Cost, EngineLabel, ResearchResult, Spent, Termination};
use crate::settings::{Agent, Budget};

/// Long work that a run tells of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Activity {
    /// A text is read into memory.
    Reading {
        /// Its name.
        document: String,
    },
    /// Topics of a text are compared with those in memory.
    Linking {
        /// Its name.
        document: String,
    },
    /// A text that was read by its words gets vectors, and is compared by meaning.
    Comparing,
}

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
        /// Language of the answer.
        language: Language,
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
        /// Repairs that were made while it was read, for people.
        notes: Vec<String>,
        /// Who reads it into memory; none for a document that memory holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        engine: Option<EngineLabel>,
    },
    /// Long work moved on.
    Progress {
        /// Current activity.
        activity: Activity,
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
        /// True if it succeeded.
        succeeded: bool,
        /// Its result, in a sentence or two.
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
        /// Their conflicts.
        conflicts: Vec<ConflictId>,
        /// Descriptions of the conflicts, one line each.
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
        /// Input tokens that the endpoint had in its cache.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        cached_tokens: u64,
        /// Tokens that were written.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        output_tokens: u64,
        /// True if the counts are our estimates, because the endpoint counts none.
        estimated: bool,
        /// Cost of the call; `None` if the model's price is not known.
        cost: Option<Cost>,
    },
    /// Something was paid for: a call of the model, a search, a page.
    Budget {
        /// Total spending of the run so far.
        spent: Spent,
        /// Limits of the spending.
        limits: Budget,
    },
    /// A tool is called. It is at work until its [`Event::ToolCall`].
    ToolStarted {
        /// The tool.
        tool: String,
        /// Arguments of the call, in a line.
        arguments: String,
    },
    /// A tool was called, and returned.
    ToolCall {
        /// The tool.
        tool: String,
        /// Arguments of the call, in a line.
        arguments: String,
        /// True if the tool could do what was asked.
        succeeded: bool,
        /// Result of the call, in a line.
        outcome: String,
    },
    /// The run was given something of long-term memory (BX-06).
    MemoryUsed {
        /// Purpose of the items.
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
        /// Number of repeats.
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
    /// The run has answered and goes on to compare the text by meaning: all that there is to show until then.
    FirstResult {
        /// The result as it stands. Its vectors and relations by meaning are missing.
        result: Box<ResearchResult>,
    },
    /// Something is worse than it should be, and the run goes on.
    Warning {
        /// Stable name.
        code: String,
        /// Meaning and remedy.
        message: String,
    },
    /// The run ended.
    RunFinished {
        /// Why it ended.
        termination: Termination,
    },
}

/// Purpose for which a run uses an item of long-term memory.
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
