//! Learns a run.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::records::{ErrorPattern, FragmentId, Methodology};
use amb_memory::trajectory::writer::Learned;
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::writing::Decision;
use crate::graph::{Change, Counters, Kept, Look, fragment, methodology, pattern, trajectory};

/// Reads the state that a new run changes.
const BEFORE: Look = look!(
    "RETURN memory.revision AS revision, memory.learned_since AS learned_since,
        EXISTS { (:Trajectory {id: $given.trajectory}) } AS known,
        COLLECT { UNWIND $given.fragments AS id MATCH (f:Fragment {id: id}) RETURN f.id } AS fragments,
        COLLECT { UNWIND $given.patterns AS id MATCH (p:ErrorPattern {id: id}) RETURN ",
    pattern!("p"),
    " } AS patterns,
        COLLECT { UNWIND $given.used AS id MATCH (m:Methodology {id: id}) RETURN ",
    methodology!("m"),
    " } AS methodologies"
);

#[derive(Deserialize)]
struct Before {
    learned_since: u32,
    known: bool,
    fragments: BTreeSet<FragmentId>,
    patterns: Vec<Kept<ErrorPattern>>,
    methodologies: Vec<Kept<Methodology>>,
}

impl Neo4jStore {
    pub(super) async fn take_run_in(&self, learned: &Learned) -> Result<(), LongTermError> {
        let fragments = learned.fragments.iter();
        self.make_room(fragments.filter_map(|fragment| fragment.embedding.as_ref()))
            .await?;
        let patterns: Vec<_> = learned.patterns.iter().map(|pattern| &pattern.id).collect();
        let used: Vec<_> = learned.used.iter().map(|used| &used.methodology).collect();
        let fragments: Vec<_> = learned.fragments.iter().map(|row| &row.id).collect();
        let parameters = json!({
            "trajectory": &learned.trajectory.id,
            "fragments": fragments,
            "patterns": patterns,
            "used": used,
        });
        self.change(&BEFORE, &parameters, |before: Before| {
            if before.known {
                let id = learned.trajectory.id.clone();
                return Err(TrajectoryError::DuplicateTrajectory(id).into());
            }
            Ok(Decision::Write(Box::new(after(before, learned)?), ()))
        })
        .await
    }
}

fn after(before: Before, learned: &Learned) -> Result<Change, LongTermError> {
    let patterns = before.patterns.into_iter();
    let mut patterns: BTreeMap<_, _> = patterns
        .map(|Kept(known)| (known.id.clone(), known))
        .collect();
    for met in &learned.patterns {
        match patterns.get_mut(&met.id) {
            Some(known) => known.absorb(met),
            None => {
                patterns.insert(met.id.clone(), met.clone());
            }
        }
    }
    let known = before.methodologies.into_iter();
    let mut methodologies: BTreeMap<_, _> =
        known.map(|Kept(known)| (known.id.clone(), known)).collect();
    for used in &learned.used {
        if let Some(known) = methodologies.get_mut(&used.methodology) {
            known.record_use(used);
        }
    }
    Ok(Change {
        counters: Counters::learned_since(before.learned_since.saturating_add(1)),
        trajectories: vec![trajectory(&learned.trajectory)?],
        fragments: learned
            .fragments
            .iter()
            .filter(|row| !before.fragments.contains(&row.id))
            .map(fragment)
            .collect::<Result<_, _>>()?,
        patterns: patterns.values().map(pattern).collect::<Result<_, _>>()?,
        methodologies: methodologies
            .values()
            .map(methodology)
            .collect::<Result<_, _>>()?,
        has_fragment: learned.has_fragment.clone(),
        caused: learned.caused.clone(),
        ..Change::default()
    })
}
