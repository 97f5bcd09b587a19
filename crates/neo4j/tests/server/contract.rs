//! The suite that every store of trajectories passes.

use amb_neo4j::VectorSearch;
use amb_store::contract::trajectories;
use futures::executor::block_on;

use super::faults::FaultyDatabase;
use super::place::{Database, turn};

/// CG-01, CG-02.
#[test]
fn cg_09_the_contract_holds_with_indexes_of_vectors() {
    let _turn = turn();
    block_on(trajectories::holds(async || {
        Database::new(VectorSearch::ByIndex)
    }));
}

#[test]
fn cg_09_the_contract_holds_without_indexes_of_vectors() {
    let _turn = turn();
    block_on(trajectories::holds(async || {
        Database::new(VectorSearch::InEngine)
    }));
}

#[test]
fn cg_09_faults_leave_the_old_memory_or_the_new_one() {
    let _turn = turn();
    block_on(trajectories::survives_faults(async || {
        FaultyDatabase::new()
    }));
}
