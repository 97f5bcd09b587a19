//! Relations by the model (MB-10).

use std::cell::Cell;
use std::collections::BTreeSet;

use serde::Serialize;

use super::ask::Asker;
use super::nodes::{fitted, node_tokens};
use super::prompts::Prompt;
use super::shapes::{RelationKind, Relationships, WireRelationship, WireSide};
use crate::engine::EngineError;
use crate::extractive::differ_in_date;
use crate::protocol::{AnalysisInput, AnalysisOutput, NodeInfo, Relation, Relationship};
use amb_memory::task::{Dissent, Quote};
use amb_memory::text::{Language, folded, visible};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    new_node: &'v NodeInfo,
    candidates: &'v [NodeInfo],
}

/// Relations of the new node to the candidates: one call, or one for each batch of them that fits the window. What the
/// model says of nodes that it was not shown, or says twice, is left out; a conflict ends the list.
pub(super) async fn analyse(
    asker: &Asker<'_>,
    input: &AnalysisInput,
) -> Result<AnalysisOutput, EngineError> {
    let bare = Variables {
        fence: String::new(),
        new_node: &NodeInfo {
            id: input.new_node.id.clone(),
            summary: String::new(),
            context: String::new(),
            keywords: Vec::new(),
            trust: input.new_node.trust,
            titles: Vec::new(),
        },
        candidates: &[],
    };
    let room = asker.room(&Prompt::ANALYSIS, &bare)?;
    let new_node = fitted(&input.new_node, room / 2);
    let left = room.saturating_sub(node_tokens(&new_node));
    let mut relationships = Vec::new();
    let was_told = Cell::new(false);
    for candidates in batches(&input.candidate_nodes, left) {
        let variables = Variables {
            fence: asker.fence()?,
            new_node: &new_node,
            candidates: &candidates,
        };
        // A quotation that stands nowhere is asked for once more; then it is no conflict's.
        let sound = |found: &Relationships| match misquoted(&found.relationships, input) {
            Some(fault) if !was_told.replace(true) => Err(fault),
            _ => Ok(()),
        };
        let shape = ("relationships", true);
        let found: Relationships = asker
            .ask_sound(&Prompt::ANALYSIS, &variables, shape, sound)
            .await?;
        let mut open: BTreeSet<&str> = candidates.iter().map(|node| node.id.as_str()).collect();
        for wire in found.relationships {
            if !open.remove(wire.existing_node_id.as_str()) {
                continue;
            }
            let found = relationship(wire, input, asker.language());
            let ends = matches!(found.relation, Relation::Conflict { .. });
            relationships.push(found);
            if ends {
                return Ok(AnalysisOutput { relationships });
            }
        }
    }
    Ok(AnalysisOutput { relationships })
}

/// The candidates in batches of at most so many tokens, in order; one that is too long beside another is shortened.
fn batches(candidates: &[NodeInfo], room: usize) -> Vec<Vec<NodeInfo>> {
    let mut batches: Vec<Vec<NodeInfo>> = Vec::new();
    let mut left = 0;
    for candidate in candidates {
        let candidate = fitted(candidate, room / 2);
        let size = node_tokens(&candidate);
        match batches.last_mut() {
            Some(batch) if size <= left => batch.push(candidate),
            _ => {
                batches.push(vec![candidate]);
                left = room;
            }
        }
        left = left.saturating_sub(size);
    }
    batches
}

/// Returns the fault of the first conflict whose sides are not quotations of its two nodes.
fn misquoted(relationships: &[WireRelationship], input: &AnalysisInput) -> Option<String> {
    let mut conflicts = relationships
        .iter()
        .filter(|wire| wire.relationship == RelationKind::Conflict);
    conflicts.find_map(|wire| sides_of(wire, input)?.err())
}

/// Returns the sides of the new node and of the known one, each a quotation; or the fault. `None` if the model was not
/// shown the known node.
fn sides_of<'w>(
    wire: &'w WireRelationship,
    input: &AnalysisInput,
) -> Option<Result<[&'w WireSide; 2], String>> {
    let mut candidates = input.candidate_nodes.iter();
    let known = candidates.find(|node| node.id.as_str() == wire.existing_node_id)?;
    let (new, id) = (&input.new_node, &known.id);
    Some(match wire.sides.as_deref().unwrap_or_default() {
        [one, other] if holds(new, one) && holds(known, other) => Ok([one, other]),
        [one, other] if holds(new, other) && holds(known, one) => Ok([other, one]),
        [_, _] => Err(format!(
            "sides: one quote must stand word for word in the new node, the other in {id}"
        )),
        other => Err(format!(
            "sides: a conflict has two, one of the new node and one of {id}, and not {}",
            other.len()
        )),
    })
}

fn quote(side: &WireSide) -> Quote {
    let told = |text: &String| visible(text).trim().to_owned();
    Quote {
        text: told(&side.quote),
        place: None,
        as_of: side
            .as_of
            .as_ref()
            .map(told)
            .filter(|date| !date.is_empty()),
    }
}

/// Returns true if a node contains the quotation, punctuation and blanks ignored.
fn holds(node: &NodeInfo, side: &WireSide) -> bool {
    let quote = letters(&side.quote);
    let told = [&node.summary, &node.context].map(|text| letters(text));
    !quote.trim().is_empty() && told.iter().any(|told| told.contains(&quote))
}

/// The words of a text, with a blank around each, and around each sign that is no Latin letter.
fn letters(text: &str) -> String {
    let mut told = String::from(" ");
    for c in folded(text).to_lowercase().chars() {
        let is_word = c.is_alphanumeric();
        if !(told.ends_with(' ') || is_word && c.is_ascii()) {
            told.push(' ');
        }
        if is_word {
            told.push(c);
        }
        if is_word && !c.is_ascii() {
            told.push(' ');
        }
    }
    if !told.ends_with(' ') {
        told.push(' ');
    }
    told
}

/// Returns the relation of a candidate to the new node. A conflict without two quotations, or with sides that hold for
/// different dates, becomes a relation of the kind "related".
fn relationship(wire: WireRelationship, input: &AnalysisInput, language: Language) -> Relationship {
    let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let some = |words: Option<Vec<String>>| words.filter(|words| !words.is_empty());
    let sides = match wire.relationship {
        RelationKind::Conflict => sides_of(&wire, input).and_then(Result::ok),
        RelationKind::Related | RelationKind::Unrelated => None,
    };
    let conflict = sides.filter(|[one, other]| match (&one.as_of, &other.as_of) {
        (Some(one), Some(other)) => !differ_in_date(one, other),
        _ => true,
    });
    let relation = match (wire.relationship, conflict) {
        (RelationKind::Conflict, Some([one, other])) => Relation::Conflict {
            dissents: vec![Dissent::of(language, [quote(one), quote(other)])],
        },
        (RelationKind::Unrelated, _) => Relation::Unrelated,
        (RelationKind::Conflict | RelationKind::Related, _) => Relation::Related {
            context_update_new: said(wire.context_update_new),
            context_update_existing: said(wire.context_update_existing),
            keywords_update_new: some(wire.keywords_update_new),
            keywords_update_existing: some(wire.keywords_update_existing),
        },
    };
    Relationship {
        existing_node_id: wire.existing_node_id.into(),
        relation,
        reasoning: wire.reasoning,
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{NodeId, Trust};

    use super::*;

    fn node(id: &str, summary: &str) -> NodeInfo {
        NodeInfo {
            id: NodeId::from(id),
            summary: summary.to_owned(),
            context: String::new(),
            keywords: Vec::new(),
            trust: Trust::Given,
            titles: Vec::new(),
        }
    }

    /// Returns the relation that results from a conflict of two nodes with these quotations, each with its date.
    fn judged(summaries: [&str; 2], sides: &[(&str, Option<&str>)]) -> Relation {
        let input = AnalysisInput {
            new_node: node("new", summaries[0]),
            candidate_nodes: vec![node("known", summaries[1])],
        };
        let sides = sides.iter().map(|(quote, as_of)| WireSide {
            quote: (*quote).to_owned(),
            as_of: as_of.map(str::to_owned),
        });
        let wire = WireRelationship {
            existing_node_id: "known".to_owned(),
            relationship: RelationKind::Conflict,
            reasoning: "Two numbers.".to_owned(),
            sides: Some(sides.collect()),
            context_update_new: None,
            context_update_existing: None,
            keywords_update_new: None,
            keywords_update_existing: None,
        };
        let is_sound = misquoted(std::slice::from_ref(&wire), &input).is_none();
        let relation = relationship(wire, &input, Language::English).relation;
        assert!(is_sound || !matches!(relation, Relation::Conflict { .. }));
        relation
    }

    const WESTBY: [&str; 2] = [
        "- Westby had *5,000* inhabitants (2019)",
        "- Westby has 6200 inhabitants",
    ];

    #[test]
    fn mb_10_a_conflict_quotes_both_of_its_nodes() {
        let conflict = |sides: &[(&str, Option<&str>)]| {
            matches!(judged(WESTBY, sides), Relation::Conflict { .. })
        };
        assert!(conflict(&[
            ("westby had 5,000 Inhabitants", None),
            ("6200 inhabitants", None)
        ]));
        // In the other order.
        assert!(conflict(&[
            ("6200 inhabitants", None),
            ("5,000 inhabitants", None)
        ]));
        let chinese = ["大桥于1932年建成。", "大桥 1937 年建成"];
        let sides = [("1932 年建成", None), ("1937年", None)];
        assert!(matches!(judged(chinese, &sides), Relation::Conflict { .. }));
        for sides in [
            &[("5,000 inhabitants", None)][..],
            &[],
            &[("5,000 inhabitants", None), ("7000 inhabitants", None)],
            &[("5,000 inhabitants", None), ("", None)],
            &[("5,000 inhabitants", None), ("620", None)],
            &[("5,000", None), ("5,000", None)],
            &[("5,000", None), ("6200", None), ("6200", None)],
        ] {
            assert!(!conflict(sides), "{sides:?}");
        }
    }

    #[test]
    fn mb_10_what_holds_for_two_dates_is_no_conflict() {
        let conflict = |one, other| {
            let sides = [("5,000 inhabitants", one), ("6200 inhabitants", other)];
            matches!(judged(WESTBY, &sides), Relation::Conflict { .. })
        };
        for (one, other) in [
            ("2019", "2023"),
            ("in May 2019", "June 2019"),
            ("2019年", "2023-01-05"),
            ("3 May 2019", "4 May 2019"),
        ] {
            assert!(!conflict(Some(one), Some(other)), "{one} {other}");
        }
        for (one, other) in [
            (Some("2019"), None),
            (None, None),
            (Some("2019"), Some("2019年")),
            (Some("May 2019"), Some("2019")),
            (Some("recently"), Some("2019")),
            (Some(""), Some("n/a")),
            (Some("5000"), Some("6200")),
        ] {
            assert!(conflict(one, other), "{one:?} {other:?}");
        }
    }

    /// MB-10, MB-25: no candidate is left out, and no batch outgrows the window.
    #[test]
    fn mb_10_candidates_come_in_batches_that_fit() {
        for (words, count, room, expected) in [
            (10, 20, 30_000, 1),
            (0, 0, 500, 0),
            (400, 20, 1100, 10),
            (100_000, 3, 1000, 2),
            (100_000, 3, 0, 3),
        ] {
            let summary = "word ".repeat(words);
            let candidates: Vec<NodeInfo> = (0..count)
                .map(|number| node(&format!("id-{number}"), &summary))
                .collect();
            let batches = batches(&candidates, room);
            assert_eq!(batches.len(), expected, "{words} {count} {room}");
            let ids = batches.iter().flatten().map(|node| &node.id);
            assert!(ids.eq(candidates.iter().map(|node| &node.id)));
            for batch in &batches {
                let size: usize = batch.iter().map(node_tokens).sum();
                assert!(size <= room || batch.len() == 1, "{size} of {room}");
            }
        }
    }
}
