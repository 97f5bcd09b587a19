//! A consolidation is applied; something is forgotten.

use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::consolidator::{Consolidation, Merged};
use amb_memory::trajectory::records::{FragmentId, HasFragment, MethodologyId, TrajectoryId};
use amb_store::StoreError;
use amb_store::long_term::LongTermError;

use super::rows::has_fragment;
use super::schema::STATE;
use super::writing::{Writing, write};
use crate::database::session::{Session, column, execute, first, rows};
use crate::database::vectors::revision;

/// Applies a consolidation, see [`Consolidation`].
pub fn consolidate(
    session: &mut Session,
    consolidation: &Consolidation,
) -> Result<(), LongTermError> {
    let done = write(session, |writing| {
        let actual = u64::try_from(revision(writing.all, STATE)?).unwrap_or(0);
        if consolidation.basis != actual {
            let basis = consolidation.basis;
            return Err(TrajectoryError::Stale { basis, actual }.into());
        }
        apply(writing, consolidation)?;
        Ok(Some(()))
    });
    done.map(drop)
}

fn apply(writing: &mut Writing<'_>, consolidation: &Consolidation) -> Result<(), StoreError> {
    for methodology in &consolidation.methodologies {
        writing.put_methodology(methodology)?;
    }
    for relation in &consolidation.resolved_by {
        writing.put_resolved_by(relation)?;
    }
    for (fragment, methodology) in &consolidation.abstracted {
        writing.abstract_into(fragment, methodology)?;
    }
    for merge in &consolidation.merged_methodologies {
        merge_methodologies(writing, merge)?;
    }
    for merge in &consolidation.merged_fragments {
        merge_fragments(writing, merge)?;
    }
    for fragment in &consolidation.fragments {
        writing.put_fragment(fragment)?;
    }
    for pattern in &consolidation.patterns {
        writing.put_pattern(pattern)?;
    }
    let removed = &consolidation.removed;
    for id in &removed.weak {
        writing.remove_methodology(id)?;
    }
    for id in removed.expired.iter().chain(&removed.lost) {
        writing.remove_fragment(id)?;
    }
    for id in &removed.unused {
        execute(
            writing.all,
            "DELETE FROM patterns WHERE id = ?1",
            [id.as_str()],
        )?;
    }
    writing.put_failure_patterns(&consolidation.failure_patterns)?;
    let sql = "UPDATE trajectory_state SET learned_since = 0, consolidated_at = ?1";
    execute(writing.all, sql, [consolidation.consolidated_at]).map(drop)
}

fn merge_methodologies(
    writing: &mut Writing<'_>,
    merge: &Merged<MethodologyId>,
) -> Result<(), StoreError> {
    let sql = "UPDATE fragments SET abstracted_into = ?2 WHERE abstracted_into = ?1";
    execute(writing.all, sql, (merge.from.as_str(), merge.into.as_str()))?;
    writing.remove_methodology(&merge.from).map(drop)
}

fn merge_fragments(
    writing: &mut Writing<'_>,
    merge: &Merged<FragmentId>,
) -> Result<(), StoreError> {
    let sql = "SELECT trajectory, place, fragment FROM has_fragment WHERE fragment = ?1";
    for relation in rows(writing.all, sql, [merge.from.as_str()], has_fragment)? {
        writing.put_has_fragment(&HasFragment {
            fragment: merge.into.clone(),
            ..relation
        })?;
    }
    writing.remove_fragment(&merge.from)
}

/// Forgets a trajectory and the fragments that no other has; whether there was one.
pub fn forget(session: &mut Session, id: &TrajectoryId) -> Result<bool, LongTermError> {
    let done = write(session, |writing| {
        let id = id.as_str();
        let sql = "DELETE FROM trajectories WHERE id = ?1";
        if execute(writing.all, sql, [id])? == 0 {
            return Ok(None);
        }
        let sql = "DELETE FROM has_fragment WHERE trajectory = ?1 RETURNING fragment";
        let its: Vec<String> = rows(writing.all, sql, [id], |row| column(row, 0))?;
        for fragment in its.into_iter().map(FragmentId::from) {
            let sql = "SELECT 1 FROM has_fragment WHERE fragment = ?1";
            match first(writing.all, sql, [fragment.as_str()], |_| Ok(()))? {
                Some(()) => writing.look_again(fragment),
                None => writing.remove_fragment(&fragment)?,
            }
        }
        remove_what_would_tell(writing)?;
        Ok(Some(()))
    });
    Ok(done?.is_some())
}

/// Forgets a methodology with its relations; whether there was one.
pub fn forget_methodology(
    session: &mut Session,
    id: &MethodologyId,
) -> Result<bool, LongTermError> {
    let done = write(session, |writing| {
        let is_gone = writing.remove_methodology(id)?;
        remove_what_would_tell(writing)?;
        Ok(is_gone.then_some(()))
    });
    Ok(done?.is_some())
}

/// Removes traces of a forgotten item: the errors that no fragment met and no methodology resolves, and the failure
/// patterns, which name errors and quote advice. The next consolidation makes these anew.
fn remove_what_would_tell(writing: &mut Writing<'_>) -> Result<(), StoreError> {
    writing.put_failure_patterns(&[])?;
    let sql = "DELETE FROM patterns WHERE
        NOT EXISTS (SELECT 1 FROM caused WHERE caused.pattern = patterns.id)
        AND NOT EXISTS (SELECT 1 FROM resolved_by WHERE resolved_by.pattern = patterns.id)";
    execute(writing.all, sql, []).map(drop)
}
