//! Calls that overlap, and calls that are given up.

use amb_memory::hierarchy::{Change, ChangeSet};

use super::super::overlap::{Call, abandon, all};
use super::super::place::Place;
use super::samples::{embedded, said};
use super::twins::{Twins, insert};
use crate::long_term::{HierarchyStore, LongTermError};

pub async fn writes_that_overlap_take_effect_one_by_one(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    let sets: Vec<ChangeSet> = (0..8)
        .map(|n| {
            let id = format!("new {n}");
            ChangeSet::from(vec![
                insert(embedded(said(&id, &format!("tea number {n}")))),
                Change::touch("m01".into(), 5_000 + n),
                Change::Accumulate { importance: 0.5 },
            ])
        })
        .collect();
    // Each twice: one of the two is refused.
    let twice = sets.iter().chain(&sets);
    let calls: Vec<Call<'_, Result<(), LongTermError>>> =
        twice.map(|changes| twins.store.apply(changes)).collect();
    let done = all(calls).await;
    let (first, second) = done.split_at(sets.len());
    for ((first, second), changes) in first.iter().zip(second).zip(&sets) {
        assert!(first.is_ok() != second.is_ok(), "{first:?}, {second:?}");
        twins.reference.apply(changes).await.unwrap();
    }
    twins.are_alike().await;
}

pub async fn an_abandoned_call_is_carried_out_whole_or_not_at_all(
    place: &impl Place<dyn HierarchyStore>,
) {
    let twins = Twins::filled(place).await;
    let changes = ChangeSet::from(vec![
        insert(embedded(said("new", "Brand new tea"))),
        Change::Accumulate { importance: 0.5 },
    ]);
    drop(twins.store.apply(&changes));
    abandon(twins.store.apply(&changes)).await;
    // This comes after either of them.
    let again = twins.store.apply(&changes).await;
    let exists = |error: &LongTermError| error.kind() == "memory_exists";
    assert!(again.as_ref().err().is_none_or(exists), "{again:?}");
    twins.reference.apply(&changes).await.unwrap();
    twins.are_alike().await;
}
