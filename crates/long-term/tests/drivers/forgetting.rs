//! Forgetting and undoing it, correcting, browsing (AF-09, AF-13).

use crate::observing::Mind;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::task::Trust;
use amb_store::long_term::HierarchyStore;

#[test]
fn af_09_what_is_forgotten_is_listed_comes_back_whole_and_is_purged_for_good() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea."));
    mind.observe(said("I like green rice."));
    wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    let before = wait(mind.memory.entry(&tea)).unwrap();
    let ids = [tea.clone()];
    let forgotten = wait(mind.memory.forget(&ids)).unwrap();
    assert_eq!(forgotten.derived.len(), 1, "the fact that was made of it");
    assert_eq!(
        wait(mind.memory.derived_from(&ids)).unwrap(),
        forgotten.derived
    );
    let inputs = mind.memory.latest_inputs();
    assert!(inputs.iter().all(|input| !input.content.contains("tea")));
    let listed = wait(mind.memory.forgotten(None, 1)).unwrap();
    assert_eq!(listed.forgotten[0].entry, before);
    assert_eq!(listed.forgotten[0].reason, ForgetReason::Asked);
    wait(mind.memory.restore(&ids)).unwrap();
    let mut touched = before;
    touched.access_count += 1;
    assert_eq!(wait(mind.memory.entry(&tea)).unwrap(), touched);
    assert!(wait(mind.memory.purge(&ids)).is_err(), "it is remembered");
    wait(mind.memory.forget(&ids)).unwrap();
    wait(mind.memory.purge(&ids)).unwrap();
    let gone = wait(mind.memory.restore(&ids)).unwrap_err();
    assert_eq!(gone.kind(), "memory_not_found");
}

#[test]
fn af_09_several_are_forgotten_together_or_not_at_all() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea."));
    let ids = [tea.clone(), "nobody".into()];
    let error = wait(mind.memory.forget(&ids)).unwrap_err();
    assert_eq!(error.kind(), "memory_not_found");
    assert!(wait(mind.memory.entry(&tea)).is_ok());
}

/// AF-09: knowledge whose value is corrected stays knowledge, and what contradicts it is told.
#[test]
fn af_09_a_corrected_fact_stays_one() {
    let mind = Mind::new(Temper::Plain);
    mind.observe(said("I live in Oslo."));
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    let id = done.report.facts[0].clone();
    wait(mind.memory.edit(&id, "user lives in: Leeds")).unwrap();
    let entry = wait(mind.memory.entry(&id)).unwrap();
    let fact = Fact::new("user", "lives in", "Leeds").unwrap();
    assert_eq!(entry.fact, Some(fact));
    mind.observe(said("I live in Bonn."));
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert_eq!(done.report.contradictions[0].with, id);
    wait(mind.memory.edit(&id, "Leeds is where they live")).unwrap();
    assert_eq!(wait(mind.memory.entry(&id)).unwrap().fact, None);
}

/// AF-09: a fact that its only source says no longer is forgotten with the old words; one that stands elsewhere stays.
#[test]
fn af_09_a_corrected_memory_takes_its_outdated_facts_along() {
    let mind = Mind::new(Temper::Plain);
    let both = mind.observe(said("I live in Oslo. I like tea."));
    mind.observe(said("Remember: I like tea."));
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    let facts = done.report.facts;
    let of = |value: &str| {
        let entries = wait(mind.memory.entries(&facts)).unwrap();
        let is = |entry: &&MemoryEntry| entry.fact.as_ref().is_some_and(|fact| fact.value == value);
        entries.iter().find(is).cloned()
    };
    let home = of("Oslo").unwrap().id;
    let edited = wait(mind.memory.edit(&both, "I live in Leeds. I like rice.")).unwrap();
    assert_eq!(edited.outdated, std::slice::from_ref(&home));
    assert_eq!(edited.derived, [of("tea").unwrap().id]);
    assert_eq!(of("Oslo"), None);
    wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    let told = mind.all().into_iter().filter_map(|entry| entry.fact);
    let homes: Vec<Fact> = told.filter(|fact| fact.relation == "lives in").collect();
    assert_eq!(homes, [Fact::new("user", "lives in", "Leeds").unwrap()]);
    wait(mind.memory.restore(&[home])).unwrap();
}

#[test]
fn bx_05_a_corrected_memory_has_its_new_words_their_vector_and_its_old_labels() {
    let mind = Mind::new(Temper::Plain);
    let id = mind.observe(page("The tower is 40 m tall"));
    mind.observe(said("I like tea"));
    let edited = wait(mind.memory.edit(&id, "The tower is 42 m tall")).unwrap();
    let entry = wait(mind.memory.entry(&id)).unwrap();
    assert_eq!(edited.entry, entry);
    assert_eq!(
        (entry.speaker, entry.trust),
        (Speaker::Source, Trust::FoundPage)
    );
    let vector = embedding("mini-1", "The tower is 42 m tall");
    assert_eq!(entry.embedding, Some(vector));
    for (content, kind) in [
        (" ", "invalid_argument"),
        (mark_recalled("- tea").as_str(), "invalid_argument"),
        ("i like TEA", "memory_exists"),
    ] {
        let refused = wait(mind.memory.edit(&id, content)).unwrap_err();
        assert_eq!(refused.kind(), kind, "{content}");
    }
    let nobody = wait(mind.memory.edit(&"nobody".into(), "x")).unwrap_err();
    assert_eq!(nobody.kind(), "memory_not_found");
    assert_eq!(wait(mind.memory.entry(&id)).unwrap(), entry);
}

/// AF-05: a correction is told apart from what is kept as it is when it is told.
#[test]
fn af_05_a_memory_is_corrected_to_another_spelling_and_saved_as_it_is() {
    let mind = Mind::new(Temper::Plain);
    let lower = mind.observe(said("My PIN word is hunter2"));
    let other = mind.observe(said("I like tea"));
    let edit = |id: &MemoryId, content: &str| wait(mind.memory.edit(id, content));
    let upper = edit(&other, "My PIN word is Hunter2").unwrap().entry;
    assert_eq!(upper.content, "My PIN word is Hunter2");
    assert_eq!(edit(&other, &upper.content).unwrap().entry, upper);
    assert_eq!(mind.observe(said(&upper.content)), other);
    assert_eq!(mind.observe(said("My PIN word is hunter2")), lower);
    for (id, taken) in [
        (&other, "My PIN word is hunter2"),
        (&lower, "My PIN word is Hunter2"),
    ] {
        let refused = edit(id, taken).unwrap_err();
        assert_eq!(refused.kind(), "memory_exists", "{taken}");
    }
    edit(&lower, "my pin word is hunter2").unwrap();
    edit(&other, "MY PIN WORD IS HUNTER2").unwrap();
    let contents: Vec<String> = mind.all().into_iter().map(|entry| entry.content).collect();
    assert_eq!(
        contents,
        ["MY PIN WORD IS HUNTER2", "my pin word is hunter2"]
    );
}

/// AF-05: what another tells while a memory is corrected is looked up again.
#[test]
fn af_05_a_correction_stands_beside_what_was_told_meanwhile() {
    let mind = Mind::new(Temper::Plain);
    let id = mind.observe(said("I like tea"));
    let told = wait(mind.memory.entry(&id)).unwrap();
    let told = MemoryEntry {
        id: "meanwhile".into(),
        ..told.corrected("My PIN word is hunter2", None).unwrap()
    };
    let store = std::rc::Rc::downgrade(&mind.store);
    *mind.store.meanwhile.borrow_mut() = Some(Box::new(move |number| {
        if number == 1 {
            let changes = vec![Change::Insert(Box::new(told.clone()))].into();
            wait(store.upgrade().unwrap().inner.apply(&changes)).unwrap();
        }
    }));
    let upper = "My PIN word is Hunter2";
    let edited = wait(mind.memory.edit(&id, upper)).unwrap().entry;
    assert_eq!(edited.content_hash, ContentHash::as_told(upper));
    assert_eq!(mind.all().len(), 2);
}

#[test]
fn af_13_memory_is_browsed_in_pages_and_told_in_numbers() {
    let mind = Mind::new(Temper::Plain);
    for n in 0..5 {
        mind.observe(said(&format!("note number {n}")));
    }
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = wait(mind.memory.browse(after.as_ref(), 2)).unwrap();
        seen.extend(page.entries);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, mind.all());
    let stats = wait(mind.memory.stats()).unwrap();
    assert_eq!((stats.episodic, stats.semantic), (5, 0));
    assert_eq!(stats.accumulated_importance, 2.5);
    assert_eq!(stats.latest_inputs, 5);
    assert!(wait(mind.store.state()).unwrap().reflected_at.is_none());
}
