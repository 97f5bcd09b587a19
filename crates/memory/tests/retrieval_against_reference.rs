//! MB-06: after any sequence of changes the index answers as a naive computation over all documents.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a helper of a test fails as its test does"
)]

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::{BM25_B, BM25_K1, Hit, HybridIndex, Query, analyze, analyze_document};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

/// Not a multiple of any SIMD width.
const DIMENSIONS: usize = 21;
const TOLERANCE: f64 = 1e-5;

#[derive(Debug, Clone)]
struct Document {
    text: String,
    vector: Option<Vec<f32>>,
}

#[derive(Debug, Clone)]
enum Change {
    Upsert(u8, Document),
    Remove(u8),
}

#[derive(Debug, Clone)]
struct Question {
    text: String,
    vector: Option<Vec<f32>>,
    alpha: f32,
    k: usize,
    exclude: BTreeSet<u8>,
}

/// Everything recomputed from the documents, in f64.
struct Reference<'a>(&'a BTreeMap<u8, Document>);

impl Reference<'_> {
    fn keyword_scores(&self, query: &str) -> BTreeMap<u8, f64> {
        let analyzed: Vec<_> = self
            .0
            .iter()
            .map(|(key, document)| (*key, analyze_document(&document.text)))
            .collect();
        let count = analyzed.len() as f64;
        let total: usize = analyzed.iter().map(|(_, terms)| terms.counted.len()).sum();
        let average = total as f64 / count;
        let frequency = |terms: &amb_memory::retrieval::DocumentTerms, wanted: &String| {
            let counted = terms.counted.iter().filter(|term| *term == wanted);
            let uncounted = terms.uncounted.iter().filter(|term| *term == wanted);
            (counted.count() + uncounted.count()) as f64
        };
        let (k1, b) = (f64::from(BM25_K1), f64::from(BM25_B));
        let mut scores: BTreeMap<u8, f64> = analyzed.iter().map(|(key, _)| (*key, 0.0)).collect();
        for term in analyze(query) {
            let holders = analyzed
                .iter()
                .filter(|(_, terms)| frequency(terms, &term) > 0.0)
                .count() as f64;
            let idf = (1.0 + (count - holders + 0.5) / (holders + 0.5)).ln();
            for (key, terms) in &analyzed {
                let tf = frequency(terms, &term);
                if tf > 0.0 {
                    let length = terms.counted.len() as f64 / average;
                    *scores.get_mut(key).unwrap() +=
                        idf * tf * (k1 + 1.0) / (tf + k1 * (1.0 - b + b * length));
                }
            }
        }
        scores
    }

    fn cosine(&self, key: u8, query: &[f32]) -> Option<f64> {
        let stored = self.0[&key].vector.as_ref()?;
        let dot =
            |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(x, y)| f64::from(x * y)).sum() };
        let lengths = (dot(stored, stored) * dot(query, query)).sqrt();
        Some(if lengths == 0.0 {
            0.0
        } else {
            dot(stored, query) / lengths
        })
    }

    /// All documents that are hits, best first.
    fn hybrid(&self, question: &Question) -> Vec<(u8, f64)> {
        let words = self.keyword_scores(&question.text);
        let greatest = words.values().copied().fold(0.0, f64::max);
        let alpha = f64::from(question.alpha);
        let scored = self.0.keys().filter_map(|key| {
            let keyword = if greatest > 0.0 {
                words[key] / greatest
            } else {
                0.0
            };
            let cosine = question
                .vector
                .as_ref()
                .and_then(|query| self.cosine(*key, query));
            let heard = (alpha > 0.0 && keyword > 0.0) || (alpha < 1.0 && cosine.is_some());
            let score = alpha * keyword + (1.0 - alpha) * cosine.unwrap_or(0.0);
            (heard && !question.exclude.contains(key)).then_some((*key, score))
        });
        best_first(scored)
    }
}

fn best_first(scored: impl Iterator<Item = (u8, f64)>) -> Vec<(u8, f64)> {
    let mut ranking: Vec<_> = scored.collect();
    ranking.sort_by(|(a_key, a), (b_key, b)| b.total_cmp(a).then(a_key.cmp(b_key)));
    ranking
}

/// The hits are the reference's first `k`; rounding may swap only what is equal to within it.
fn assert_same(hits: &[Hit<u8>], reference: &[(u8, f64)], k: usize) {
    assert_eq!(hits.len(), k.min(reference.len()), "{hits:?} {reference:?}");
    let scores: BTreeMap<u8, f64> = reference.iter().copied().collect();
    for (hit, (_, ranked)) in hits.iter().zip(reference) {
        let allowed = TOLERANCE * ranked.abs().max(1.0);
        assert!(
            (f64::from(hit.score) - ranked).abs() <= allowed,
            "{hits:?} {reference:?}"
        );
        assert!(
            (f64::from(hit.score) - scores[&hit.key]).abs() <= allowed,
            "{hit:?} {scores:?}"
        );
    }
    let in_order = |pair: &[Hit<u8>]| {
        pair[0].score > pair[1].score
            || (pair[0].score == pair[1].score && pair[0].key < pair[1].key)
    };
    assert!(hits.windows(2).all(in_order), "{hits:?}");
}

fn text() -> impl Strategy<Value = String> {
    let word = select(vec![
        "the",
        "who",
        "is",
        "ownership",
        "borrowing",
        "Borrowed",
        "HashMap",
        "hash",
        "map",
        "read_file",
        "memory",
        "Memories",
        "3.14",
        "量子计算",
        "计算",
        "量",
        "メモリ",
        "메모리",
        "ＲＵＳＴ",
        "rust",
        "don't",
        "—",
    ]);
    vec(word, 0..9).prop_map(|words| words.join(" "))
}

fn vector() -> impl Strategy<Value = Vec<f32>> {
    let number = (-4_i8..=4).prop_map(f32::from);
    prop_oneof![9 => vec(number, DIMENSIONS), 1 => Just(vec![0.0; DIMENSIONS])]
}

fn change() -> impl Strategy<Value = Change> {
    let document = (text(), proptest::option::weighted(0.8, vector()))
        .prop_map(|(text, vector)| Document { text, vector });
    prop_oneof![
        3 => (0..24_u8, document).prop_map(|(key, document)| Change::Upsert(key, document)),
        1 => (0..24_u8).prop_map(Change::Remove),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    let alpha = prop_oneof![Just(0.0_f32), Just(0.5), Just(1.0), 0.0..=1.0_f32];
    let vector = proptest::option::weighted(0.8, vector());
    (text(), vector, alpha, 0..8_usize, btree_set(0..24_u8, 0..5)).prop_map(
        |(text, vector, alpha, k, exclude)| Question {
            text,
            vector,
            alpha,
            k,
            exclude,
        },
    )
}

fn apply(changes: &[Change]) -> (HybridIndex<u8>, BTreeMap<u8, Document>) {
    let mut index = HybridIndex::new(DIMENSIONS);
    let mut documents = BTreeMap::new();
    for change in changes {
        match change {
            Change::Upsert(key, document) => {
                let vector = document.vector.as_deref();
                index.upsert(*key, &document.text, vector).unwrap();
                documents.insert(*key, document.clone());
            }
            Change::Remove(key) => {
                assert_eq!(index.remove(key), documents.remove(key).is_some());
            }
        }
    }
    (index, documents)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn mb_06_hybrid_search_equals_reference(changes in vec(change(), 0..60), question in question()) {
        let (index, documents) = apply(&changes);
        let hits = index
            .search(&Query {
                text: &question.text,
                vector: question.vector.as_deref(),
                alpha: question.alpha,
                k: question.k,
                exclude: Some(&question.exclude),
            })
            .unwrap();
        assert_same(&hits, &Reference(&documents).hybrid(&question), question.k);
        for hit in &hits {
            let fused = question.alpha * hit.keyword + (1.0 - question.alpha) * hit.semantic;
            prop_assert_eq!(hit.score, fused);
        }
    }

    #[test]
    fn mb_06_keyword_search_equals_reference(changes in vec(change(), 0..60), query in text()) {
        let (index, documents) = apply(&changes);
        let scores = Reference(&documents).keyword_scores(&query);
        let ranking = best_first(scores.into_iter().filter(|(_, score)| *score > 0.0));
        assert_same(&index.keyword_search(&query, 5), &ranking, 5);
    }

    #[test]
    fn mb_06_semantic_search_equals_reference(changes in vec(change(), 0..60), query in vector()) {
        let (index, documents) = apply(&changes);
        let reference = Reference(&documents);
        let cosines = documents.keys().filter_map(|key| Some((*key, reference.cosine(*key, &query)?)));
        let ranking = best_first(cosines);
        assert_same(&index.semantic_search(&query, 5).unwrap(), &ranking, 5);
    }

    #[test]
    fn contents_follow_every_change(changes in vec(change(), 0..60)) {
        let (index, documents) = apply(&changes);
        prop_assert_eq!(index.len(), documents.len());
        prop_assert_eq!(index.is_empty(), documents.is_empty());
        let mut terms = BTreeSet::new();
        for key in 0..24 {
            prop_assert_eq!(index.contains(&key), documents.contains_key(&key));
            let stored = documents.get(&key).and_then(|document| document.vector.as_ref());
            prop_assert_eq!(index.vector(&key).is_some(), stored.is_some());
        }
        for document in documents.values() {
            let analyzed = analyze_document(&document.text);
            terms.extend(analyzed.counted);
            terms.extend(analyzed.uncounted);
        }
        prop_assert_eq!(index.term_count(), terms.len());
    }

    #[test]
    fn any_text_is_found_by_itself(document in "\\PC{0,40}", other in "\\PC{0,40}") {
        let mut index = HybridIndex::new(DIMENSIONS);
        index.upsert(0, &document, None).unwrap();
        index.upsert(1, &other, None).unwrap();
        let found = index.keyword_search(&document, 2);
        prop_assert_eq!(analyze(&document).is_empty(), !found.iter().any(|hit| hit.key == 0));
    }
}
