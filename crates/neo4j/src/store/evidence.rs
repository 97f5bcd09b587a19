//! The evidence of a consolidation.

use amb_memory::trajectory::consolidator::{Evidence, EvidenceQuery, PatternUse};
use amb_memory::trajectory::records::{
    CausedError, ErrorPattern, Fragment, Methodology, ResolvedBy,
};
use amb_memory::trajectory::statistics::FailureCount;
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::looking::limit;
use crate::graph::{Kept, Look};

const EVIDENCE: Look = look!(
    "WITH memory,
        COLLECT { MATCH (f:Fragment {teaches: true}) RETURN f
            ORDER BY f.ended_at, f.id LIMIT $given.unabstracted + 1 } AS oldest,
        COLLECT { MATCH (f:Fragment {teaches: false}) RETURN f
            ORDER BY f.ended_at DESC, f.id LIMIT $given.recent } AS known,
        COLLECT { MATCH (f:Fragment {outcome: 'failed'}) RETURN f
            ORDER BY f.ended_at DESC, f.id SKIP $given.keep_failed } AS expired,
        COLLECT { MATCH (f:Fragment) WHERE NOT (f)<-[:HAS_FRAGMENT]-() RETURN f ORDER BY f.id } AS lost
    WITH memory, oldest[..$given.unabstracted] AS new, size(oldest) > $given.unabstracted AS more, known, expired, lost
    WITH memory, new, more, known, expired, lost,
        COLLECT { UNWIND new + known + expired + lost AS f RETURN DISTINCT f } AS told
    RETURN memory.revision AS revision, more,
        [f IN new | ",
    fragment!("f"),
    "] AS new, [f IN known | ",
    fragment!("f"),
    "] AS known, [f IN expired | ",
    fragment!("f"),
    "] AS expired, [f IN lost | ",
    fragment!("f"),
    "] AS lost,
        COLLECT { UNWIND told AS f MATCH (f)-[:CAUSED_ERROR]->(p:ErrorPattern)
            RETURN {fragment: f.id, pattern: p.id} } AS caused,
        COLLECT { MATCH (p:ErrorPattern)
            OPTIONAL MATCH (p)<-[:CAUSED_ERROR]-(f:Fragment)
            WITH p, sum(f.occurrences) AS caused
            RETURN {pattern: ",
    pattern!("p"),
    ", caused: caused} } AS patterns,
        COLLECT { MATCH (m:Methodology) RETURN ",
    methodology!("m"),
    " ORDER BY m.id } AS methodologies,
        COLLECT { MATCH (p:ErrorPattern)-[r:RESOLVED_BY]->(m:Methodology) RETURN ",
    resolved_by!(),
    " } AS resolved_by,
        COLLECT { MATCH (f:Fragment)
            WITH f.task_type AS task_type, f.phase AS phase, f.error_type AS error_type,
                sum(CASE f.outcome WHEN 'failed' THEN f.occurrences ELSE 0 END) AS failed,
                sum(f.occurrences) AS total
            RETURN {task_type: task_type, phase: phase, error_type: error_type, failed: failed, total: total}
        } AS failures"
);

#[derive(Deserialize)]
struct Found {
    more: bool,
    new: Vec<Kept<Fragment>>,
    known: Vec<Kept<Fragment>>,
    expired: Vec<Kept<Fragment>>,
    lost: Vec<Kept<Fragment>>,
    caused: Vec<CausedError>,
    patterns: Vec<Used>,
    methodologies: Vec<Kept<Methodology>>,
    resolved_by: Vec<ResolvedBy>,
    failures: Vec<Failures>,
}

#[derive(Deserialize)]
struct Used {
    pattern: Kept<ErrorPattern>,
    caused: u64,
}

#[derive(Deserialize)]
struct Failures {
    task_type: String,
    phase: String,
    error_type: Option<String>,
    failed: u64,
    total: u64,
}

impl Neo4jStore {
    pub(super) async fn look_at_evidence(
        &self,
        query: &EvidenceQuery,
    ) -> Result<Evidence, LongTermError> {
        let parameters = json!({
            "unabstracted": limit(query.unabstracted),
            "recent": limit(query.recent),
            "keep_failed": limit(query.keep_failed),
        });
        let seen = self.look::<Found>(&EVIDENCE, &parameters).await?;
        let found = seen.found;
        Ok(Evidence {
            revision: seen.revision,
            fragments: records(found.new).chain(records(found.known)).collect(),
            more: found.more,
            expired: records(found.expired).collect(),
            lost: records(found.lost).collect(),
            caused: found.caused,
            patterns: found.patterns.into_iter().map(pattern_use).collect(),
            methodologies: records(found.methodologies).collect(),
            resolved_by: found.resolved_by,
            failures: found.failures.into_iter().map(failure_count).collect(),
        })
    }
}

/// The records of nodes.
pub fn records<T>(kept: Vec<Kept<T>>) -> impl Iterator<Item = T> {
    kept.into_iter().map(|Kept(record)| record)
}

/// A sum as records count.
pub fn counted(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}

fn pattern_use(used: Used) -> PatternUse {
    PatternUse {
        pattern: used.pattern.0,
        caused: counted(used.caused),
    }
}

fn failure_count(failures: Failures) -> FailureCount {
    FailureCount {
        task_type: failures.task_type,
        phase: failures.phase,
        error_type: failures.error_type,
        failed: counted(failures.failed),
        total: counted(failures.total),
    }
}
