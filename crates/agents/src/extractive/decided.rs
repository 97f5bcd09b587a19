//! Contradictions that a validation has decided (MB-11): no answer tells them as open.

use super::contradiction::Contradiction;
use super::facts::parse;
use super::measure::Value;
use super::quotation_marks::quotations;
use super::script::one_line;
use super::statement::Statement;
use crate::engine::Doubt;

/// Whether one of two contradicting statements was refuted for what the other says, or both were. `held_against` is what is
/// held against the source of each.
pub(super) fn is_decided(found: &Contradiction<'_>, held_against: [&[Doubt]; 2]) -> bool {
    let values = found.values.as_ref();
    let (left, right) = (values.map(|(left, _)| left), values.map(|(_, right)| right));
    let [against_left, against_right] = held_against;
    let left_for = upheld_against(&found.left, left, against_left);
    let right_for = upheld_against(&found.right, right, against_right);
    let is_for = |upheld: &[Vec<&str>], value: Option<&Value>| {
        let mut told = upheld.iter().flatten();
        !upheld.is_empty() && value.is_none_or(|value| told.any(|side| says(side, value)))
    };
    let both_lost = !left_for.is_empty() && !right_for.is_empty();
    both_lost || is_for(&left_for, right) || is_for(&right_for, left)
}

/// Of each conflict that was decided against a statement, and against this value of it, what the other sides say: a
/// sentence may be wrong about one thing and disputed for another.
fn upheld_against<'d>(
    lost: &Statement<'_>,
    value: Option<&Value>,
    doubts: &'d [Doubt],
) -> Vec<Vec<&'d str>> {
    let conflicts = doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Refuted { conflict, .. } => Some(conflict),
        Doubt::Disputed { .. } | Doubt::GivesOrders => None,
    });
    let upheld = conflicts.filter_map(|conflict| {
        let (own, others): (Vec<&str>, Vec<&str>) = quotations(conflict)
            .0
            .into_iter()
            .partition(|side| is_part_of(side, lost.sentence));
        let is_meant = |side: &&str| value.is_none_or(|value| says(side, value));
        own.iter().any(is_meant).then_some(others)
    });
    upheld.collect()
}

/// Whether words of a conflict are a sentence's; it may be quoted in part, and without the mark that ends it.
fn is_part_of(side: &str, sentence: &str) -> bool {
    let bare = side.trim_matches(|c: char| !c.is_alphanumeric());
    !bare.is_empty() && one_line(sentence).contains(&one_line(bare))
}

fn says(side: &str, value: &Value) -> bool {
    let values = parse(side).values;
    let mut agreeing = values
        .iter()
        .filter(|told| told.measure.agrees(&value.measure) == Some(true));
    agreeing.next().is_some() || side.contains(&value.written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractive::contradiction::{contradictions, statements};

    /// Whether the one contradiction between two texts is decided by a conflict that the first one lost.
    fn decided(lost: &str, upheld: &str, conflict: &str) -> bool {
        let found = contradictions(&statements(lost), &statements(upheld));
        assert_eq!(found.len(), 1, "{lost} {upheld}");
        let doubts = [Doubt::Refuted {
            conflict: conflict.to_owned(),
            grounds: String::new(),
        }];
        let back = contradictions(&statements(upheld), &statements(lost));
        let (there, again) = (
            is_decided(&found[0], [&doubts, &[]]),
            is_decided(&back[0], [&[], &doubts]),
        );
        assert_eq!(there, again);
        there
    }

    const SHORT: &str = "The Halden bridge is 398 metres long.";
    const LONG: &str = "The survey found that the Halden bridge is 412 metres long.";

    #[test]
    fn mb_11_a_contradiction_is_decided_by_the_conflict_about_it() {
        for conflict in [
            "“The Halden bridge is 398 metres long.” stands against “The Halden bridge is 412 metres long.”",
            "“412 metres” (survey) stands against “398 metres” (guide).",
            "One says \"the Halden bridge is 412 metres long\", the other \"is 398 metres long\"",
        ] {
            assert!(decided(SHORT, LONG, conflict), "{conflict}");
        }
        for conflict in [
            "“The Halden bridge is 398 metres long.” stands against “The Halden bridge is 20 metres long.”",
            "“opened in 1932” stands against “opened in 1937”",
            "The two differ.",
            "“” “412 metres”",
        ] {
            assert!(!decided(SHORT, LONG, conflict), "{conflict}");
        }
        let both = [SHORT, "The Halden bridge is 405 metres long."];
        let found = contradictions(&statements(both[0]), &statements(both[1]));
        let lost = both.map(|sentence| {
            [Doubt::Refuted {
                conflict: format!("“{LONG}” stands against “{sentence}”"),
                grounds: String::new(),
            }]
        });
        assert!(is_decided(&found[0], [&lost[0], &lost[1]]));
        let conflict = "“大桥全长412米。”与“大桥全长398米。”相矛盾";
        assert!(decided("大桥全长398米。", "大桥全长412米。", conflict));
        let conflict = "“The reactor is safe.” stands against “The reactor is not safe.”";
        let (safe, unsafe_) = (
            "The reactor is safe for visitors.",
            "The reactor is not safe for visitors.",
        );
        assert!(decided(safe, unsafe_, conflict));
    }
}
