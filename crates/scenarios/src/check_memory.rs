//! Checks a run's use of long-term memory against its scenario (BX-06).

use amb_agents::protocol::{Event, MemoryPurpose};
use amb_store::long_term::MemoryItem;

use crate::check::Faults;
use crate::run::Ran;
use crate::scenario::ExpectedMemory;

/// Start and end of the message that memory failed.
const FAILED: [&str; 2] = ["Long-term memory: ", "The run goes on without it."];

/// Notes the deviations.
pub(crate) fn long_term(expected: &ExpectedMemory, ran: &Ran, faults: &mut Faults) {
    given(expected, &ran.events, faults);
    faults.same("the loops", &expected.loops, loops(&ran.events));
    faults.same("the steps learned", &expected.learned, learned(&ran.events));
    let failures = ran.events.iter().filter(|event| is_failure(event));
    faults.same("memory's failures", &expected.failures, failures.count());
    let looked_at = ran.remembered.is_some();
    let is_asked = !expected.holds.is_empty() || !expected.lacks.is_empty();
    faults.unless(looked_at || !is_asked, || {
        "nobody looked at memory".to_owned()
    });
    let remembered = ran.remembered.as_deref().unwrap_or_default();
    for part in &expected.holds {
        faults.unless(remembered.contains(part), || {
            format!("what is remembered lacks {part:?}: {remembered}")
        });
    }
    for part in &expected.lacks {
        faults.unless(!remembered.contains(part), || {
            format!("what is remembered holds {part:?}: {remembered}")
        });
    }
}

fn given(expected: &ExpectedMemory, events: &[Event], faults: &mut Faults) {
    for (purpose, parts) in &expected.given {
        for part in parts {
            let mut items = items(events).filter(|(of, _)| name(*of) == *purpose);
            let is_given = items.any(|(_, item)| item.text.contains(part) && is_sourced(item));
            faults.unless(is_given, || {
                format!("nothing that holds {part:?} was given for {purpose}: {events:?}")
            });
        }
    }
    for part in &expected.never_given {
        let mut items = items(events);
        faults.unless(!items.any(|(_, item)| item.text.contains(part)), || {
            format!("{part:?} was given")
        });
    }
}

fn items(events: &[Event]) -> impl Iterator<Item = (MemoryPurpose, &MemoryItem)> {
    let used = events.iter().filter_map(|event| match event {
        Event::MemoryUsed { purpose, items } => Some((*purpose, items)),
        _ => None,
    });
    used.flat_map(|(purpose, items)| items.iter().map(move |item| (purpose, item)))
}

/// Returns true if an item has its id and its channels.
fn is_sourced(item: &MemoryItem) -> bool {
    !item.id.is_empty() && !item.found_by.is_empty()
}

fn name(purpose: MemoryPurpose) -> &'static str {
    match purpose {
        MemoryPurpose::Planning => "planning",
        MemoryPurpose::Step => "step",
        MemoryPurpose::Loop => "loop",
    }
}

fn loops(events: &[Event]) -> Vec<usize> {
    let mut failed = 0;
    let mut loops = Vec::new();
    for event in events {
        match event {
            Event::ToolCall {
                succeeded: false, ..
            } => failed += 1,
            Event::LoopFound { .. } => loops.push(failed),
            _ => {}
        }
    }
    loops
}

fn learned(events: &[Event]) -> usize {
    let steps = events.iter().map(|event| match event {
        Event::Learned { steps, .. } => *steps,
        _ => 0,
    });
    steps.sum()
}

fn is_failure(event: &Event) -> bool {
    matches!(event, Event::Warning { message, .. } if FAILED.iter().all(|part| message.contains(part)))
}
