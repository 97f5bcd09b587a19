//! Several clients write at once.

use std::thread;

use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::{EvidenceQuery, consolidate};
use amb_neo4j::Neo4jStore;
use amb_store::long_term::{LongTermError, TrajectoryStore};
use futures::executor::block_on;
use serde_json::json;

use super::place::{Login, turn};
use super::samples::plain;

/// Has clients on threads of their own do something at the same time.
fn at_once<T: Send>(clients: usize, work: impl Fn(usize, &Neo4jStore) -> T + Sync) -> Vec<T> {
    let login = Login::given();
    thread::scope(|threads| {
        let begun = (0..clients).map(|client| {
            let (login, work) = (&login, &work);
            threads.spawn(move || work(client, &block_on(login.open()).unwrap()))
        });
        let begun: Vec<_> = begun.collect();
        begun
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    })
}

#[test]
fn cg_09_clients_that_learn_at_once_lose_nothing_of_each_other() {
    let _turn = turn();
    Login::given().wipe();
    at_once(3, |client, store| {
        for run in 0..4 {
            block_on(store.learn(&plain(&format!("{client}-{run}")))).unwrap();
        }
    });
    let store = block_on(Login::given().open()).unwrap();
    let rows = block_on(store.rows_after(None, 100)).unwrap();
    assert_eq!((rows.trajectories.len(), rows.patterns.len()), (12, 1));
    let per_run = plain("any").patterns[0].frequency;
    assert_eq!(rows.patterns[0].frequency, 12 * per_run);
    assert_eq!(block_on(store.learned_since()).unwrap(), 12);
    let evidence = block_on(store.evidence(&EvidenceQuery::new(&TrajectorySettings::default())));
    assert_eq!(
        evidence.unwrap().revision,
        12,
        "each write took effect at one moment"
    );
}

#[test]
fn cg_09_several_begin_a_memory_at_once() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    for (what, all) in [
        (
            "CONSTRAINT",
            "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'amb_' RETURN name",
        ),
        (
            "INDEX",
            "SHOW INDEXES YIELD name WHERE name STARTS WITH 'amb_' RETURN name",
        ),
    ] {
        for name in login.run(all, json!({})).unwrap() {
            let drop = format!("DROP {what} {}", name[0].as_str().unwrap());
            login.run(&drop, json!({})).unwrap();
        }
    }
    at_once(3, |client, store| {
        block_on(store.learn(&plain(&client.to_string()))).unwrap();
    });
    let store = block_on(login.open()).unwrap();
    assert_eq!(block_on(store.learned_since()), Ok(3));
}

#[test]
fn cg_09_a_run_that_several_hand_in_is_learned_once() {
    let _turn = turn();
    Login::given().wipe();
    let done = at_once(3, |_, store| block_on(store.learn(&plain("the same"))));
    let exists = |result: &&Result<(), LongTermError>| {
        result
            .as_ref()
            .is_err_and(|error| error.kind() == "trajectory_exists")
    };
    assert_eq!(
        done.iter().filter(|result| result.is_ok()).count(),
        1,
        "{done:?}"
    );
    assert_eq!(done.iter().filter(exists).count(), 2, "{done:?}");
}

#[test]
fn cg_09_of_consolidations_of_one_moment_one_is_applied() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let store = block_on(login.open()).unwrap();
    block_on(store.learn(&plain("a"))).unwrap();
    let settings = TrajectorySettings::default();
    let evidence = block_on(store.evidence(&EvidenceQuery::new(&settings))).unwrap();
    let made = consolidate(&evidence, &[], 9_000, &settings);
    let done = at_once(3, |_, store| block_on(store.consolidate(&made)));
    let stale = |result: &&Result<(), LongTermError>| {
        result
            .as_ref()
            .is_err_and(|error| error.kind() == "memory_changed")
    };
    assert_eq!(
        done.iter().filter(|result| result.is_ok()).count(),
        1,
        "{done:?}"
    );
    assert_eq!(done.iter().filter(stale).count(), 2, "{done:?}");
}

/// While others write, every look is of one moment: a run is there with all of its fragments, and counted.
#[test]
fn cg_09_a_look_never_sees_half_of_a_write() {
    let _turn = turn();
    Login::given().wipe();
    let fragments = plain("any").fragments.len();
    at_once(2, |client, store| {
        for run in 0..6 {
            if client == 0 {
                block_on(store.learn(&plain(&run.to_string()))).unwrap();
                continue;
            }
            let rows = block_on(store.rows_after(None, 100)).unwrap();
            let count = rows.trajectories.len();
            assert_eq!(rows.fragments.len(), count * fragments);
            assert_eq!(rows.has_fragment.len(), count * fragments);
            let statistics = block_on(store.statistics()).unwrap();
            assert_eq!(statistics.learned_since, statistics.trajectories);
        }
    });
}
