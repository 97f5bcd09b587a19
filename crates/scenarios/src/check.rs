//! Checks a run's outcome against a scenario's expectations.

use std::collections::BTreeSet;

use amb_agents::protocol::{Answer, Citation, Cost, Event, Ledger, Service, Spent, Termination};
use amb_memory::task::{TaskStatus, TaskType};

use crate::check_memory::long_term;
use crate::names::nameless;
use crate::play::{Exchange, requests};
use crate::run::{Ran, holds_secret};
use crate::scenario::Expected;

/// Everything that is not as expected, in words; nothing if all is well.
#[must_use]
pub fn faults(expected: &Expected, ran: &Ran, exchanges: &[Exchange]) -> Vec<String> {
    let mut faults = Faults::default();
    answer(expected, ran, &mut faults);
    memory(expected, ran, &mut faults);
    long_term(&expected.memory, ran, &mut faults);
    world(expected, ran, exchanges, &mut faults);
    spending(expected, ran, exchanges, &mut faults);
    faults.0
}

/// The faults found, in words.
#[derive(Default)]
pub(crate) struct Faults(Vec<String>);

impl Faults {
    pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        expected: &Option<T>,
        is: T,
    ) {
        if let Some(expected) = expected
            && *expected != is
        {
            self.0.push(format!("{what} is {is:?}, not {expected:?}"));
        }
    }

    pub(crate) fn unless(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.0.push(fault());
        }
    }
}

fn answer(expected: &Expected, ran: &Ran, faults: &mut Faults) {
    let result = &ran.result;
    let failure = result.error.as_ref().map(|error| error.code.clone());
    faults.same("termination", &expected.termination, result.termination);
    faults.unless(failure == expected.error, || {
        format!(
            "the failure is {:?}, not {:?}",
            result.error, expected.error
        )
    });
    let message = result.error.as_ref().map_or("", |error| &error.message);
    for part in &expected.failure_contains {
        faults.unless(message.contains(part), || {
            format!("the failure lacks {part:?}: {message}")
        });
    }
    let answer = result.answer.as_ref();
    faults.same(
        "found",
        &expected.found,
        answer.is_some_and(|answer| answer.found),
    );
    let mut events = ran.events.iter();
    let is_told = events.any(|event| matches!(event, Event::Answered { .. }));
    faults.unless(is_told || answer.is_none(), || {
        "nobody was told of the answer".to_owned()
    });
    let text = answer.map_or("", |answer| answer.text.as_str());
    for part in &expected.answer_contains {
        faults.unless(text.contains(part), || {
            format!("the answer lacks {part:?}: {text}")
        });
    }
    for part in &expected.answer_lacks {
        faults.unless(!text.contains(part), || {
            format!("the answer holds {part:?}: {text}")
        });
    }
    let writer = answer.map(|answer| answer.engine.name.clone());
    faults.same(
        "who answers",
        &expected.answer_by,
        writer.unwrap_or_default(),
    );
    let disputes = answer.map_or(0, |answer| answer.disputes.len());
    faults.same("the answer's disputes", &expected.disputes, disputes);
    for part in &expected.disputes_contain {
        let mut told = answer.into_iter().flat_map(|answer| &answer.disputes);
        faults.unless(
            told.any(|dispute| dispute.description.contains(part)),
            || format!("no dispute of the answer holds {part:?}"),
        );
    }
    citations(expected, answer, faults);
    pages(expected, answer, faults);
    let flags = answer
        .map(|answer| answer.flags.clone())
        .unwrap_or_default();
    faults.same("the flags", &expected.flags, flags);
    faults.same("what was told of the answer", &expected.told, told(ran));
}

/// The words of the answer as they came, together until they are taken back or the answer is there.
fn told(ran: &Ran) -> Vec<String> {
    let mut told = vec![String::new()];
    for event in &ran.events {
        match (event, told.last_mut()) {
            (Event::AnswerDelta { text }, Some(last)) => last.push_str(text),
            (Event::Warning { .. } | Event::Answered { .. }, _) => told.push(String::new()),
            _ => {}
        }
    }
    told.retain(|words| !words.is_empty());
    told
}

fn citations(expected: &Expected, answer: Option<&Answer>, faults: &mut Faults) {
    let trust = answer.map(|answer| answer.trust);
    faults.same(
        "the answer's trust",
        &expected.answer_trust,
        trust.unwrap_or_default(),
    );
    let cited = answer.into_iter().flat_map(|answer| &answer.citations);
    let documents = cited.clone().map(|citation| citation.document.clone());
    faults.same("the cited documents", &expected.cites, documents.collect());
    let trusts = cited.clone().map(|citation| citation.trust);
    faults.same(
        "the citations' trust",
        &expected.cites_trust,
        trusts.collect(),
    );
    let titles = cited.map(|citation| citation.title.clone().unwrap_or_default());
    faults.same("the cited titles", &expected.cites_titles, titles.collect());
    for Citation { number, doubts, .. } in answer.into_iter().flat_map(|answer| &answer.citations) {
        let once: BTreeSet<_> = doubts.iter().collect();
        faults.unless(once.len() == doubts.len(), || {
            format!("citation {number} tells a doubt twice")
        });
    }
}

fn pages(expected: &Expected, answer: Option<&Answer>, faults: &mut Faults) {
    let cited = answer.into_iter().flat_map(|answer| &answer.citations);
    let pages = cited.map(|citation| citation.page.unwrap_or(0));
    faults.same("the cited pages", &expected.pages, pages.collect());
}

fn memory(expected: &Expected, ran: &Ran, faults: &mut Faults) {
    let result = &ran.result;
    let nodes = &result.query_graph.nodes;
    let steps = result.insight_doc.completed_tasks().iter().map(|task| {
        let kind = match task.r#type {
            TaskType::Normal => "NORMAL",
            TaskType::CrossValidate => "CROSS_VALIDATE",
        };
        let end = match task.status {
            TaskStatus::Succeeded => "ok",
            TaskStatus::Failed => "failed",
        };
        format!("{kind} {end}")
    });
    faults.same("the steps", &expected.steps, steps.collect());
    faults.same(
        "merges",
        &expected.merges,
        result.interaction_tree.merge_events.len(),
    );
    let disputed = nodes
        .values()
        .filter(|node| !node.disputed.is_empty())
        .count();
    faults.same("disputed nodes", &expected.disputed, disputed);
    faults.same("nodes", &expected.nodes, nodes.len());
    for (part, trust) in &expected.node_trust {
        let mut named = nodes
            .values()
            .filter(|node| node.context.contains(part) || node.summary.contains(part));
        let found = named.next().map(|node| node.trust);
        faults.unless(found == Some(*trust) && named.next().is_none(), || {
            format!("the node of {part:?} is trusted as {found:?}, not {trust:?}, or not one")
        });
    }
    let ends: usize = nodes.values().map(|node| node.links.len()).sum();
    faults.same("edges", &expected.edges, ends / 2);
    let mut entries = result.interaction_tree.entries.values();
    for part in &expected.entries_contain {
        let held = entries.clone().any(|entry| entry.text.contains(part));
        faults.unless(held, || format!("no entry holds {part:?}"));
    }
    let kept = [
        serde_json::to_string(&result.query_graph).unwrap_or_default(),
        serde_json::to_string(&result.interaction_tree).unwrap_or_default(),
        serde_json::to_string(&result.insight_doc).unwrap_or_default(),
    ];
    // A number may occur in any identifier, and in any time.
    let kept = kept.map(|kept| nameless(&kept));
    let held = |part: &String| {
        let quoted = serde_json::to_string(part).unwrap_or_default();
        let inner = quoted.trim_matches('"');
        let mut layers = kept.iter();
        layers.any(|kept| kept.contains(part) || kept.contains(inner))
    };
    for part in &expected.memory_holds {
        faults.unless(held(part), || format!("memory lacks {part:?}"));
    }
    for part in &expected.memory_lacks {
        faults.unless(!held(part), || format!("memory holds {part:?}"));
    }
    let known = |id| result.interaction_tree.node_to_entries.contains_key(id);
    faults.unless(nodes.values().all(|node| known(&node.id)), || {
        "a node has no entry".to_owned()
    });
    faults.unless(entries.all(|entry| !entry.text.trim().is_empty()), || {
        "an entry is blank".to_owned()
    });
}

/// Characters shown of a request without a reply: its end.
const SHOWN_CHARS: usize = 3000;

fn world(expected: &Expected, ran: &Ran, exchanges: &[Exchange], faults: &mut Faults) {
    for (kind, count) in &expected.requests {
        let is_kind = |exchange: &&Exchange| match kind.split_once(' ') {
            Some((kind, asks)) => exchange.kind == kind && exchange.asks == asks,
            None => exchange.kind == kind,
        };
        let sent = exchanges.iter().filter(is_kind).count();
        faults.unless(sent == *count, || {
            format!("{sent} requests to {kind}, not {count}")
        });
    }
    let sent = |text: &String, elsewhere: bool| {
        let others = |exchange: &&Exchange| !elsewhere || exchange.kind != "llm";
        // A request's body is JSON.
        let quoted = serde_json::to_string(text).unwrap_or_default();
        let inner = quoted.trim_matches('"');
        let mut exchanges = exchanges.iter().filter(others);
        exchanges.any(|exchange| exchange.sent.contains(text) || exchange.sent.contains(inner))
    };
    for text in &expected.sent {
        faults.unless(sent(text, false), || format!("{text:?} was never sent"));
    }
    for text in &expected.never_sent {
        faults.unless(!sent(text, false), || format!("{text:?} was sent"));
    }
    for (kind, texts) in &expected.never_sent_to {
        for text in texts {
            let mut others = exchanges.iter().filter(|exchange| exchange.kind == kind);
            let sent = others.any(|exchange| exchange.sent.contains(text));
            faults.unless(!sent, || format!("{text:?} was sent to {kind}"));
        }
    }
    for text in &expected.never_told {
        faults.unless(!sent(text, true), || format!("{text:?} was told to others"));
    }
    for exchange in exchanges.iter().filter(|exchange| exchange.status == 418) {
        let letters: Vec<char> = exchange.sent.chars().collect();
        let from = letters.len().saturating_sub(SHOWN_CHARS);
        let end: String = letters.iter().skip(from).collect();
        faults.0.push(format!(
            "{} To: …{end}",
            String::from_utf8_lossy(&exchange.body)
        ));
    }
    let warned = |code: &String| {
        let mut events = ran.events.iter();
        events.any(|event| matches!(event, Event::Warning { code: told, .. } if told == code))
    };
    for code in &expected.warnings {
        faults.unless(warned(code), || format!("no warning {code:?}"));
    }
    for part in &expected.warned {
        let held = ran
            .events
            .iter()
            .any(|event| matches!(event, Event::Warning { message, .. } if message.contains(part)));
        faults.unless(held, || format!("no warning says {part:?}"));
    }
    let told = serde_json::to_string(&ran.events).unwrap_or_default();
    let kept = serde_json::to_string(&ran.result).unwrap_or_default();
    faults.unless(!holds_secret(&told) && !holds_secret(&kept), || {
        "the key or the token was told or kept".to_owned()
    });
}

/// BX-03: every sent request stands in the ledger, the last event tells its sum, and no run goes beyond its budget.
fn spending(expected: &Expected, ran: &Ran, exchanges: &[Exchange], faults: &mut Faults) {
    let ledger = &ran.result.usage.ledger;
    let total = serde_json::to_value(&ledger.total).unwrap_or_default();
    for (field, value) in &expected.spent {
        let is = total.get(field).unwrap_or(&serde_json::Value::Null);
        faults.unless(is == value, || {
            format!("{field} spent are {is}, not {value}")
        });
    }
    faults.same("the ledger", &expected.ledger, lines(ledger));
    let sent = requests(exchanges) as u64;
    faults.unless(ledger.total.requests == sent, || {
        format!(
            "{sent} requests were sent, the ledger holds {}",
            ledger.total.requests
        )
    });
    let mut told = ran.events.iter().filter_map(|event| match event {
        Event::Budget { spent, limits } => Some((spent, limits)),
        _ => None,
    });
    let last = told.next_back();
    let all = |spent: &Spent| (spent.requests, spent.tokens, spent.money.clone());
    let told_all = last.is_none_or(|(spent, _)| all(spent) == all(&ledger.total));
    faults.unless(told_all, || {
        format!("the last that was told is {last:?}, not {:?}", ledger.total)
    });
    if let Some((spent, limits)) = last {
        let kept = limits.token_limit().is_none_or(|most| spent.tokens <= most)
            && limits
                .request_limit()
                .is_none_or(|most| spent.requests <= most)
            && limits
                .money_limit()
                .is_none_or(|most| spent.money_in(&limits.currency) <= most);
        faults.unless(kept, || format!("{spent:?} goes beyond {limits:?}"));
    }
    let warned = ran
        .events
        .iter()
        .filter(|event| matches!(event, Event::Warning { code, .. } if code == "budget_reached"));
    let (warned, ended) = (
        warned.count(),
        ran.result.termination == Termination::Budget,
    );
    faults.unless(warned <= 1 && (ended || warned == 0), || {
        format!("{warned} warnings of the budget")
    });
}

/// The ledger's lines, in a form that a file can hold.
fn lines(ledger: &Ledger) -> Vec<String> {
    let cost = |cost: &Option<Cost>| match cost {
        Some(Cost { amount, currency }) => format!("{amount} {currency}"),
        None => "?".to_owned(),
    };
    let models = ledger.models.iter().map(|line| {
        let agent = serde_json::to_value(line.agent).unwrap_or_default();
        let (agent, calls) = (agent.as_str().unwrap_or_default(), line.calls);
        let (read, written) = (line.input_tokens, line.output_tokens);
        let cost = cost(&line.cost);
        format!("{agent} {calls} calls {read}+{written} tokens {cost}")
    });
    let services = ledger.services.iter().map(|line| {
        let service = match line.service {
            Service::Search => "search",
            Service::Reader => "reader",
            Service::Page => "page",
        };
        format!("{service} {} calls {}", line.calls, cost(&line.cost))
    });
    models.chain(services).collect()
}
