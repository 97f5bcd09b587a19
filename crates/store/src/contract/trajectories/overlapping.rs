//! Calls that overlap, and calls that are given up.

use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::writer::Learned;

use super::super::overlap::{Call, abandon, all};
use super::super::place::Place;
use super::samples::{embedded, overcame, plain, stuck, without_module};
use super::twins::Twins;
use crate::long_term::{LongTermError, TrajectoryStore};

pub async fn writes_that_overlap_take_effect_one_by_one(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let runs: Vec<Learned> = (0..4)
        .flat_map(|n| {
            let (a, b, c) = (format!("a{n}"), format!("b{n}"), format!("c{n}"));
            [
                embedded(&overcame(&a, 1_000 + n)),
                plain(&stuck(&b, 2_000 + n)),
                plain(&without_module(&c, 3_000 + n, "numpy", false)),
            ]
        })
        .collect();
    // Each twice: one of the two is refused.
    let twice = runs.iter().chain(&runs);
    let calls: Vec<Call<'_, Result<(), LongTermError>>> =
        twice.map(|learned| twins.store.learn(learned)).collect();
    let done = all(calls).await;
    let (first, second) = done.split_at(runs.len());
    for ((first, second), learned) in first.iter().zip(second).zip(&runs) {
        assert!(first.is_ok() != second.is_ok(), "{first:?}, {second:?}");
        twins.reference.learn(learned).await.unwrap();
    }
    twins.are_alike().await;
}

pub async fn one_of_two_consolidations_is_stale(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    twins.learn_all(&[embedded(&overcame("t", 1_000))]).await;
    let made = twins.planned(1_500, &settings, |_| {}).await;
    let calls: Vec<Call<'_, Result<(), LongTermError>>> = vec![
        twins.store.consolidate(&made),
        twins.store.consolidate(&made),
    ];
    let done = all(calls).await;
    assert!(done[0].is_ok() != done[1].is_ok(), "{done:?}");
    let mut same = made.clone();
    same.basis = 1;
    twins.reference.consolidate(&same).await.unwrap();
    twins.are_alike().await;
    twins.refuses(&made).await;
}

pub async fn an_abandoned_call_is_carried_out_whole_or_not_at_all(
    place: &impl Place<dyn TrajectoryStore>,
) {
    let twins = Twins::of(place).await;
    twins.learn(&embedded(&overcame("t", 1_000))).await.unwrap();
    let next = embedded(&stuck("next", 2_000));
    drop(twins.store.learn(&next));
    abandon(twins.store.learn(&next)).await;
    // This comes after either of them.
    let again = twins.store.learn(&next).await;
    let exists = |error: &LongTermError| error.kind() == "trajectory_exists";
    assert!(again.as_ref().err().is_none_or(exists), "{again:?}");
    twins.reference.learn(&next).await.unwrap();
    twins.are_alike().await;
}
