//! Cross-validation without a language model (BX-01): counting who else says the same.

use std::collections::BTreeSet;

use amb_memory::task::{Decided, NodeId};
use amb_memory::text::{Language, sentences};

use super::contradiction::{
    Contradiction, contradicting_readings, contradictions, described, side, statements,
};
use super::decided::is_refuted_by;
use super::quotation_marks::sides;
use super::refuted::without_marks;
use super::script::one_line;
use super::statement::Statement;
use super::witnesses::{Witnesses, witnesses};
use super::wording::either;
use crate::engine::{NodeInfo, ValidationInput, ValidationOutput, Verdict};

/// One contradiction and who speaks for either side of it.
struct Weighed<'i> {
    left: &'i NodeInfo,
    right: &'i NodeInfo,
    conflict: Contradiction<'i>,
    witnesses: Witnesses,
}

impl<'i> Weighed<'i> {
    /// The side that more speak for.
    fn held(&self) -> Option<&'i NodeInfo> {
        match self.witnesses.for_left.cmp(&self.witnesses.for_right) {
            std::cmp::Ordering::Greater => Some(self.left),
            std::cmp::Ordering::Less => Some(self.right),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// What it means that a node's side holds.
    fn decided_for(&self, node: &NodeInfo) -> Decided {
        let sides = (self.conflict.left.sentence, self.conflict.right.sentence);
        let (held, refuted) = if self.left.id == node.id {
            sides
        } else {
            (sides.1, sides.0)
        };
        Decided {
            held: held.to_owned(),
            refuted: refuted.to_owned(),
        }
    }
}

/// The verdict on a conflict: the node that more documents support in each of its contradictions. Equal
/// support, or none, decides nothing, and where one side is right in one thing and the other in another, neither
/// node may be called refuted.
pub(super) fn validate(language: Language, input: &ValidationInput) -> ValidationOutput {
    let told: Vec<&str> = input.nodes.iter().map(|one| one.summary.as_str()).collect();
    let bare: Vec<String> = told.iter().map(|told| without_marks(told)).collect();
    let noted = noted(&input.conflict.conflict_description, &bare);
    let (decided, open): (Vec<_>, Vec<_>) = noted
        .into_iter()
        .partition(|one| is_refuted_by(one, &input.decided));
    let mut weighed = weighed(input);
    for one in &open {
        if !weighed.iter().any(|told| told.conflict.is_between(one)) {
            weighed.extend(weighed_as_quoted(one, input));
        }
    }
    if weighed.is_empty() && open.is_empty() && !decided.is_empty() {
        return over(language);
    }
    let mut left: Vec<&Contradiction<'_>> = weighed.iter().map(|one| &one.conflict).collect();
    for one in &open {
        if !left.iter().any(|told| told.is_between(one)) {
            left.push(one);
        }
    }
    let are_merged = told.iter().zip(&bare).any(|(told, bare)| told != bare);
    ValidationOutput {
        about: (are_merged && !left.is_empty()).then(|| described(language, &left)),
        ..judged(language, &weighed)
    }
}

fn judged(language: Language, weighed: &[Weighed<'_>]) -> ValidationOutput {
    let held: Vec<Option<&NodeInfo>> = weighed.iter().map(Weighed::held).collect();
    let first = held.first().copied().flatten();
    let holds = first.filter(|first| {
        let mut all = held.iter();
        all.all(|other| other.is_some_and(|other| other.id == first.id))
    });
    let verdict = holds.map_or(Verdict::Inconclusive, |node| Verdict::Supported {
        node: node.id.clone(),
    });
    ValidationOutput {
        explanation: explanation(language, weighed, holds.is_some()),
        verdict,
        about: None,
        decided: holds
            .map(|holds| weighed.iter().map(|one| one.decided_for(holds)).collect())
            .unwrap_or_default(),
    }
}

/// The contradictions that a conflict quotes, of these texts or, where a summary has no room for a sentence, of what it
/// was made of.
fn noted<'t>(description: &'t str, texts: &'t [String]) -> Vec<Contradiction<'t>> {
    let quoted = |side| quoted_from(texts, side).unwrap_or(side);
    let pairs = sides(description)
        .into_iter()
        .filter_map(|pair| match *pair {
            [left, right] => Some((quoted(left), quoted(right))),
            _ => None,
        });
    pairs
        .flat_map(|(left, right)| contradicting_readings(&statements(left), &statements(right)))
        .collect()
}

/// The sentence of these texts that a side of a conflict quotes; in an older session it may be cut.
fn quoted_from<'t>(texts: &'t [String], side: &str) -> Option<&'t str> {
    let begun = side.trim_end_matches('…').trim_end();
    let mut told = texts
        .iter()
        .flat_map(|text| sentences(text).into_iter().map(|span| span.of(text)));
    told.find(|sentence| !begun.is_empty() && one_line(sentence).starts_with(begun))
}

fn over(language: Language) -> ValidationOutput {
    let explanation = match language {
        Language::English => "What one side said was refuted before; the two agree now.",
        Language::Chinese => "其中一方的说法此前已被否定，双方现已一致。",
    };
    ValidationOutput {
        verdict: Verdict::Compatible,
        explanation: explanation.to_owned(),
        about: None,
        decided: Vec::new(),
    }
}

/// Every contradiction between two of the nodes, weighed.
fn weighed(input: &ValidationInput) -> Vec<Weighed<'_>> {
    let mut weighed = Vec::new();
    for (at, left) in input.nodes.iter().enumerate() {
        for right in input.nodes.iter().skip(at + 1) {
            let found = contradictions(&statements(&left.summary), &statements(&right.summary));
            weighed.extend(found.into_iter().map(|conflict| Weighed {
                left,
                right,
                witnesses: witnesses(&conflict, &input.evidence),
                conflict,
            }));
        }
    }
    weighed
}

/// A contradiction of sentences that the summaries have no room for, weighed between the nodes whose passages say them.
fn weighed_as_quoted<'i>(
    conflict: &Contradiction<'i>,
    input: &'i ValidationInput,
) -> Option<Weighed<'i>> {
    let speakers = |statement: &Statement<'_>| -> Vec<&'i NodeInfo> {
        let said = one_line(statement.sentence);
        let passages = input.evidence.iter();
        let say: BTreeSet<&NodeId> = passages
            .filter(|passage| one_line(&passage.text).contains(&said))
            .map(|passage| &passage.node_id)
            .collect();
        let nodes = input.nodes.iter();
        nodes.filter(|node| say.contains(&node.id)).collect()
    };
    let for_right = speakers(&conflict.right);
    let (left, right) = speakers(&conflict.left).into_iter().find_map(|left| {
        let right = for_right.iter().find(|right| right.id != left.id)?;
        Some((left, *right))
    })?;
    Some(Weighed {
        left,
        right,
        witnesses: witnesses(conflict, &input.evidence),
        conflict: conflict.clone(),
    })
}

/// Who says what, and what becomes of the dispute.
fn explanation(language: Language, weighed: &[Weighed<'_>], is_decided: bool) -> String {
    let counts: BTreeSet<String> = weighed.iter().map(|one| counts(language, one)).collect();
    let said = if counts.is_empty() {
        either(
            language,
            "No passage speaks for either side",
            "没有段落支持任何一方",
        )
        .to_owned()
    } else {
        Vec::from_iter(counts).join(either(language, "; ", "；"))
    };
    let stays = match language {
        Language::English => "; both stay visible as disputed.",
        Language::Chinese => "，双方均保留为有争议。",
    };
    let end = if is_decided {
        either(language, ".", "。")
    } else {
        stays
    };
    said + end
}

/// In how many documents, or passages, either side stands, the more frequent first.
fn counts(language: Language, weighed: &Weighed<'_>) -> String {
    let Weighed {
        conflict,
        witnesses,
        ..
    } = weighed;
    let (left, right) = match &conflict.values {
        Some((left, right)) => (left.written.clone(), right.written.clone()),
        None => (
            format!("“{}”", side(&conflict.left)),
            format!("“{}”", side(&conflict.right)),
        ),
    };
    let (for_left, for_right) = (witnesses.for_left, witnesses.for_right);
    let is_first = for_left > for_right || for_left == for_right && left < right;
    let (first, most, second, least) = if is_first {
        (left, for_left, right, for_right)
    } else {
        (right, for_right, left, for_left)
    };
    match language {
        Language::English => {
            let what = if witnesses.are_passages {
                "passage"
            } else {
                "document"
            };
            let plural = if most == 1 { "" } else { "s" };
            format!("{first} stands in {most} {what}{plural}, {second} in {least}")
        }
        Language::Chinese => {
            let what = if witnesses.are_passages {
                "段落"
            } else {
                "文档"
            };
            format!("{first}见于{most}个{what}，{second}见于{least}个")
        }
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{EntryId, Trust};
    use amb_memory::text::Span;

    use super::*;
    use crate::engine::{ConflictNotification, EvidencePassage, NodeInfo};
    use crate::extractive::wording::conflict;

    const FIRST: &str = "The bridge was completed in 1932.";
    const SECOND: &str = "The bridge was completed in 1937.";

    fn node(id: &str, summary: &str) -> NodeInfo {
        NodeInfo {
            id: NodeId::from(id),
            summary: summary.to_owned(),
            context: summary.to_owned(),
            keywords: Vec::new(),
            trust: Trust::Given,
        }
    }

    fn passage(of_node: &str, text: &str) -> EvidencePassage {
        EvidencePassage {
            node_id: NodeId::from(of_node),
            entry_id: EntryId::from("e"),
            document: of_node.to_owned(),
            title: None,
            published: None,
            trust: Trust::Given,
            doubts: Vec::new(),
            chars: Span::new(0, text.chars().count()),
            bytes: Span::new(0, text.len()),
            headings: Vec::new(),
            text: text.to_owned(),
            score: 1.0,
            keyword: 1.0,
            semantic: 1.0,
        }
    }

    /// The verdict on two nodes `a` and `b`, with passages by the nodes they stand in.
    fn verdict(sides: [&str; 2], evidence: &[(&str, &str)]) -> Verdict {
        verdict_on(conflict(Language::English, FIRST, SECOND), sides, evidence)
    }

    fn verdict_on(
        conflict_description: String,
        [left, right]: [&str; 2],
        evidence: &[(&str, &str)],
    ) -> Verdict {
        let input = ValidationInput {
            conflict: ConflictNotification {
                conflicting_node_ids: vec![NodeId::from("a"), NodeId::from("b")],
                conflict_description,
            },
            nodes: vec![node("a", left), node("b", right)],
            evidence: evidence
                .iter()
                .map(|(node, text)| passage(node, text))
                .collect(),
            decided: left
                .split_once("\n(refuted) ")
                .map(|(held, refuted)| Decided {
                    held: held.to_owned(),
                    refuted: refuted.to_owned(),
                })
                .into_iter()
                .collect(),
        };
        validate(Language::English, &input).verdict
    }

    fn supported(id: &str) -> Verdict {
        Verdict::Supported {
            node: NodeId::from(id),
        }
    }

    #[test]
    fn bx_01_a_further_passage_that_says_the_same_decides() {
        for witness in [
            "The bridge was completed in 1932.",
            "Completed was the bridge in 1932.",
            "Work ended. The bridge was completed in 1932, with three spans of steel.",
            "According to the town archive the bridge was completed in 1932, at a cost of two \
             million crowns.",
        ] {
            let evidence = [("a", FIRST), ("b", SECOND), ("c", witness)];
            assert_eq!(
                verdict([FIRST, SECOND], &evidence),
                supported("a"),
                "{witness}"
            );
            let found = verdict(
                [SECOND, FIRST],
                &[("b", FIRST), ("a", SECOND), ("c", witness)],
            );
            assert_eq!(found, supported("b"), "{witness}");
        }
    }

    #[test]
    fn bx_01_the_two_sides_themselves_are_no_support() {
        let wrapped = "The bridge was completed\nin 1937.";
        let evidence = [("a", FIRST), ("b", wrapped), ("b", SECOND)];
        assert_eq!(verdict([FIRST, SECOND], &evidence), Verdict::Inconclusive);
        assert_eq!(verdict([FIRST, SECOND], &[]), Verdict::Inconclusive);
    }

    #[test]
    fn bx_01_what_speaks_of_something_else_or_of_both_is_no_support() {
        for other in [
            "The old bridge was completed in 1932.",
            "The tunnel was completed in 1932.",
            "The bridge was completed in 1932 or in 1937.",
            "The bridge was not completed in 1932.",
        ] {
            let found = verdict([FIRST, SECOND], &[("c", other)]);
            assert_ne!(found, supported("a"), "{other}");
        }
    }

    #[test]
    fn bx_01_what_contradicts_only_a_refuted_sentence_is_compatible() {
        let merged = format!("{FIRST}\n(refuted) {SECOND}");
        assert_eq!(verdict([&merged, FIRST], &[]), Verdict::Compatible);
        assert_eq!(verdict([&merged, SECOND], &[]), Verdict::Inconclusive);
        let note = format!("A note on the town. {FIRST}");
        for description in [
            conflict(Language::English, FIRST, SECOND),
            conflict(Language::English, SECOND, FIRST),
        ] {
            let sides = [merged.as_str(), note.as_str()];
            assert_eq!(verdict_on(description, sides, &[]), Verdict::Compatible);
        }
        // What else was refuted does not settle it, be it of the same sentence.
        let open = "The Quill tower, which is 40 metres tall, is open to visitors.";
        let merged = format!("The Quill tower is 45 metres tall.\n(refuted) {open}");
        let closed = "The Quill tower is not open to visitors.";
        let description = conflict(Language::English, open, closed);
        assert_eq!(
            verdict_on(description, [&merged, closed], &[]),
            Verdict::Inconclusive
        );
        let other = "The toll is five crowns.\n(refuted) The toll is seven crowns.";
        assert_eq!(
            verdict([other, "Tea is green."], &[]),
            Verdict::Inconclusive
        );
    }

    #[test]
    fn bx_01_equal_support_decides_nothing() {
        let evidence = [("c", FIRST), ("d", SECOND)];
        assert_eq!(verdict([FIRST, SECOND], &evidence), Verdict::Inconclusive);
        // Another value speaks for neither.
        let third = "According to the guide the bridge was completed in 1941.";
        let evidence = [("c", FIRST), ("d", SECOND), ("e", third)];
        assert_eq!(verdict([FIRST, SECOND], &evidence), Verdict::Inconclusive);
    }

    #[test]
    fn bx_01_a_third_place_decides_in_chinese_too() {
        let sides = ["大桥于1932年建成。", "大桥于1937年建成。"];
        let evidence = [("c", "根据市档案，大桥建成于1932年，耗资二百万元。")];
        assert_eq!(verdict(sides, &evidence), supported("a"));
    }

    #[test]
    fn bx_01_every_contradiction_of_two_nodes_is_validated() {
        let sides = [
            "The bridge was completed in 1932. The toll for a cart is five crowns.",
            "The bridge was completed in 1937. The toll for a cart is seven crowns.",
        ];
        let toll = "The toll for a cart is five crowns.";
        let against = "The toll for a cart is seven crowns.";
        assert_eq!(verdict(sides, &[("c", FIRST), ("c", toll)]), supported("a"));
        for undecided in [&[("c", FIRST)][..], &[("c", FIRST), ("c", against)]] {
            assert_eq!(verdict(sides, undecided), Verdict::Inconclusive);
        }
    }
}
