//! Learns a run.

use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::records::{ErrorPattern, MethodologyUse};
use amb_memory::trajectory::writer::Learned;
use amb_store::StoreError;
use amb_store::long_term::LongTermError;

use super::rows::{METHODOLOGY, has, methodology, pattern};
use super::writing::{Writing, write};
use crate::database::session::{Session, execute, first};

/// Learns a run, see [`Learned`].
pub fn learn(session: &mut Session, learned: &Learned) -> Result<(), LongTermError> {
    let done = write(session, |writing| {
        let id = &learned.trajectory.id;
        if has(writing.all, "trajectories", id.as_str())? {
            return Err(TrajectoryError::DuplicateTrajectory(id.clone()).into());
        }
        take_in(writing, learned)?;
        Ok(Some(()))
    });
    done.map(drop)
}

fn take_in(writing: &mut Writing<'_>, learned: &Learned) -> Result<(), StoreError> {
    writing.insert_trajectory(&learned.trajectory)?;
    for fragment in &learned.fragments {
        if !has(writing.all, "fragments", fragment.id.as_str())? {
            writing.put_fragment(fragment)?;
        }
    }
    for relation in &learned.has_fragment {
        writing.put_has_fragment(relation)?;
    }
    for relation in &learned.caused {
        writing.put_caused(relation)?;
    }
    for met in &learned.patterns {
        absorb(writing, met)?;
    }
    for used in &learned.used {
        record_use(writing, used)?;
    }
    count_learned(writing, 1)
}

/// Counts trajectories learned since the last consolidation.
pub fn count_learned(writing: &Writing<'_>, more: u32) -> Result<(), StoreError> {
    let sql = "UPDATE trajectory_state SET learned_since = min(learned_since + ?1, ?2)";
    execute(writing.all, sql, (more, u32::MAX)).map(drop)
}

fn absorb(writing: &mut Writing<'_>, met: &ErrorPattern) -> Result<(), StoreError> {
    let sql = "SELECT record FROM patterns WHERE id = ?1";
    let known = first(writing.all, sql, [met.id.as_str()], pattern)?;
    let Some(mut known) = known else {
        return writing.put_pattern(met);
    };
    known.absorb(met);
    writing.put_pattern(&known)
}

fn record_use(writing: &mut Writing<'_>, used: &MethodologyUse) -> Result<(), StoreError> {
    let sql = format!("{METHODOLOGY} WHERE m.id = ?1");
    let id = used.methodology.as_str();
    let known = first(writing.all, &sql, [id], |row| methodology(writing.all, row))?;
    let Some(mut known) = known else {
        return Ok(());
    };
    known.record_use(used);
    writing.put_methodology(&known)
}
