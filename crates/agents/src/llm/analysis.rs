//! Relations by the model (MB-10).

use std::collections::BTreeSet;

use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::{RelationKind, Relationships, WireRelationship};
use crate::engine::{AnalysisInput, AnalysisOutput, EngineError, NodeInfo, Relation, Relationship};
use crate::extractive::hold_of_other_dates;
use crate::fitting::{fitted, node_tokens};

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
        },
        candidates: &[],
    };
    let room = asker.room(&Prompt::ANALYSIS, &bare)?;
    let new_node = fitted(&input.new_node, room / 2);
    let left = room.saturating_sub(node_tokens(&new_node));
    let mut relationships = Vec::new();
    for candidates in batches(&input.candidate_nodes, left) {
        let variables = Variables {
            fence: asker.fence()?,
            new_node: &new_node,
            candidates: &candidates,
        };
        let found: Relationships = asker
            .ask(&Prompt::ANALYSIS, &variables, "relationships", true)
            .await?;
        let mut open: BTreeSet<&str> = candidates.iter().map(|node| node.id.as_str()).collect();
        for wire in found.relationships {
            if !open.remove(wire.existing_node_id.as_str()) {
                continue;
            }
            let wire = dated(wire, input);
            let ends = wire.relationship == RelationKind::Conflict;
            relationships.push(relationship(wire));
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

/// A conflict whose sides tell something as of different dates is none: both hold, and are related.
fn dated(wire: WireRelationship, input: &AnalysisInput) -> WireRelationship {
    let mut candidates = input.candidate_nodes.iter();
    let known = candidates.find(|node| node.id.as_str() == wire.existing_node_id);
    let described = wire.conflict_description.as_deref().unwrap_or_default();
    let both_hold = wire.relationship == RelationKind::Conflict
        && known.is_some_and(|known| is_of_other_dates(described, &input.new_node, known));
    WireRelationship {
        relationship: if both_hold {
            RelationKind::Related
        } else {
            wire.relationship
        },
        ..wire
    }
}

/// Whether the two statements that a conflict's description quotes hold as of different dates; where it does not quote
/// two, the nodes' summaries, if each is one line.
fn is_of_other_dates(description: &str, new: &NodeInfo, known: &NodeInfo) -> bool {
    match sides_of(quotations(description), [new, known]).as_slice() {
        &[left, right] => {
            let lines = (line_of(left, [new, known]), line_of(right, [known, new]));
            hold_of_other_dates((left, right), (&lines.0, &lines.1))
        }
        _ => {
            let sides = (new.summary.trim(), known.summary.trim());
            let is_plain = !sides.0.contains('\n') && !sides.1.contains('\n');
            is_plain && hold_of_other_dates(sides, sides)
        }
    }
}

/// Of more than two quotations those that stand in a summary, if one node's and the other's.
fn sides_of<'d>(quotations: Vec<&'d str>, nodes: [&NodeInfo; 2]) -> Vec<&'d str> {
    if quotations.len() <= 2 {
        return quotations;
    }
    let holders = |quotation: &str| nodes.map(|node| holds(&node.summary, quotation));
    let standing = quotations
        .into_iter()
        .filter(|one| holders(one) != [false; 2]);
    let standing: Vec<&str> = standing.collect();
    let are_sides = match *standing.as_slice() {
        [left, right] => {
            let (left, right) = (holders(left), holders(right));
            left != right && left != [true; 2] && right != [true; 2]
        }
        _ => false,
    };
    if are_sides { standing } else { Vec::new() }
}

fn holds(text: &str, quotation: &str) -> bool {
    text.to_lowercase().contains(&quotation.to_lowercase())
}

/// What stands in quotation marks. A mark within a word is an apostrophe.
fn quotations(text: &str) -> Vec<&str> {
    const MARKS: [(char, char); 5] = [
        ('“', '”'),
        ('‘', '’'),
        ('「', '」'),
        ('『', '』'),
        ('"', '"'),
    ];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((at, open)) = rest
        .char_indices()
        .find(|(_, c)| MARKS.iter().any(|(open, _)| open == c))
    {
        let close = MARKS.iter().find(|(mark, _)| *mark == open);
        let inner = rest.get(at + open.len_utf8()..).unwrap_or_default();
        let closed = close.and_then(|(_, close)| {
            let mut ends = inner.match_indices(*close).map(|(end, mark)| {
                let after = inner.get(end + mark.len()..).unwrap_or_default();
                (inner.get(..end).unwrap_or_default(), after)
            });
            ends.find(|(_, after)| *close != '’' || !after.starts_with(char::is_alphanumeric))
        });
        let Some((quoted, after)) = closed else {
            break;
        };
        found.push(quoted.trim());
        rest = after;
    }
    found
}

/// The one line of two nodes' summaries in which a quotation stands, below the lines of which it is a part; the
/// quotation where there is none, or several.
fn line_of(quotation: &str, nodes: [&NodeInfo; 2]) -> String {
    let nodes = nodes.map(|node| node.summary.lines().collect::<Vec<_>>());
    let places = nodes
        .iter()
        .flat_map(|lines| (0..lines.len()).map(move |at| (lines, at)));
    let mut holding =
        places.filter(|(lines, at)| lines.get(*at).is_some_and(|line| holds(line, quotation)));
    match (holding.next(), holding.next()) {
        (Some((lines, at)), None) => with_parents(lines, at),
        _ => quotation.to_owned(),
    }
}

/// A line of a list below those that it is indented under, the outermost first.
fn with_parents(lines: &[&str], at: usize) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut found: Vec<&str> = Vec::new();
    for line in lines
        .iter()
        .take(at + 1)
        .rev()
        .filter(|line| !line.trim().is_empty())
    {
        if found
            .last()
            .is_none_or(|below| indent(line) < indent(below))
        {
            found.push(line);
        }
    }
    found.reverse();
    found.join("\n")
}

fn relationship(wire: WireRelationship) -> Relationship {
    let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let some = |words: Option<Vec<String>>| words.filter(|words| !words.is_empty());
    let relation = match wire.relationship {
        RelationKind::Conflict => Relation::Conflict {
            conflict_description: said(wire.conflict_description)
                .unwrap_or_else(|| wire.reasoning.clone()),
        },
        RelationKind::Related => Relation::Related {
            context_update_new: said(wire.context_update_new),
            context_update_existing: said(wire.context_update_existing),
            keywords_update_new: some(wire.keywords_update_new),
            keywords_update_existing: some(wire.keywords_update_existing),
        },
        RelationKind::Unrelated => Relation::Unrelated,
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
        }
    }

    /// What becomes of a conflict between nodes of these summaries that is described so.
    fn kind(new: &str, known: &str, description: &str) -> RelationKind {
        let input = AnalysisInput {
            new_node: node("new", new),
            candidate_nodes: vec![node("known", known)],
        };
        let wire = WireRelationship {
            existing_node_id: "known".to_owned(),
            relationship: RelationKind::Conflict,
            reasoning: "Two numbers.".to_owned(),
            conflict_description: Some(description.to_owned()),
            context_update_new: None,
            context_update_existing: None,
            keywords_update_new: None,
            keywords_update_existing: None,
        };
        dated(wire, &input).relationship
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

    /// MB-10: what a model calls a conflict is none where the sides speak of different dates.
    #[test]
    fn mb_10_statements_of_different_dates_do_not_conflict() {
        for (new, known, description) in [
            (
                "- 5000 inhabitants in 2019",
                "- 6200 inhabitants in 2023",
                "“5000 inhabitants in 2019” stands against “6200 inhabitants in 2023”",
            ),
            (
                "- a mill\n- 5,000 inhabitants (2019)",
                "- 6,200 inhabitants (2023)\n- a weir",
                "\"5,000\" stands against \"6,200\".",
            ),
            (
                "- 5000 inhabitants in 2019",
                "- 6200 inhabitants in 2023",
                "Two numbers of inhabitants.",
            ),
            (
                "- 2019年有5000名居民",
                "- 2023年有6200名居民",
                "“2019年有5000名居民”与“2023年有6200名居民”不一致。",
            ),
            (
                "- In 2010 the mayor was Ann Lee.\n- a mill",
                "- In 2020 the mayor was Bo Chen.",
                "“Ann Lee” stands against “Bo Chen”.",
            ),
            ("2010年市长是李安", "2020年市长是陈波", "两位不同的市长。"),
            (
                "- Census 2010\n  - 5,000 inhabitants\n- a mill",
                "- Census 2020\n  - 6,200 inhabitants",
                "“5,000 inhabitants” stands against “6,200 inhabitants”.",
            ),
            (
                "- In 2010 the mayor was Ann Lee\n- a mill",
                "- In 2020 the mayor was Bo Chen",
                "The “mayor of Westby”: “In 2010 the mayor was Ann Lee” stands against “In 2020 the mayor was Bo Chen”.",
            ),
            (
                "- In 2010 the mayor was Ann Lee\n- a mill",
                "- In 2020 the mayor was Bo Chen",
                "The nodes’ mayors: ‘The mayor was Ann Lee’ stands against ‘In 2020 the mayor was Bo Chen’.",
            ),
            (
                "- In 2010 the keeper’s fee was 5 euros\n- a mill",
                "- In 2020 the keeper’s fee was 8 euros",
                "‘the keeper’s fee was 5 euros’ and ‘the keeper’s fee was 8 euros’",
            ),
        ] {
            let found = kind(new, known, description);
            assert_eq!(found, RelationKind::Related, "{description}");
        }
    }

    #[test]
    fn mb_10_other_conflicts_of_a_model_stay() {
        for (new, known, description) in [
            (
                "- completed in 1932",
                "- completed in 1937",
                "“1932” stands against “1937”.",
            ),
            (
                "- guidebook: 1932, 300 metres",
                "- leaflet: 310 metres",
                "“300” stands against “310”.",
            ),
            (
                "- 5000 inhabitants in 2019",
                "- 6200 inhabitants in 2019",
                "“5000” stands against “6200”.",
            ),
            (
                "- 大桥于1932年建成",
                "- 大桥于1937年建成",
                "“1932年”与“1937年”不一致。",
            ),
            (
                "- Census 2010\n  - a mill\n- 5,000 inhabitants",
                "- Census 2020\n  - a weir\n- 6,200 inhabitants",
                "“5,000 inhabitants” stands against “6,200 inhabitants”.",
            ),
            (
                "- In 2010 the mayor was Ann Lee\n- In 2020 the mayor was Bo Chen",
                "- a mill",
                "“Westby”: “In 2010 the mayor was Ann Lee” stands against “In 2020 the mayor was Bo Chen”.",
            ),
            ("", "", ""),
        ] {
            let found = kind(new, known, description);
            assert_eq!(found, RelationKind::Conflict, "{description}");
        }
    }
}
