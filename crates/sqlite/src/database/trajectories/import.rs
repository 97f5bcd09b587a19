//! Rows are taken in that are not known.

use std::collections::BTreeSet;

use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{FragmentId, MethodologyId, TrajectoryId};
use amb_store::StoreError;
use amb_store::long_term::LongTermError;

use super::learn::count_learned;
use super::rows::{failure_patterns, has};
use super::writing::{Writing, write};
use crate::database::session::Session;

/// Takes rows in that are not known by their ids, as `TrajectoryGraph::import` says.
pub fn import(session: &mut Session, rows: &GraphRows) -> Result<ImportedRows, LongTermError> {
    let done = write(session, |writing| Ok(Some(take_in(writing, rows)?)));
    Ok(done?.unwrap_or_default())
}

fn take_in(writing: &mut Writing<'_>, rows: &GraphRows) -> Result<ImportedRows, StoreError> {
    let mut imported = ImportedRows::default();
    let mut new = BTreeSet::new();
    for trajectory in &rows.trajectories {
        if has(writing.all, "trajectories", trajectory.id.as_str())? {
            imported.known_trajectories += 1;
            continue;
        }
        writing.insert_trajectory(trajectory)?;
        imported.trajectories += 1;
        new.insert(&trajectory.id);
    }
    take_fragments_in(writing, rows, &new)?;
    let mut new: BTreeSet<&MethodologyId> = BTreeSet::new();
    for methodology in &rows.methodologies {
        if has(writing.all, "methodologies", methodology.id.as_str())? {
            imported.known_methodologies += 1;
            continue;
        }
        writing.put_methodology(methodology)?;
        imported.methodologies += 1;
        new.insert(&methodology.id);
    }
    for relation in &rows.resolved_by {
        let is_new = new.contains(&relation.methodology);
        if is_new && has(writing.all, "patterns", relation.pattern.as_str())? {
            writing.put_resolved_by(relation)?;
        }
    }
    if failure_patterns(writing.all)?.is_empty() {
        writing.put_failure_patterns(&rows.failure_patterns)?;
    }
    count_learned(writing, imported.trajectories)?;
    Ok(imported)
}

/// The fragments of new trajectories, their relations, and all patterns that are not known.
fn take_fragments_in(
    writing: &mut Writing<'_>,
    rows: &GraphRows,
    new: &BTreeSet<&TrajectoryId>,
) -> Result<(), StoreError> {
    let given: BTreeSet<&FragmentId> = rows.fragments.iter().map(|row| &row.id).collect();
    let of_new = rows.has_fragment.iter();
    let mut theirs = Vec::new();
    for relation in of_new.filter(|relation| new.contains(&relation.trajectory)) {
        let id = &relation.fragment;
        if given.contains(id) || has(writing.all, "fragments", id.as_str())? {
            theirs.push(relation);
        }
    }
    let placed: BTreeSet<&FragmentId> = theirs.iter().map(|row| &row.fragment).collect();
    let mut fresh: BTreeSet<&FragmentId> = BTreeSet::new();
    for fragment in &rows.fragments {
        let is_placed = placed.contains(&fragment.id);
        if is_placed && !has(writing.all, "fragments", fragment.id.as_str())? {
            writing.put_fragment(fragment)?;
            fresh.insert(&fragment.id);
        }
    }
    for pattern in &rows.patterns {
        if !has(writing.all, "patterns", pattern.id.as_str())? {
            writing.put_pattern(pattern)?;
        }
    }
    for relation in theirs {
        writing.put_has_fragment(relation)?;
    }
    for relation in &rows.caused {
        let is_fresh = fresh.contains(&relation.fragment);
        if is_fresh && has(writing.all, "patterns", relation.pattern.as_str())? {
            writing.put_caused(relation)?;
        }
    }
    Ok(())
}
