//! A run or a methodology is forgotten.

use amb_memory::trajectory::records::{FragmentId, MethodologyId, TrajectoryId};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::writing::Decision;
use crate::graph::{Change, Look};

/// Whether there is such a run, and the fragments that no other has.
const RUN: Look = look!(
    "RETURN memory.revision AS revision, EXISTS { (:Trajectory {id: $given.id}) } AS known,
        COLLECT { MATCH (:Trajectory {id: $given.id})-[:HAS_FRAGMENT]->(f:Fragment)
            WHERE NOT EXISTS { MATCH (f)<-[:HAS_FRAGMENT]-(t:Trajectory) WHERE t.id <> $given.id }
            RETURN DISTINCT f.id } AS fragments"
);

/// Whether there is such a methodology.
const METHODOLOGY: Look = look!(
    "RETURN memory.revision AS revision, EXISTS { (:Methodology {id: $given.id}) } AS known, [] AS fragments"
);

#[derive(Deserialize)]
struct Its {
    known: bool,
    fragments: Vec<FragmentId>,
}

impl Neo4jStore {
    pub(super) async fn forget_run(&self, id: &TrajectoryId) -> Result<bool, LongTermError> {
        self.forget_if_known(&RUN, id.as_str(), |fragments| Change {
            removed_trajectories: vec![id.clone()],
            removed_fragments: fragments,
            ..Change::default()
        })
        .await
    }

    pub(super) async fn forget_lesson(&self, id: &MethodologyId) -> Result<bool, LongTermError> {
        self.forget_if_known(&METHODOLOGY, id.as_str(), |_| Change {
            removed_methodologies: vec![id.clone()],
            ..Change::default()
        })
        .await
    }

    async fn forget_if_known(
        &self,
        look: &Look,
        id: &str,
        change: impl Fn(Vec<FragmentId>) -> Change,
    ) -> Result<bool, LongTermError> {
        self.change(look, &json!({ "id": id }), |its: Its| {
            Ok(if its.known {
                Decision::Write(Box::new(change(its.fragments)), true)
            } else {
                Decision::Leave(false)
            })
        })
        .await
    }
}
