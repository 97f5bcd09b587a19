//! Cross-validation without a language model (BX-01): counting who else says the same.

use amb_memory::text::Language;

use super::contradiction::{Contradiction, between, contradiction, statements};
use super::script::one_line;
use super::statement::Statement;
use crate::engine::{EvidencePassage, ValidationInput, ValidationOutput, Verdict};

/// The verdict on a conflict: the side that more independent passages support. Equal support, or
/// none, decides nothing.
pub(super) fn validate(language: Language, input: &ValidationInput) -> ValidationOutput {
    let sides = input.nodes.iter().enumerate().find_map(|(at, left)| {
        let own = statements(&left.summary);
        input.nodes.iter().skip(at + 1).find_map(|right| {
            between(&own, &statements(&right.summary))
                .map(|found| (left, right, counted(&found, input)))
        })
    });
    let Some((left, right, (for_left, for_right))) = sides else {
        return inconclusive(language, 0, 0);
    };
    let supported = match for_left.cmp(&for_right) {
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Equal => return inconclusive(language, for_left, for_right),
    };
    ValidationOutput {
        verdict: Verdict::Supported {
            node: supported.id.clone(),
        },
        explanation: supported_by(
            language,
            for_left.max(for_right),
            for_left.min(for_right),
            supported.context.trim(),
        ),
    }
}

/// Independent passages on either side.
fn counted(conflict: &Contradiction<'_>, input: &ValidationInput) -> (usize, usize) {
    let support = |side: &Statement<'_>, other: &Statement<'_>| {
        input
            .evidence
            .iter()
            .filter(|passage| supports(passage, side, other))
            .count()
    };
    (
        support(&conflict.left, &conflict.right),
        support(&conflict.right, &conflict.left),
    )
}

/// Whether a passage says the same as one side in other words, and so contradicts the other side.
fn supports(passage: &EvidencePassage, side: &Statement<'_>, other: &Statement<'_>) -> bool {
    let sides = [one_line(side.sentence), one_line(other.sentence)];
    statements(&passage.text).iter().any(|statement| {
        !sides.contains(&one_line(statement.sentence))
            && contradiction(statement, other).is_some()
            && contradiction(statement, side).is_none()
    })
}

fn inconclusive(language: Language, left: usize, right: usize) -> ValidationOutput {
    let explanation = match (language, left + right) {
        (Language::English, 0) => {
            "No other passage speaks for either side; both stay visible as disputed.".to_owned()
        }
        (Language::English, _) => {
            format!("{left} other passages speak for each side; both stay visible as disputed.")
        }
        (Language::Chinese, 0) => "没有其他段落支持任何一方，双方均保留为有争议。".to_owned(),
        (Language::Chinese, _) => format!("双方各有{left}个其他段落支持，均保留为有争议。"),
    };
    ValidationOutput {
        verdict: Verdict::Inconclusive,
        explanation,
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
    use amb_memory::task::{EntryId, NodeId};
    use amb_memory::text::Span;

    use super::*;
    use crate::engine::{ConflictNotification, NodeInfo};

    fn input(evidence: &[&str]) -> ValidationInput {
        let node = |id: &str, summary: &str| NodeInfo {
            id: NodeId::from(id),
            summary: summary.to_owned(),
            context: summary.to_owned(),
            keywords: Vec::new(),
        };
        let passage = |text: &&str| EvidencePassage {
            node_id: NodeId::from("e"),
            entry_id: EntryId::from("e"),
            document: "d".to_owned(),
            chars: Span::new(0, text.chars().count()),
            bytes: Span::new(0, text.len()),
            headings: Vec::new(),
            text: (*text).to_owned(),
            score: 1.0,
            keyword: 1.0,
            semantic: 1.0,
        };
        ValidationInput {
            conflict: ConflictNotification {
                conflicting_node_ids: vec![NodeId::from("a"), NodeId::from("b")],
                conflict_description: String::new(),
            },
            nodes: vec![
                node("a", "The bridge was completed in 1932."),
                node("b", "The bridge was completed in 1937."),
            ],
            evidence: evidence.iter().map(passage).collect(),
        }
    }

    #[test]
    fn bx_01_the_side_with_independent_support_holds() {
        let evidence = [
            "The bridge was completed in 1932.",
            "Work ended. Completed was the bridge in 1937.",
        ];
        let verdict = validate(Language::English, &input(&evidence)).verdict;
        assert_eq!(
            verdict,
            Verdict::Supported {
                node: NodeId::from("b")
            }
        );
    }

    #[test]
    fn bx_01_the_two_sides_themselves_are_no_support() {
        let evidence = [
            "The bridge was completed in 1932.",
            "The bridge was completed\nin 1937.",
        ];
        let verdict = validate(Language::English, &input(&evidence)).verdict;
        assert_eq!(verdict, Verdict::Inconclusive);
        assert_eq!(
            validate(Language::Chinese, &input(&[])).verdict,
            Verdict::Inconclusive
        );
    }
}
