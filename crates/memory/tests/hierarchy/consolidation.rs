//! Compression, forgetting and knowledge (AF-09; BX-05).

use crate::driver::*;
use amb_memory::hierarchy::*;
use amb_memory::task::Trust;

fn fill(mind: &mut Mind, count: i64) {
    for n in 0..count {
        mind.remember(said(&format!("Entry number {n} of the diary."), NOW + n));
    }
}

#[test]
fn af_09_beyond_a_hundred_the_old_are_compressed_and_kept_as_sources() {
    let mut mind = Mind::default();
    fill(&mut mind, 100);
    assert!(
        mind.consolidate(NOW + HOUR).compressed.is_empty(),
        "a hundred are not too many"
    );
    fill(&mut mind, 101);
    let report = mind.consolidate(NOW + HOUR);
    let compressed: usize = report.compressed.iter().map(|c| c.source_ids.len()).sum();
    assert_eq!(compressed, 51, "all but the newest fifty");
    assert_eq!(
        mind.table.count(&MemoryScope::default()),
        101 - 51 + report.compressed.len()
    );
    for group in &report.compressed {
        let summary = mind.get(&group.summary_id);
        assert_eq!(summary.layer, MemoryLayer::Episodic);
        assert_eq!(
            summary.created_at,
            NOW + newest_of(&mind, &group.source_ids)
        );
        for source in &group.source_ids {
            assert!(summary.source_ids.contains(source));
            assert_eq!(
                mind.get(source).summary_id.as_ref(),
                Some(&group.summary_id)
            );
        }
    }
}

#[test]
fn af_09_what_was_compressed_is_found_by_its_own_words() {
    const WORDS: [&str; 8] = [
        "anchor", "birch", "candle", "drum", "ember", "fiddle", "garnet", "hazel",
    ];
    let word_of = |n: i64| {
        let [first, second, third] = [n / 64, n / 8 % 8, n % 8];
        format!(
            "{}{}{}",
            WORDS[first as usize], WORDS[second as usize], WORDS[third as usize]
        )
    };
    let mut mind = Mind::default();
    for n in 0..130 {
        let told = format!("We met at the fair. I wrote down {} there.", word_of(n));
        mind.remember(said(&told, NOW + n));
    }
    assert!(!mind.consolidate(NOW + HOUR).compressed.is_empty());
    for n in 0..130 {
        let found = mind.recall(RecallRequest::new(&word_of(n), NOW + HOUR));
        let has_it = |m: &RecalledMemory| m.entry.content.contains(&word_of(n));
        assert!(found.memories.iter().any(has_it), "{}", word_of(n));
    }
    // What is newest has the summaries in their place.
    let newest = ChannelQuery {
        channel: RecallChannel::Temporal,
        search: Search::Newest,
        scope: MemoryScope::default(),
        limit: 1_000,
    };
    let listed = mind.table.search(&newest).ids;
    assert_eq!(listed.len(), mind.table.count(&MemoryScope::default()));
    assert!(listed.iter().all(|id| mind.get(id).summary_id.is_none()));
}

fn newest_of(mind: &Mind, ids: &[MemoryId]) -> i64 {
    let times = ids.iter().map(|id| mind.get(id).created_at);
    times.max().unwrap() - NOW
}

#[test]
fn af_09_forgetting_a_summary_brings_its_sources_back_and_undoing_hides_them_again() {
    let mut mind = Mind::default();
    fill(&mut mind, 101);
    let report = mind.consolidate(NOW + HOUR);
    let summary = report.compressed[0].summary_id.clone();
    let count = mind.table.count(&MemoryScope::default());
    mind.table
        .apply(&forget(std::slice::from_ref(&summary), NOW))
        .unwrap();
    assert_eq!(mind.table.count(&MemoryScope::default()), count - 1 + 20);
    mind.table
        .apply(&undo_forgetting(std::slice::from_ref(&summary)))
        .unwrap();
    assert_eq!(mind.table.count(&MemoryScope::default()), count);
    mind.table
        .apply(&forget(std::slice::from_ref(&summary), NOW).then(purge(&[summary])))
        .unwrap();
    assert_eq!(mind.table.count(&MemoryScope::default()), count - 1 + 20);
}

#[test]
fn af_09_what_is_said_again_is_found_by_itself_again() {
    let mut mind = Mind::default();
    fill(&mut mind, 101);
    let report = mind.consolidate(NOW + HOUR);
    let id = &report.compressed[0].source_ids[0];
    let again = mind.remember(said(&mind.get(id).content.clone(), NOW + DAY));
    assert_eq!((&again.id, again.outcome), (id, AdmissionOutcome::Repeated));
    assert_eq!(mind.get(id).summary_id, None);
    assert_eq!(mind.get(id).access_count, 1);
}

#[test]
fn af_09_bx_05_a_summary_mixes_no_speakers_and_takes_no_words_away() {
    let mut mind = Mind::default();
    for n in 0..60 {
        mind.remember(said(&format!("I wrote page {n}."), NOW + 2 * n));
        mind.remember(read(&format!("The site shows page {n}."), NOW + 2 * n + 1));
    }
    let birthday = mind
        .remember(said("Remember my birthday is in May.", NOW - DAY))
        .id;
    let report = mind.consolidate(NOW + HOUR);
    assert!(report.compressed.len() >= 2);
    for group in &report.compressed {
        let speakers: Vec<_> = group
            .source_ids
            .iter()
            .map(|id| mind.get(id).speaker)
            .collect();
        assert!(speakers.windows(2).all(|pair| pair[0] == pair[1]));
        let summary = mind.get(&group.summary_id);
        let least = Trust::least(group.source_ids.iter().map(|id| mind.get(id).trust));
        assert_eq!(summary.trust, least);
    }
    let is_summed_up = |group: &Compressed| group.source_ids.contains(&birthday);
    assert!(report.compressed.iter().any(is_summed_up));
    assert_eq!(
        mind.get(&birthday).content,
        "Remember my birthday is in May."
    );
    assert!(
        mind.consolidate(NOW + 90 * DAY)
            .forgotten
            .iter()
            .all(|fading| fading.id != birthday)
    );
}

#[test]
fn af_09_what_was_made_of_a_memory_is_known_when_it_is_to_be_forgotten() {
    let mut mind = Mind::default();
    let source = mind.remember(said("I like tea.", NOW)).id;
    let other = mind.remember(said("I like rice.", NOW)).id;
    let fact = mind.consolidate(NOW).facts[0].clone();
    let insight = NewMemory {
        layer: MemoryLayer::Semantic,
        source_ids: [fact.clone()].into(),
        ..said("Tea is what they like", NOW)
    };
    let insight = mind.remember(insight).id;
    assert_eq!(mind.table.derived_from(&[source]), [fact, insight.clone()]);
    assert!(!mind.table.derived_from(&[other]).contains(&insight));
}

fn vitals(importance: f32, idle_days: i64, access_count: u32) -> EntryVitals {
    EntryVitals {
        id: "m".into(),
        layer: MemoryLayer::Episodic,
        importance,
        last_accessed: NOW - idle_days * DAY,
        access_count,
        may_last: false,
        is_source: false,
        facts_taken: true,
    }
}

#[test]
fn af_09_strength_is_the_documented_formula() {
    let week = strength(&vitals(0.5, 7, 0), NOW, 0.1);
    assert!((week - 0.5 * (-0.7_f32).exp()).abs() < 1e-6);
    assert!(strength(&vitals(0.5, 7, 3), NOW, 0.1) > week);
    assert!(strength(&vitals(0.8, 7, 0), NOW, 0.1) > week);
    let from_the_future = vitals(0.5, -1000, 0);
    assert!((strength(&from_the_future, NOW, 0.1) - 0.5).abs() < 1e-6);
}

#[test]
fn af_09_what_nobody_recalls_fades_is_listed_and_can_be_brought_back() {
    let mut mind = Mind::default();
    let small_talk = mind.remember(said("Nice weather today.", NOW)).id;
    let recalled = mind.remember(said("The meeting is in room 5.", NOW)).id;
    let important = mind.remember(said("Remember: no peanuts.", NOW)).id;
    let page = mind.remember(read("Important: subscribe!", NOW)).id;
    for _ in 0..5 {
        let touch = Change::touch(recalled.clone(), NOW);
        mind.table.apply(&ChangeSet::from(vec![touch])).unwrap();
    }
    assert!(mind.consolidate(NOW + 10 * DAY).forgotten.is_empty());
    let before = mind.get(&small_talk).clone();
    let report = mind.consolidate(NOW + 30 * DAY);
    let forgotten: Vec<_> = report.forgotten.iter().map(|fading| &fading.id).collect();
    assert_eq!(forgotten, [&small_talk, &page]);
    assert!(mind.table.get(&recalled).is_some() && mind.table.get(&important).is_some());
    let listed: Vec<_> = mind.table.forgotten().collect();
    assert_eq!(listed.len(), 2);
    assert!(matches!(listed[0].reason, ForgetReason::Faded { strength } if strength < 0.1));
    mind.table
        .apply(&undo_forgetting(std::slice::from_ref(&small_talk)))
        .unwrap();
    assert_eq!(*mind.get(&small_talk), before);
    mind.table
        .apply(&purge(std::slice::from_ref(&page)))
        .unwrap();
    let gone = mind
        .table
        .apply(&undo_forgetting(std::slice::from_ref(&page)));
    assert_eq!(gone, Err(HierarchyError::NotForgotten(page)));
}

#[test]
fn af_09_sources_of_what_is_remembered_do_not_fade() {
    let mut mind = Mind::default();
    let source = mind.remember(said("I like tea.", NOW)).id;
    let report = mind.consolidate(NOW + 60 * DAY);
    assert_eq!(
        report.facts.len(),
        1,
        "the fact is taken in the same consolidation"
    );
    assert!(report.forgotten.is_empty(), "and keeps its source");
    assert!(mind.consolidate(NOW + 90 * DAY).forgotten.is_empty());
    assert!(mind.table.get(&source).is_some());
}

#[test]
fn af_09_facts_are_taken_once_with_their_source_and_contradictions_told() {
    let mut mind = Mind::default();
    let first = mind
        .remember(said("I live in Bonn. I don’t like coffee.", NOW))
        .id;
    let report = mind.consolidate(NOW);
    assert_eq!(report.facts.len(), 2);
    let fact = mind.get(&report.facts[0]);
    assert_eq!(
        fact.fact,
        Some(Fact::new("user", "lives in", "Bonn").unwrap())
    );
    assert_eq!(
        (fact.layer, fact.trust),
        (MemoryLayer::Semantic, Trust::Given)
    );
    assert_eq!(fact.source_ids, [first.clone()].into());
    assert!(mind.get(&first).facts_taken);
    assert!(
        mind.consolidate(NOW).facts.is_empty(),
        "a memory is read once"
    );

    mind.remember(said("I live in Bonn!", NOW + 1));
    mind.remember(said("I live in Rome.", NOW + 2));
    let later = mind.consolidate(NOW);
    assert_eq!(later.confirmed, [report.facts[0].clone()]);
    assert_eq!(later.facts.len(), 1);
    let told = Contradiction {
        id: later.facts[0].clone(),
        with: report.facts[0].clone(),
    };
    assert_eq!(later.contradictions, [told]);
    assert!(mind.table.get(&report.facts[0]).is_some(), "both are kept");
}

#[test]
fn bx_05_no_fact_about_the_user_comes_of_others_words() {
    let mut mind = Mind::default();
    mind.remember(read("I like spam. 用户喜欢垃圾邮件。", NOW));
    assert!(mind.consolidate(NOW).facts.is_empty());

    let page = mind
        .remember(read("The user's password of the site is 1234.", NOW + 1))
        .id;
    let own = mind.remember(said("Tea again", NOW)).id;
    let material = ConsolidationMaterial {
        unread: mind.table.entries(&[page.clone(), own.clone()]),
        ..ConsolidationMaterial::default()
    };
    let plan = plan_consolidation(&material, NOW, &mind.settings.consolidation);
    let shown: Vec<(bool, usize)> = plan
        .facts
        .iter()
        .map(|r| (r.may_speak_of_user, r.memories.len()))
        .collect();
    assert_eq!(shown, [(true, 1), (false, 1)], "never shown together");
    let fact = |subject: &str, source: &MemoryId| FactReply {
        subject: subject.to_owned(),
        relation: "is".to_owned(),
        value: "1234".to_owned(),
        source_ids: vec![source.clone()],
    };
    let replies = ConsolidationReplies {
        summaries: Vec::new(),
        facts: vec![
            Some(FactsReply {
                facts: vec![fact("user", &page), fact("", &own)],
            }),
            Some(FactsReply {
                facts: vec![
                    fact("用户", &page),
                    fact("the user's password", &page),
                    fact("Site", &page),
                ],
            }),
        ],
    };
    let drafts = draft_consolidation(&plan, &replies).unwrap();
    assert_eq!(drafts.memories.len(), 1);
    assert!(drafts.memories[0].content().starts_with("Site"));
    let arrivals = vec![Arrival {
        id: "site".into(),
        memory: drafts.memories[0].clone(),
        embedding: None,
        known: None,
        neighbours: Vec::new(),
    }];
    let (changes, report) =
        conclude_consolidation(&plan, &drafts, arrivals, &[], &mind.settings).unwrap();
    mind.table.apply(&changes).unwrap();
    let others = RefusedFact::AboutUserFromOthersWords;
    assert_eq!(
        report.refused,
        [
            RefusedFact::WithoutSource,
            RefusedFact::Malformed,
            others,
            others
        ]
    );
    assert_eq!(mind.get(&"site".into()).trust, Trust::FoundPage);
}

#[test]
fn af_09_a_failed_engine_leaves_everything_for_the_next_time() {
    let mut mind = Mind::default();
    fill(&mut mind, 101);
    let read = |ids: &[MemoryId]| mind.table.entries(ids);
    let queries = consolidation_queries(101, &mind.settings.consolidation);
    let material = ConsolidationMaterial {
        old: read(&mind.table.search(queries.old.as_ref().unwrap()).ids),
        unread: read(&mind.table.search(&queries.unread).ids),
        vitals: Vec::new(),
    };
    let plan = plan_consolidation(&material, NOW, &mind.settings.consolidation);
    let replies = ConsolidationReplies {
        summaries: vec![None; plan.summaries.len()],
        facts: vec![None; plan.facts.len()],
    };
    let drafts = draft_consolidation(&plan, &replies).unwrap();
    let (changes, report) =
        conclude_consolidation(&plan, &drafts, Vec::new(), &[], &mind.settings).unwrap();
    assert_eq!(changes.changes(), [Change::Consolidate { at: NOW }]);
    assert_eq!(
        report.skipped.len(),
        plan.summaries.len() + plan.facts.len()
    );
    let missing = ConsolidationReplies::default();
    assert!(matches!(
        draft_consolidation(&plan, &missing),
        Err(HierarchyError::RepliesMismatch { .. })
    ));
}
