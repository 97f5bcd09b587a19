//! Vectors of another model replace the stored ones.

use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::retriever::{MeaningQuery, RetrievalQueries};
use amb_memory::trajectory::vectors::{
    KeptText, NewVector, TextKind, TextOf, TextPage, VectorQuery,
};

use super::super::place::Place;
use super::super::texts::{DIMENSIONS, MODEL, vector};
use super::questions::queries;
use super::samples::{embedded, overcame, plain, runs_of_all_kinds, stuck};
use super::twins::Twins;
use crate::long_term::TrajectoryStore;

/// The model that runs now; its vectors are longer.
const NEXT: &str = "words-2";
const LONGER: usize = 2 * DIMENSIONS;

fn next(text: &str) -> Embedding {
    Embedding::new(NEXT, &vector(text, LONGER)).unwrap()
}

/// Gives a text a vector of that model.
pub fn new_vector(text: &KeptText) -> NewVector {
    NewVector {
        embedding: next(&text.text),
        text: text.clone(),
    }
}

/// A look at all texts, for vectors of that model.
pub fn all() -> VectorQuery {
    VectorQuery::comparable(&next("any"), usize::MAX)
}

impl Twins {
    async fn without_vectors(&self, query: &VectorQuery) -> TextPage {
        let found = self.store.without_vectors(query).await;
        assert_eq!(found, self.reference.without_vectors(query).await);
        found.unwrap()
    }

    async fn put_vectors(&self, vectors: &[NewVector]) -> usize {
        let put = self.store.put_vectors(vectors).await;
        assert_eq!(put, self.reference.put_vectors(vectors).await);
        put.unwrap()
    }

    /// Both find the same by the new model's meaning; how much.
    async fn mean_alike(&self, text: &str) -> usize {
        let query = RetrievalQueries {
            meaning: Some(MeaningQuery {
                embedding: next(text),
                min_similarity: 0.05,
                k: 1_000,
            }),
            ..queries("", "", 0)
        };
        let found = self.store.candidates(&query).await.unwrap().meaning;
        let expected = self.reference.candidates(&query).await.unwrap().meaning;
        let ids = |found: &amb_memory::trajectory::retriever::Ranked| {
            let mut ids: Vec<String> = found.fragments.iter().map(|it| it.id.to_string()).collect();
            ids.extend(found.methodologies.iter().map(|it| it.id.to_string()));
            ids.sort_unstable();
            ids
        };
        assert_eq!(ids(&found), ids(&expected), "{text}");
        ids(&found).len()
    }
}

pub async fn texts_get_vectors_of_another_model(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    twins.learn_all(&runs_of_all_kinds()).await;
    twins
        .consolidate(9_000, &TrajectorySettings::default())
        .await;
    assert_eq!(twins.mean_alike("HTTP 429 quota").await, 0);
    let every = twins.without_vectors(&all()).await;
    assert_eq!((every.looked_at, &every.next), (every.without.len(), &None));
    for kind in TextKind::ALL {
        assert!(every.without.iter().any(|text| text.of.kind == kind));
    }
    // Some have none of the model before.
    let former = VectorQuery {
        model: MODEL.to_owned(),
        dimensions: DIMENSIONS,
        ..all()
    };
    let some = twins.without_vectors(&former).await;
    assert!((1..every.without.len()).contains(&some.without.len()));
    assert_eq!(some.looked_at, every.looked_at);
    // Page by page, across kinds; stored vectors are not asked for again, though such a page still counts.
    let mut query = VectorQuery { limit: 7, ..all() };
    let (mut looked_at, mut put) = (0, 0);
    for n in 0.. {
        let page = twins.without_vectors(&query).await;
        assert!(page.without.len() <= 7);
        looked_at += page.looked_at;
        if n % 2 == 0 {
            let vectors: Vec<NewVector> = page.without.iter().map(new_vector).collect();
            put += twins.put_vectors(&vectors).await;
            assert_eq!(twins.without_vectors(&query).await.without, []);
        }
        let Some(next) = page.next else { break };
        query.after = Some(next);
    }
    assert_eq!(looked_at, every.looked_at);
    let left = twins.without_vectors(&all()).await.without;
    assert_eq!(left.len(), every.without.len() - put);
    let vectors: Vec<NewVector> = left.iter().map(new_vector).collect();
    assert_eq!(twins.put_vectors(&vectors).await, left.len());
    assert_eq!(twins.without_vectors(&all()).await.without, []);
    assert!(twins.mean_alike("HTTP 429 quota").await > 1);
    twins.are_alike().await;
    let of_none = VectorQuery { limit: 0, ..all() };
    assert_eq!(twins.without_vectors(&of_none).await.without, []);
}

pub async fn texts_that_have_changed_keep_their_vectors(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    twins.learn_all(&[embedded(&overcame("t", 1_000))]).await;
    twins.learn_all(&[plain(&stuck("u", 2_000))]).await;
    twins.consolidate(3_000, &settings).await;
    let texts = twins.without_vectors(&all()).await.without;
    let revision = twins.revision().await;
    // Neither another text nor a missing one is written.
    let changed = texts.iter().map(|text| KeptText {
        text: format!("{}, changed", text.text),
        ..text.clone()
    });
    let gone = TextKind::ALL.map(|kind| KeptText {
        of: TextOf::new(kind, "nobody"),
        text: "nothing".to_owned(),
    });
    let vectors: Vec<NewVector> = changed.chain(gone).map(|text| new_vector(&text)).collect();
    assert_eq!(twins.put_vectors(&vectors).await, 0);
    assert_eq!(twins.put_vectors(&[]).await, 0);
    assert_eq!(twins.revision().await, revision);
    // Methodologies are rewritten while their texts are embedded; the rest gets its vectors.
    twins.learn_all(&[embedded(&overcame("v", 4_000))]).await;
    let rewritten = twins.consolidate_with(5_000, &settings, |answer| {
        answer.abstraction.strategy.push_str(" Then breathe.");
    });
    let rewritten = rewritten.await.methodologies.len();
    assert!(rewritten > 0);
    let early = twins.planned(6_000, &settings, |_| {}).await;
    let before = twins.without_vectors(&all()).await.without.len();
    let vectors: Vec<NewVector> = texts.iter().map(new_vector).collect();
    let put = twins.put_vectors(&vectors).await;
    let left = twins.without_vectors(&all()).await.without;
    assert!((1..texts.len()).contains(&put));
    assert_eq!(left.len(), before - put);
    let methodologies = left.iter().filter(|it| it.of.kind == TextKind::Methodology);
    assert!(
        methodologies.count() > 0,
        "those that say something else now"
    );
    // A plan from before would bring the former vectors back.
    twins.refuses(&early).await;
    twins.are_alike().await;
}
