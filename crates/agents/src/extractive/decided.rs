//! Contradictions that a validation has decided (MB-11): no answer tells them as open.

use amb_memory::task::Decided;

use super::contradiction::{Contradiction, contradictions, statements};
use super::facts::parse;
use super::measure::Value;
use super::quotation_marks::sides;
use super::refuted::claims_the_same;
use super::script::one_line;
use super::statement::Statement;
use crate::engine::Doubt;

/// Whether a contradiction was decided before: a side of it was refuted for the very thing that the other contradicts.
pub(super) fn is_refuted_by(found: &Contradiction<'_>, decided: &[Decided]) -> bool {
    let values = found.values.as_ref();
    let (left, right) = values.map(|(left, right)| (left, right)).unzip();
    decided
        .iter()
        .any(|one| has_refuted(one, &found.left, left) || has_refuted(one, &found.right, right))
}

/// Whether a decision refuted a statement, and what holds is against this value of it, or, where it was denied, against any of
/// its values or all that it says.
fn has_refuted(decided: &Decided, lost: &Statement<'_>, value: Option<&Value>) -> bool {
    let is_meant = |found: &Contradiction<'_>| match value {
        Some(_) => found.is_for(value),
        None => found.is_for(None) || lost.values.iter().any(|own| found.is_for(Some(own))),
    };
    claims_the_same(lost.sentence, &decided.refuted)
        && contradictions(&statements(lost.sentence), &statements(&decided.held))
            .iter()
            .any(is_meant)
}

/// Whether one of two contradicting statements was refuted for what the other contradicts: it asserts that no more.
/// `held_against` is what is held against the source of each.
pub(super) fn is_decided(found: &Contradiction<'_>, held_against: [&[Doubt]; 2]) -> bool {
    let (left, right) = match &found.values {
        Some((left, right)) => (Some((left, right)), Some((right, left))),
        None => (None, None),
    };
    let [against_left, against_right] = held_against;
    has_lost(&found.left, left, against_left) || has_lost(&found.right, right, against_right)
}

/// Whether a conflict about a statement's value, that differs from another, was decided against it; without values, a conflict
/// about all that it says. A sentence may be wrong about one thing and disputed for another.
fn has_lost(lost: &Statement<'_>, values: Option<(&Value, &Value)>, doubts: &[Doubt]) -> bool {
    let mut conflicts = doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Refuted { conflict, .. } => Some(conflict),
        Doubt::Disputed { .. } | Doubt::GivesOrders => None,
    });
    conflicts.any(|conflict| {
        sides(conflict).into_iter().any(|sides| {
            let (own, others): (Vec<&str>, Vec<&str>) = sides
                .into_iter()
                .partition(|side| is_part_of(side, lost.sentence));
            let mut pairs = own
                .iter()
                .flat_map(|side| others.iter().map(move |other| (*side, *other)));
            pairs.any(|pair| has_lost_to(lost, values, pair))
        })
    })
}

/// Whether a side of a conflict lost what a statement asserts to the other one. What was denied of it is over, too, once its
/// value was refuted.
fn has_lost_to(
    lost: &Statement<'_>,
    values: Option<(&Value, &Value)>,
    (side, other): (&str, &str),
) -> bool {
    match values {
        Some((value, upheld)) => {
            contradicts(side, other, Some(value)) || says(side, value) && says(other, upheld)
        }
        None => {
            let mut values = lost.values.iter();
            parse(lost.sentence).values.is_empty()
                || contradicts(side, other, None)
                || values.any(|value| contradicts(side, other, Some(value)))
        }
    }
}

/// Whether one side of a conflict contradicts the other with this value, or, without one, in all that it says.
fn contradicts(side: &str, other: &str, value: Option<&Value>) -> bool {
    let found = contradictions(&statements(side), &statements(other));
    found.iter().any(|found| found.is_for(value))
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
            // What was refuted for a third value holds against nothing.
            "“The Halden bridge is 398 metres long.” stands against “The Halden bridge is 20 metres long.”",
        ] {
            assert!(decided(SHORT, LONG, conflict), "{conflict}");
        }
        for conflict in [
            "“398 metres” (guide) stands against “20 metres” (almanac).",
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
        // What lost for one thing is not refuted in all that it says.
        let tower = "The Quill tower, which is 40 metres tall, is open to visitors.";
        let height = format!("“{tower}” stands against “The Quill tower is 45 metres tall.”");
        let closed = "The Quill tower is not open to visitors.";
        assert!(!decided(tower, closed, &height));
        assert!(decided(
            tower,
            closed,
            &format!("“{closed}” stands against “{tower}”")
        ));
    }
}
