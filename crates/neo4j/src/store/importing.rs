//! Imports unknown rows.

use std::collections::BTreeSet;

use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{ErrorPatternId, FragmentId, MethodologyId, TrajectoryId};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::writing::Decision;
use crate::graph::{Change, Counters, Look, fragment, methodology, pattern, trajectory};

/// Reads which of these ids are known.
const BEFORE: Look = look!(
    "RETURN memory.revision AS revision, memory.learned_since AS learned_since,
        memory.failure_patterns = '[]' AS takes_failure_patterns,
        COLLECT { UNWIND $given.trajectories AS id MATCH (n:Trajectory {id: id}) RETURN n.id } AS trajectories,
        COLLECT { UNWIND $given.fragments AS id MATCH (n:Fragment {id: id}) RETURN n.id } AS fragments,
        COLLECT { UNWIND $given.patterns AS id MATCH (n:ErrorPattern {id: id}) RETURN n.id } AS patterns,
        COLLECT { UNWIND $given.methodologies AS id MATCH (n:Methodology {id: id}) RETURN n.id } AS methodologies"
);

#[derive(Deserialize)]
struct Before {
    learned_since: u32,
    takes_failure_patterns: bool,
    trajectories: BTreeSet<TrajectoryId>,
    fragments: BTreeSet<FragmentId>,
    patterns: BTreeSet<ErrorPatternId>,
    methodologies: BTreeSet<MethodologyId>,
}

impl Neo4jStore {
    pub(super) async fn take_rows_in(
        &self,
        rows: &GraphRows,
    ) -> Result<ImportedRows, LongTermError> {
        let fragments = rows.fragments.iter();
        let fragments = fragments.filter_map(|fragment| fragment.embedding.as_ref());
        let methodologies = rows.methodologies.iter();
        let methodologies = methodologies.filter_map(|known| known.embedding.as_ref());
        self.make_room(fragments.chain(methodologies)).await?;
        let parameters = asked_for(rows);
        self.change(&BEFORE, &parameters, |before: Before| {
            let mut taken = Taken {
                before,
                change: Change::default(),
                imported: ImportedRows::default(),
            };
            taken.take_trajectories(rows)?;
            taken.take_methodologies(rows)?;
            taken.take_patterns(rows)?;
            let learned = taken.imported.trajectories;
            let learned_since = taken.before.learned_since.saturating_add(learned);
            taken.change.counters = Counters::learned_since(learned_since);
            if taken.before.takes_failure_patterns {
                let counters = taken.change.counters;
                taken.change.counters = counters.failure_patterns(&rows.failure_patterns)?;
            }
            Ok(Decision::Write(Box::new(taken.change), taken.imported))
        })
        .await
    }
}

/// All ids that are named, each once.
fn asked_for(rows: &GraphRows) -> serde_json::Value {
    let placed = rows.has_fragment.iter().map(|relation| &relation.fragment);
    let fragments = rows.fragments.iter().map(|row| &row.id).chain(placed);
    let met = rows.caused.iter().map(|relation| &relation.pattern);
    let resolved = rows.resolved_by.iter().map(|relation| &relation.pattern);
    let patterns = rows.patterns.iter().map(|row| &row.id);
    json!({
        "trajectories": rows.trajectories.iter().map(|row| &row.id).collect::<BTreeSet<_>>(),
        "fragments": fragments.collect::<BTreeSet<_>>(),
        "patterns": patterns.chain(met).chain(resolved).collect::<BTreeSet<_>>(),
        "methodologies": rows.methodologies.iter().map(|row| &row.id).collect::<BTreeSet<_>>(),
    })
}

/// The rows imported so far. `before` grows by them.
struct Taken {
    before: Before,
    change: Change,
    imported: ImportedRows,
}

impl Taken {
    fn take_trajectories(&mut self, rows: &GraphRows) -> Result<(), LongTermError> {
        let mut new: BTreeSet<&TrajectoryId> = BTreeSet::new();
        for row in &rows.trajectories {
            if self.before.trajectories.insert(row.id.clone()) {
                self.imported.trajectories += 1;
                self.change.trajectories.push(trajectory(row)?);
                new.insert(&row.id);
            } else {
                self.imported.known_trajectories += 1;
            }
        }
        let given: BTreeSet<&FragmentId> = rows.fragments.iter().map(|row| &row.id).collect();
        let theirs = rows.has_fragment.iter().filter(|relation| {
            let id = &relation.fragment;
            let is_there = given.contains(id) || self.before.fragments.contains(id);
            new.contains(&relation.trajectory) && is_there
        });
        self.change.has_fragment = theirs.cloned().collect();
        self.take_fragments(rows)
    }

    /// Imports the fragments of new trajectories, and their errors.
    fn take_fragments(&mut self, rows: &GraphRows) -> Result<(), LongTermError> {
        let relations = self.change.has_fragment.iter();
        let placed: BTreeSet<FragmentId> = relations
            .map(|relation| relation.fragment.clone())
            .collect();
        let mut fresh: BTreeSet<&FragmentId> = BTreeSet::new();
        for row in &rows.fragments {
            if placed.contains(&row.id) && self.before.fragments.insert(row.id.clone()) {
                self.change.fragments.push(fragment(row)?);
                fresh.insert(&row.id);
            }
        }
        let caused = rows.caused.iter();
        let caused = caused.filter(|relation| fresh.contains(&relation.fragment));
        self.change.caused = caused.cloned().collect();
        Ok(())
    }

    /// Imports unknown methodologies, and their errors.
    fn take_methodologies(&mut self, rows: &GraphRows) -> Result<(), LongTermError> {
        let mut new: BTreeSet<&MethodologyId> = BTreeSet::new();
        for row in &rows.methodologies {
            if self.before.methodologies.insert(row.id.clone()) {
                self.imported.methodologies += 1;
                self.change.methodologies.push(methodology(row)?);
                new.insert(&row.id);
            } else {
                self.imported.known_methodologies += 1;
            }
        }
        let against = rows.resolved_by.iter();
        let against = against.filter(|relation| new.contains(&relation.methodology));
        self.change.resolved_by = against.cloned().collect();
        Ok(())
    }

    /// Imports the unknown patterns of the imported rows; relations whose pattern is in neither set are left out.
    fn take_patterns(&mut self, rows: &GraphRows) -> Result<(), LongTermError> {
        let met = self.change.caused.iter().map(|relation| &relation.pattern);
        let resolved = self.change.resolved_by.iter();
        let resolved = resolved.map(|relation| &relation.pattern);
        let named: BTreeSet<&ErrorPatternId> = met.chain(resolved).collect();
        let patterns = &mut self.before.patterns;
        for row in &rows.patterns {
            if named.contains(&row.id) && patterns.insert(row.id.clone()) {
                self.change.patterns.push(pattern(row)?);
            }
        }
        let caused = &mut self.change.caused;
        caused.retain(|relation| patterns.contains(&relation.pattern));
        let resolved_by = &mut self.change.resolved_by;
        resolved_by.retain(|relation| patterns.contains(&relation.pattern));
        Ok(())
    }
}
