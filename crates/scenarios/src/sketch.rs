//! A run without its times, and the names that it drew at random: two runs of a scenario on a host are alike.

use std::collections::BTreeSet;

use amb_agents::protocol::ResearchResult;
use amb_memory::task::QueryGraphNode;

use crate::names::nameless;
use crate::play::Exchange;

/// Characters of a difference that are shown.
const SHOWN_CHARS: usize = 300;

/// The comparable parts of a run.
pub(crate) struct Sketch {
    requests: Vec<String>,
    outcome: String,
    steps: Vec<String>,
    nodes: BTreeSet<String>,
    edges: BTreeSet<(String, String)>,
    entries: Vec<String>,
}

impl Sketch {
    /// Creates the sketch of a run and its requests.
    pub(crate) fn new(result: &ResearchResult, exchanges: &[Exchange]) -> Self {
        let nodes = &result.query_graph.nodes;
        let edges = nodes.values().flat_map(|node| {
            let ends = node.links.iter().filter_map(|id| nodes.get(id));
            ends.map(|end| (node.context.clone(), end.context.clone()))
        });
        let entries = result.interaction_tree.entries.values();
        let mut entries: Vec<String> = entries.map(|entry| entry.text.clone()).collect();
        entries.sort();
        let failure = result.error.as_ref().map(|error| &error.code);
        let answer = result.answer.as_ref().map(|answer| &answer.text);
        let steps = result.insight_doc.completed_tasks().iter();
        Self {
            requests: requests(exchanges),
            outcome: format!("{:?} {failure:?} {answer:?}", result.termination),
            steps: steps
                .map(|step| format!("{:?} {}", step.status, step.description))
                .collect(),
            nodes: nodes.values().map(node).collect(),
            edges: edges.collect(),
            entries,
        }
    }

    /// Returns the differences of this run from another, in words.
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, same: bool, is: String| {
            if !same {
                differences.push(format!("{what} differ from the unbroken run: {is}"));
            }
        };
        let asked = self.requests.iter().zip(&other.requests);
        let at = asked.take_while(|(own, others)| own == others).count();
        let request = |sketch: &Self| sketch.requests.get(at).cloned().unwrap_or_default();
        let (own, others) = apart(&request(self), &request(other));
        compare(
            "the requests",
            self.requests == other.requests,
            format!("number {at} goes on with {own:?}, not {others:?}"),
        );
        compare(
            "the ends",
            self.outcome == other.outcome,
            format!("{}, not {}", self.outcome, other.outcome),
        );
        compare(
            "the steps",
            self.steps == other.steps,
            format!("{:?}, not {:?}", self.steps, other.steps),
        );
        compare(
            "the nodes",
            self.nodes == other.nodes,
            format!("{:?}, not {:?}", self.nodes, other.nodes),
        );
        compare(
            "the edges",
            self.edges == other.edges,
            format!("{:?}, not {:?}", self.edges, other.edges),
        );
        compare(
            "the entries",
            self.entries == other.entries,
            format!("{:?}, not {:?}", self.entries, other.entries),
        );
        differences
    }
}

fn node(node: &QueryGraphNode) -> String {
    let QueryGraphNode {
        disputed,
        context,
        summary,
        keywords,
        ..
    } = node;
    format!("{context} {summary} {keywords:?} {disputed:?}")
}

/// Each request's target, and the lines of its body by their letters: lists in it may be ordered by name.
fn requests(exchanges: &[Exchange]) -> Vec<String> {
    let sent = exchanges.iter().map(|exchange| {
        let mut lines = exchange.sent.lines();
        let (target, body) = (lines.next(), lines.next_back());
        let body = nameless(body.unwrap_or_default());
        let mut lines: Vec<&str> = body.split("\\n").collect();
        lines.sort_unstable();
        format!("{}\n{}", target.unwrap_or_default(), lines.join("\n"))
    });
    sent.collect()
}

/// Returns the parts of two texts after their common beginning.
fn apart(own: &str, other: &str) -> (String, String) {
    let alike = own.chars().zip(other.chars());
    let alike = alike.take_while(|(left, right)| left == right).count();
    let rest = |text: &str| text.chars().skip(alike).take(SHOWN_CHARS).collect();
    (rest(own), rest(other))
}
