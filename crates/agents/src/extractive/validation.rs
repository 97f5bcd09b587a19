//! Cross-validation without a language model (BX-01): counting who else says the same.

use amb_memory::task::NodeId;
use amb_memory::text::{Language, sentences};

use super::contradiction::{Contradiction, contradiction, contradictions, described, statements};
use super::measure::Value;
use super::quotation_marks::quotations;
use super::refuted::{Refuted, without_marks};
use super::script::one_line;
use super::statement::Statement;
use crate::engine::{EvidencePassage, NodeInfo, ValidationInput, ValidationOutput, Verdict};

/// One contradiction and how many independent passages speak for either side of it.
struct Weighed<'i> {
    left: &'i NodeInfo,
    right: &'i NodeInfo,
    conflict: Contradiction<'i>,
    for_left: usize,
    for_right: usize,
}

impl<'i> Weighed<'i> {
    /// The side that more passages speak for.
    fn held(&self) -> Option<&'i NodeInfo> {
        match self.for_left.cmp(&self.for_right) {
            std::cmp::Ordering::Greater => Some(self.left),
            std::cmp::Ordering::Less => Some(self.right),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The verdict on a conflict: the node that more independent passages support in each of its
/// contradictions. Equal support, or none, decides nothing, and where one side is right in one thing
/// and the other in another, neither node may be called refuted.
pub(super) fn validate(language: Language, input: &ValidationInput) -> ValidationOutput {
    let weighed = weighed(input);
    let decided = decided_before(input);
    if weighed.is_empty() && !decided.is_empty() && decided.iter().all(|is_decided| *is_decided) {
        return over(language);
    }
    let found: Vec<Contradiction<'_>> = weighed.iter().map(|one| one.conflict.clone()).collect();
    let is_about_others = decided.contains(&true) && !found.is_empty();
    ValidationOutput {
        about: is_about_others.then(|| described(language, &found)),
        ..judged(language, &weighed)
    }
}

fn judged(language: Language, weighed: &[Weighed<'_>]) -> ValidationOutput {
    let (left, right) = support(weighed);
    let held: Vec<Option<&NodeInfo>> = weighed.iter().map(Weighed::held).collect();
    let Some(node) = held.first().copied().flatten() else {
        return inconclusive(language, weighed, left, right);
    };
    if !held
        .iter()
        .all(|other| other.is_some_and(|other| other.id == node.id))
    {
        return inconclusive(language, weighed, left, right);
    }
    ValidationOutput {
        verdict: Verdict::Supported {
            node: node.id.clone(),
        },
        explanation: supported_by(
            language,
            left.max(right),
            left.min(right),
            node.context.trim(),
        ),
        about: None,
    }
}

/// For each contradiction that the conflict quotes of the topics, whether it was decided before, and so is none now: one of its
/// sides was refuted for the very thing that the other contradicts.
fn decided_before(input: &ValidationInput) -> Vec<bool> {
    let told: Vec<&str> = input.nodes.iter().map(|one| one.summary.as_str()).collect();
    let bare: Vec<String> = told.iter().map(|told| without_marks(told)).collect();
    let is_decided = |found: &Contradiction<'_>| {
        let values = found.values.as_ref();
        let (left, right) = values.map(|(left, right)| (left, right)).unzip();
        told.iter().any(|told| {
            has_refuted(told, &found.left, left) || has_refuted(told, &found.right, right)
        })
    };
    let (sides, _) = quotations(&input.conflict.conflict_description);
    let pairs = sides.chunks_exact(2).filter_map(|pair| match *pair {
        [left, right] => Some((quoted_from(&bare, left)?, quoted_from(&bare, right)?)),
        _ => None,
    });
    pairs
        .flat_map(|(left, right)| contradictions(&statements(left), &statements(right)))
        .map(|found| is_decided(&found))
        .collect()
}

/// Whether a merged summary marks a statement as refuted, and something that holds in it is against this value of it, or,
/// without a value, against all that it says.
fn has_refuted(summary: &str, lost: &Statement<'_>, value: Option<&Value>) -> bool {
    let holding = statements(summary);
    let mut against = holding.iter().filter_map(|one| contradiction(lost, one));
    Refuted::read(&[summary.to_owned()]).holds(lost.sentence)
        && against.any(|found| found.is_for(value))
}

/// The sentence of these texts that a side of a conflict quotes, perhaps cut.
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
    }
}

/// Every contradiction between two of the nodes, weighed.
fn weighed(input: &ValidationInput) -> Vec<Weighed<'_>> {
    let mut weighed = Vec::new();
    for (at, left) in input.nodes.iter().enumerate() {
        for right in input.nodes.iter().skip(at + 1) {
            let found = contradictions(&statements(&left.summary), &statements(&right.summary));
            weighed.extend(found.into_iter().map(|conflict| {
                let (for_left, for_right) = counted(&conflict, input);
                Weighed {
                    left,
                    right,
                    conflict,
                    for_left,
                    for_right,
                }
            }));
        }
    }
    weighed
}

/// Passages for the left and for the right, over all contradictions.
fn support(weighed: &[Weighed<'_>]) -> (usize, usize) {
    weighed.iter().fold((0, 0), |(left, right), one| {
        (left + one.for_left, right + one.for_right)
    })
}

/// Independent passages on either side.
fn counted(conflict: &Contradiction<'_>, input: &ValidationInput) -> (usize, usize) {
    let values = conflict.values.as_ref();
    let left = Side {
        claim: &conflict.left,
        other: &conflict.right,
        values: values.map(|(left, right)| (left, right)),
    };
    let right = Side {
        claim: &conflict.right,
        other: &conflict.left,
        values: values.map(|(left, right)| (right, left)),
    };
    let independent = || {
        input
            .evidence
            .iter()
            .filter(|passage| !is_a_side(passage, conflict, &input.nodes))
    };
    (
        independent()
            .filter(|passage| left.is_supported_by(passage))
            .count(),
        independent()
            .filter(|passage| right.is_supported_by(passage))
            .count(),
    )
}

/// Whether a passage is where one of the sides stands; the same sentence elsewhere is another
/// witness.
fn is_a_side(passage: &EvidencePassage, conflict: &Contradiction<'_>, nodes: &[NodeInfo]) -> bool {
    let sides = [
        one_line(conflict.left.sentence),
        one_line(conflict.right.sentence),
    ];
    let of_a_side = |id: &NodeId| nodes.iter().any(|node| node.id == *id);
    of_a_side(&passage.node_id)
        && statements(&passage.text)
            .iter()
            .any(|statement| sides.contains(&one_line(statement.sentence)))
}

/// What one side of a contradiction claims, against the other.
struct Side<'c, 't> {
    claim: &'c Statement<'t>,
    other: &'c Statement<'t>,
    /// Its own value and the other's, where values differ.
    values: Option<(&'c Value, &'c Value)>,
}

impl Side<'_, '_> {
    /// Whether a passage says the same, in the same words or in others, perhaps with more detail.
    fn is_supported_by(&self, passage: &EvidencePassage) -> bool {
        statements(&passage.text)
            .iter()
            .any(|statement| self.is_asserted_by(statement) || self.against_the_other(statement))
    }

    fn is_asserted_by(&self, statement: &Statement<'_>) -> bool {
        let says = |value: &Value| {
            let mut told = statement.values.iter();
            told.any(|told| told.measure.agrees(&value.measure) == Some(true))
        };
        statement.negated == self.claim.negated
            && statement.tells_of(self.claim)
            && match self.values {
                Some((own, other)) => says(own) && !says(other),
                None => self.claim.values.iter().all(says),
            }
    }

    /// Whether it denies the other side, or has this side's value against it; a third value speaks for neither.
    fn against_the_other(&self, statement: &Statement<'_>) -> bool {
        let against = contradiction(statement, self.other);
        let own = self.values.map(|(own, _)| own);
        let is_for_this = against.is_some_and(|found| found.values.is_none() || found.is_for(own));
        is_for_this && contradiction(statement, self.claim).is_none()
    }
}

fn inconclusive(
    language: Language,
    weighed: &[Weighed<'_>],
    left: usize,
    right: usize,
) -> ValidationOutput {
    let explanation = match (language, left, right) {
        (Language::English, 0, 0) => {
            "No other passage speaks for either side; both stay visible as disputed.".to_owned()
        }
        (Language::Chinese, 0, 0) => "没有其他段落支持任何一方，双方均保留为有争议。".to_owned(),
        _ if weighed.len() > 1 => several(language, weighed),
        (Language::English, ..) => {
            format!("{left} other passages speak for each side; both stay visible as disputed.")
        }
        (Language::Chinese, ..) => format!("双方各有{left}个其他段落支持，均保留为有争议。"),
    };
    ValidationOutput {
        verdict: Verdict::Inconclusive,
        explanation,
        about: None,
    }
}

/// How several contradictions stand that do not all speak for one side.
fn several(language: Language, weighed: &[Weighed<'_>]) -> String {
    let decided = weighed.iter().filter(|one| one.held().is_some()).count();
    let all = weighed.len();
    match language {
        Language::English => format!(
            "Other passages decide {decided} of {all} contradictions, not all for one side; both stay \
             visible as disputed."
        ),
        Language::Chinese => {
            format!(
                "{all}处矛盾中有{decided}处可由其他段落判断，但并非都支持同一方，双方均保留为有争议。"
            )
        }
    }
}

fn supported_by(language: Language, more: usize, fewer: usize, topic: &str) -> String {
    match language {
        Language::English => format!(
            "{more} other passage(s) say the same as “{topic}”, {fewer} the same as the other side."
        ),
        Language::Chinese => format!("{more}个其他段落与“{topic}”一致，{fewer}个与另一方一致。"),
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{EntryId, NodeId, Trust};
    use amb_memory::text::Span;

    use super::*;
    use crate::engine::{ConflictNotification, NodeInfo};
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
            document: "d".to_owned(),
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
