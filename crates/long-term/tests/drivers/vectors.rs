//! Another model's vectors (AF-14).

use crate::files::{exported, import};
use crate::observing::Mind;
use crate::runs::*;
use crate::shaky::Fate;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::consolidator::Occasion;
use amb_memory::trajectory::records::Trajectory;
use amb_memory::trajectory::retriever::Dimension;

fn filled() -> Mind {
    let mind = Mind::new(Temper::Plain);
    let batch = (0..150)
        .map(|n| said(&format!("note {n} on tea {n}")))
        .collect();
    wait(mind.memory.observe_all(batch)).unwrap();
    *mind.world.model.borrow_mut() = "mini-2";
    mind
}

fn of(mind: &Mind, model: &str) -> usize {
    let all = mind.all().into_iter();
    all.filter_map(|entry| entry.embedding)
        .filter(|embedding| embedding.model() == model)
        .count()
}

#[test]
fn af_14_memories_of_another_model_are_told_and_embedded_again() {
    let mind = filled();
    let recalled = wait(mind.memory.recall(&RecallQuery::new("tea"))).unwrap();
    let note = RecallNote::NotComparable { entries: 150 };
    assert!(recalled.recollection.notes.contains(&note));
    let done = wait(mind.memory.re_embed(&Uncontrolled)).unwrap();
    assert!(done.complete);
    assert_eq!((done.embedded, done.looked_at), (150, 150));
    assert_eq!(of(&mind, "mini-2"), 150);
    let again = wait(mind.memory.re_embed(&Uncontrolled)).unwrap();
    assert_eq!((again.embedded, again.looked_at), (0, 150));
}

#[test]
fn af_14_embedding_again_is_cancelled_between_batches_and_goes_on() {
    let mind = filled();
    let control = After {
        batches: 1,
        ..After::default()
    };
    let done = wait(mind.memory.re_embed(&control)).unwrap();
    assert!(!done.complete);
    assert_eq!((done.embedded, of(&mind, "mini-2")), (64, 64));
    assert_eq!(*control.seen.borrow(), [(64, None)]);
    let rest = wait(mind.memory.re_embed(&Uncontrolled)).unwrap();
    assert_eq!(rest.embedded, 86);
}

#[test]
fn af_14_an_embedder_that_fails_half_way_leaves_what_was_done() {
    let mind = filled();
    mind.world.batches.set(Some(2));
    let done = wait(mind.memory.re_embed(&Uncontrolled)).unwrap();
    assert!(!done.complete && embedder_failed(&done.notes).is_some());
    assert_eq!(of(&mind, "mini-2"), 64);
    assert_eq!(of(&mind, "mini-1"), 86, "old vectors stay");
    mind.world.batches.set(None);
    let done = wait(mind.memory.re_embed(&Uncontrolled)).unwrap();
    assert_eq!((done.embedded, done.complete), (0, false));
}

/// Texts of a learner that have a vector of this model: of runs, of fragments, of methodologies.
fn taught(learner: &Learner, model: &str) -> [usize; 3] {
    let rows = learner.rows();
    let is = |embedding: &Option<Embedding>| {
        let embedding = embedding.as_ref();
        embedding.is_some_and(|embedding| embedding.model() == model)
    };
    let trajectories = rows.trajectories.iter().filter(|row| is(&row.embedding));
    let fragments = rows.fragments.iter().filter(|row| is(&row.embedding));
    let methodologies = learner.methodologies();
    let methodologies = methodologies.iter().filter(|row| is(&row.embedding));
    [
        trajectories.count(),
        fragments.count(),
        methodologies.count(),
    ]
}

/// Runs, what they consist of and what they taught; learned while no embedder ran, with one that runs now.
fn experienced(runs: usize) -> (Learner, usize) {
    let learner = Learner::new(Temper::Plain);
    learner.world.batches.set(None);
    for n in 0..runs {
        let mut run = recovered(&format!("t{n:03}"));
        run.steps[1] = calm("wait", &format!("{n} s"));
        learner.learn(&run);
    }
    wait(learner.memory.consolidate(Occasion::Demanded)).unwrap();
    assert_eq!(taught(&learner, "mini-1"), [0, 0, 0]);
    learner.world.batches.set(Some(u32::MAX));
    let rows = learner.rows();
    let texts = rows.trajectories.len() + rows.fragments.len() + learner.methodologies().len();
    (learner, texts)
}

fn meant(learner: &Learner) -> usize {
    let found = wait(learner.memory.query(&refused_state(), "shop")).unwrap();
    let recalled = found.result.methodologies.iter();
    let by_meaning = recalled.filter(|recalled| {
        let whys = recalled.why.iter();
        whys.into_iter()
            .any(|why| why.dimension == Dimension::Meaning)
    });
    by_meaning.count()
}

#[test]
fn cg_04_what_was_learned_before_a_model_ran_is_found_by_meaning_once_it_is_embedded() {
    let (learner, texts) = experienced(3);
    assert_eq!(meant(&learner), 0);
    let done = wait(learner.memory.re_embed(&Uncontrolled)).unwrap();
    assert_eq!((done.embedded, done.looked_at), (texts, texts));
    assert!(done.complete && done.notes.is_empty());
    let all = taught(&learner, "mini-1");
    assert_eq!(all.iter().sum::<usize>(), texts);
    assert!(all.iter().all(|count| *count > 0) && meant(&learner) > 0);
    // The same vectors that learning and consolidating give.
    let rows = learner.rows();
    for row in &rows.fragments {
        assert_eq!(row.embedding, Some(embedding("mini-1", &row.description)));
    }
    let of_runs = |row: &Trajectory| row.embedding == Some(embedding("mini-1", &row.summary));
    assert!(rows.trajectories.iter().all(of_runs));
    for row in learner.methodologies() {
        let text = format!("{}\n{}", row.situation, row.strategy);
        assert_eq!(row.embedding, Some(embedding("mini-1", &text)));
    }
    // Another model's vectors come in their place.
    *learner.world.model.borrow_mut() = "mini-2";
    let done = wait(learner.memory.re_embed(&Uncontrolled)).unwrap();
    assert_eq!((done.embedded, taught(&learner, "mini-2")), (texts, all));
    let again = wait(learner.memory.re_embed(&Uncontrolled)).unwrap();
    assert_eq!((again.embedded, again.looked_at), (0, texts));
}

#[test]
fn cg_04_embedding_runs_again_is_cancelled_and_survives_what_fails() {
    let (learner, texts) = experienced(200);
    let control = After {
        batches: 1,
        ..After::default()
    };
    let done = wait(learner.memory.re_embed(&control)).unwrap();
    assert_eq!((done.embedded, done.complete), (64, false));
    // The probe, and a batch that fails.
    learner.world.batches.set(Some(1));
    let done = wait(learner.memory.re_embed(&Uncontrolled)).unwrap();
    assert!(embedder_failed(&done.notes).is_some() && !done.complete);
    learner.world.batches.set(Some(u32::MAX));
    // A write of which nobody knows, and one that is refused.
    for fate in [Fate::DoneAndLost, Fate::Lost, Fate::Refused] {
        learner.store.expect(&[fate]);
        assert!(wait(learner.memory.re_embed(&Uncontrolled)).is_err());
    }
    let done = wait(learner.memory.re_embed(&Uncontrolled)).unwrap();
    assert!(done.complete && done.looked_at == texts);
    assert_eq!(taught(&learner, "mini-1").iter().sum::<usize>(), texts);
}

#[test]
fn af_14_beside_other_work_memories_are_embedded_part_by_part_and_then_nothing_is_asked() {
    let mind = Mind::new(Temper::Plain);
    let batch = (0..600)
        .map(|n| said(&format!("note {n} on tea {n}")))
        .collect();
    wait(mind.memory.observe_all(batch)).unwrap();
    *mind.world.model.borrow_mut() = "mini-2";
    let mut parts = Vec::new();
    while parts.len() < 10 {
        let done = wait(mind.memory.keep_embedded()).unwrap();
        parts.push(done.embedded);
        if done.complete {
            break;
        }
    }
    assert_eq!(parts, [256, 256, 88]);
    assert_eq!(of(&mind, "mini-2"), 600);
    let idle = wait(mind.memory.keep_embedded()).unwrap();
    assert_eq!((idle.embedded, idle.looked_at, idle.complete), (0, 0, true));
    // What is written without a vector is seen to later; what fails is not lost, either.
    mind.world.batches.set(Some(0));
    mind.observe(said("coffee is black"));
    let failed = wait(mind.memory.keep_embedded()).unwrap();
    assert_eq!((failed.embedded, failed.complete), (0, false));
    mind.world.batches.set(None);
    let without = wait(mind.memory.keep_embedded()).unwrap();
    assert_eq!((without.looked_at, without.complete), (0, false));
    mind.world.batches.set(Some(u32::MAX));
    let done = wait(mind.memory.keep_embedded()).unwrap();
    assert_eq!((done.embedded, done.complete), (1, true));
    assert_eq!(of(&mind, "mini-2"), 601);
}

/// Somebody opens memory anew, where nothing is left to be done: no entry is looked at.
#[test]
fn af_14_an_idle_look_at_a_memory_that_was_opened_anew_reads_no_entry() {
    let mind = Mind::new(Temper::Plain);
    let batch = (0..150).map(|n| said(&format!("note {n} {n}"))).collect();
    wait(mind.memory.observe_all(batch)).unwrap();
    let idle = wait(mind.memory.keep_embedded()).unwrap();
    assert_eq!((idle.looked_at, idle.complete), (0, true));
}

#[test]
fn cg_04_beside_other_work_runs_are_embedded_part_by_part() {
    let (learner, texts) = experienced(300);
    assert!(texts > 512);
    let (mut embedded, mut calls) = (0, 0);
    loop {
        let done = wait(learner.memory.keep_embedded()).unwrap();
        assert!((1..=256).contains(&done.embedded));
        (embedded, calls) = (embedded + done.embedded, calls + 1);
        if done.complete {
            break;
        }
    }
    assert_eq!((embedded, calls), (texts, texts.div_ceil(256)));
    // To ask without an embedder writes nothing that would have to be looked at.
    learner.world.batches.set(Some(0));
    wait(learner.memory.query(&refused_state(), "shop")).unwrap();
    learner.world.batches.set(Some(u32::MAX));
    let idle = wait(learner.memory.keep_embedded()).unwrap();
    assert_eq!((idle.looked_at, idle.complete), (0, true));
    // Another caller's model comes and goes: what it wrote is seen to.
    *learner.world.model.borrow_mut() = "mini-2";
    learner.learn(&recovered("other"));
    *learner.world.model.borrow_mut() = "mini-1";
    let mut others = 0;
    loop {
        let done = wait(learner.memory.keep_embedded()).unwrap();
        others += done.embedded;
        if done.complete {
            break;
        }
    }
    assert!(others > 1);
    // A run that is learned while the embedder fails is seen to by the next call.
    learner.world.batches.set(Some(0));
    learner.learn(&recovered("late"));
    learner.world.batches.set(Some(u32::MAX));
    let mut late = 0;
    loop {
        let done = wait(learner.memory.keep_embedded()).unwrap();
        late += done.embedded;
        if done.complete {
            break;
        }
    }
    assert!(late > 1);
    let all: usize = taught(&learner, "mini-1").iter().sum();
    assert_eq!(all, texts + others + late);
}

#[test]
fn cg_05_a_methodology_that_was_made_without_an_embedder_gets_its_vector_later() {
    let learner = Learner::new(Temper::Plain);
    for id in ["a", "b", "c"] {
        learner.learn(&recovered(id));
    }
    assert!(wait(learner.memory.keep_embedded()).unwrap().complete);
    learner.world.batches.set(None);
    wait(learner.memory.consolidate(Occasion::Demanded)).unwrap();
    let [_, _, without] = taught(&learner, "mini-1");
    learner.world.batches.set(Some(u32::MAX));
    let made = learner.methodologies().len();
    assert!(made > 0 && without == 0);
    let done = wait(learner.memory.keep_embedded()).unwrap();
    assert_eq!((done.embedded, done.complete), (made, true));
}

/// A file may say of any text that the model hardly knows it, so that its meaning is never found: the model says so itself.
#[test]
fn af_14_a_vector_of_zeros_in_a_file_is_made_anew() {
    let mind = Mind::new(Temper::Plain);
    mind.world.knows_words.set(false);
    mind.observe(said("tea at eight"));
    let zeros = mind
        .all()
        .into_iter()
        .next()
        .and_then(|entry| entry.embedding);
    assert!(!zeros.unwrap().has_direction());
    let other = Mind::new(Temper::Plain);
    import(&other, &exported(&mind)).unwrap();
    assert_eq!(other.all()[0].embedding, None);
    let kept = wait(other.memory.keep_embedded()).unwrap();
    assert_eq!((kept.embedded, kept.complete), (1, true));
    assert_eq!(of(&other, "mini-1"), 1);
    assert!(other.all()[0].embedding.as_ref().unwrap().has_direction());
    // Where the model hardly knows it, that is what is kept, and nothing is asked again.
    let third = Mind::new(Temper::Plain);
    third.world.knows_words.set(false);
    import(&third, &exported(&mind)).unwrap();
    assert_eq!(wait(third.memory.keep_embedded()).unwrap().embedded, 1);
    assert_eq!(wait(third.memory.keep_embedded()).unwrap().embedded, 0);
    assert_eq!(third.all()[0].embedding, mind.all()[0].embedding);
}
