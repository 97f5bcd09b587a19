//! Runs are learned, used and forgotten.

use amb_memory::trajectory::records::{Given, MethodologyUse, RawTrajectory};
use amb_memory::trajectory::writer::Learned;
use amb_memory::trajectory::{TrajectoryError, TrajectorySettings};

use super::super::place::Place;
use super::super::texts::{HOSTILE, as_id};
use super::samples::{
    calm, embedded, overcame, plain, run, runs_of_all_kinds, stuck, with_many_errors,
};
use super::sight::sight;
use super::twins::Twins;
use crate::long_term::TrajectoryStore;

pub async fn nothing_is_known_at_first(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    twins.are_alike().await;
    assert!(!twins.forget("nobody").await);
    assert!(!twins.forget_methodology("nothing").await);
    twins.look_alike().await;
}

pub async fn what_runs_teach_is_answered(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let many = plain(&with_many_errors("h", 0));
    assert!(many.fragments.len() > 10, "their order is not that of text");
    let mut revision = twins.revision().await;
    for learned in runs_of_all_kinds() {
        twins.learn(&learned).await.unwrap();
        let grown = twins.revision().await;
        assert!(grown > revision, "each write grows the revision");
        revision = grown;
    }
    twins.are_alike().await;
    assert_eq!(twins.revision().await, revision, "no look does");
    twins
        .consolidate(9_000, &TrajectorySettings::default())
        .await;
    twins.are_alike().await;
}

pub async fn a_run_is_learned_once(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let first = embedded(&overcame("t", 1_000));
    twins.learn(&first).await.unwrap();
    let revision = twins.revision().await;
    let before = twins.look_alike().await;
    // The same again, and another of the same id with more to it.
    let another = Learned {
        used: vec![MethodologyUse {
            methodology: "any".into(),
            succeeded: true,
            at: 5,
        }],
        ..embedded(&with_many_errors("t", 2_000))
    };
    for again in [first, another] {
        let refused = TrajectoryError::DuplicateTrajectory("t".into());
        assert_eq!(twins.learn(&again).await, Err(refused.into()));
        assert_eq!(twins.look_alike().await, before);
    }
    assert_eq!(twins.revision().await, revision);
}

pub async fn uses_are_counted(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    twins.learn_all(&[embedded(&overcame("t", 1_000))]).await;
    let made = twins.consolidate(1_500, &settings).await;
    let given = |steps: &[Option<u32>]| -> Vec<Given> {
        let made = made.methodologies.iter().zip(steps);
        let given = made.map(|(methodology, step)| Given {
            methodology: methodology.id.clone(),
            step: *step,
        });
        let gone = HOSTILE.map(|text| Given {
            methodology: as_id(text).as_str().into(),
            step: None,
        });
        given.chain(gone).collect()
    };
    // The third was before the second: a later use stays the last.
    for (id, at, steps) in [
        ("u", 2_000, [Some(1), None]),
        ("v", 4_000, [Some(2), Some(0)]),
        ("w", 3_000, [None, None]),
    ] {
        let used = RawTrajectory {
            given: given(&steps),
            success: id != "w",
            ..overcame(id, at)
        };
        twins.learn(&embedded(&used)).await.unwrap();
        twins.look_alike().await;
    }
    twins.are_alike().await;
    twins.consolidate(5_000, &settings).await;
    twins.are_alike().await;
}

pub async fn a_forgotten_run_takes_along_what_is_its_own(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    let runs = [overcame("a", 1_000), overcame("b", 1_000), stuck("c", 900)];
    twins.learn_all(&runs.each_ref().map(embedded)).await;
    twins
        .learn(&plain(&with_many_errors("h", 0)))
        .await
        .unwrap();
    let merged = twins.consolidate(1_500, &settings).await.merged_fragments;
    assert!(!merged.is_empty(), "two runs share fragments");
    // Of the two runs that share, first the one that the fragments were cut from, then the other.
    let origin = if merged[0].into.as_str().starts_with("a#") {
        ["a", "b"]
    } else {
        ["b", "a"]
    };
    assert!(twins.forget(origin[0]).await);
    twins.are_alike().await;
    assert!(!twins.forget(origin[0]).await);
    // Learned again, at another time or unchanged, it leaves the other run its fragments.
    for at in [3_000, 1_000] {
        let again = embedded(&overcame(origin[0], at));
        twins.learn(&again).await.unwrap();
        twins.are_alike().await;
        assert!(twins.forget(origin[0]).await);
        twins.are_alike().await;
    }
    let again = embedded(&overcame(origin[0], 1_000));
    twins.learn(&again).await.unwrap();
    twins.are_alike().await;
    assert!(twins.forget("h").await && twins.forget(origin[1]).await);
    twins.are_alike().await;
    twins.consolidate(4_000, &settings).await;
    twins.are_alike().await;
    assert!(twins.forget(origin[0]).await && twins.forget("c").await);
    twins.are_alike().await;
}

pub async fn an_open_store_finds_what_the_former_wrote(place: &impl Place<dyn TrajectoryStore>) {
    if !place.outlives_its_stores() {
        return;
    }
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    let runs = [overcame(&as_id(HOSTILE[4]), 1), stuck("c", 900)];
    twins.learn_all(&runs.each_ref().map(embedded)).await;
    twins.consolidate(1_500, &settings).await;
    let late = run("late", 2_000, true, vec![calm("answer", "42 m")]);
    twins.learn(&plain(&late)).await.unwrap();
    let revision = twins.revision().await;
    let Twins { store, reference } = twins;
    let written = sight(store.as_ref()).await;
    drop(store);
    let store = place.open().await.expect("it opens again");
    assert_eq!(sight(store.as_ref()).await, written);
    let twins = Twins { store, reference };
    assert_eq!(twins.revision().await, revision);
    twins.consolidate(3_000, &settings).await;
    twins.are_alike().await;
}
