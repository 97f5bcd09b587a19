//! Old memories compressed, faded ones forgotten, facts taken (AF-09).

use crate::observing::Mind;
use crate::shaky::Fate;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::task::Trust;
use amb_store::long_term::HierarchyStore;
use std::rc::Rc;

fn settings() -> HierarchySettings {
    HierarchySettings {
        consolidation: ConsolidationSettings {
            compression_threshold: 10,
            keep_recent: 4,
            group: 5,
            ..ConsolidationSettings::default()
        },
        ..HierarchySettings::default()
    }
}

fn filled(temper: Temper, count: i64) -> Mind {
    let mind = Mind::with(Temper::Plain, settings());
    for n in 0..count {
        mind.world.now.set(NOW + n);
        mind.observe(said(&format!("On day {n} something number {n} was done")));
    }
    mind.model.temper.set(temper);
    mind
}

#[test]
fn af_09_old_memories_are_compressed_faded_ones_forgotten_and_facts_taken() {
    let mind = filled(Temper::Plain, 14);
    mind.observe(said("I like green tea."));
    mind.observe(page("A page that nobody reads again"));
    let done = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert!(done.done && !done.more);
    assert_eq!(done.report.compressed.len(), 3);
    assert_eq!(done.report.facts.len(), 1);
    let fact = wait(mind.memory.entry(&done.report.facts[0])).unwrap();
    assert_eq!(fact.content, "user likes: green tea");
    assert!(fact.embedding.is_some());
    let idle = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert_eq!(idle, ConsolidationOutcome::default());
    mind.world.now.set(NOW + 60 * DAY);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert!(!done.report.forgotten.is_empty());
    let faded = &done.report.forgotten[0].id;
    let page = wait(mind.memory.forgotten(None, 100)).unwrap();
    assert!(page.forgotten.iter().any(|one| one.entry.id == *faded));
    wait(mind.memory.restore(std::slice::from_ref(faded))).unwrap();
    assert!(wait(mind.memory.entry(faded)).is_ok());
    let again = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert!(again.report.forgotten.iter().all(|one| one.id != *faded));
}

/// AF-03, AF-09: without a model nothing is guessed of the user, and what they said is found.
#[test]
fn af_09_without_a_model_there_are_no_facts_and_the_words_are_found() {
    let request = FactsRequest {
        memories: vec![Excerpt {
            id: "m".into(),
            content: "I live in Oslo.".to_owned(),
            created_at: NOW,
            importance: 0.5,
            memory_type: MemoryType::Conversation,
            speaker: Speaker::User,
            trust: Trust::Given,
        }],
        may_speak_of_user: true,
    };
    assert_eq!(wait(PlainWords.facts(&request)), Ok(FactsReply::default()));
    let mind = Mind::new(Temper::Plain);
    mind.observe(said("I live in Oslo."));
    let found = wait(mind.memory.recall(&RecallQuery::new("Where do I live?"))).unwrap();
    let first = found.recollection.memories.first();
    assert_eq!(first.unwrap().entry.content, "I live in Oslo.");
}

/// Important memories are summarised like the rest, and stay: if they were spared, a consolidation would be due for
/// ever.
#[test]
fn af_09_long_messages_do_not_keep_a_consolidation_due() {
    let mind = Mind::with(Temper::Plain, settings());
    let all = (0..14).map(|n| {
        format!(
            "Of harbour {n} I have to tell that {}",
            "it is wide, ".repeat(20)
        )
    });
    let ids: Vec<MemoryId> = all.map(|told| mind.observe(said(&told))).collect();
    let done = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert_eq!(done.report.compressed.len(), 2);
    for id in &ids {
        assert!(wait(mind.memory.entry(id)).unwrap().importance >= 0.6);
    }
    let due = wait(mind.memory.due()).unwrap();
    assert!(!due.consolidation, "{due:?}");
}

/// Facts and forgetting do not wait until there is something to compress.
#[test]
fn af_09_facts_are_taken_and_what_faded_is_forgotten_in_a_small_memory() {
    let mind = Mind::new(Temper::Plain);
    let batch = HierarchySettings::default().consolidation.knowledge_batch as i64;
    let chat = mind.observe(said("The weather was mild today."));
    mind.observe(said("I live in Oslo."));
    for n in 2..batch {
        assert!(!wait(mind.memory.due()).unwrap().consolidation, "{n}");
        mind.observe(said(&format!("On day {n} something number {n} was done")));
    }
    assert!(wait(mind.memory.due()).unwrap().consolidation);
    let done = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert!(done.done && done.report.compressed.is_empty());
    let fact = wait(mind.memory.entry(&done.report.facts[0])).unwrap();
    assert_eq!(fact.content, "user lives in: Oslo");
    mind.world.now.set(NOW + 60 * DAY);
    for n in 0..batch {
        mind.observe(said(&format!("In spring something number {n} was done")));
    }
    let done = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert!(done.report.forgotten.iter().any(|faded| faded.id == chat));
    assert!(!wait(mind.memory.due()).unwrap().consolidation);
}

#[test]
fn af_09_where_a_model_fails_nothing_is_compressed_or_marked_as_read() {
    let mind = filled(Temper::Fails, 14);
    let before = mind.all();
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert_eq!(mind.all(), before);
    let told = words_failed(&done.notes, WordsTask::Summary);
    assert_eq!(told, Some((2, Instead::AskedAgain)));
    assert!(words_failed(&done.notes, WordsTask::Facts).is_some());
    assert!(done.report.skipped.contains(&SkippedRequest::NoReply));
    mind.model.temper.set(Temper::Malformed);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert!(done.report.skipped.contains(&SkippedRequest::EmptyReply));
    assert!(done.report.refused.contains(&RefusedFact::TooMany));
    mind.model.temper.set(Temper::Plain);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert_eq!(done.report.compressed.len(), 2, "it was asked again");
}

/// AF-09, BX-05: a model that says the same of all groups sums up one; of the others their memories are quoted, now and the next
/// time, and each summary has the labels of what it is made of.
#[test]
fn af_09_a_phrase_for_every_group_keeps_none_waiting() {
    let mind = filled(Temper::Plain, 14);
    for n in 0..10 {
        mind.observe(page(&format!("On day {n} a page told something else")));
    }
    mind.model.phrase.set(Some("Nothing of interest happened."));
    let done = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert_eq!(done.report.skipped, []);
    for n in 0..14 {
        mind.observe(said(&format!("On day {n} there was something more")));
    }
    let next = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    assert_eq!(next.report.skipped, []);
    assert!(!wait(mind.memory.due()).unwrap().consolidation);
    let summaries: Vec<_> = done.report.compressed.iter().collect();
    let summaries = summaries.into_iter().chain(&next.report.compressed);
    let mut phrases = 0;
    for made in summaries {
        let summary = wait(mind.memory.entry(&made.summary_id)).unwrap();
        phrases += usize::from(summary.content == "Nothing of interest happened.");
        let source = wait(mind.memory.entry(&made.source_ids[0])).unwrap();
        assert_eq!(summary.is_first_hand(), source.is_first_hand());
    }
    assert_eq!(phrases, 1);
}

#[test]
fn af_09_a_model_that_is_gone_is_not_asked_for_every_group() {
    let mind = filled(Temper::Fails, 60);
    mind.model.unreachable.set(true);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    let asked = |done: &ConsolidationOutcome, task| words_failed(&done.notes, task);
    let thrice = Some((3, Instead::AskedAgain));
    assert_eq!(asked(&done, WordsTask::Summary), thrice);
    assert!(done.report.skipped.len() > 6, "{:?}", done.report.skipped);
    // One that is there and refuses is asked for each: what comes behind is not to wait for ever.
    mind.model.unreachable.set(false);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert!(asked(&done, WordsTask::Summary).unwrap().0 > 3);
    mind.model.temper.set(Temper::Plain);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert!(done.report.compressed.len() > 3, "it was asked again");
}

#[test]
fn af_09_what_is_forgotten_while_a_model_writes_lives_on_in_no_summary() {
    let mind = filled(Temper::Repeats, 14);
    let first = mind.all().last().unwrap().id.clone();
    let store = Rc::downgrade(&mind.store);
    *mind.model.meanwhile.borrow_mut() = Some(Box::new(move || {
        let inner = &store.upgrade().unwrap().inner;
        wait(inner.apply(&forget(std::slice::from_ref(&first), NOW))).unwrap();
    }));
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert!(!done.report.compressed.is_empty());
    for entry in mind.all() {
        assert!(!entry.content.contains("something number 0 "), "{entry:?}");
    }
    let requests = mind.model.requests.borrow();
    let mut asked: Vec<&String> = requests.iter().filter(|r| r.contains("day 6 ")).collect();
    asked.dedup();
    assert!(!asked.is_empty());
}

#[test]
fn af_09_an_endless_quarrel_ends_and_changes_nothing() {
    let mind = filled(Temper::Plain, 14);
    let store = Rc::downgrade(&mind.store);
    *mind.store.meanwhile.borrow_mut() = Some(Box::new(move |_| {
        let inner = &store.upgrade().unwrap().inner;
        let kept = wait(inner.remembered_after(None, 100)).unwrap();
        let oldest = kept.last().unwrap().id.clone();
        wait(inner.apply(&forget(&[oldest], NOW))).unwrap();
    }));
    let error = wait(mind.memory.consolidate(Urgency::Now)).unwrap_err();
    assert_eq!(error, MemoryError::Contended { attempts: 4 });
    assert!(error.is_retryable() && error.kind() == "memory_changed");
    assert_eq!(mind.all().len(), 10);
}

#[test]
fn af_09_a_consolidation_in_doubt_is_done_once() {
    for fate in [Fate::DoneAndLost, Fate::Lost] {
        let mind = filled(Temper::Plain, 14);
        mind.store.expect(&[fate]);
        let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
        assert_eq!(done.report.compressed.len(), 2);
        assert_eq!(mind.all().len(), 16);
    }
}
