//! Searches by meaning, with Neo4j's indexes and without.

use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::records::Fragment;
use amb_memory::trajectory::retriever::{MeaningQuery, RetrievalQueries, TaskQuery};
use amb_memory::trajectory::vectors::{NewVector, VectorQuery};
use amb_neo4j::{Neo4jStore, VectorSearch};
use amb_store::long_term::TrajectoryStore;
use futures::executor::block_on;
use serde_json::json;

use super::http::Http;
use super::place::{Login, turn};
use super::samples::overcame;

fn open(vectors: VectorSearch) -> Neo4jStore {
    let mut settings = Login::given().settings();
    settings.vectors = vectors;
    block_on(Neo4jStore::open(Box::new(Http::new()), settings)).unwrap()
}

fn near(store: &Neo4jStore, model: &str, vector: &[f32], k: usize) -> Vec<Fragment> {
    let queries = RetrievalQueries {
        error: None,
        task: TaskQuery {
            task_type: String::new(),
            repo: String::new(),
            k: 0,
        },
        state: None,
        meaning: Some(MeaningQuery {
            embedding: Embedding::new(model, vector).unwrap(),
            min_similarity: 0.5,
            k,
        }),
    };
    block_on(store.candidates(&queries))
        .unwrap()
        .meaning
        .fragments
}

/// Names of the vector indexes.
const INDEXES: &str = "SHOW VECTOR INDEXES YIELD name WHERE name STARTS WITH 'amb_' RETURN name";

fn drop_indexes(login: &Login) {
    for name in login.run(INDEXES, json!({})).unwrap() {
        let name = name[0].as_str().unwrap();
        login.run(&format!("DROP INDEX {name}"), json!({})).unwrap();
    }
}

/// A direction for each number, all different.
fn direction(number: u32) -> [f32; 4] {
    let angle = number as f32 * 0.01;
    [angle.cos(), angle.sin(), 0.3 * (3.0 * angle).cos(), 0.1]
}

#[test]
fn cg_04_an_index_finds_what_the_engine_finds_among_many() {
    let _turn = turn();
    Login::given().wipe();
    let by_index = open(VectorSearch::ByIndex);
    let mut rows = amb_memory::trajectory::graph::GraphRows::default();
    for number in 0..300 {
        let run = overcame(&format!("{number:03}"), "many", &direction(number));
        rows.trajectories.push(run.trajectory);
        rows.fragments.extend(run.fragments);
        rows.has_fragment.extend(run.has_fragment);
    }
    block_on(by_index.import(&rows)).unwrap();
    let in_engine = open(VectorSearch::InEngine);
    for number in [0, 77, 150, 299] {
        let found = near(&by_index, "many", &direction(number), 5);
        assert_eq!(found.len(), 5);
        assert_eq!(found, near(&in_engine, "many", &direction(number), 5));
    }
}

#[test]
fn cg_09_vectors_of_other_models_and_lengths_are_not_compared() {
    let _turn = turn();
    Login::given().wipe();
    for vectors in [VectorSearch::ByIndex, VectorSearch::InEngine] {
        let store = open(vectors);
        for (model, vector) in [
            ("one", vec![1.0, 0.0]),
            ("two", vec![1.0, 0.0]),
            ("one", vec![1.0, 0.0, 0.0]),
        ] {
            let id = format!("{model}{} {vectors:?}", vector.len());
            block_on(store.learn(&overcame(&id, model, &vector))).unwrap();
        }
        let found = near(&store, "one", &[1.0, 0.1], 100);
        assert!(!found.is_empty());
        assert!(
            found.iter().all(|it| it.id.as_str().starts_with("one2 ")),
            "{found:?}"
        );
        assert!(near(&store, "three", &[1.0, 0.1], 100).is_empty());
    }
}

#[test]
fn cg_09_a_search_does_without_an_index_that_somebody_dropped() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let store = open(VectorSearch::ByIndex);
    block_on(store.learn(&overcame("a", "dropped", &[0.0, 1.0]))).unwrap();
    assert!(!near(&store, "dropped", &[0.0, 1.0], 3).is_empty());
    drop_indexes(&login);
    assert!(!near(&store, "dropped", &[0.0, 1.0], 3).is_empty());
    // The next write has it made again.
    block_on(store.learn(&overcame("b", "dropped", &[0.0, 1.0]))).unwrap();
    assert_eq!(login.run(INDEXES, json!({})).unwrap().len(), 2);
}

/// The space of the model that runs now has indexes of its own; in the former one's nothing is left.
#[test]
fn cg_04_an_index_follows_vectors_of_another_length() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    drop_indexes(&login);
    let store = open(VectorSearch::ByIndex);
    for id in ["a", "b", "c"] {
        block_on(store.learn(&overcame(id, "former", &[0.0, 1.0]))).unwrap();
    }
    let now = Embedding::new("present", &[0.0, 1.0, 0.0]).unwrap();
    let query = VectorQuery::comparable(&now, 100);
    let texts = block_on(store.without_vectors(&query)).unwrap().without;
    let vectors: Vec<NewVector> = texts
        .into_iter()
        .map(|text| NewVector {
            text,
            embedding: now.clone(),
        })
        .collect();
    assert!(near(&store, "present", &[0.0, 1.0, 0.0], 10).is_empty());
    let put = block_on(store.put_vectors(&vectors)).unwrap();
    assert_eq!(put, vectors.len());
    assert_eq!(near(&store, "present", &[0.0, 1.0, 0.0], 10).len(), 3);
    assert!(near(&store, "former", &[0.0, 1.0], 10).is_empty());
    assert_eq!(login.run(INDEXES, json!({})).unwrap().len(), 4);
    let properties = "MATCH (f:Fragment)
        RETURN DISTINCT size([name IN keys(f) WHERE name STARTS WITH 'vector_'])";
    let counts = login.run(properties, json!({})).unwrap();
    assert_eq!(counts, [json!([1])], "the former vector is gone");
    // Another client finds them by the index that it did not make.
    let other = open(VectorSearch::ByIndex);
    assert_eq!(near(&other, "present", &[0.0, 1.0, 0.0], 10).len(), 3);
}
