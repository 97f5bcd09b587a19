//! Methodologies are made, merged and removed.

use amb_memory::retrieval::analyze;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::{Consolidation, EvidenceQuery};
use amb_memory::trajectory::records::{Given, MethodologyId, MethodologyKind, RawTrajectory};
use amb_memory::trajectory::retriever::{RetrievalQueries, StateQuery};
use amb_memory::trajectory::writer::Learned;

use super::super::place::Place;
use super::super::texts::{HOSTILE, embedding};
use super::questions::queries;
use super::samples::{
    calm, embedded, failing, overcame, plain, run, runs_of_all_kinds, stuck, without_module,
};
use super::twins::Twins;
use crate::long_term::TrajectoryStore;

pub async fn methodologies_are_made_and_revised(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings {
        consolidation_batch: 3,
        ..TrajectorySettings::default()
    };
    twins.learn_all(&runs_of_all_kinds()[..6]).await;
    // A part at a time, until nothing is left to abstract.
    let mut parts = 0;
    while twins.consolidate(8_000 + parts, &settings).await.more {
        twins.look_alike().await;
        parts += 1;
    }
    assert!(parts > 1);
    twins.are_alike().await;
    let again = twins.consolidate(9_000, &settings).await;
    assert!(again.methodologies.is_empty() && again.abstracted.is_empty());
    twins
        .learn(&embedded(&overcame("new", 7_000)))
        .await
        .unwrap();
    let revised = twins.consolidate(9_001, &settings).await;
    assert!(!revised.methodologies.is_empty());
    twins.are_alike().await;
    twins.consolidate_with(9_002, &settings, |_| {}).await;
    twins.are_alike().await;
}

/// Single cases that are older fill one read of evidence; the next, with a larger limit, reaches those behind them.
pub async fn lone_cases_starve_nobody(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings {
        min_cases: 3,
        consolidation_batch: 4,
        ..TrajectorySettings::default()
    };
    for (id, at) in ["p", "q", "r", "s", "t"].into_iter().zip(1_000..) {
        let lone = RawTrajectory {
            task_type: format!("kind {id}"),
            ..overcame(id, at)
        };
        twins.learn(&embedded(&lone)).await.unwrap();
    }
    for (id, at) in ["a", "b", "c"].into_iter().zip(2_000..) {
        twins.learn(&plain(&overcame(id, at))).await.unwrap();
    }
    let fruitless = twins.consolidate(3_000, &settings).await;
    assert!(fruitless.abstracted.is_empty() && fruitless.more);
    let mut query = EvidenceQuery::new(&settings);
    let found = loop {
        query = query.further().expect("one of them is enough");
        let made = twins.planned_from(&query, 3_001, &settings, |_| {}).await;
        if !made.abstracted.is_empty() {
            break made;
        }
        assert!(made.more, "all was looked at");
    };
    assert!(found.abstracted.len() >= 3, "{found:?}");
    let kinds = found.methodologies.iter().map(|made| &made.task_type);
    assert!(kinds.into_iter().all(|kind| kind == "research"));
}

pub async fn what_holds_more_and_rarer_words_comes_first(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let runs = [
        stuck("c", 1),
        without_module("d", 2, "numpy", true),
        overcame("a", 3),
        run("g", 4, true, vec![calm("search", "lake")]),
    ];
    twins.learn_all(&runs.each_ref().map(plain)).await;
    let made = twins
        .consolidate(8_000, &TrajectorySettings::default())
        .await;
    let advice = MethodologyId::of(MethodologyKind::Advice, Some("ImportError"), "bug_fix");
    let wanted = made.methodologies.iter().find(|it| it.id == advice);
    let mut terms = wanted.expect("it was made").terms();
    terms.extend(analyze("research"));
    terms.sort_unstable();
    terms.dedup();
    for k in [1, 20] {
        let query = RetrievalQueries {
            state: Some(StateQuery {
                terms: terms.clone(),
                k,
            }),
            ..queries("", "", 0)
        };
        let found = twins.store.candidates(&query).await.unwrap().state;
        assert_eq!(found.methodologies[0].id, advice);
        assert_eq!(found.methodologies.len(), made.methodologies.len().min(k));
    }
}

pub async fn what_says_the_same_becomes_one(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    let mut slow = overcame("slow", 2_000);
    slow.steps[0] = failing("search", "tower", "Timeout: the quota server is silent");
    let mut silent = overcame("silent", 2_000);
    silent.steps[0] = failing("search", "tower", "HTTP 429: the gateway wants payment");
    let runs = [
        overcame("a", 1_000),
        overcame("b", 1_000),
        overcame("c", 1_000),
    ];
    twins.learn_all(&runs.each_ref().map(embedded)).await;
    twins.learn_all(&[embedded(&slow), embedded(&silent)]).await;
    // One methodology before, two to be merged with it after.
    let first = twins.consolidate(3_000, &settings).await;
    assert!(!first.merged_fragments.is_empty());
    twins.are_alike().await;
    let mut third = overcame("third", 2_500);
    third.steps[0] = failing("search", "tower", "Timeout: no answer from the lake");
    third.task_type = "research".to_owned();
    twins
        .learn_all(&[embedded(&third), embedded(&overcame("d", 2_600))])
        .await;
    let merged = twins.consolidate_with(3_500, &settings, |answer| {
        if answer.request.error_type.is_some() {
            answer.embedding = Some(embedding("the same"));
        }
    });
    assert_eq!(merged.await.merged_methodologies.len(), 1);
    twins.are_alike().await;
    twins.learn(&embedded(&overcame("e", 2_700))).await.unwrap();
    twins.consolidate(4_000, &settings).await;
    twins.are_alike().await;
}

pub async fn what_is_weak_old_or_lost_goes(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings {
        keep_failed: 1,
        ..TrajectorySettings::default()
    };
    twins.learn(&embedded(&overcame("t", 1_000))).await.unwrap();
    let made = twins.consolidate(1_500, &settings).await;
    for (id, at) in [("p", 1), ("q", 2), ("r", 2)] {
        let failed = RawTrajectory {
            given: made
                .methodologies
                .iter()
                .map(|methodology| Given {
                    methodology: methodology.id.clone(),
                    step: None,
                })
                .collect(),
            ..stuck(id, at)
        };
        twins.learn(&plain(&failed)).await.unwrap();
    }
    // A fragment that no trajectory has, with an error that nothing else met.
    let mut lost: Learned = plain(&without_module("lost", 5, "scipy", false));
    lost.has_fragment.clear();
    twins.learn(&lost).await.unwrap();
    twins.are_alike().await;
    let cleaned = twins.consolidate(1_600, &settings).await.removed;
    assert!(!cleaned.weak.is_empty() && !cleaned.lost.is_empty());
    assert_eq!(
        cleaned.expired.len(),
        3,
        "all but the newest, which is lost"
    );
    twins.are_alike().await;
    // An error that nothing relates to any more is removed the next time.
    assert!(twins.forget("t").await);
    twins.are_alike().await;
    twins.consolidate(1_700, &settings).await;
    twins.are_alike().await;
}

pub async fn a_stale_consolidation_is_refused_whole(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    let runs = [overcame("t", 1_000), stuck(HOSTILE[0], 2_000)];
    twins.learn_all(&runs.each_ref().map(embedded)).await;
    let early = twins.planned(1_500, &settings, |_| {}).await;
    assert!(!early.methodologies.is_empty());
    twins.learn(&embedded(&overcame("u", 3_000))).await.unwrap();
    twins.refuses(&early).await;
    let applied = twins.consolidate(1_600, &settings).await;
    twins.refuses(&applied).await;
    assert!(twins.forget("u").await);
    twins.refuses(&applied).await;
    let never = Consolidation {
        basis: u64::from(u32::MAX),
        ..applied
    };
    twins.refuses(&never).await;
    twins.consolidate(1_700, &settings).await;
    twins.are_alike().await;
}

pub async fn a_forgotten_methodology_takes_its_relations_along(
    place: &impl Place<dyn TrajectoryStore>,
) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    let runs = [overcame("t", 1_000), stuck("u", 2_000)];
    twins.learn_all(&runs.each_ref().map(embedded)).await;
    let made = twins.consolidate(1_500, &settings).await;
    let advice = MethodologyId::of(MethodologyKind::Advice, Some("HTTP 429"), "research");
    assert!(made.methodologies.iter().any(|known| known.id == advice));
    let failures = async || twins.store.statistics().await.unwrap().failure_patterns;
    let quoted = async || failures().await.into_iter().flat_map(|it| it.prevention);
    assert!(quoted().await.next().is_some(), "advice is quoted there");
    assert!(twins.forget_methodology(advice.as_str()).await);
    assert!(!twins.forget_methodology(advice.as_str()).await);
    assert!(failures().await.is_empty(), "and told of no longer");
    twins.are_alike().await;
    twins.refuses(&made).await;
    let next = twins.consolidate(1_600, &settings).await;
    assert!(
        next.methodologies.is_empty(),
        "its cases do not bring it back"
    );
    twins.learn(&embedded(&overcame("v", 3_000))).await.unwrap();
    let next = twins.consolidate(1_700, &settings).await;
    assert!(next.methodologies.iter().any(|known| known.id == advice));
    twins.are_alike().await;
    // Errors that no fragment met and no methodology resolves reveal nothing of forgotten runs.
    assert!(!failures().await.is_empty());
    for run in ["t", "u", "v"] {
        assert!(twins.forget(run).await);
        assert!(failures().await.is_empty());
    }
    twins.are_alike().await;
    let met = async || twins.store.statistics().await.unwrap().error_frequency;
    assert!(!met().await.is_empty(), "methodologies resolve them");
    for known in twins.store.knowledge().await.unwrap().methodologies {
        assert!(twins.forget_methodology(known.id.as_str()).await);
    }
    twins.are_alike().await;
    assert!(met().await.is_empty());
}
