//! Imports unknown rows.

use std::collections::BTreeSet;

use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{
    CausedError, ErrorPatternId, FragmentId, MethodologyId, ResolvedBy, TrajectoryId,
};
use amb_store::StoreError;
use amb_store::long_term::LongTermError;

use super::learn::count_learned;
use super::rows::{failure_patterns, has};
use super::writing::{Writing, write};
use crate::database::session::Session;

/// Imports rows whose ids are unknown, see `TrajectoryGraph::import`.
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
    let fresh = take_fragments_in(writing, rows, &new)?;
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
    take_patterns_in(writing, rows, &fresh, &new)?;
    if failure_patterns(writing.all)?.is_empty() {
        writing.put_failure_patterns(&rows.failure_patterns)?;
    }
    count_learned(writing, imported.trajectories)?;
    Ok(imported)
}

/// Imports the fragments of new trajectories, with their places; returns the unknown ones.
fn take_fragments_in<'r>(
    writing: &mut Writing<'_>,
    rows: &'r GraphRows,
    new: &BTreeSet<&TrajectoryId>,
) -> Result<BTreeSet<&'r FragmentId>, StoreError> {
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
    for relation in theirs {
        writing.put_has_fragment(relation)?;
    }
    Ok(fresh)
}

/// Imports the errors that new fragments met and new methodologies resolve, with the unknown patterns of both.
fn take_patterns_in(
    writing: &mut Writing<'_>,
    rows: &GraphRows,
    fresh: &BTreeSet<&FragmentId>,
    new: &BTreeSet<&MethodologyId>,
) -> Result<(), StoreError> {
    let is_fresh = |relation: &&CausedError| fresh.contains(&relation.fragment);
    let is_new = |relation: &&ResolvedBy| new.contains(&relation.methodology);
    let met = rows.caused.iter().filter(is_fresh);
    let resolved = rows.resolved_by.iter().filter(is_new);
    let named: BTreeSet<&ErrorPatternId> = met
        .map(|relation| &relation.pattern)
        .chain(resolved.map(|relation| &relation.pattern))
        .collect();
    for pattern in &rows.patterns {
        let id = &pattern.id;
        if named.contains(id) && !has(writing.all, "patterns", id.as_str())? {
            writing.put_pattern(pattern)?;
        }
    }
    for relation in rows.caused.iter().filter(is_fresh) {
        if has(writing.all, "patterns", relation.pattern.as_str())? {
            writing.put_caused(relation)?;
        }
    }
    for relation in rows.resolved_by.iter().filter(is_new) {
        if has(writing.all, "patterns", relation.pattern.as_str())? {
            writing.put_resolved_by(relation)?;
        }
    }
    Ok(())
}
