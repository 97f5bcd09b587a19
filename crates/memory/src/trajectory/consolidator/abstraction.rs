use serde::{Deserialize, Serialize};

use crate::retrieval::Embedding;
use crate::task::Trust;
use crate::text::Language;
use crate::trajectory::records::{Action, Fragment, FragmentId, MethodologyId, MethodologyKind};

/// A fragment as whoever abstracts sees it: what the run did and met, not what tools returned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The fragment.
    pub fragment: FragmentId,
    /// Description of the event.
    pub description: String,
    /// Actions of the case.
    pub actions: Vec<Action>,
    /// Actions that resolved the error.
    pub resolution: Vec<Action>,
    /// Keywords of the error.
    pub error_keywords: Vec<String>,
    /// The phase it began in.
    pub phase: String,
    /// Steps it took.
    pub steps: u32,
    /// Number of fragments that the case stands for.
    pub occurrences: u32,
    /// Trust label of the case. A prompt must state the label and mark the case as data.
    pub trust: Trust,
}

impl From<&Fragment> for Case {
    fn from(fragment: &Fragment) -> Self {
        Self {
            fragment: fragment.id.clone(),
            description: fragment.description.clone(),
            actions: fragment.action_sequence.clone(),
            resolution: fragment.resolution.clone(),
            error_keywords: fragment.error_keywords.clone(),
            phase: fragment.phase.clone(),
            steps: fragment.steps(),
            occurrences: fragment.occurrences,
            trust: fragment.trust,
        }
    }
}

/// A group of fragments, to be put into words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbstractionRequest {
    /// The methodology that is to be made or revised.
    pub methodology: MethodologyId,
    /// Advice or warning.
    pub kind: MethodologyKind,
    /// The error they have in common, if it is one.
    pub error_type: Option<String>,
    /// The type of their tasks.
    pub task_type: String,
    /// The language to write in.
    pub language: Language,
    /// The newest cases, new ones first, at most [`AbstractionRequest::CASES`].
    pub cases: Vec<Case>,
    /// All new cases, which become sources.
    pub sources: Vec<FragmentId>,
    /// Number of fragments behind the new cases, plus the sources that the methodology already has.
    pub total_cases: u32,
    /// The methodology's words so far: to be revised by what the new cases teach.
    pub existing: Option<Abstraction>,
}

impl AbstractionRequest {
    /// Cases that are shown.
    pub const CASES: usize = 20;
}

/// A group in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abstraction {
    /// When it applies.
    pub situation: String,
    /// Action to take or to avoid.
    pub strategy: String,
    /// Trust label of the words: [`Trust::Model`] if a model wrote them.
    pub trust: Trust,
}

/// A request that was answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Request that the abstraction answers.
    pub request: AbstractionRequest,
    /// The words; blank ones are no answer, and the cases wait for the next time.
    pub abstraction: Abstraction,
    /// The vector of [`Methodology::embedding_text`](crate::trajectory::records::Methodology::embedding_text):
    /// situation, line break, strategy.
    pub embedding: Option<Embedding>,
}
