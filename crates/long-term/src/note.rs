//! Notes on degraded results.

use crate::words::WordsFailure;
use amb_memory::hierarchy::MAX_CONTENT_CHARS;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Note on a degraded result; nothing was lost by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "note")]
pub enum MemoryNote {
    /// The embedder failed, or its answer did not fit: these texts have no vector, and are found by their words.
    /// Embedding again gives them one.
    EmbedderFailed {
        /// Number of texts.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        texts: usize,
        /// Message of the first failure.
        detail: String,
    },
    /// A model failed, or its answer was of no use.
    WordsFailed {
        /// Task of the model.
        task: WordsTask,
        /// Number of failed requests.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        requests: usize,
        /// Replacement for the reply.
        instead: Instead,
        /// Message of the first failure.
        detail: String,
    },
    /// The store did not take that memories were used. It is tried again with the next write.
    AccessesNotWritten {
        /// Message of the store.
        detail: String,
    },
    /// Texts longer than a memory holds: of each its head and its tail are kept, with a mark between.
    ContentCut {
        /// Number of texts.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        texts: usize,
        /// Characters of their middles that are not kept.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        left_out: usize,
    },
    /// Memories that were forgotten by somebody else while they were worked on; nothing was made of them.
    ForgottenMeanwhile {
        /// Number of memories.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        memories: usize,
    },
}

/// Notes as people read them.
pub fn told_notes(notes: &[MemoryNote]) -> Vec<String> {
    notes.iter().map(ToString::to_string).collect()
}

impl fmt::Display for MemoryNote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmbedderFailed { texts, detail } => {
                write!(formatter, "{texts} texts have no vector: {detail}")
            }
            Self::WordsFailed {
                requests, detail, ..
            } => write!(
                formatter,
                "a model did not answer {requests} times: {detail}"
            ),
            Self::AccessesNotWritten { detail } => {
                write!(
                    formatter,
                    "that memories were used is not written yet: {detail}"
                )
            }
            Self::ContentCut { texts, left_out } => write!(
                formatter,
                "{texts} texts are longer than {MAX_CONTENT_CHARS} characters: \
                 {left_out} of their middle are not kept; give long texts in parts"
            ),
            Self::ForgottenMeanwhile { memories } => {
                write!(formatter, "{memories} memories were forgotten meanwhile")
            }
        }
    }
}

/// Task of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WordsTask {
    /// Importance of memories.
    Importance,
    /// Questions that memories raise.
    Questions,
    /// Insight that memories give on a question.
    Insight,
    /// Summary of old memories.
    Summary,
    /// Which facts they state.
    Facts,
    /// Methodology from cases of one kind.
    Abstraction,
}

/// Replacement for a model's reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Instead {
    /// Estimates, quotations or a template.
    PlainWords,
    /// Nothing yet: it is asked for again the next time.
    AskedAgain,
}

/// The notes of one call, each kind once.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<MemoryNote>);

impl Notes {
    pub fn into_vec(self) -> Vec<MemoryNote> {
        self.0
    }

    pub fn embedder_failed(&mut self, failed: usize, said: &str) {
        for note in &mut self.0 {
            if let MemoryNote::EmbedderFailed { texts, .. } = note {
                *texts += failed;
                return;
            }
        }
        self.0.push(MemoryNote::EmbedderFailed {
            texts: failed,
            detail: said.to_owned(),
        });
    }

    pub fn words_failed(&mut self, of: WordsTask, done: Instead, failure: &WordsFailure) {
        for note in &mut self.0 {
            if let MemoryNote::WordsFailed { task, requests, .. } = note
                && *task == of
            {
                *requests += 1;
                return;
            }
        }
        self.0.push(MemoryNote::WordsFailed {
            task: of,
            requests: 1,
            instead: done,
            detail: failure.detail.clone(),
        });
    }

    pub fn accesses_not_written(&mut self, detail: String) {
        self.0.push(MemoryNote::AccessesNotWritten { detail });
    }

    pub fn content_cut(&mut self, cut: usize) {
        if cut == 0 {
            return;
        }
        for note in &mut self.0 {
            if let MemoryNote::ContentCut { texts, left_out } = note {
                *texts += 1;
                *left_out += cut;
                return;
            }
        }
        self.0.push(MemoryNote::ContentCut {
            texts: 1,
            left_out: cut,
        });
    }

    pub fn forgotten_meanwhile(&mut self, gone: usize) {
        if gone == 0 {
            return;
        }
        for note in &mut self.0 {
            if let MemoryNote::ForgottenMeanwhile { memories } = note {
                *memories += gone;
                return;
            }
        }
        self.0
            .push(MemoryNote::ForgottenMeanwhile { memories: gone });
    }
}
