use std::collections::BTreeSet;

use crate::hierarchy::without_recalled;
use crate::retrieval::Embedding;
use crate::retrieval::analyze;
use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::State;
use crate::trajectory::signature::ErrorSignature;

/// Query by error (seed 003, `by_error`).
///
/// The answer has the methodologies that patterns of this type are `RESOLVED_BY`, with those relations, and the
/// fragments that met such a pattern. Both are ranked by: more keywords shared with the pattern; then the success rate,
/// or recovery; then the later use or end; then the id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorQuery {
    /// The type, exactly.
    pub error_type: String,
    /// Keywords; those that share more come first.
    pub keywords: Vec<String>,
    /// Least number of keywords that a pattern must share.
    pub least_shared: usize,
    /// True to ask for ways out only: advice, and fragments that recovered, loops before others.
    pub ways_out: bool,
    /// At most so many methodologies, and so many fragments.
    pub k: usize,
}

/// Query by task (seed 003, `by_task`).
///
/// The answer has fragments that succeeded or recovered in successful trajectories of this type of task. Those on the
/// same repository come first, then those that recovered (a smooth success teaches less, and there is ever more of it),
/// then the later, then by id. It also has methodologies for this type of task that are about no error, by confidence,
/// then id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskQuery {
    /// The type, exactly.
    pub task_type: String,
    /// Subject of the work; may be blank.
    pub repo: String,
    /// At most so many of each.
    pub k: usize,
}

/// Query by situation (seed 003, `by_state`).
///
/// The answer has methodologies that share a term with
/// [`Methodology::terms`](crate::trajectory::records::Methodology::terms), by a keyword search's score (BM25, or the
/// number of shared terms), then confidence, then id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateQuery {
    /// Terms of the analyzer, each once, in order.
    pub terms: Vec<String>,
    /// At most so many.
    pub k: usize,
}

/// Query by meaning (seed 003, `by_semantic`).
///
/// The answer has fragments and methodologies whose vector is of the same model, by cosine, then id.
#[derive(Debug, Clone, PartialEq)]
pub struct MeaningQuery {
    /// The query's vector.
    pub embedding: Embedding,
    /// The least cosine.
    pub min_similarity: f32,
    /// At most so many of each.
    pub k: usize,
}

/// A query per dimension; `None` where the state has nothing to ask by.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievalQueries {
    /// By the error that is not overcome.
    pub error: Option<ErrorQuery>,
    /// By the type of task.
    pub task: TaskQuery,
    /// By phase, action and task.
    pub state: Option<StateQuery>,
    /// By meaning.
    pub meaning: Option<MeaningQuery>,
}

/// Terms of a task's description that are asked by.
const TERMS: usize = 32;

/// Returns the queries for a store in this state.
#[must_use]
pub fn queries(state: &State, repo: &str, settings: &TrajectorySettings) -> RetrievalQueries {
    let k = settings.candidates as usize;
    let state = &recognised(state, settings);
    let error = state
        .current_error_type
        .as_ref()
        .map(|error_type| ErrorQuery {
            error_type: error_type.clone(),
            keywords: state.current_error_keywords.clone(),
            least_shared: least_shared(error_type),
            ways_out: false,
            k,
        });
    let terms = terms(state);
    RetrievalQueries {
        error,
        task: TaskQuery {
            task_type: state.task_type.clone(),
            repo: repo.to_owned(),
            k,
        },
        state: (!terms.is_empty()).then_some(StateQuery { terms, k }),
        meaning: state.embedding.clone().map(|embedding| MeaningQuery {
            embedding,
            min_similarity: settings.min_similarity,
            k,
        }),
    }
}

/// Returns the least number of keywords that two errors of one type must share. Two untyped errors are not alike by
/// their lack of a type alone, so they must share one.
pub(in crate::trajectory) fn least_shared(error_type: &str) -> usize {
    usize::from(error_type == ErrorSignature::UNTYPED)
}

/// Type and keywords of an error that is only told in words, as a writer recognises them in a run.
fn recognised(state: &State, settings: &TrajectorySettings) -> State {
    let mut state = state.clone();
    if state.current_error_type.is_none() && !state.current_error.trim().is_empty() {
        let error = without_recalled(&state.current_error);
        let sign = ErrorSignature::of(&error, settings.error_keywords as usize);
        state.current_error_type = Some(sign.error_type);
        if state.current_error_keywords.is_empty() {
            state.current_error_keywords = sign.keywords;
        }
    }
    state
}

fn terms(state: &State) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let sources = [
        state.phase.as_str(),
        state.current_error_type.as_deref().unwrap_or_default(),
        &state.action_type,
        &state.task_description,
    ];
    let keywords = state.current_error_keywords.iter().cloned();
    let terms = keywords.chain(sources.into_iter().flat_map(analyze));
    terms
        .filter(|term| seen.insert(term.clone()))
        .take(TERMS)
        .collect()
}
