//! Admission of new memories (AF-05, AF-06, AF-13, AF-14).

use crate::driver::*;
use amb_memory::hierarchy::*;
use amb_memory::task::Trust;
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn af_05_an_entry_has_all_the_seeds_fields() {
    let mut mind = Mind::default();
    let id = mind
        .remember_with(said("I like tea", NOW), Some(&[3.0, 4.0]))
        .id;
    let entry = mind.get(&id);
    let json = serde_json::to_value(entry).unwrap();
    for field in [
        "id",
        "content",
        "memory_type",
        "created_at",
        "last_accessed",
        "importance",
        "access_count",
        "related_ids",
        "source_ids",
        "embedding",
        "content_hash",
        "trust",
        "layer",
    ] {
        assert!(json.get(field).is_some(), "{field}");
    }
    let read: MemoryEntry = serde_json::from_value(json).unwrap();
    assert_eq!(read, *entry);
    assert_eq!(entry.check(), Ok(()));
}

#[test]
fn af_05_the_same_content_is_stored_once_and_counts_as_accessed() {
    let mut mind = Mind::default();
    let first = mind.remember(said("I like tea.", NOW));
    let again = mind.remember(said(" I like\u{200b} tea.\n", NOW + HOUR));
    assert_eq!(first.outcome, AdmissionOutcome::Stored);
    assert_eq!(
        (again.outcome, again.id),
        (AdmissionOutcome::Repeated, first.id.clone())
    );
    let entry = mind.get(&first.id);
    assert_eq!((entry.access_count, entry.last_accessed), (1, NOW + HOUR));
    assert_eq!(mind.table.count(&MemoryScope::default()), 1);
    assert!((mind.table.state().accumulated_importance - 0.5).abs() < 1e-6);
}

/// A repetition by the user in another spelling may be a correction, or something else: both are kept, and reported.
#[test]
fn af_05_what_the_user_spells_otherwise_is_kept_beside_it() {
    for (one, other) in [
        ("My Wi-Fi is called Hunter2", "My wi-fi is called hunter2"),
        ("I owe Ann 10² euros", "I owe Ann 102 euros"),
        ("def a:\n    b", "def a:\n  b"),
    ] {
        let mut mind = Mind::default();
        let first = mind.remember(said(one, NOW));
        let second = mind.remember(said(other, NOW));
        assert_eq!(second.outcome, AdmissionOutcome::Stored, "{other}");
        assert_eq!(second.near_duplicates[0].id, first.id);
        for (text, id) in [(one, &first.id), (other, &second.id)] {
            let again = mind.remember(said(text, NOW));
            assert_eq!((&again.id, again.outcome), (id, AdmissionOutcome::Repeated));
            assert_eq!(mind.get(id).check(), Ok(()));
        }
        // What others write is the same in whatever spelling: nobody brings back so what was forgotten.
        let ids = [first.id, second.id];
        mind.table.apply(&forget(&ids, NOW)).unwrap();
        let page = mind.remember(read(&one.to_uppercase(), NOW));
        assert_eq!(page.outcome, AdmissionOutcome::StaysForgotten, "{one}");
    }
}

/// Whoever takes a content in, or corrects one, asks for it by both of its hashes.
#[test]
fn af_05_an_entry_is_met_as_it_was_told_before_in_whatever_spelling() {
    let mut mind = Mind::default();
    let lower = mind.remember(said("hunter2", NOW)).id;
    let upper = mind.remember(said("Hunter2", NOW)).id;
    let (lower, upper) = (mind.get(&lower), mind.get(&upper));
    let met = |entry: &MemoryEntry| -> Result<MemoryId, Option<ContentHash>> {
        let contents = entry.spelling().contents();
        let kept = contents.map(|(layer, hash)| mind.table.known(layer, &hash));
        match entry.spelling().met(Known::entries(&kept)) {
            Met::Known(known) => Ok(known.id.clone()),
            Met::Beside(hash) => Err(Some(hash)),
            Met::New => Err(None),
        }
    };
    let as_user = |content: &str| MemoryEntry {
        content: content.to_owned(),
        ..lower.clone()
    };
    let as_page = |content: &str| MemoryEntry {
        speaker: Speaker::Source,
        ..as_user(content)
    };
    let as_fact = |content: &str| MemoryEntry {
        layer: MemoryLayer::Semantic,
        ..as_user(content)
    };
    for (entry, expected) in [
        (as_user(" hunter2\u{200b}"), Ok(lower.id.clone())),
        (as_user("Hunter2"), Ok(upper.id.clone())),
        (
            as_user("HUNTER2"),
            Err(Some(ContentHash::as_told("HUNTER2"))),
        ),
        (as_page("Hunter2"), Ok(upper.id.clone())),
        (as_page("HUNTER2"), Ok(lower.id.clone())),
        (as_fact("Hunter2"), Err(None)),
        (as_user("hunter3"), Err(None)),
    ] {
        let content = &entry.content;
        assert_eq!(met(&entry), expected, "{content} of {:?}", entry.speaker);
    }
}

#[test]
fn af_05_near_duplicates_are_reported_and_both_are_kept() {
    let mut mind = Mind::default();
    let content = "The user takes green tea without sugar every morning";
    let first = mind.remember(said(content, NOW));
    let second = mind.remember(said(&format!("{content}!"), NOW + 1));
    assert_eq!(second.outcome, AdmissionOutcome::Stored);
    let near = &second.near_duplicates;
    assert_eq!(near.len(), 1);
    assert_eq!((&near[0].id, near[0].by), (&first.id, Likeness::Terms));
    assert!(mind.get(&second.id).related_ids.contains(&first.id));
    assert_eq!(mind.table.count(&MemoryScope::default()), 2);
}

#[test]
fn af_05_near_duplicates_are_found_by_meaning_where_vectors_can_be_compared() {
    let mut mind = Mind::default();
    let first = mind.remember_with(said("tea is what I drink", NOW), Some(&[1.0, 0.1]));
    let near = mind.remember_with(said("tea, always tea", NOW), Some(&[1.0, 0.12]));
    assert_eq!(near.near_duplicates[0].id, first.id);
    assert_eq!(near.near_duplicates[0].by, Likeness::Meaning);
    let far = mind.remember_with(said("tea and rain", NOW), Some(&[-1.0, 1.0]));
    assert!(far.near_duplicates.is_empty());
    // A model that knows little of a language sets the same words apart.
    let words = mind.remember_with(said("我喜欢喝茶", NOW), Some(&[0.3, 1.0]));
    let again = mind.remember_with(said("我喜欢喝茶。", NOW), Some(&[-0.3, 1.0]));
    let near = &again.near_duplicates[0];
    assert_eq!((&near.id, near.by), (&words.id, Likeness::Terms));
}

/// AF-05, AF-07: what is told again is of the time when it was told last; a page makes the user's words no newer.
#[test]
fn af_07_what_is_told_again_is_as_new_as_its_last_telling() {
    let mut mind = Mind::default();
    let told = mind.remember(said("I live in Oslo.", NOW)).id;
    mind.remember(said("I live in Bergen.", NOW + HOUR));
    mind.remember(read("I live in Oslo.", NOW + 2 * HOUR));
    assert_eq!(mind.get(&told).created_at, NOW, "others' words");
    mind.remember(said("I live in Oslo.", NOW + 3 * HOUR));
    let entry = mind.get(&told);
    assert_eq!(
        (entry.created_at, entry.facts_taken),
        (NOW + 3 * HOUR, false)
    );
    mind.remember(said("I live in Oslo.", NOW + 2 * HOUR));
    assert_eq!(
        mind.get(&told).created_at,
        NOW + 3 * HOUR,
        "told of earlier"
    );
    assert_eq!(mind.get(&told).check(), Ok(()));
}

#[test]
fn bx_05_what_the_user_says_is_theirs_even_if_a_page_said_it_first() {
    let mut mind = Mind::default();
    let page = mind.remember(read("I like tea", NOW));
    let user = mind.remember(said("I like tea", NOW + 1));
    assert_eq!(
        (user.id, user.outcome),
        (page.id.clone(), AdmissionOutcome::Repeated)
    );
    assert!(mind.get(&page.id).is_first_hand());
    // The other way round the page gains nothing, and takes nothing.
    mind.remember(read("I like tea", NOW + 2));
    let entry = mind.get(&page.id);
    assert_eq!((entry.speaker, entry.trust), (Speaker::User, Trust::Given));
    assert_eq!(entry.access_count, 2);
}

/// BX-05: what is made of the user's memories does not make what is made of pages first-hand, though it says the same; a fact
/// does, and rests on the user's from then on.
#[test]
fn bx_05_a_summary_vouches_for_no_other() {
    let mut mind = Mind::default();
    let page = mind.remember(read("Ships came.", NOW)).id;
    let user = mind.remember(said("I saw ships.", NOW)).id;
    let of = |memory: NewMemory, source: &MemoryId| NewMemory {
        source_ids: [source.clone()].into(),
        ..memory
    };
    let summary = mind.remember(of(read("Ships came by.", NOW), &page)).id;
    let again = mind.remember(of(said("Ships came by.", NOW), &user));
    assert_eq!(
        (again.id, again.outcome),
        (summary.clone(), AdmissionOutcome::Repeated)
    );
    assert!(!mind.get(&summary).is_first_hand());
    let fact = |memory: NewMemory| NewMemory {
        fact: Fact::new("harbour", "holds", "ships").ok(),
        layer: MemoryLayer::Semantic,
        memory_type: MemoryType::Reflection,
        ..memory
    };
    let held = mind
        .remember(fact(of(read("harbour holds: ships", NOW), &page)))
        .id;
    mind.remember(fact(of(said("harbour holds: ships", NOW), &user)));
    let entry = mind.get(&held);
    assert!(entry.is_first_hand());
    assert_eq!(entry.source_ids, [user].into());
    assert_eq!(entry.check(), Ok(()));
}

#[test]
fn af_09_what_the_user_asked_to_forget_comes_back_only_when_they_say_it() {
    let mut mind = Mind::default();
    let id = mind.remember(said("I like tea", NOW)).id;
    let forgetting = forget(std::slice::from_ref(&id), NOW);
    mind.table.apply(&forgetting).unwrap();
    let page = mind.remember(read("I like tea", NOW));
    assert_eq!(page.outcome, AdmissionOutcome::StaysForgotten);
    assert!(mind.ask("tea").is_empty());
    let again = mind.remember(said("I like tea", NOW + DAY));
    assert_eq!(
        (again.id, again.outcome),
        (id, AdmissionOutcome::Remembered)
    );
    assert_eq!(mind.ask("tea"), ["I like tea"]);
}

#[test]
fn af_09_what_has_faded_comes_back_when_it_happens_again() {
    let mut mind = Mind::default();
    let page = mind.remember(read("Tea is green", NOW)).id;
    mind.consolidate(NOW);
    assert_eq!(mind.consolidate(NOW + 30 * DAY).forgotten.len(), 1);
    let again = mind.remember(read("Tea is green", NOW + 31 * DAY));
    assert_eq!(
        (again.id, again.outcome),
        (page, AdmissionOutcome::Remembered)
    );
}

#[test]
fn af_13_a_batch_is_admitted_as_one_and_meets_itself() {
    let mut mind = Mind::default();
    let texts = ["tea", "rice", "Tea", "tea "];
    let arrivals: Vec<_> = texts.map(|text| mind.arrival(said(text, NOW), None)).into();
    let admitted = admit(arrivals, &mind.settings).unwrap();
    mind.table.apply(&admitted.changes).unwrap();
    let outcomes: Vec<_> = admitted.admissions.iter().map(|a| a.outcome).collect();
    use AdmissionOutcome::{Repeated, Stored};
    assert_eq!(outcomes, [Stored, Stored, Stored, Repeated]);
    assert_eq!(mind.get(&admitted.admissions[0].id).access_count, 1);
    assert_eq!(mind.table.count(&MemoryScope::default()), 3);
}

#[test]
fn a_batch_with_an_id_twice_or_too_many_is_refused() {
    let mut mind = Mind::default();
    let mut arrivals = vec![
        mind.arrival(said("a", NOW), None),
        mind.arrival(said("b", NOW), None),
    ];
    arrivals[1].id = arrivals[0].id.clone();
    let refused = admit(arrivals, &mind.settings).unwrap_err();
    assert_eq!(refused.kind(), HierarchyErrorKind::AlreadyExists);
    let many: Vec<_> = (0..=MAX_BATCH)
        .map(|n| mind.arrival(said(&n.to_string(), NOW), None))
        .collect();
    let refused = admit(many, &mind.settings).unwrap_err();
    assert_eq!(refused.kind(), HierarchyErrorKind::Capacity);
}

#[test]
fn af_06_af_14_importance_is_estimated_of_the_whole_or_handed_in() {
    let mut mind = Mind::default();
    let long = format!("{} remember!", "x".repeat(MAX_CONTENT_CHARS * 2));
    let estimated = mind.remember(said(&long, NOW)).id;
    assert!((mind.get(&estimated).importance - 0.85).abs() < 1e-6);
    let given = NewMemory {
        importance: Importance::Given(0.9),
        ..said("tea", NOW)
    };
    let given = mind.remember(given).id;
    assert_eq!(mind.get(&given).importance, 0.9);
}

proptest! {
    #[test]
    fn af_05_a_content_is_never_stored_twice(texts in prop::collection::vec("[ab茶T ]{1,3}", 1..12)) {
        let mut mind = Mind::default();
        let mut distinct = BTreeSet::new();
        for text in &texts {
            let new = said(text, NOW);
            if new.clone().prepare().is_err() {
                continue;
            }
            distinct.insert(normalised(text));
            mind.remember(new);
        }
        prop_assert_eq!(mind.table.count(&MemoryScope::default()), distinct.len());
    }
}
