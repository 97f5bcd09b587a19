//! The run of a session file whose disputes are sentences, as one of today's.

use std::collections::BTreeMap;

use amb_memory::task::{Conflict, TaskBank, dissent_of};
use serde_json::Value;

use crate::protocol::AnswerDispute;

/// Returns the run with its disputes as data: the memory's own if it has them, else the parts of the sentence. Doubts
/// are left out, because they are made from the memory.
pub(super) fn upgraded(bank: &TaskBank, mut run: Value) -> Value {
    for passages in ["/retrieved", "/answer/citations"] {
        let passages = run.pointer_mut(passages).and_then(Value::as_array_mut);
        for passage in passages.into_iter().flatten() {
            if let Some(doubts) = passage.get_mut("doubts") {
                *doubts = Value::Array(Vec::new());
            }
        }
    }
    let conflicts = bank.query_graph().conflicts();
    let known: BTreeMap<[&str; 2], &Conflict> =
        conflicts.map(|one| (one.dissent.key(), one)).collect();
    let disputes = run
        .pointer_mut("/answer/disputes")
        .and_then(Value::as_array_mut);
    for dispute in disputes.into_iter().flatten() {
        let Some(told) = dispute.as_str() else {
            continue;
        };
        let dissent = dissent_of(told);
        let upgraded = match known.get(&dissent.key()) {
            Some(conflict) if conflict.status.is_open() => AnswerDispute::from(*conflict),
            _ => AnswerDispute {
                sides: None,
                ..AnswerDispute::open(dissent)
            },
        };
        if let Ok(upgraded) = serde_json::to_value(upgraded) {
            *dispute = upgraded;
        }
    }
    run
}
