//! Accesses by recall, which are written along with other things (AF-07, AF-09, AF-13).

use crate::observing::Mind;
use crate::shaky::{Fate, ShakyHierarchy};
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::text::Language;
use amb_store::long_term::HierarchyStore;
use proptest::prelude::*;

/// Recalls after which accesses are written, though nothing else is.
const RECALLS: usize = 32;

impl Mind {
    fn recall(&self, text: &str) -> RecalledMemories {
        wait(self.memory.recall(&RecallQuery::new(text))).unwrap()
    }

    fn count_of(&self, id: &MemoryId) -> u32 {
        wait(self.memory.entry(id)).unwrap().access_count
    }
}

/// The accesses of an entry that are written.
fn written(store: &ShakyHierarchy, id: &MemoryId) -> u32 {
    let ids = std::slice::from_ref(id);
    wait(store.inner.entries(ids)).unwrap()[0].access_count
}

#[test]
fn af_07_accesses_are_written_with_the_next_write_and_seen_before() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea"));
    let writes = mind.store.writes.get();
    mind.world.now.set(NOW + DAY);
    mind.recall("tea");
    mind.recall("green tea");
    assert_eq!((mind.count_of(&tea), written(&mind.store, &tea)), (2, 0));
    let recalled = mind.recall("tea").recollection.memories.remove(0);
    assert_eq!(recalled.entry.access_count, 2, "those before it");
    assert_eq!(mind.store.writes.get(), writes);
    mind.observe(said("I ride a red bicycle"));
    assert_eq!(mind.store.writes.get(), writes + 1, "one for both");
    assert_eq!((mind.count_of(&tea), written(&mind.store, &tea)), (3, 3));
    let entry = wait(mind.memory.entry(&tea)).unwrap();
    assert_eq!(entry.last_accessed, NOW + DAY);
}

#[test]
fn af_07_accesses_are_written_after_so_many_recalls_or_when_asked() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea"));
    let writes = mind.store.writes.get();
    for _ in 0..RECALLS {
        mind.recall("tea");
    }
    assert_eq!(mind.store.writes.get(), writes + 1);
    assert_eq!(written(&mind.store, &tea), 32);
    mind.recall("tea");
    mind.recall("lighthouse keepers");
    wait(mind.memory.write_accesses()).unwrap();
    assert_eq!((mind.count_of(&tea), written(&mind.store, &tea)), (33, 33));
    wait(mind.memory.write_accesses()).unwrap();
    assert_eq!(mind.store.writes.get(), writes + 2, "nothing waits");
}

/// AF-07: nothing is counted twice, and nothing is lost, where a write fails.
#[test]
fn af_07_a_store_that_takes_no_accesses_does_not_keep_memory_back() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea"));
    for _ in 1..RECALLS {
        assert_eq!(mind.recall("tea").notes, []);
    }
    mind.store.expect(&[Fate::Refused]);
    let recalled = mind.recall("tea");
    assert_eq!(recalled.recollection.memories.len(), 1);
    assert!(matches!(
        recalled.notes[..],
        [MemoryNote::AccessesNotWritten { .. }]
    ));
    assert_eq!((mind.count_of(&tea), written(&mind.store, &tea)), (32, 0));
    for fate in [Fate::Lost, Fate::DoneAndLost] {
        mind.recall("tea");
        mind.store.expect(&[fate]);
        mind.observe(said(&format!("{} bicycles", mind.store.writes.get())));
        assert_eq!(mind.count_of(&tea), written(&mind.store, &tea));
    }
    assert_eq!(mind.count_of(&tea), 34);
}

#[test]
fn af_09_forgetting_sees_accesses_that_wait() {
    let of_a_day = || {
        let mind = Mind::new(Temper::Plain);
        let id = mind.observe(said("The meeting is in room 5."));
        wait(mind.memory.consolidate(Urgency::Now)).unwrap();
        (mind, id)
    };
    let fades_after = |recalls: usize| {
        let (mind, id) = of_a_day();
        for _ in 0..recalls {
            mind.recall("meeting in room 5");
        }
        mind.world.now.set(NOW + 30 * DAY);
        let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
        let faded = done.report.forgotten.iter().any(|fading| fading.id == id);
        (faded, mind, id)
    };
    assert!(fades_after(0).0);
    let (faded, mind, id) = fades_after(20);
    assert!(!faded);
    assert_eq!(written(&mind.store, &id), 20, "they went along");
}

#[test]
fn af_13_an_export_holds_accesses_that_wait_though_nothing_can_be_written() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea"));
    mind.recall("tea");
    mind.store.expect(&[Fate::Refused]);
    let page = wait(mind.memory.export(None)).unwrap();
    assert!(page.text.contains("\"access_count\":1"), "{}", page.text);
    assert_eq!(written(&mind.store, &tea), 0);
    wait(mind.memory.export(None)).unwrap();
    assert_eq!((mind.count_of(&tea), written(&mind.store, &tea)), (1, 1));
}

/// AF-09: what another process forgot or purged keeps nothing else from being written.
#[test]
fn af_09_accesses_of_what_somebody_else_forgot_are_dropped() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea"));
    let rice = mind.observe(said("I like green rice"));
    mind.recall("green");
    let elsewhere = &mind.store.inner;
    wait(elsewhere.apply(&forget(std::slice::from_ref(&tea), NOW))).unwrap();
    mind.observe(said("I ride a red bicycle"));
    assert_eq!(written(&mind.store, &rice), 1);
    mind.recall("green");
    wait(elsewhere.apply(&purge(std::slice::from_ref(&tea)))).unwrap();
    wait(mind.memory.write_accesses()).unwrap();
    assert_eq!(written(&mind.store, &rice), 2);
    let error = wait(mind.memory.forget(&[tea])).unwrap_err();
    assert_eq!(error.kind(), "memory_not_found");
    assert_eq!(mind.count_of(&rice), 2);
}

#[test]
fn af_09_what_is_purged_takes_its_accesses_along() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like green tea"));
    mind.recall("tea");
    let ids = [tea];
    wait(mind.memory.forget(&ids)).unwrap();
    let listed = wait(mind.memory.forgotten(None, 1)).unwrap().forgotten;
    assert_eq!(listed[0].entry.access_count, 1);
    let writes = mind.store.writes.get();
    wait(mind.memory.purge(&ids)).unwrap();
    wait(mind.memory.write_accesses()).unwrap();
    assert_eq!(mind.store.writes.get(), writes + 1);
}

/// Action of a user of memory.
#[derive(Debug, Clone)]
enum Act {
    Observe(&'static str),
    Recall(&'static str),
    GetContext(&'static str),
    Edit(usize, &'static str),
    Forget(usize),
    Restore,
    Purge,
    Consolidate,
    Reflect,
    Export,
    Pass(i64),
}

const WORDS: [&str; 6] = [
    "I like green tea.",
    "I live in Oslo.",
    "The meeting is in room 5.",
    "Remember: no peanuts!",
    "I ride a red bicycle to Oslo.",
    "I drink tea in room 5.",
];

fn words() -> impl Strategy<Value = &'static str> {
    prop::sample::select(WORDS.to_vec())
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => words().prop_map(Act::Observe),
        6 => words().prop_map(Act::Recall),
        2 => words().prop_map(Act::GetContext),
        2 => (0_usize..6, words()).prop_map(|(at, text)| Act::Edit(at, text)),
        2 => (0_usize..6).prop_map(Act::Forget),
        1 => Just(Act::Restore),
        1 => Just(Act::Purge),
        1 => Just(Act::Consolidate),
        1 => Just(Act::Reflect),
        1 => Just(Act::Export),
        2 => (0_i64..20).prop_map(Act::Pass),
    ]
}

impl Mind {
    /// Does it; what comes of it, in words.
    fn does(&self, act: &Act) -> String {
        let memory = &self.memory;
        let forgotten = || -> Vec<MemoryId> {
            let page = wait(memory.forgotten(None, 2)).unwrap();
            page.forgotten.into_iter().map(|one| one.entry.id).collect()
        };
        let nth = |at: &usize| {
            let all = self.all();
            all.get(at % all.len().max(1)).map(|entry| entry.id.clone())
        };
        match act {
            Act::Observe(text) => format!("{:?}", wait(memory.observe(said(text)))),
            Act::Recall(text) => format!("{:?}", self.recall(text)),
            Act::GetContext(text) => {
                let query = RecallQuery::new(text);
                format!(
                    "{:?}",
                    wait(memory.get_context(&query, 90, Language::English))
                )
            }
            Act::Edit(at, text) => {
                let edited = nth(at).map(|id| wait(memory.edit(&id, text)));
                format!("{edited:?}")
            }
            Act::Forget(at) => format!("{:?}", nth(at).map(|id| wait(memory.forget(&[id])))),
            Act::Restore => format!("{:?}", wait(memory.restore(&forgotten()))),
            Act::Purge => format!("{:?}", wait(memory.purge(&forgotten()))),
            Act::Consolidate => format!("{:?}", wait(memory.consolidate(Urgency::Now))),
            Act::Reflect => format!("{:?}", wait(memory.reflect(Urgency::Now))),
            Act::Export => format!("{:?}", wait(memory.export(None)).unwrap().text),
            Act::Pass(days) => {
                let world = &self.world;
                world.now.set(world.now.get() + days * DAY);
                String::new()
            }
        }
    }

    fn sight(&self) -> (Vec<MemoryEntry>, Vec<Forgotten>) {
        let forgotten = wait(self.memory.forgotten(None, usize::MAX)).unwrap();
        (self.all(), forgotten.forgotten)
    }
}

proptest! {
    /// AF-07, AF-09, AF-13: memory whose accesses wait is to be seen as one that writes each at once, and once they are
    /// written holds the same.
    #[test]
    fn af_07_accesses_that_wait_are_seen_as_if_they_were_written(
        acts in prop::collection::vec(act(), 1..40),
    ) {
        let (waits, writes) = (Mind::new(Temper::Plain), Mind::new(Temper::Plain));
        for act in &acts {
            let done = waits.does(act);
            prop_assert_eq!(done, writes.does(act), "{:?}", act);
            wait(writes.memory.write_accesses()).unwrap();
            prop_assert_eq!(waits.sight(), writes.sight(), "after {:?}", act);
        }
        wait(waits.memory.write_accesses()).unwrap();
        let stored = |mind: &Mind| wait(mind.store.inner.remembered_after(None, usize::MAX));
        prop_assert_eq!(stored(&waits).unwrap(), stored(&writes).unwrap());
    }
}
