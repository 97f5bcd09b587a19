//! Queries to a store, and the comparison of its replies.

use std::collections::BTreeSet;

use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::trajectory::consolidator::EvidenceQuery;
use amb_memory::trajectory::records::{Methodology, MethodologyId};
use amb_memory::trajectory::retriever::{
    ErrorQuery, MeaningQuery, Ranked, RetrievalQueries, StateQuery, TaskQuery,
};
use amb_memory::trajectory::statistics::MistakeQuery;

use super::super::texts::{HOSTILE, embedding, tell_apart};
use super::sight::ordered;
use crate::long_term::TrajectoryStore;

/// Sends both stores every query, and compares the replies.
///
/// All must be alike, including order and ties, except [`StateQuery`]: there the score is the store's, and all entries
/// that share a term are compared as a set, a part of them as a part of that set.
pub async fn answer_alike(store: &dyn TrajectoryStore, reference: &dyn TrajectoryStore) {
    for queries in states() {
        let found = store.candidates(&queries).await.unwrap();
        let expected = reference.candidates(&queries).await.unwrap();
        assert_eq!(found.error, expected.error, "{:?}", queries.error);
        assert_eq!(found.task, expected.task, "{:?}", queries.task);
        if let Some(query) = &queries.meaning {
            tells_apart(&expected.meaning, query);
        }
        assert_eq!(found.meaning, expected.meaning, "{:?}", queries.meaning);
        if let Some(query) = &queries.state {
            by_state_alike(&found.state, query, reference).await;
        }
    }
    for query in errors() {
        let expected = reference.by_error(&query).await;
        assert_eq!(store.by_error(&query).await, expected, "{query:?}");
    }
    for query in mistakes() {
        let expected = reference.mistakes(&query).await;
        assert_eq!(store.mistakes(&query).await, expected, "{query:?}");
    }
    for (unabstracted, recent, keep_failed) in [(2, 1, 1), (0, 0, 1_000), (1_000, 3, 2)] {
        let query = EvidenceQuery {
            unabstracted,
            recent,
            keep_failed,
        };
        let found = ordered(store.evidence(&query).await.unwrap());
        let expected = ordered(reference.evidence(&query).await.unwrap());
        assert_eq!(found, expected, "{query:?}");
    }
}

async fn by_state_alike(found: &Ranked, query: &StateQuery, reference: &dyn TrajectoryStore) {
    let all = RetrievalQueries {
        state: Some(StateQuery {
            k: usize::MAX,
            ..query.clone()
        }),
        ..queries("", "", 0)
    };
    let all = reference
        .candidates(&all)
        .await
        .unwrap()
        .state
        .methodologies;
    let known = |methodology: &&Methodology| all.contains(methodology);
    assert!(found.methodologies.iter().all(|it| known(&it)), "{query:?}");
    let ids: BTreeSet<&MethodologyId> = found.methodologies.iter().map(|it| &it.id).collect();
    assert_eq!(ids.len(), found.methodologies.len(), "each once: {query:?}");
    assert_eq!(ids.len(), all.len().min(query.k), "{query:?}");
    assert!(found.fragments.is_empty() && found.resolved_by.is_empty());
}

fn tells_apart(found: &Ranked, query: &MeaningQuery) {
    let methodologies = found.methodologies.iter().map(|it| &it.embedding);
    let fragments = found.fragments.iter().map(|it| &it.embedding);
    for list in [methodologies.collect::<Vec<_>>(), fragments.collect()] {
        let vectors: Vec<Embedding> = list.into_iter().flatten().cloned().collect();
        tell_apart(&vectors, &query.embedding);
    }
}

/// Returns queries for a task alone.
pub fn queries(task_type: &str, repo: &str, k: usize) -> RetrievalQueries {
    RetrievalQueries {
        error: None,
        task: TaskQuery {
            task_type: task_type.to_owned(),
            repo: repo.to_owned(),
            k,
        },
        state: None,
        meaning: None,
    }
}

fn states() -> Vec<RetrievalQueries> {
    let full = |task_type: &str, repo: &str, text: &str, k: usize| RetrievalQueries {
        error: Some(by_error("HTTP 429", &["quota", "exceed"], false, k)),
        state: Some(StateQuery {
            terms: distinct(text),
            k,
        }),
        meaning: Some(MeaningQuery {
            embedding: embedding(text),
            min_similarity: 0.05,
            k,
        }),
        ..queries(task_type, repo, k)
    };
    let mut asked = vec![
        full(
            "research",
            "shop",
            "HTTP 429 quota in research tasks while locating",
            20,
        ),
        full("research", "market", "电视塔 请求超时 research", 2),
        full("bug_fix", "", "ImportError numpy bug_fix", 1),
        full("Research", "SHOP", "nowhereword", 20),
        full("", "shop", "wait 30 s", 0),
        full("research", "shop", "In research tasks.", usize::MAX),
        queries("bug_fix", "shop", 20),
    ];
    for text in HOSTILE {
        asked.push(full(text, text, &format!("{text} research"), 20));
    }
    asked
}

fn errors() -> Vec<ErrorQuery> {
    let mut asked = vec![
        by_error("HTTP 429", &[], false, 20),
        by_error("HTTP 429", &["quota", "quota", "many"], true, 20),
        by_error("HTTP 429", &["quota"], true, 1),
        by_error("ImportError", &["numpy"], false, 20),
        by_error("ImportError", &["panda", "shop"], true, usize::MAX),
        by_error("ImportError", &["panda"], false, 1),
        by_error("Failure", &["稍后", "再试"], false, 20),
        by_error("KeyError", &[], false, 0),
        by_error("HTTP%", &[], false, 20),
        by_error("http 429", &["quota"], false, 20),
        by_error("", &[""], false, 20),
    ];
    asked.extend(HOSTILE.map(|text| by_error(text, &[text], true, 20)));
    let like = |query: ErrorQuery| ErrorQuery {
        least_shared: 1,
        ..query
    };
    asked.extend([
        like(by_error("ImportError", &["numpy"], false, 20)),
        like(by_error("ImportError", &["nowhereword"], false, 20)),
        like(by_error("HTTP 429", &[], true, 20)),
    ]);
    asked
}

fn by_error(error_type: &str, keywords: &[&str], ways_out: bool, k: usize) -> ErrorQuery {
    ErrorQuery {
        error_type: error_type.to_owned(),
        keywords: keywords.iter().map(|word| (*word).to_owned()).collect(),
        least_shared: 0,
        ways_out,
        k,
    }
}

fn mistakes() -> Vec<MistakeQuery> {
    let asked = [
        ("the height of the tower", 20),
        ("Mend the cart that wants numpy", 20),
        ("cart", 1),
        ("量子计算", 20),
        ("", 20),
        ("tower", 0),
        ("tower cart research", usize::MAX),
        (HOSTILE[1], 20),
    ];
    let mut asked: Vec<_> = asked.map(|(text, k)| MistakeQuery::new(text, k)).into();
    asked.push(MistakeQuery {
        terms: HOSTILE.map(str::to_owned).into(),
        k: 20,
    });
    asked
}

fn distinct(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    for term in analyze(text) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}
