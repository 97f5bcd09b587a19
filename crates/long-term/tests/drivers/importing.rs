//! Effects of an import on the importing memory: a file that others wrote to meanwhile, an import that was cut short,
//! the work that is due afterwards (AF-13).

use crate::files::{exported, exported_runs, filled, import, import_runs};
use crate::observing::Mind;
use crate::runs::*;
use crate::shaky::Fate;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::trajectory::consolidator::Occasion;

/// As far as a file is believed to be ahead.
const YEAR: i64 = 366 * DAY;

/// A file does not state how far memory had reflected: events that are new here count, once.
#[test]
fn af_13_what_was_imported_counts_towards_the_next_reflection() {
    let mind = filled();
    let made_of = mind.observe(said("I like rice."));
    wait(mind.memory.reflect(Urgency::Now)).unwrap();
    let stats = wait(mind.memory.stats()).unwrap();
    assert_eq!(
        (stats.accumulated_importance, stats.due.reflection),
        (0.0, false)
    );
    let text = exported(&mind);
    let other = Mind::new(Temper::Plain);
    let own = other.observe(said("I like rice."));
    assert_ne!(own, made_of);
    other.world.ids.set(10_000);
    let before = wait(other.memory.stats()).unwrap().accumulated_importance;
    import(&other, &text).unwrap();
    let stats = wait(other.memory.stats()).unwrap();
    assert!(stats.due.reflection);
    assert_eq!((stats.reflected_at, stats.consolidated_at), (None, None));
    let events = mind.all().into_iter().filter(|entry| {
        entry.layer == MemoryLayer::Episodic && entry.source_ids.is_empty() && entry.id != made_of
    });
    let brought: f64 = events.map(|entry| f64::from(entry.importance)).sum();
    assert!((stats.accumulated_importance - before - brought).abs() < 1e-6);
    import(&other, &text).unwrap();
    let again = wait(other.memory.stats()).unwrap();
    assert_eq!(again.accumulated_importance, stats.accumulated_importance);
    wait(other.memory.reflect(Urgency::WhenDue)).unwrap();
    assert!(!wait(other.memory.stats()).unwrap().due.reflection);
}

/// Its tab is closed, its process killed: the parts before are there, whole, and the rest comes with the same file.
#[test]
fn af_13_an_import_that_was_cut_short_is_gone_on_with_by_another_memory_of_the_store() {
    let text = exported(&filled());
    let whole = Mind::new(Temper::Plain);
    let done = import(&whole, &text).unwrap();
    let cut = Mind::new(Temper::Plain);
    cut.store.expect(&[Fate::Done, Fate::Refused]);
    import(&cut, &text).unwrap_err();
    let taken = cut.all().len();
    assert_eq!(taken, 256);
    let (store, world, model) = (cut.store.clone(), cut.world.clone(), cut.model.clone());
    let settings = HierarchySettings::default();
    let memory = HierarchicalMemory::new(store, world, model, settings).unwrap();
    let rest = wait(memory.import(HierarchyFile::of(&text).unwrap(), &Uncontrolled)).unwrap();
    assert!(rest.complete && rest.core == done.core);
    assert_eq!(
        (rest.imported, rest.duplicates),
        (done.imported - taken, taken)
    );
    assert_eq!(cut.all(), whole.all());
    let state = |mind: &Mind| wait(mind.memory.stats()).unwrap().accumulated_importance;
    assert!((state(&cut) - state(&whole)).abs() < 1e-6);
}

/// Some page by page while others write: what was told anew stands in the file twice, under two ids.
#[test]
fn af_13_an_export_that_is_written_while_memory_changes_is_imported() {
    let mind = Mind::new(Temper::Plain);
    let note = |n: usize| format!("note {n} on 茶 {n}");
    let batch = (0..300).map(|n| said(&note(n))).collect();
    wait(mind.memory.observe_all(batch)).unwrap();
    let page = wait(mind.memory.export(None)).unwrap();
    let mut text = page.text;
    let told: Vec<MemoryEntry> = mind.all().into_iter().take(40).collect();
    let old: Vec<MemoryId> = told.iter().map(|entry| entry.id.clone()).collect();
    wait(mind.memory.forget(&old)).unwrap();
    wait(mind.memory.purge(&old)).unwrap();
    let anew: Vec<MemoryId> = told
        .iter()
        .map(|e| {
            // As of before: what is new by its time comes before what is written already.
            mind.observe(Observation {
                at: Some(NOW - 1),
                ..said(&e.content)
            })
        })
        .collect();
    // Half of them are forgotten when the file comes to the forgotten.
    wait(mind.memory.forget(&anew[..20])).unwrap();
    let mut cursor = page.next;
    while cursor.is_some() {
        let page = wait(mind.memory.export(cursor.as_ref())).unwrap();
        text.push_str(&page.text);
        cursor = page.next;
    }
    let other = Mind::new(Temper::Plain);
    let done = import(&other, &text).unwrap();
    assert!(done.complete);
    assert_eq!((done.imported, done.duplicates), (300, 40));
    assert_eq!((done.forgotten, done.renamed), (0, 0));
    let contents: Vec<String> = other.all().into_iter().map(|e| e.content).collect();
    assert_eq!(contents.len(), 300, "what is remembered wins");
    assert!((0..300).all(|n| contents.contains(&note(n))));
    let again = import(&other, &text).unwrap();
    assert_eq!((again.imported, again.duplicates), (0, 340));
}

#[test]
fn af_13_what_names_a_memory_that_stands_in_a_file_twice_names_the_one_that_is_taken() {
    let mind = Mind::new(Temper::Plain);
    let tea = mind.observe(said("I like tea."));
    wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    let text = exported(&mind);
    let first = text
        .lines()
        .find(|line| line.contains("\"I like tea.\""))
        .unwrap();
    let copy = first.replace(tea.as_str(), "0");
    for (copied, taken) in [
        (copy.clone(), MemoryId::from("0")),
        (
            copy.replacen("{\"entry\":{", "{\"forgotten\":{\"entry\":{", 1)
                .replace(
                    "}}",
                    "},\"forgotten_at\":1,\"reason\":{\"why\":\"asked\"}}}",
                ),
            tea.clone(),
        ),
    ] {
        let with = text
            .replacen(first, &format!("{copied}\n{first}"), 1)
            .replace("\"records\":3", "\"records\":4");
        let other = Mind::new(Temper::Plain);
        let done = import(&other, &with).unwrap();
        assert_eq!((done.imported, done.duplicates, done.forgotten), (2, 1, 0));
        let all = other.all();
        let fact = all.iter().find(|entry| entry.fact.is_some()).unwrap();
        assert_eq!(fact.source_ids, [taken.clone()].into());
        assert!(all.iter().any(|entry| entry.id == taken));
    }
}

/// Texts that a file and memory spell differently are two memories, as if the user told both.
#[test]
fn af_05_an_imported_memory_in_another_spelling_is_kept_beside() {
    for (here, there) in [
        ("My PIN word is Hunter2", "My PIN word is hunter2"),
        ("I owe Ann 10² euros", "I owe Ann 102 euros"),
    ] {
        let mind = Mind::new(Temper::Plain);
        mind.observe(said(there));
        let text = exported(&mind);
        let other = Mind::new(Temper::Plain);
        other.world.ids.set(100);
        let own = other.observe(said(here));
        let done = import(&other, &text).unwrap();
        assert_eq!((done.imported, done.duplicates), (1, 0), "{there}");
        let all = other.all();
        let contents: Vec<&str> = all.iter().map(|entry| entry.content.as_str()).collect();
        assert_eq!(contents.len(), 2, "{contents:?}");
        assert!(contents.contains(&here) && contents.contains(&there));
        let again = import(&other, &text).unwrap();
        assert_eq!((again.imported, again.duplicates), (0, 1));
        assert_eq!(other.all(), all);
        let imported = all.iter().find(|entry| entry.id != own).unwrap();
        assert_eq!(other.observe(said(there)), imported.id);
    }
}

/// Another's words are the same in whatever spelling: a file brings back no page that was forgotten.
#[test]
fn af_05_an_imported_page_in_another_spelling_is_here_already() {
    let mind = Mind::new(Temper::Plain);
    mind.observe(page("TEA IS GREEN"));
    let other = Mind::new(Temper::Plain);
    let own = other.observe(page("Tea is green"));
    wait(other.memory.forget(&[own])).unwrap();
    let done = import(&other, &exported(&mind)).unwrap();
    assert_eq!((done.imported, done.duplicates), (0, 1));
    assert_eq!(other.all(), []);
}

/// Which spelling was told first may differ from file to memory: each is there once all the same.
#[test]
fn af_05_a_content_is_here_already_by_whichever_hash_it_has() {
    let mind = Mind::new(Temper::Plain);
    for text in ["Hunter2", "hunter2", "I like rice."] {
        mind.observe(said(text));
    }
    let text = exported(&mind);
    let other = Mind::new(Temper::Plain);
    other.world.ids.set(100);
    other.observe(said("hunter2"));
    let done = import(&other, &text).unwrap();
    assert_eq!((done.imported, done.duplicates), (2, 1));
    let mut contents: Vec<String> = other.all().into_iter().map(|entry| entry.content).collect();
    contents.sort_unstable();
    assert_eq!(contents, ["Hunter2", "I like rice.", "hunter2"]);
    let all = other.all();
    import(&other, &text).unwrap();
    assert_eq!(other.all(), all);
}

/// Two files in one: what was told first in each stands by the same hash.
#[test]
fn af_05_spellings_of_one_file_are_told_apart() {
    let lines = |mind: &Mind| -> Vec<String> { exported(mind).lines().map(String::from).collect() };
    let mind = Mind::new(Temper::Plain);
    mind.observe(said("Hunter2"));
    let second = Mind::new(Temper::Plain);
    second.world.ids.set(100);
    second.observe(said("hunter2"));
    second.observe(said("Hunter2"));
    let (mut all, further) = (lines(&mind), lines(&second));
    assert_eq!(
        (all.len(), further.len()),
        (4, 5),
        "header, entries, core, end"
    );
    all.splice(1..1, further[1..3].iter().cloned());
    let text = all.join("\n").replace("\"records\":2", "\"records\":4");
    let other = Mind::new(Temper::Plain);
    let done = import(&other, &text).unwrap();
    assert_eq!((done.imported, done.duplicates), (2, 1));
    let all = other.all();
    let mut contents: Vec<&str> = all.iter().map(|entry| entry.content.as_str()).collect();
    contents.sort_unstable();
    assert_eq!(contents, ["Hunter2", "hunter2"]);
    assert!(all.iter().all(|entry| entry.check().is_ok()));
    import(&other, &text).unwrap();
    assert_eq!(other.all(), all);
}

/// AF-13: who dates a file's memories into the future would have them be the newest for good.
#[test]
fn af_13_what_a_file_dates_far_ahead_is_of_a_year_ahead() {
    let mind = filled();
    mind.world.now.set(NOW + 9 * YEAR);
    mind.observe(said("I like black tea."));
    let gone = mind.observe(said("I like no tea."));
    wait(mind.memory.forget(std::slice::from_ref(&gone))).unwrap();
    let other = Mind::new(Temper::Plain);
    import(&other, &exported(&mind)).unwrap();
    let times = other
        .all()
        .into_iter()
        .map(|entry| (entry.created_at, entry.last_accessed));
    assert_eq!(times.max(), Some((NOW + YEAR, NOW + YEAR)));
    let forgotten = wait(other.memory.forgotten(None, 100)).unwrap();
    let ours = forgotten
        .forgotten
        .iter()
        .find(|one| one.entry.id == gone)
        .unwrap();
    assert_eq!(
        (ours.forgotten_at, ours.entry.created_at),
        (NOW + YEAR, NOW + YEAR)
    );
}

/// AF-13: a clock that is behind, or was never set, leaves the times of a file as they are.
#[test]
fn af_13_a_clock_that_is_behind_changes_no_time_of_a_file() {
    let mind = filled();
    mind.world.now.set(NOW + 30 * DAY);
    mind.observe(said("I like black tea."));
    let text = exported(&mind);
    let times = |mind: &Mind| {
        let mut times: Vec<_> = mind.all().iter().map(|entry| entry.created_at).collect();
        times.sort_unstable();
        times
    };
    for now in [NOW, NOW - 60 * DAY, 1000] {
        let other = Mind::new(Temper::Plain);
        other.world.now.set(now);
        import(&other, &text).unwrap();
        assert_eq!(times(&other), times(&mind), "{now}");
    }
}

/// CG-08: nor are methodologies the last used for good, or places the latest.
#[test]
fn cg_08_what_a_file_of_runs_dates_far_ahead_is_of_a_year_ahead() {
    let learner = Learner::new(Temper::Plain);
    learner.learn(&recovered("t"));
    wait(learner.memory.consolidate(Occasion::Demanded)).unwrap();
    let text = exported_runs(&learner);
    let mut ahead = text.replace(r#""last_used":null"#, r#""last_used":4102444800000"#);
    for field in ["created", "last_seen", "ended_at"] {
        let (key, far) = (format!("\"{field}\":"), 4_102_444_800_000_i64);
        let parts: Vec<&str> = ahead.split(&key).collect();
        assert!(parts.len() > 1, "{field}");
        let dated = parts.iter().skip(1).map(|part| {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{key}{far}{rest}")
        });
        ahead = format!("{}{}", parts[0], dated.collect::<String>());
    }
    let latest = NOW + YEAR;
    for (now, believed) in [(NOW, latest), (1, 4_102_444_800_000)] {
        let other = Learner::new(Temper::Plain);
        other.world.now.set(now);
        import_runs(&other, &ahead).unwrap();
        let rows = other.rows();
        assert!(rows.trajectories.iter().all(|row| row.ended_at == believed));
        assert!(rows.fragments.iter().all(|row| row.ended_at == believed));
        assert!(rows.patterns.iter().all(|row| row.last_seen == believed));
        let methodologies = other.methodologies();
        assert!(!methodologies.is_empty());
        for it in methodologies {
            assert_eq!((it.created, it.last_used), (believed, Some(believed)));
        }
    }
}

/// AF-13: an entry whose summary is itself a summary of it, over however many others, would be listed nowhere.
#[test]
fn af_13_what_a_file_says_stands_for_itself_in_a_circle_is_listed() {
    let mind = Mind::new(Temper::Plain);
    let ids: Vec<MemoryId> = (0..5)
        .map(|n| mind.observe(said(&format!("I like tea number {n}, by the river."))))
        .collect();
    // The last two lead into the circle of the first three.
    let summaries = [1, 2, 0, 0, 3];
    let mut text = exported(&mind);
    for (id, summary) in ids.iter().zip(summaries) {
        let (id, summary) = (id.as_str(), ids[summary].as_str());
        let line = text
            .lines()
            .find(|line| line.contains(&format!("\"id\":\"{id}\"")))
            .unwrap();
        let claimed = line.replacen(
            "\"summary_id\":null",
            &format!("\"summary_id\":\"{summary}\""),
            1,
        );
        assert_ne!(claimed, line);
        text = text.replace(line, &claimed);
    }
    let other = Mind::new(Temper::Plain);
    assert_eq!(import(&other, &text).unwrap().imported, 5);
    let named: Vec<Option<MemoryId>> = ids
        .iter()
        .map(|id| wait(other.memory.entry(id)).unwrap().summary_id)
        .collect();
    let kept = [None, None, None, Some(ids[0].clone()), Some(ids[3].clone())];
    assert_eq!(named, kept);
}
