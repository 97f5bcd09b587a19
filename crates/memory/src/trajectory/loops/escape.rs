use super::detector::LoopInfo;
use crate::trajectory::TrajectorySettings;
use crate::trajectory::retriever::{
    Candidates, ErrorQuery, ErrorWords, Recalled, fuse, least_shared,
};

/// Returns the query for a way out of a loop: advice against its error, and loops with the same error that recovered
/// (seed 003, `get_escape_suggestions`). `None` if the loop names no error.
#[must_use]
pub fn escape_query(found: &LoopInfo, settings: &TrajectorySettings) -> Option<ErrorQuery> {
    let stuck = found.predicament()?;
    let error_type = stuck.error_category.clone()?;
    Some(ErrorQuery {
        least_shared: least_shared(&error_type),
        error_type,
        keywords: stuck.error_keywords.clone(),
        ways_out: true,
        k: settings.candidates as usize,
    })
}

/// The ways out among candidates: what a store answered to an [`escape_query`], by error. The best first.
#[must_use]
pub fn escape_suggestions(
    candidates: Candidates,
    now: i64,
    settings: &TrajectorySettings,
) -> Vec<Recalled> {
    fuse(candidates, &ErrorWords::default(), now, settings).error_solutions
}
