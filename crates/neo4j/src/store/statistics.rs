//! Rows for statistics, and failures in a situation.

use amb_memory::trajectory::records::Fragment;
use amb_memory::trajectory::statistics::{FailurePattern, MistakeQuery, StatisticsRows};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::candidates::spelt;
use super::evidence::{counted, records};
use super::looking::limit;
use crate::graph::{Kept, Look};
use crate::wire::unreadable;

const LEARNED_SINCE: Look =
    look!("RETURN memory.revision AS revision, memory.learned_since AS learned_since");

const STATISTICS: Look = look!(
    "RETURN memory.revision AS revision, memory.learned_since AS learned_since,
        memory.consolidated_at AS consolidated_at, memory.failure_patterns AS failure_patterns,
        COUNT { (:Trajectory) } AS trajectories, COUNT { (:Trajectory {success: true}) } AS successful,
        COUNT { (:Fragment) } AS fragments, COUNT { (:Methodology) } AS methodologies,
        COLLECT { MATCH (p:ErrorPattern) WITH p.error_type AS name, sum(p.frequency) AS count
            RETURN {name: name, count: count} } AS errors,
        COLLECT { MATCH (t:Trajectory)-[h:HAS_FRAGMENT]->(f:Fragment) WHERE f.error_type IS NOT NULL
            WITH t, h, f ORDER BY t.id, h.order, f.id
            WITH t, collect(f.error_type) AS met RETURN met } AS error_sequences"
);

const MISTAKES: Look = look!(
    "RETURN memory.revision AS revision,
        COLLECT { MATCH (f:Fragment {outcome: 'failed'})<-[:HAS_FRAGMENT]-(t:Trajectory)
            WITH f, max(size([term IN $given.terms WHERE term IN t.terms])) AS words WHERE words > 0
            RETURN ",
    fragment!("f"),
    " ORDER BY words DESC, f.ended_at DESC, f.id LIMIT $given.k } AS fragments"
);

#[derive(Deserialize)]
struct LearnedSince {
    learned_since: u32,
}

#[derive(Deserialize)]
struct Counts {
    learned_since: u32,
    consolidated_at: Option<i64>,
    failure_patterns: String,
    trajectories: u64,
    successful: u64,
    fragments: u64,
    methodologies: u64,
    errors: Vec<ErrorCount>,
    error_sequences: Vec<Vec<String>>,
}

#[derive(Deserialize)]
struct ErrorCount {
    name: String,
    count: u64,
}

#[derive(Deserialize)]
struct Failed {
    fragments: Vec<Kept<Fragment>>,
}

/// Reads stored failure patterns.
pub fn failure_patterns(json: &str) -> Result<Vec<FailurePattern>, LongTermError> {
    serde_json::from_str(json).map_err(|_| unreadable())
}

impl Neo4jStore {
    pub(super) async fn count_learned_since(&self) -> Result<u32, LongTermError> {
        let seen = self
            .look::<LearnedSince>(&LEARNED_SINCE, &json!({}))
            .await?;
        Ok(seen.found.learned_since)
    }

    pub(super) async fn count(&self) -> Result<StatisticsRows, LongTermError> {
        let counts = self.look::<Counts>(&STATISTICS, &json!({})).await?.found;
        let errors = counts.errors.into_iter();
        Ok(StatisticsRows {
            trajectories: counted(counts.trajectories),
            successful: counted(counts.successful),
            fragments: counted(counts.fragments),
            methodologies: counted(counts.methodologies),
            learned_since: counts.learned_since,
            consolidated_at: counts.consolidated_at,
            error_frequency: errors
                .map(|error| (error.name, counted(error.count)))
                .collect(),
            error_sequences: counts.error_sequences,
            failure_patterns: failure_patterns(&counts.failure_patterns)?,
        })
    }

    pub(super) async fn failed_in_situation(
        &self,
        query: &MistakeQuery,
    ) -> Result<Vec<Fragment>, LongTermError> {
        let terms = spelt(query.terms.iter());
        let parameters = json!({ "terms": terms, "k": limit(query.k) });
        let seen = self.look::<Failed>(&MISTAKES, &parameters).await?;
        Ok(records(seen.found.fragments).collect())
    }
}
