//! The result of a run.

use amb_memory::task::{InsightDoc, InteractionTreeExport, QueryGraphExport};
use amb_memory::text::Language;
use amb_store::RunState;
use serde::{Deserialize, Serialize};

use super::{Answer, EngineLabel, EvidencePassage, Ledger};

/// A finished run: its answer and its memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ResearchResult {
    /// Identifier of the Insight Doc, and so of the run.
    pub doc_id: String,
    /// The question.
    pub question: String,
    /// Language of the answer's label, and of the words to put around the answer (BX-09).
    pub language: Language,
    /// The answer; `None` where the run ended before one was written.
    pub answer: Option<Answer>,
    /// The passages that the answer was made from, best first.
    pub retrieved: Vec<EvidencePassage>,
    /// First layer: the state of the task.
    pub insight_doc: InsightDoc,
    /// Second layer: topics and their links.
    pub query_graph: QueryGraphExport,
    /// Third layer: the original texts.
    pub interaction_tree: InteractionTreeExport,
    /// The documents that were read.
    pub documents: Vec<DocumentSummary>,
    /// Usage of the run.
    pub usage: Usage,
    /// Why the run ended.
    pub termination: Termination,
    /// The failure, where the run ended in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<RunFailure>,
    /// Who did the thinking.
    pub engine: EngineLabel,
    /// The embedding model; `None` in keyword-only mode.
    pub embedder: Option<String>,
    /// True if it comes from an imported file, or from a memory that does. Quotations stand in that memory's texts. Its
    /// summaries, disputes and answer, and the texts themselves, were not checked against a source.
    pub imported: bool,
}

/// One line about a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    /// Identifier of the run.
    pub doc_id: String,
    /// The question.
    pub question: String,
    /// Names of the documents.
    pub documents: Vec<String>,
    /// Nodes in the Query Graph.
    pub nodes: usize,
    /// True if it comes from an imported file, as in [`ResearchResult::imported`].
    pub imported: bool,
}

impl DocumentSummary {
    /// Returns true if memory holds all of it.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.read_chars.is_none_or(|read| read >= self.chars)
    }
}

impl ResearchResult {
    /// Returns the state of the run for a store. A run that was stopped can go on.
    #[must_use]
    pub fn stands(&self) -> RunState {
        match self.termination {
            Termination::Aborted => RunState::Paused,
            Termination::Error => RunState::Failed {
                code: self
                    .error
                    .as_ref()
                    .map_or(String::new(), |error| error.code.clone()),
            },
            ended => RunState::Finished {
                termination: ended.name(),
            },
        }
    }

    /// This run in one line.
    #[must_use]
    pub fn summary(&self) -> RunSummary {
        RunSummary {
            doc_id: self.doc_id.clone(),
            question: self.question.clone(),
            documents: self
                .documents
                .iter()
                .map(|read| read.name.clone())
                .collect(),
            nodes: self.usage.nodes,
            imported: self.imported,
        }
    }
}

/// Why a run ended (MB-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// An answer was written, be it that the evidence holds none.
    Answer,
    /// The plan did not end within its bound.
    MaxIterations,
    /// The context grew over its limit.
    TokenLimit,
    /// The budget bore no more work; the answer is made of what was known.
    Budget,
    /// The caller stopped it; what was remembered until then is kept.
    Aborted,
    /// An effect failed for good.
    Error,
}

impl Termination {
    /// Its name in JSON.
    fn name(self) -> String {
        let name = serde_json::to_value(self).ok();
        let name = name.as_ref().and_then(serde_json::Value::as_str);
        name.unwrap_or_default().to_owned()
    }
}

/// A failure that ended a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct RunFailure {
    /// Stable name.
    pub code: String,
    /// Message for people.
    pub message: String,
}

/// A document that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct DocumentSummary {
    /// Its name.
    pub name: String,
    /// Unicode characters in its text.
    pub chars: usize,
    /// Characters in memory: fewer than `chars` if the run was stopped before the end of the document. `None` in files
    /// of older versions: all.
    #[serde(default, rename = "readChars")]
    #[cfg_attr(feature = "ts", ts(rename = "readChars"))]
    pub read_chars: Option<usize>,
    /// Repairs that were made while it was read.
    pub notes: Vec<String>,
    /// Unicode characters of its text before each page; empty for a document without pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<usize>>"))]
    pub pages: Vec<usize>,
    /// Who read it last. A run with a language model reads long documents without it. `None` in files of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub engine: Option<EngineLabel>,
}

/// Usage of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Texts that the embedder was asked for.
    pub embedded_texts: usize,
    /// Time spent on reading documents into memory.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ingest_milliseconds: i64,
    /// Time spent on planning, validating and answering.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub answer_milliseconds: i64,
    /// Nodes in the Query Graph at the end.
    pub nodes: usize,
    /// Passages that can be cited.
    pub passages: usize,
    /// Spending of the run; empty in files of older versions.
    #[serde(default)]
    pub ledger: Ledger,
}
