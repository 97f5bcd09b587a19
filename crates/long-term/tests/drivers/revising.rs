//! Methodologies are made, by a model or without one, while others write (CG-05).

use crate::runs::*;
use crate::shaky::Fate;
use crate::world::*;
use amb_long_term::*;
use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::Occasion;
use amb_memory::trajectory::records::MethodologyKind;
use amb_store::long_term::TrajectoryStore;
use std::rc::Rc;

fn consolidate(learner: &Learner, occasion: Occasion) -> ConsolidationRounds {
    wait(learner.memory.consolidate(occasion)).unwrap()
}

#[test]
fn cg_05_after_sixteen_when_idle_after_one_and_on_demand() {
    let learner = Learner::new(Temper::Plain);
    assert_eq!(consolidate(&learner, Occasion::Idle).rounds, 0);
    for n in 0..15 {
        learner.learn(&recovered(&format!("t{n:02}")));
    }
    assert_eq!(consolidate(&learner, Occasion::Learned).rounds, 0);
    learner.learn(&recovered("t15"));
    let done = consolidate(&learner, Occasion::Learned);
    assert!(done.rounds == 1 && !done.revised.methodologies.is_empty());
    assert!(done.revised.abstracted >= 16);
    learner.learn(&stuck("u"));
    let done = consolidate(&learner, Occasion::Idle);
    assert_eq!(done.rounds, 1);
    let made = learner.methodologies();
    let warning = made.iter().find(|m| m.kind == MethodologyKind::Warning);
    assert!(warning.unwrap().embedding.is_some());
    assert_eq!(consolidate(&learner, Occasion::Idle).rounds, 0);
    let done = consolidate(&learner, Occasion::Demanded);
    assert_eq!((done.rounds, done.revised.abstracted), (1, 0));
}

#[test]
fn cg_05_where_a_model_fails_a_template_tells_it_and_no_case_is_lost() {
    for temper in [Temper::Fails, Temper::Malformed] {
        let learner = Learner::new(temper);
        learner.learn(&recovered("t"));
        let done = consolidate(&learner, Occasion::Demanded);
        let told = words_failed(&done.notes, WordsTask::Abstraction);
        assert!(matches!(told, Some((_, Instead::PlainWords))));
        let made = learner.methodologies();
        assert!(made.iter().any(|it| it.strategy.contains("wait → search")));
    }
}

#[test]
fn bx_05_a_models_words_are_trusted_no_more_than_the_cases() {
    let learner = Learner::new(Temper::Repeats);
    let mut run = recovered("t");
    run.trust = Trust::Snippet;
    learner.learn(&run);
    consolidate(&learner, Occasion::Demanded);
    let made = learner.methodologies();
    assert!(made.iter().all(|it| it.trust <= Trust::Snippet));
}

#[test]
fn cg_05_what_others_learn_meanwhile_costs_a_look_and_no_further_words() {
    let learner = Learner::new(Temper::Plain);
    learner.learn(&recovered("t"));
    let store = Rc::downgrade(&learner.store);
    let other = Learner::new(Temper::Plain);
    *learner.store.meanwhile.borrow_mut() = Some(Box::new(move |number| {
        if number == 1 || number == 2 {
            other.learn(&stuck(&format!("other {number}")));
            let rows = other.rows();
            let inner = &store.upgrade().unwrap().inner;
            wait(inner.import(&rows)).unwrap();
        }
    }));
    let done = consolidate(&learner, Occasion::Demanded);
    assert_eq!(learner.store.writes.get(), 4, "two were refused");
    let asked = learner.model.requests.borrow().len();
    assert_eq!(asked, done.revised.methodologies.len());
    assert!(consolidate(&learner, Occasion::Demanded).revised.abstracted > 0);
}

#[test]
fn cg_05_an_endless_quarrel_ends_and_changes_nothing() {
    let learner = Learner::new(Temper::Plain);
    learner.learn(&recovered("t"));
    let store = Rc::downgrade(&learner.store);
    *learner.store.meanwhile.borrow_mut() = Some(Box::new(move |_| {
        let inner = &store.upgrade().unwrap().inner;
        wait(inner.import(&Default::default())).unwrap();
    }));
    let error = wait(learner.memory.consolidate(Occasion::Demanded)).unwrap_err();
    assert_eq!(error, MemoryError::Contended { attempts: 5 });
    assert_eq!(learner.methodologies(), []);
}

#[test]
fn cg_05_a_consolidation_in_doubt_counts_no_case_twice() {
    for fate in [Fate::DoneAndLost, Fate::Lost] {
        let learner = Learner::new(Temper::Plain);
        learner.learn(&recovered("t"));
        learner.store.expect(&[fate]);
        consolidate(&learner, Occasion::Demanded);
        let made = learner.methodologies();
        assert!(!made.is_empty() && made.iter().all(|it| it.success_count == 1));
    }
    let learner = Learner::new(Temper::Plain);
    learner.learn(&recovered("t"));
    learner.store.expect(&[Fate::Refused]);
    assert!(wait(learner.memory.consolidate(Occasion::Demanded)).is_err());
    assert_eq!(learner.methodologies(), []);
}

#[test]
fn cg_05_more_than_one_look_holds_is_done_in_rounds() {
    let settings = TrajectorySettings {
        consolidation_batch: 2,
        ..TrajectorySettings::default()
    };
    let learner = Learner::with(Temper::Plain, settings.clone());
    for n in 0..4 {
        learner.learn(&recovered(&format!("t{n}")));
    }
    let done = consolidate(&learner, Occasion::Demanded);
    assert!(done.rounds > 1 && !done.more);
    let rows = learner.rows();
    assert!(
        rows.fragments
            .iter()
            .all(|row| row.abstracted_into.is_some())
    );
    let settings = TrajectorySettings {
        min_cases: 1_000,
        ..settings
    };
    let patient = Learner::with(Temper::Plain, settings);
    for n in 0..4 {
        patient.learn(&recovered(&format!("t{n}")));
    }
    let done = consolidate(&patient, Occasion::Demanded);
    assert!(!done.more, "all was looked at");
    assert_eq!(patient.methodologies(), [], "too few cases wait");
}

/// CG-05: cases that are alone of their kind, and older, do not keep those behind them from being learned from.
#[test]
fn cg_05_lone_cases_starve_nobody() {
    let settings = TrajectorySettings {
        min_cases: 3,
        consolidation_batch: 10,
        ..TrajectorySettings::default()
    };
    let learner = Learner::with(Temper::Plain, settings);
    for n in 0..12 {
        let mut lone = recovered(&format!("lone{n:02}"));
        lone.task_type = format!("kind {n}");
        learner.learn(&lone);
    }
    for n in 0..20 {
        learner.learn(&recovered(&format!("alike{n:02}")));
    }
    let done = consolidate(&learner, Occasion::Demanded);
    assert!(done.revised.abstracted >= 20 && !done.more, "{done:?}");
    assert!(!learner.methodologies().is_empty());
}
