//! The content of a database that is a memory.

use amb_store::StoreError;
use amb_store::long_term::TrajectoryStore;
use futures::executor::block_on;
use serde_json::json;

use super::place::{Login, turn};
use super::samples::plain;

/// Nodes, relations and properties have the seed's names, so that others can read them.
#[test]
fn cg_02_nodes_and_relations_are_those_of_the_seed() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let store = block_on(login.open()).unwrap();
    let settings = amb_memory::trajectory::TrajectorySettings::default();
    block_on(store.learn(&plain("a"))).unwrap();
    let query = amb_memory::trajectory::consolidator::EvidenceQuery::new(&settings);
    let evidence = block_on(store.evidence(&query)).unwrap();
    use amb_memory::trajectory::consolidator::{Answer, consolidate, from_template, plan};
    let answers = plan(&evidence, &settings)
        .into_iter()
        .map(|request| Answer {
            abstraction: from_template(&request),
            request,
            embedding: None,
        });
    let made = consolidate(&evidence, &answers.collect::<Vec<_>>(), 9_000, &settings);
    block_on(store.consolidate(&made)).unwrap();
    let path = "MATCH (t:Trajectory {id: 'a'})-[h:HAS_FRAGMENT]->(f:Fragment)-[:CAUSED_ERROR]->(p:ErrorPattern)
            -[r:RESOLVED_BY]->(m:Methodology)
        WHERE f.abstracted_into = m.id
        RETURN h.order, f.description, p.error_type, r.success_rate, r.avg_steps, r.cases, m.strategy";
    let found = login.run(path, json!({})).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0][0], &found[0][2], &found[0][3]),
        (&json!(0), &json!("HTTP 429"), &json!(1.0))
    );
    assert!(found[0][1].as_str().unwrap().contains("It was overcome by"));
    assert!(!found[0][6].as_str().unwrap().is_empty());
}

#[test]
fn cg_09_constraints_and_indexes_are_created_once() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    block_on(login.open()).unwrap();
    let count = |what: &str| {
        let ours = format!("SHOW {what} YIELD name WHERE name STARTS WITH 'amb_' RETURN name");
        login.run(&ours, json!({})).unwrap().len()
    };
    let before = (count("CONSTRAINTS"), count("INDEXES"));
    assert!(before.0 == 5 && before.1 >= 13, "{before:?}");
    block_on(login.open()).unwrap();
    assert_eq!((count("CONSTRAINTS"), count("INDEXES")), before);
    let twice = login.run(
        "CREATE (:Trajectory {id: 'a'}), (:Trajectory {id: 'a'})",
        json!({}),
    );
    assert!(twice.unwrap_err().contains("ConstraintValidationFailed"));
}

#[test]
fn cg_09_a_memory_of_a_newer_version_is_refused_and_left_as_it_is() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let newer = "CREATE (m:TrajectoryMemory {id: 'trajectories', version: 2, theirs: true}) RETURN m.version";
    login.run(newer, json!({})).unwrap();
    let refused = block_on(login.open()).map(drop);
    let too_new = StoreError::TooNew {
        found: 2,
        supported: 1,
    };
    assert_eq!(refused, Err(too_new.into()));
    let all = login
        .run("MATCH (n) RETURN properties(n)", json!({}))
        .unwrap();
    assert_eq!(
        all,
        [json!([{"id": "trajectories", "version": 2, "theirs": true}])]
    );
}

#[test]
fn cg_09_what_others_changed_is_told_and_not_believed() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let store = block_on(login.open()).unwrap();
    block_on(store.learn(&plain("a"))).unwrap();
    let damage = "MATCH (f:Fragment) SET f.outcome = 'sesame', f.embedding = '{' RETURN f.id";
    login.run(damage, json!({})).unwrap();
    let error = block_on(store.rows_after(None, 10)).unwrap_err();
    assert_eq!(error.kind(), "store_corrupt");
    assert!(!format!("{error:?}").contains("sesame"));
    login.wipe();
    let gone = block_on(store.learned_since()).unwrap_err();
    assert_eq!(gone.kind(), "store_corrupt");
    assert_eq!(
        block_on(store.learn(&plain("b"))).unwrap_err().kind(),
        "store_corrupt"
    );
    // Opened again, a memory is begun.
    let store = block_on(login.open()).unwrap();
    block_on(store.learn(&plain("b"))).unwrap();
}
