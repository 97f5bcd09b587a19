//! Strategies, channels and scores (AF-03, AF-07, AF-10, AF-11, AF-12, AF-14).

use crate::driver::*;
use amb_memory::hierarchy::*;
use amb_memory::retrieval::Embedding;
use proptest::prelude::*;

fn by(strategy: RecallStrategy, question: &str) -> RecallRequest {
    RecallRequest {
        strategy: Some(strategy),
        ..RecallRequest::new(question, NOW)
    }
}

fn given(text: &str, at: i64, importance: f32) -> NewMemory {
    NewMemory {
        importance: Importance::Given(importance),
        ..said(text, at)
    }
}

/// Four memories that each strategy orders differently.
fn mind() -> Mind {
    let mut mind = Mind::default();
    mind.remember_with(
        given("tea in the morning", NOW - 40 * DAY, 0.9),
        Some(&[1.0, 0.0]),
    );
    mind.remember_with(
        given("a walk by the river", NOW - HOUR, 0.2),
        Some(&[0.0, 1.0]),
    );
    mind.remember_with(
        given("tea and more tea", NOW - 20 * DAY, 0.3),
        Some(&[0.6, 0.8]),
    );
    mind.remember_with(given("rice for lunch", NOW - DAY, 0.5), Some(&[0.9, 0.1]));
    mind
}

#[test]
fn af_11_each_strategy_keeps_its_order() {
    let mind = mind();
    let order = |strategy| contents(&mind.recall(by(strategy, "tea")));
    assert_eq!(
        order(RecallStrategy::Keyword),
        ["tea and more tea", "tea in the morning"]
    );
    assert_eq!(
        order(RecallStrategy::Temporal)[..2],
        ["a walk by the river", "rice for lunch"]
    );
    assert_eq!(
        order(RecallStrategy::Importance)[..2],
        ["tea in the morning", "rice for lunch"]
    );
    let semantic = RecallRequest {
        embedding: Some(Embedding::new("mini", &[1.0, 0.0]).unwrap()),
        ..by(RecallStrategy::Semantic, "tea")
    };
    let semantic = mind.recall(semantic);
    assert_eq!(
        contents(&semantic)[..3],
        ["tea in the morning", "rice for lunch", "tea and more tea"]
    );
    assert!(semantic.notes.is_empty());
}

#[test]
fn af_11_meaning_without_a_vector_is_words_and_says_so() {
    let recalled = mind().recall(by(RecallStrategy::Semantic, "tea"));
    assert_eq!(recalled.notes, [RecallNote::NoEmbedding]);
    assert_eq!(
        recalled.memories[0].ranks,
        [ChannelRank {
            channel: RecallChannel::Keyword,
            rank: 1
        }]
    );
}

#[test]
fn af_07_af_10_hybrid_fuses_and_scores_and_says_why() {
    let request = RecallRequest {
        embedding: Some(Embedding::new("mini", &[1.0, 0.0]).unwrap()),
        ..RecallRequest::new("tea", NOW)
    };
    let recalled = mind().recall(request);
    assert_eq!(recalled.strategy, RecallStrategy::Hybrid);
    let settings = RecallSettings::default();
    for found in &recalled.memories {
        let RecallScore {
            recency,
            importance,
            relevance,
            total,
        } = found.score;
        let expected =
            settings.alpha * recency + settings.beta * importance + settings.gamma * relevance;
        assert!((total - expected).abs() < 1e-6);
        let fused: f32 = found
            .ranks
            .iter()
            .map(|place| 1.0 / (60.0 + place.rank as f32))
            .sum();
        assert!((found.fused - fused).abs() < 1e-6);
        let holds_word = found.entry.content.contains("tea");
        assert_eq!(found.matched_terms.is_empty(), !holds_word);
        let relevant = if holds_word {
            1.0
        } else {
            found.cosine.unwrap()
        };
        assert!((relevance - relevant).abs() < 1e-6);
    }
    let totals: Vec<_> = recalled.memories.iter().map(|m| m.score.total).collect();
    assert!(totals.is_sorted_by(|a, b| a >= b), "{totals:?}");
}

#[test]
fn af_03_two_character_chinese_words_are_found() {
    let mut mind = Mind::default();
    for text in [
        "中文优先的项目",
        "我喜欢量子计算",
        "I like quantum computing",
        "茶",
    ] {
        mind.remember(said(text, NOW));
    }
    assert_eq!(mind.ask("中文"), ["中文优先的项目"]);
    assert_eq!(mind.ask("计算"), ["我喜欢量子计算"]);
    assert_eq!(mind.ask("茶"), ["茶"]);
    let plan = plan_recall(RecallRequest::new("计算", NOW), &mind.settings.retrieval).unwrap();
    let entry = mind.table.search(&plan.queries[0]).ids[0].clone();
    assert!(mind.get(&entry).terms().counted.contains(&plan.terms[0]));
}

#[test]
fn af_12_a_question_about_a_time_gets_that_time() {
    let mut mind = Mind::default();
    mind.remember(said("planted the garden", NOW - DAY));
    mind.remember(said("bought seeds", NOW - 3 * DAY));
    mind.remember(said("wrote a letter", NOW - HOUR));
    assert_eq!(mind.ask("what did I do yesterday?"), ["planted the garden"]);
    assert_eq!(mind.ask("三天前做了什么"), ["bought seeds"]);
    let yesterday = mind.recall(RecallRequest::new("what did I do yesterday?", NOW));
    assert_eq!(yesterday.strategy, RecallStrategy::Temporal);
    assert_eq!(yesterday.memories[0].in_time, Some(true));
}

#[test]
fn af_12_a_date_finds_what_says_it_beside_what_was_made_then() {
    let mut mind = Mind::default();
    mind.remember(said("The meeting is on 2026-05-03 in Oslo", NOW));
    mind.remember(said("My dentist's appointment: May 3", NOW - HOUR));
    mind.remember(said("5月3日开会", NOW - 2 * HOUR));
    assert_eq!(
        mind.ask("2026-05-03"),
        ["The meeting is on 2026-05-03 in Oslo"]
    );
    let may = mind.ask("May 3");
    assert_eq!(
        may.first().map(String::as_str),
        Some("My dentist's appointment: May 3")
    );
    assert_eq!(mind.ask("5月3日")[0], "5月3日开会");
    let only_then = RecallRequest {
        strategy: Some(RecallStrategy::Temporal),
        ..RecallRequest::new("May 3", NOW)
    };
    assert!(mind.recall(only_then).memories.is_empty());
}

#[test]
fn af_04_af_12_what_holds_at_any_time_did_not_happen_yesterday() {
    let mut mind = Mind::default();
    mind.remember(said("planted the garden", NOW - DAY));
    let insight = NewMemory {
        layer: MemoryLayer::Semantic,
        ..said("gardens need water", NOW - DAY)
    };
    mind.remember(insight);
    assert_eq!(mind.ask("what happened yesterday?"), ["planted the garden"]);
    assert_eq!(mind.ask("garden").len(), 2);
}

#[test]
fn af_07_af_12_of_the_same_words_those_of_the_time_asked_about_come_first() {
    let mut mind = Mind::default();
    let may = NOW - 190 * DAY;
    mind.remember(said("we talked about tea with Ada", may));
    mind.remember(said("we talked about tea with Bob", NOW - HOUR));
    assert_eq!(mind.ask("tea in May")[0], "we talked about tea with Ada");
    assert_eq!(mind.ask("tea")[0], "we talked about tea with Bob");
    assert_eq!(mind.ask("五月 tea")[0], "we talked about tea with Ada");
}

#[test]
fn af_12_personal_and_procedural_queries_ask_further_lists() {
    let channels = |question: &str| -> Vec<RecallChannel> {
        let plan = plan_recall(
            RecallRequest::new(question, NOW),
            &RecallSettings::default(),
        );
        plan.unwrap()
            .queries
            .iter()
            .map(|query| query.channel)
            .collect()
    };
    assert_eq!(channels("tea"), [RecallChannel::Keyword]);
    assert_eq!(
        channels("my tea"),
        [RecallChannel::Keyword, RecallChannel::Personal]
    );
    assert_eq!(
        channels("如何泡茶"),
        [RecallChannel::Keyword, RecallChannel::Procedural]
    );
    assert_eq!(
        channels("tea yesterday"),
        [RecallChannel::Keyword, RecallChannel::Temporal]
    );
    assert_eq!(
        channels(""),
        [RecallChannel::Temporal, RecallChannel::Importance]
    );
}

#[test]
fn af_12_the_users_own_words_come_before_a_page_of_the_same_words() {
    let mut mind = Mind::default();
    mind.remember(read("my favourite tea is oolong, says the shop", NOW));
    mind.remember(said("my favourite tea is sencha, as I say", NOW));
    let recalled = mind.recall(RecallRequest::new("my favourite tea", NOW));
    assert_eq!(recalled.memories[0].entry.speaker, Speaker::User);
}

#[test]
fn af_14_vectors_of_another_model_are_left_out_and_counted() {
    let mind = mind();
    for wrong in [
        Embedding::new("other", &[1.0, 0.0]),
        Embedding::new("mini", &[1.0, 0.0, 0.0]),
    ] {
        let recalled = mind.recall(RecallRequest {
            embedding: Some(wrong.unwrap()),
            ..RecallRequest::new("tea", NOW)
        });
        assert!(
            recalled
                .notes
                .contains(&RecallNote::NotComparable { entries: 4 })
        );
        assert_eq!(recalled.memories.len(), 2);
        assert!(recalled.memories.iter().all(|found| found.cosine.is_none()));
    }
}

#[test]
fn what_vanished_is_noted_and_a_missing_answer_refused() {
    let mind = mind();
    let settings = RecallSettings::default();
    let plan = plan_recall(by(RecallStrategy::Keyword, "tea"), &settings).unwrap();
    let ranking = mind.table.search(&plan.queries[0]);
    let one = mind.table.entries(&ranking.ids[..1]);
    let recalled = rank(&plan, &[ranking], one, &settings).unwrap();
    assert_eq!(recalled.notes, [RecallNote::Vanished { entries: 1 }]);
    assert_eq!(recalled.memories.len(), 1);
    assert!(matches!(
        rank(&plan, &[], Vec::new(), &settings),
        Err(HierarchyError::RepliesMismatch {
            expected: 1,
            actual: 0
        })
    ));
}

#[test]
fn a_scope_bounds_every_list() {
    let mind = mind();
    let scope = MemoryScope {
        range: Some(TimeRange::new(NOW - 30 * DAY, NOW).unwrap()),
        ..MemoryScope::default()
    };
    let recalled = mind.recall(RecallRequest {
        scope,
        ..RecallRequest::new("tea", NOW)
    });
    assert_eq!(contents(&recalled), ["tea and more tea"]);
    let backward = MemoryScope {
        range: Some(TimeRange { from: 2, until: 1 }),
        ..MemoryScope::default()
    };
    let request = RecallRequest {
        scope: backward,
        ..RecallRequest::new("tea", NOW)
    };
    let refused = plan_recall(request, &RecallSettings::default());
    assert_eq!(refused.unwrap_err(), HierarchyError::BackwardRange);
}

#[test]
fn af_13_only_what_was_used_counts_as_accessed() {
    let mut mind = mind();
    let recalled = mind.recall(RecallRequest::new("tea", NOW));
    let used = [recalled.memories[0].entry.id.clone(), "unknown".into()];
    mind.table.apply(&recalled.touch(&used, NOW + 5)).unwrap();
    assert_eq!(mind.get(&used[0]).access_count, 1);
    assert_eq!(mind.get(&recalled.memories[1].entry.id).access_count, 0);
    // A clock that went backwards does not make it older.
    mind.table.apply(&recalled.touch(&used, 0)).unwrap();
    assert_eq!(mind.get(&used[0]).last_accessed, NOW + 5);
}

proptest! {
    #[test]
    fn af_10_the_order_is_that_of_rankings_alone(
        rankings in prop::collection::vec(prop::collection::vec(0_u32..6, 0..6), 2),
        order in Just(vec![1_u32, 2, 3, 4, 5, 6]).prop_shuffle(),
    ) {
        let mut mind = Mind::default();
        for n in 0..6 {
            // All alike, so that ties are many.
            mind.remember(given(&format!("tea{n}"), NOW, 0.5));
        }
        let settings = RecallSettings::default();
        let plan = plan_recall(RecallRequest::new("my tea", NOW), &settings).unwrap();
        let id = |n: &u32| MemoryId::from(format!("m{n:04}").as_str());
        let rankings: Vec<Ranking> = rankings
            .iter()
            .map(|ids| Ranking { ids: ids.iter().map(|n| id(&(n + 1))).collect(), not_comparable: 0 })
            .collect();
        let sorted: Vec<_> = (1..=6).map(|n| id(&n)).collect();
        let shuffled: Vec<_> = order.iter().map(id).collect();
        let a = rank(&plan, &rankings, mind.table.entries(&sorted), &settings).unwrap();
        let b = rank(&plan, &rankings, mind.table.entries(&shuffled), &settings).unwrap();
        prop_assert_eq!(&a, &b);
        let places: Vec<_> = a.memories.iter().map(|m| (m.score.total, m.fused)).collect();
        prop_assert!(places.is_sorted_by(|a, b| a >= b));
    }
}

/// AF-11: a zero below zero is a zero: it is the least important, not the most.
#[test]
fn af_11_what_has_no_importance_comes_last() {
    let mut mind = Mind::default();
    for (text, importance) in [("Tea is green", -0.0), ("Oslo is a town", 0.25)] {
        let importance = Importance::Given(importance);
        mind.remember(NewMemory {
            importance,
            ..said(text, NOW)
        });
    }
    let query = ChannelQuery {
        channel: RecallChannel::Importance,
        search: Search::MostImportant,
        scope: MemoryScope::default(),
        limit: 9,
    };
    let found = mind.table.search(&query).ids;
    let contents: Vec<&str> = found
        .iter()
        .map(|id| mind.get(id).content.as_str())
        .collect();
    assert_eq!(contents, ["Oslo is a town", "Tea is green"]);
}

/// AF-07: of many memories of the same words the newest is recalled, whatever their ids.
#[test]
fn af_07_of_equally_relevant_memories_the_newest_are_recalled() {
    let mut mind = Mind::default();
    for n in (0_i64..60).map(|n| n * 7 % 60) {
        let told = format!("My weight: {} kg.", 10 + n);
        mind.remember_with(said(&told, NOW - (59 - n) * DAY), Some(&[1.0, 0.0]));
    }
    let newest = ["My weight: 69 kg.", "My weight: 68 kg."];
    let embedding = Some(Embedding::new("mini", &[1.0, 0.0]).unwrap());
    for (strategy, embedding) in [
        (None, None),
        (None, embedding.clone()),
        (Some(RecallStrategy::Keyword), None),
        (Some(RecallStrategy::Semantic), embedding),
    ] {
        for limit in [1, 2] {
            let recalled = mind.recall(RecallRequest {
                strategy,
                embedding: embedding.clone(),
                limit: Some(limit),
                ..RecallRequest::new("weight", NOW)
            });
            assert_eq!(contents(&recalled), newest[..limit], "{strategy:?}");
        }
    }
}
