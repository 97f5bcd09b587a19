//! Another model's vectors (AF-14).

use crate::observing::Mind;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;

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
