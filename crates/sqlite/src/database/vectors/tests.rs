//! The copy in memory, the medium, and a comparison of all vectors one by one find the same.

use amb_memory::retrieval::Embedding;
use proptest::prelude::*;
use rusqlite::Connection;

use super::{Held, Source, Table, Wanted, nearest, put};
use crate::database::{Durability, open};

const SOURCE: Source<()> = Source {
    sql: "SELECT v.number, v.model, v.dimensions, v.vector FROM trajectory_vectors AS v WHERE 1",
    one: "AND v.number = ?1",
    facets: |_| Ok(()),
};

/// Returns a database in which `number` has each of these vectors.
fn filled(vectors: &[Embedding]) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    let connection = open(connection, Durability::RollbackMemory).unwrap();
    for (number, vector) in (1..).zip(vectors) {
        let sql = "INSERT INTO trajectories VALUES (?1, ?2, '', '', 0, '', 0)";
        let id = format!("{number:03}");
        connection.execute(sql, (number, id)).unwrap();
        put(&connection, Table::Trajectories, number, Some(vector)).unwrap();
    }
    connection
}

fn found(connection: &Connection, held: &mut Held<()>, query: &Embedding, k: usize) -> Vec<i64> {
    let wanted = Wanted {
        embedding: query,
        admits: &|()| true,
        least: -0.5,
        k,
    };
    let nearest = nearest(connection, Table::Trajectories, (held, &SOURCE, 0), &wanted).unwrap();
    nearest
        .found
        .into_iter()
        .map(|(number, _)| number)
        .collect()
}

fn embedding() -> impl Strategy<Value = Embedding> {
    // Few numbers, so that there are ties.
    let number = prop_oneof![Just(0.0_f32), Just(1.0), Just(-1.0), -1.0_f32..1.0];
    proptest::collection::vec(number, 3).prop_map(|vector| Embedding::new("m", &vector).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// AF-14: the nearest are found exactly, even if there are too many to be held in memory.
    #[test]
    fn af_14_the_nearest_are_exact(
        vectors in proptest::collection::vec(embedding(), 0..40),
        query in embedding(),
        k in 0_usize..8,
    ) {
        let connection = filled(&vectors);
        let mut expected: Vec<(f32, i64)> = (1..).zip(&vectors)
            .map(|(number, vector)| (vector.cosine(&query).unwrap(), number))
            .filter(|(cosine, _)| *cosine >= -0.5)
            .collect();
        expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let expected: Vec<i64> = expected.into_iter().take(k).map(|(_, number)| number).collect();
        prop_assert_eq!(&found(&connection, &mut Held::default(), &query, k), &expected);
        prop_assert_eq!(&found(&connection, &mut Held::bounded(10), &query, k), &expected);
    }
}
