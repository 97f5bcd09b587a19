//! Everything that a write may do, as one statement.

use std::collections::BTreeMap;

use amb_memory::trajectory::consolidator::Merged;
use amb_memory::trajectory::records::{
    CausedError, ErrorPatternId, FragmentId, HasFragment, MethodologyId, ResolvedBy, TrajectoryId,
};
use amb_memory::trajectory::statistics::FailurePattern;
use amb_store::StoreError;
use serde::Serialize;

use super::records::Node;

/// Carries a [`Change`] out, in the order of its fields, and returns a row, if memory is of the revision `basis`;
/// otherwise it does nothing and returns none.
pub const WRITE: &str = "MATCH (memory:TrajectoryMemory {id: 'trajectories'}) SET memory.lock = 0
WITH memory WHERE memory.revision = $given.basis
SET memory += $given.counters, memory.revision = $given.basis + 1
WITH memory
CALL () { UNWIND $given.trajectories AS row MERGE (t:Trajectory {id: row.id}) SET t = row.properties }
CALL () { UNWIND $given.fragments AS row MERGE (f:Fragment {id: row.id}) SET f = row.properties
    WITH f, row WHERE row.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(f, row.space, row.vector) }
CALL () { UNWIND $given.patterns AS row MERGE (p:ErrorPattern {id: row.id}) SET p = row.properties }
CALL () { UNWIND $given.methodologies AS row MERGE (m:Methodology {id: row.id}) SET m = row.properties
    WITH m, row WHERE row.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(m, row.space, row.vector) }
CALL () { UNWIND $given.has_fragment AS row
    MATCH (t:Trajectory {id: row.trajectory}) MATCH (f:Fragment {id: row.fragment})
    MERGE (t)-[:HAS_FRAGMENT {order: row.order}]->(f) }
CALL () { UNWIND $given.caused AS row
    MATCH (f:Fragment {id: row.fragment}) MATCH (p:ErrorPattern {id: row.pattern})
    MERGE (f)-[:CAUSED_ERROR]->(p) }
CALL () { UNWIND $given.resolved_by AS row
    MATCH (p:ErrorPattern {id: row.pattern}) MATCH (m:Methodology {id: row.methodology})
    MERGE (p)-[r:RESOLVED_BY]->(m)
    SET r.success_rate = row.success_rate, r.avg_steps = row.avg_steps, r.cases = row.cases }
CALL () { UNWIND $given.abstracted AS row MATCH (f:Fragment {id: row.from})
    SET f.abstracted_into = row.into, f.teaches = false }
CALL () { UNWIND $given.merged_methodologies AS row MATCH (f:Fragment {abstracted_into: row.from})
    SET f.abstracted_into = row.into }
CALL () { UNWIND $given.merged_methodologies AS row MATCH (m:Methodology {id: row.from}) DETACH DELETE m }
CALL () { UNWIND $given.merged_fragments AS row
    MATCH (t:Trajectory)-[h:HAS_FRAGMENT]->(:Fragment {id: row.from}) MATCH (f:Fragment {id: row.into})
    MERGE (t)-[:HAS_FRAGMENT {order: h.order}]->(f) }
CALL () { UNWIND $given.merged_fragments AS row MATCH (f:Fragment {id: row.from}) DETACH DELETE f }
CALL () { UNWIND $given.revised_fragments AS row MERGE (f:Fragment {id: row.id}) SET f = row.properties
    WITH f, row WHERE row.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(f, row.space, row.vector) }
CALL () { UNWIND $given.removed_trajectories AS id MATCH (t:Trajectory {id: id}) DETACH DELETE t }
CALL () { UNWIND $given.removed_methodologies AS id MATCH (m:Methodology {id: id}) DETACH DELETE m }
CALL () { UNWIND $given.removed_fragments AS id MATCH (f:Fragment {id: id}) DETACH DELETE f }
CALL () { UNWIND $given.removed_patterns AS id MATCH (p:ErrorPattern {id: id}) DETACH DELETE p }
RETURN memory.revision AS revision";

/// The changes of a write.
#[derive(Debug, Default, Serialize)]
pub struct Change {
    /// Counters that get another value.
    pub counters: Counters,
    /// Trajectories to put.
    pub trajectories: Vec<Node>,
    /// Fragments to put.
    pub fragments: Vec<Node>,
    /// Error patterns to put.
    pub patterns: Vec<Node>,
    /// Methodologies to put.
    pub methodologies: Vec<Node>,
    /// Relations to put; those with a missing end are ignored.
    pub has_fragment: Vec<HasFragment>,
    /// Relations from fragments to errors, likewise.
    pub caused: Vec<CausedError>,
    /// Relations from errors to methodologies, likewise.
    pub resolved_by: Vec<ResolvedBy>,
    /// Fragments, and the methodologies that they became part of.
    pub abstracted: Vec<Merged<String>>,
    /// Methodologies that became part of others.
    pub merged_methodologies: Vec<Merged<String>>,
    /// Fragments that became part of others.
    pub merged_fragments: Vec<Merged<String>>,
    /// Fragments to put after all other changes.
    pub revised_fragments: Vec<Node>,
    /// Trajectories that go, with their relations.
    pub removed_trajectories: Vec<TrajectoryId>,
    /// Methodologies that go, with their relations.
    pub removed_methodologies: Vec<MethodologyId>,
    /// Fragments that go, with their relations.
    pub removed_fragments: Vec<FragmentId>,
    /// Error patterns that go.
    pub removed_patterns: Vec<ErrorPatternId>,
}

/// Counters of the memory; `None` leaves one unchanged.
#[derive(Debug, Default, Serialize)]
pub struct Counters {
    #[serde(skip_serializing_if = "Option::is_none")]
    learned_since: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consolidated_at: Option<i64>,
    /// JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_patterns: Option<String>,
}

impl Counters {
    /// Trajectories learned since the last consolidation.
    pub fn learned_since(count: u32) -> Self {
        Self {
            learned_since: Some(count),
            ..Self::default()
        }
    }

    /// Sets the time of the last consolidation.
    pub fn consolidated_at(self, at: i64) -> Self {
        Self {
            consolidated_at: Some(at),
            ..self
        }
    }

    /// The failure patterns.
    pub fn failure_patterns(self, patterns: &[FailurePattern]) -> Result<Self, StoreError> {
        let json = serde_json::to_string(patterns).map_err(|_| StoreError::Io {
            detail: "a record has no form in JSON".to_owned(),
        })?;
        Ok(Self {
            failure_patterns: Some(json),
            ..self
        })
    }
}

/// Returns sequential merges in a form that can be applied at once: a node merged into one that was merged later goes
/// to the final one.
pub fn merged<Id: ToString>(merges: &[Merged<Id>]) -> Vec<Merged<String>> {
    let mut settled: BTreeMap<String, String> = BTreeMap::new();
    for merge in merges {
        let (from, into) = (merge.from.to_string(), merge.into.to_string());
        let earlier = settled.values_mut().filter(|target| **target == from);
        earlier.for_each(|target| target.clone_from(&into));
        settled.insert(from, into);
    }
    let settled = settled.into_iter();
    settled.map(|(from, into)| Merged { from, into }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_05_a_chain_of_merges_leads_to_its_end() {
        let merge = |from: &str, into: &str| Merged {
            from: from.to_owned(),
            into: into.to_owned(),
        };
        let chain = [merge("a", "b"), merge("c", "d"), merge("b", "e")];
        let expected = [merge("a", "e"), merge("b", "e"), merge("c", "d")];
        assert_eq!(merged(&chain), expected);
    }
}
