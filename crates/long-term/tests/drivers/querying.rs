//! Results of a query at a step, and loops (CG-04, CG-06, CG-07, CG-11).

use crate::runs::*;
use crate::world::*;
use amb_long_term::*;
use amb_memory::trajectory::consolidator::Occasion;
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::retriever::Dimension;
use amb_memory::trajectory::{MethodologyFormat, TrajectorySettings};

fn taught(settings: TrajectorySettings) -> Learner {
    let learner = Learner::with(Temper::Plain, settings);
    learner.learn(&recovered("t"));
    learner.learn(&stuck("u"));
    wait(learner.memory.consolidate(Occasion::Demanded)).unwrap();
    learner
}

#[test]
fn cg_04_a_state_is_embedded_asked_by_and_each_item_says_why() {
    let learner = taught(TrajectorySettings::default());
    learner.world.asked.borrow_mut().clear();
    let found = wait(learner.memory.query(&refused_state(), "shop")).unwrap();
    assert_eq!(*learner.world.asked.borrow(), [1]);
    let solution = &found.result.error_solutions[0];
    let why: Vec<_> = solution.why.iter().map(|why| why.dimension).collect();
    assert!(why.contains(&Dimension::Error) && why.contains(&Dimension::Meaning));
    assert!(!found.result.warnings.is_empty());
    assert!(found.told.iter().any(|told| told.is_warning));
    let advice = found
        .told
        .iter()
        .find(|told| told.text.contains("Strategy: "));
    assert!(advice.unwrap().text.contains("wait"), "{advice:?}");
    let methodologies = learner.methodologies();
    assert!(!found.given.is_empty());
    for given in &found.given {
        assert!(methodologies.iter().any(|known| known.id == *given));
    }
    let embedded = State {
        embedding: Some(embedding("mini-1", "tower")),
        ..refused_state()
    };
    wait(learner.memory.query(&embedded, "shop")).unwrap();
    assert_eq!(learner.world.asked.borrow().len(), 1, "it has a vector");
    let nothing = wait(learner.memory.query(&State::default(), "")).unwrap();
    assert_eq!(nothing.notes, []);
}

#[test]
fn cg_11_methodologies_are_told_in_words_as_fields_or_not_at_all() {
    for (format, mark) in [
        (MethodologyFormat::NaturalLanguage, Some("Situation: ")),
        (MethodologyFormat::Fields, Some("\"situation\":")),
        (MethodologyFormat::Off, None),
    ] {
        let learner = taught(TrajectorySettings {
            methodology_format: format,
            ..TrajectorySettings::default()
        });
        let found = wait(learner.memory.query(&refused_state(), "shop")).unwrap();
        assert_eq!(found.given.is_empty(), mark.is_none());
        let marked = |told: &Told| mark.is_some_and(|mark| told.text.contains(mark));
        assert_eq!(found.told.iter().any(marked), mark.is_some(), "{format:?}");
        assert!(!found.told.is_empty(), "fragments are told all the same");
    }
    let learner = taught(TrajectorySettings::default());
    let chinese = State {
        task_description: "查一下这座塔有多高".to_owned(),
        ..refused_state()
    };
    let found = wait(learner.memory.query(&chinese, "shop")).unwrap();
    assert!(
        found
            .told
            .iter()
            .any(|told| told.text.contains("建议策略："))
    );
}

#[test]
fn cg_06_a_loop_is_found_at_its_third_time_with_what_led_others_out() {
    let learner = taught(TrajectorySettings::default());
    let history = vec![refused_state(); 3];
    let none = wait(learner.memory.check_loop(&history[..2])).unwrap();
    assert_eq!(none, None);
    let stuck = wait(learner.memory.check_loop(&history)).unwrap().unwrap();
    assert_eq!((stuck.found.first, stuck.found.repeats), (0, 3));
    assert!(!stuck.suggestions.is_empty());
    assert!(stuck.told.iter().all(|told| !told.is_warning));
    assert!(stuck.told.iter().any(|told| told.text.contains("wait")));
    let other = State {
        error_keywords: vec!["certificate".to_owned()],
        current_error_keywords: vec!["certificate".to_owned()],
        ..refused_state()
    };
    let varied = [refused_state(), refused_state(), other];
    assert_eq!(wait(learner.memory.check_loop(&varied)).unwrap(), None);
    assert_eq!(wait(learner.memory.check_loop(&[])).unwrap(), None);
    let ignorant = Learner::new(Temper::Plain);
    let stuck = wait(ignorant.memory.check_loop(&history)).unwrap().unwrap();
    assert_eq!(stuck.suggestions, []);
}

#[test]
fn cg_07_cg_08_numbers_mistakes_and_pages() {
    let learner = taught(TrajectorySettings::default());
    let stats = wait(learner.memory.stats()).unwrap();
    assert_eq!((stats.trajectories, stats.success_rate), (2, 0.5));
    assert_eq!(stats.learned_since, 0);
    assert!(stats.error_frequency["HTTP 429"] >= 2);
    let mistakes = wait(learner.memory.mistakes("the height of the tower", 5)).unwrap();
    assert_eq!(mistakes[0].error_type.as_deref(), Some("HTTP 429"));
    let elsewhere = wait(learner.memory.mistakes("bake bread", 5)).unwrap();
    assert_eq!(elsewhere, []);
    let page = wait(learner.memory.browse(None, 1)).unwrap();
    assert_eq!(page.rows.trajectories[0].id.as_str(), "u");
    let page = wait(learner.memory.browse(page.next.as_ref(), 2)).unwrap();
    assert_eq!(page.rows.trajectories[0].id.as_str(), "t");
    assert_eq!(page.next, None);
    let one = learner.methodologies()[0].id.clone();
    assert!(wait(learner.memory.forget_methodology(&one)).unwrap());
    assert!(!wait(learner.memory.forget_methodology(&one)).unwrap());
    assert!(learner.methodologies().iter().all(|known| known.id != one));
}
