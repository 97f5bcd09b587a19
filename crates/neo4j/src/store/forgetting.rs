//! A run or a methodology is forgotten.

use amb_memory::trajectory::records::{ErrorPatternId, FragmentId, MethodologyId, TrajectoryId};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::writing::Decision;
use crate::graph::{Change, Counters, Look};

/// Reads if the run exists, its fragments that no other run has, and the errors that nothing else met or resolves.
const RUN: Look = look!(
    "RETURN memory.revision AS revision, EXISTS { (:Trajectory {id: $given.id}) } AS known,
        COLLECT { MATCH (:Trajectory {id: $given.id})-[:HAS_FRAGMENT]->(f:Fragment)
            WHERE NOT EXISTS { MATCH (f)<-[:HAS_FRAGMENT]-(t:Trajectory) WHERE t.id <> $given.id }
            RETURN DISTINCT f.id } AS fragments,
        COLLECT { MATCH (p:ErrorPattern) WHERE NOT EXISTS { (p)-[:RESOLVED_BY]->() }
            AND NOT EXISTS { MATCH (p)<-[:CAUSED_ERROR]-(f:Fragment)
                WHERE NOT EXISTS { MATCH (:Trajectory {id: $given.id})-[:HAS_FRAGMENT]->(f) }
                OR EXISTS { MATCH (f)<-[:HAS_FRAGMENT]-(t:Trajectory) WHERE t.id <> $given.id } }
            RETURN p.id } AS patterns"
);

/// Reads if the methodology exists, and the errors that no fragment met and nothing else resolves.
const METHODOLOGY: Look = look!(
    "RETURN memory.revision AS revision, EXISTS { (:Methodology {id: $given.id}) } AS known, [] AS fragments,
        COLLECT { MATCH (p:ErrorPattern) WHERE NOT EXISTS { (p)<-[:CAUSED_ERROR]-(:Fragment) }
            AND NOT EXISTS { MATCH (p)-[:RESOLVED_BY]->(m:Methodology) WHERE m.id <> $given.id }
            RETURN p.id } AS patterns"
);

#[derive(Deserialize)]
struct Its {
    known: bool,
    fragments: Vec<FragmentId>,
    patterns: Vec<ErrorPatternId>,
}

impl Neo4jStore {
    pub(super) async fn forget_run(&self, id: &TrajectoryId) -> Result<bool, LongTermError> {
        self.forget_if_known(&RUN, id.as_str(), |its| Change {
            removed_trajectories: vec![id.clone()],
            removed_fragments: its.fragments,
            removed_patterns: its.patterns,
            ..Change::default()
        })
        .await
    }

    pub(super) async fn forget_lesson(&self, id: &MethodologyId) -> Result<bool, LongTermError> {
        self.forget_if_known(&METHODOLOGY, id.as_str(), |its| Change {
            removed_methodologies: vec![id.clone()],
            removed_patterns: its.patterns,
            ..Change::default()
        })
        .await
    }

    async fn forget_if_known(
        &self,
        look: &Look,
        id: &str,
        removed: impl Fn(Its) -> Change,
    ) -> Result<bool, LongTermError> {
        self.change(look, &json!({ "id": id }), |its: Its| {
            if !its.known {
                return Ok(Decision::Leave(false));
            }
            let change = Change {
                // They name errors and quote advice: the next consolidation makes them anew.
                counters: Counters::default().failure_patterns(&[])?,
                ..removed(its)
            };
            Ok(Decision::Write(Box::new(change), true))
        })
        .await
    }
}
