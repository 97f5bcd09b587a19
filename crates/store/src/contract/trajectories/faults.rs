//! Every write of trajectory memory, made to fail.

use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::{EvidenceQuery, consolidate};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{Given, MethodologyId, MethodologyKind, RawTrajectory};
use amb_memory::trajectory::vectors::NewVector;

use super::super::place::{FaultyPlace, Place};
use super::super::trial::{Trial, survives};
use super::re_embedding::{all, new_vector};
use super::samples::{embedded, overcame, plain, stuck, without_module};
use super::sight::{Sight, sight};
use super::twins::answers;
use crate::long_term::{LongTermError, TrajectoriesInMemory, TrajectoryStore};

/// Makes the first write fail, then the second, and so on, until a call is through before its write comes;
/// so for every kind of call, every failure that the place can play, and for opening.
///
/// # Panics
/// If the contract is broken.
pub async fn survives_faults<P: Place<dyn TrajectoryStore> + FaultyPlace>(
    place: impl AsyncFn() -> P,
) {
    survives::<Trajectories, P>(place).await;
}

struct Trajectories;

#[derive(Debug, Clone, Copy)]
enum Step {
    Learn,
    Consolidate,
    Import,
    PutVectors,
    Forget,
    ForgetMethodology,
}

fn advice() -> MethodologyId {
    MethodologyId::of(MethodologyKind::Advice, Some("HTTP 429"), "research")
}

impl Trial for Trajectories {
    type Store = dyn TrajectoryStore;
    type Sight = Sight;
    type Step = Step;

    const STEPS: &'static [Step] = &[
        Step::Learn,
        Step::Consolidate,
        Step::Import,
        Step::PutVectors,
        Step::Forget,
        Step::ForgetMethodology,
    ];

    fn sound() -> Box<Self::Store> {
        Box::new(TrajectoriesInMemory::default())
    }

    /// Prepares three consolidated runs, two of which share fragments, and two later ones.
    async fn prepare(store: &Self::Store) {
        for run in [overcame("a", 1), overcame("b", 1), stuck("c", 2)] {
            store.learn(&embedded(&run)).await.unwrap();
        }
        consolidated(store, 10).await.unwrap();
        for run in [overcame("d", 20), stuck("e", 20)] {
            store.learn(&embedded(&run)).await.unwrap();
        }
    }

    async fn step(store: &Self::Store, step: Step) -> Result<(), LongTermError> {
        match step {
            Step::Learn => {
                let given = vec![Given {
                    methodology: advice(),
                    step: None,
                }];
                let run = RawTrajectory {
                    given,
                    ..overcame("new", 30)
                };
                store.learn(&embedded(&run)).await
            }
            Step::Consolidate => consolidated(store, 40).await,
            Step::Import => store.import(&foreign().await).await.map(drop),
            Step::PutVectors => {
                let texts = store.without_vectors(&all()).await?.without;
                let vectors: Vec<NewVector> = texts.iter().map(new_vector).collect();
                store.put_vectors(&vectors).await.map(drop)
            }
            Step::Forget => store.forget(&"c".into()).await.map(drop),
            Step::ForgetMethodology => store.forget_methodology(&advice()).await.map(drop),
        }
    }

    async fn sight(store: &Self::Store) -> Sight {
        sight(store).await
    }
}

/// Runs a consolidation that merges, revises and removes.
async fn consolidated(store: &dyn TrajectoryStore, now: i64) -> Result<(), LongTermError> {
    let settings = TrajectorySettings {
        keep_failed: 1,
        ..TrajectorySettings::default()
    };
    let evidence = store.evidence(&EvidenceQuery::new(&settings)).await?;
    let made = consolidate(&evidence, &answers(&evidence, &settings), now, &settings);
    store.consolidate(&made).await
}

/// Rows of another memory, with knowledge of its own.
async fn foreign() -> GraphRows {
    let other = TrajectoriesInMemory::default();
    for run in [
        without_module("x", 1, "numpy", true),
        without_module("y", 2, "pandas", false),
    ] {
        other.learn(&plain(&run)).await.unwrap();
    }
    consolidated(&other, 5).await.unwrap();
    let knowledge = other.knowledge().await.unwrap();
    GraphRows {
        methodologies: knowledge.methodologies,
        resolved_by: knowledge.resolved_by,
        ..other.rows_after(None, 10).await.unwrap()
    }
}
