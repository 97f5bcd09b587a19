//! Calls of a run, and their replies (BX-06, CG-10).

use crate::observing::Mind;
use crate::runs::*;
use crate::shaky::Fate;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::{CoreBlock, MemoryType, Speaker, UtcOffset};
use amb_memory::task::Trust;
use amb_memory::text::Language;
use amb_memory::trajectory::consolidator::Occasion;
use amb_store::long_term::*;
use std::collections::BTreeSet;

const LANGUAGE: Language = Language::English;

fn told(text: &str, speaker: Speaker) -> ToldText {
    ToldText {
        text: text.to_owned(),
        memory_type: MemoryType::Conversation,
        speaker,
        trust: Trust::Given,
    }
}

struct Both {
    mind: std::rc::Rc<crate::shaky::ShakyHierarchy>,
    runs: std::rc::Rc<crate::shaky::ShakyTrajectories>,
    world: std::rc::Rc<Scripted>,
    memory: LongTermMemory,
}

impl Both {
    fn new() -> Self {
        let (mind, learner) = (Mind::new(Temper::Plain), Learner::new(Temper::Plain));
        Self {
            mind: mind.store,
            runs: learner.store,
            world: mind.world,
            memory: LongTermMemory {
                hierarchy: mind.memory,
                trajectories: learner.memory,
            },
        }
    }

    fn ask(&self, call: MemoryCall) -> MemoryReply {
        wait(self.memory.answer(call))
    }

    fn recall(&self, without: Vec<String>) -> (Vec<MemoryItem>, String) {
        self.recall_of("green tea", without)
    }

    fn recall_of(&self, question: &str, without: Vec<String>) -> (Vec<MemoryItem>, String) {
        let reply = self.ask(MemoryCall::Recall {
            question: question.to_owned(),
            language: LANGUAGE,
            tokens: 200,
            without,
        });
        match reply {
            MemoryReply::Recalled { items, context, .. } => (items, context.text),
            other => panic!("{other:?}"),
        }
    }

    fn advise(&self, without: Vec<String>) -> Vec<MemoryItem> {
        let reply = self.ask(MemoryCall::Advise {
            state: Box::new(refused_state()),
            repo: "shop".to_owned(),
            language: LANGUAGE,
            without,
        });
        match reply {
            MemoryReply::Advised { items, .. } => items,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn bx_06_what_the_user_told_is_recalled_with_its_source_and_can_be_left_out() {
    let both = Both::new();
    let texts = vec![
        told("I like green tea", Speaker::User),
        told("I like green tea", Speaker::User),
        told("\u{200b}", Speaker::User),
        told("Green tea grows in Japan", Speaker::Source),
    ];
    let observe = MemoryCall::Observe { told: texts };
    for _ in 0..2 {
        let MemoryReply::Observed { kept, .. } = both.ask(observe.clone()) else {
            panic!("another reply");
        };
        assert_eq!(kept, 3, "called twice, remembered once");
    }
    let (items, text) = both.recall(Vec::new());
    assert_eq!(items.len(), 2);
    assert!(text.contains("the user: I like green tea"));
    assert!(!items[0].found_by.is_empty() && items[0].kind == MemoryItemKind::Memory);
    let (rest, text) = both.recall(vec![items[0].id.clone()]);
    assert_eq!(rest.len(), 1);
    assert_ne!(rest[0].id, items[0].id);
    assert!(!text.contains(&items[0].text));
    let many = vec![told("tea", Speaker::User); MAX_TOLD + 1];
    let refused = both.ask(MemoryCall::Observe { told: many });
    assert!(matches!(refused, MemoryReply::Unavailable { code, .. } if code == "invalid_argument"));
}

/// BX-06, CG-10: a lesson that two runs taught is told once, and switched off under either id.
#[test]
fn bx_06_a_lesson_that_is_switched_off_is_not_told_under_another_id() {
    let both = Both::new();
    for id in ["a", "b"] {
        wait(both.memory.trajectories.learn(&recovered(id))).unwrap();
    }
    let told = both.advise(Vec::new());
    let texts: BTreeSet<&str> = told.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(texts.len(), told.len());
    let fragments = wait(both.memory.trajectories.browse(None, 9))
        .unwrap()
        .rows
        .fragments;
    let solutions = fragments.iter().filter(|row| row.error_type.is_some());
    let ids: Vec<String> = solutions.map(|row| row.id.to_string()).collect();
    assert_eq!(ids.len(), 2);
    for id in ids {
        let rest = both.advise(vec![id]);
        assert_eq!(rest.len(), told.len() - 1);
        assert!(rest.iter().all(|item| !item.text.contains("wait: 30 s")));
    }
}

/// BX-06, AF-12: a run's "yesterday" is the user's, and so are the dates that it is told.
#[test]
fn bx_06_a_run_recalls_by_the_users_clock() {
    let both = Both::new();
    both.world.now.set(NOW - 2 * 3_600_000);
    both.ask(MemoryCall::Observe {
        told: vec![told("I planted a tree", Speaker::User)],
    });
    // In UTC it is Sunday, 15 o'clock; in Sydney Monday, 1 o'clock.
    both.world.now.set(NOW);
    let yesterday = "What happened yesterday?";
    assert_eq!(both.recall_of(yesterday, Vec::new()).0.len(), 0);
    both.world.offset.set(UtcOffset::from_minutes(600).unwrap());
    let (items, text) = both.recall_of(yesterday, Vec::new());
    assert_eq!(items.len(), 1);
    assert!(
        text.contains("2026-11-22, the user: I planted a tree"),
        "{text}"
    );
}

/// BX-06, AF-02: plans are told what the user set, too; it is shown like the rest, and can be left out.
#[test]
fn bx_06_core_memory_is_told_to_plans() {
    let both = Both::new();
    let text = "Ann, who lives in Oslo";
    let block = CoreBlock::UserInfo;
    let set = both
        .memory
        .hierarchy
        .set_core_memory(block, text, Speaker::User, Trust::Given);
    wait(set).unwrap();
    let (items, told) = both.recall(Vec::new());
    assert!(
        told.contains("about the user: Ann, who lives in Oslo"),
        "{told}"
    );
    assert_eq!(
        (items[0].kind, items[0].text.as_str()),
        (MemoryItemKind::Core, text)
    );
    let (rest, told) = both.recall(vec![items[0].id.clone()]);
    assert!(rest.is_empty() && told.is_empty(), "{told}");
}

#[test]
fn cg_10_a_run_is_learned_once_and_advises_the_next_one() {
    let both = Both::new();
    let learn = MemoryCall::Learn {
        run: Box::new(recovered("t")),
    };
    let first = both.ask(learn.clone());
    assert!(matches!(first, MemoryReply::Learned { fragments, .. } if fragments > 0));
    assert_eq!(
        both.ask(learn),
        first,
        "a run that is known has been learned"
    );
    wait(both.memory.trajectories.consolidate(Occasion::Demanded)).unwrap();
    let items = both.advise(Vec::new());
    let advice = items
        .iter()
        .find(|item| item.methodology().is_some())
        .unwrap();
    assert!(advice.text.starts_with("Situation: ") && !advice.found_by.is_empty());
    let rest = both.advise(vec![advice.id.clone()]);
    assert_eq!(rest.len(), items.len() - 1);
    assert!(rest.iter().all(|item| item.id != advice.id));
    let history = vec![refused_state(); 3];
    let found = wait(both.memory.trajectories.check_loop(&history)).unwrap();
    let escape = both.ask(MemoryCall::Escape {
        found: found.unwrap().found,
        language: LANGUAGE,
        without: Vec::new(),
    });
    let MemoryReply::Advised { items, .. } = escape else {
        panic!("another reply");
    };
    assert!(!items.is_empty() && items.iter().all(|item| !item.is_warning));
}

#[test]
fn bx_06_memory_that_fails_says_so_and_stops_nothing() {
    let both = Both::new();
    both.runs.expect(&[Fate::Refused]);
    let failed = both.ask(MemoryCall::Learn {
        run: Box::new(recovered("t")),
    });
    assert!(matches!(failed, MemoryReply::Unavailable { code, .. } if code == "server_read_only"));
    let empty = both.ask(MemoryCall::Learn {
        run: Box::new(run("none", true, Vec::new())),
    });
    assert!(matches!(empty, MemoryReply::Unavailable { code, .. } if code == "invalid_argument"));
    both.world.batches.set(Some(0));
    let texts = vec![told("tea", Speaker::User)];
    let MemoryReply::Observed { kept, notes } = both.ask(MemoryCall::Observe { told: texts })
    else {
        panic!("another reply");
    };
    assert_eq!(kept, 1);
    assert!(notes[0].contains("out of memory"), "{notes:?}");
    assert_eq!(both.mind.writes.get(), 1);
}
