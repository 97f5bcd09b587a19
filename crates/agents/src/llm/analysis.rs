//! Relations by the model (MB-10).

use std::collections::BTreeSet;

use serde::Serialize;

use super::ask::Asker;
use super::conflict_sides::are_of_other_dates;
use super::prompts::Prompt;
use super::shapes::{RelationKind, Relationships, WireRelationship};
use crate::engine::{AnalysisInput, AnalysisOutput, EngineError, NodeInfo, Relation, Relationship};
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
        && known.is_some_and(|known| are_of_other_dates(described, &input.new_node, known));
    WireRelationship {
        relationship: if both_hold {
            RelationKind::Related
        } else {
            wire.relationship
        },
        ..wire
    }
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

    /// MB-10: a node's topic is the heading of its summary.
    #[test]
    fn mb_10_a_topic_may_say_of_when_a_summary_is() {
        let dated_by_topic = |new: &str, known: &str| {
            let mut nodes = [
                node("new", "- 5000 inhabitants"),
                node("known", "- 6200 inhabitants"),
            ];
            nodes[0].context = new.to_owned();
            nodes[1].context = known.to_owned();
            let described = "“5000 inhabitants” stands against “6200 inhabitants”.";
            are_of_other_dates(described, &nodes[0], &nodes[1])
        };
        let population = "Population of Westby in";
        let years = ["2010", "2023"].map(|year| format!("{population} {year}"));
        assert!(dated_by_topic(&years[0], &years[1]));
        assert!(!dated_by_topic(&years[0], &years[0]));
        assert!(!dated_by_topic(&years[0], "Population of Westby"));
        assert!(!dated_by_topic(
            "Westby, report of 2010",
            "Westby, report of 2023"
        ));
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
                "2010年市长是李安",
                "2020年市长是陈波",
                "《西镇志》与《县志》所记市长不同。",
            ),
            (
                "- In 2010 Westby had 5000 inhabitants\n- In 2010 its mayor was Ann Lee",
                "- In 2020 Westby had 6200 inhabitants\n- In 2020 its mayor was Bo Chen",
                "The nodes disagree on the number of inhabitants.",
            ),
            (
                "- In 2010 Westby had 5000 inhabitants\n- Westby lies on the Wes",
                "- In 2020 Westby had 6200 inhabitants",
                "The nodes disagree on the number of inhabitants.",
            ),
            (
                "2010年西镇有5000名居民\n西镇在河边",
                "2020年西镇有6200名居民",
                "居民人数不同。",
            ),
            (
                "- In 2010 Westby had 5000 inhabitants\n- It lies on the river Wes",
                "- In 2020 Westby had 6200 inhabitants\n- The river is the Wes",
                "The number of inhabitants differs.",
            ),
            (
                "Westby\n- 5000 inhabitants in 2010",
                "The town of Westby\n- 6200 inhabitants in 2020",
                "The number of inhabitants of Westby differs.",
            ),
            (
                "Westby is a town on the Wes.\nIn 2010 Westby had 5000 inhabitants.",
                "Westby is a town in the west.\nIn 2020 Westby had 6200 inhabitants.",
                "Node A says Westby had 5,000 inhabitants, node B 6,200.",
            ),
            (
                "- 2010年西镇有5000名居民\n- 西镇在河边",
                "- 2020年西镇有6200名居民\n- 西镇有磨坊",
                "西镇的居民人数不一致：5000与6200。",
            ),
            (
                "## Westby\n- 5000 inhabitants in 2010\n- a mill",
                "## Westby\n- 6200 inhabitants in 2020\n- a weir",
                "The new node states 5000 inhabitants, whereas the existing node states 6200 inhabitants.",
            ),
            (
                "- 2010年西镇市长为李安\n- 有磨坊",
                "- 2020年西镇市长为陈波\n- 有水坝",
                "新节点称西镇市长为李安，而现有节点称西镇市长为陈波。",
            ),
            (
                "- 5000 inhabitants in 2019\n- a mill",
                "- 6200 inhabitants in 2023\n- a mill",
                "“5000 inhabitants in 2019” (census) stands against “6200 inhabitants in 2023” (town guide).",
            ),
            (
                "- a mill\n- 5000 inhabitants in 2019",
                "- a weir\n- 6200 inhabitants in 2023",
                "The nodes' numbers: '5000 inhabitants in 2019' stands against '6200 inhabitants in 2023'.",
            ),
            (
                "- a mill\n- 5000 inhabitants in 2019",
                "- a weir\n- 6200 inhabitants in 2023",
                "«5000 inhabitants in 2019» stands against «6200 inhabitants in 2023».",
            ),
            (
                "- a mill\n- 5000 inhabitants in 2019",
                "- a weir\n- 6200 inhabitants in 2023",
                "`5000 inhabitants` stands against `6200 inhabitants`",
            ),
            (
                "- 磨坊\n- 2019年有5000名居民",
                "- 水坝\n- 2023年有6200名居民",
                "《2019年有5000名居民》与《2023年有6200名居民》不一致",
            ),
            (
                "- a mill\n- 5000 inhabitants in 2019",
                "- a weir\n- 6200 inhabitants in 2023",
                "5000 inhabitants in 2019 stands against 6200 inhabitants in 2023.",
            ),
            (
                "- a mill\n- 5000 inhabitants in 2019",
                "- a weir\n- 6200 inhabitants in 2023",
                "The number of inhabitants differs.",
            ),
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
            (
                "- completed in 1932\n- a mill",
                "- completed in 1937\n- a weir",
                "The bridge's completion: 'completed in 1932' stands against 'completed in 1937'.",
            ),
            (
                "- 5000 inhabitants in 2019\n- 300 metres long",
                "- 6200 inhabitants in 2023\n- 310 metres long",
                "The length is 300 metres in one and 310 metres in the other.",
            ),
            (
                "- 5000 inhabitants in 2019\n- 3 mills",
                "- 6200 inhabitants in 2023\n- 4 mills",
                "They differ.",
            ),
            (
                "- In 2010 the town of Westby had 5000 inhabitants\n- architect: Ida Berg",
                "- In 2020 the town of Westby had 6200 inhabitants\n- architect: Bo Chen",
                "The nodes disagree on who designed the town hall of Westby.",
            ),
            (
                "- population 5000 in 2010\n- mayor: Ann Lee\n- church built by Ida Berg",
                "- population 6200 in 2020\n- mayor: Ann Lee\n- church built by Bo Chen",
                "The population figures for 2010 and 2020 are from different dates, but the builder of the church differs.",
            ),
            (
                "- In 2010 the guide counted 5000 inhabitants of Westby\n- river: 300 km",
                "- In 2020 the guide counted 6200 inhabitants of Westby\n- river: 310 km",
                "In “Westby”, “The river is 300 kilometres long” (Westby guide of 2010) stands against “the river is 310 kilometres long” (Westby guide of 2020).",
            ),
            (
                "- 5000 inhabitants in 2019\n- designed by Ida Berg",
                "- 6200 inhabitants in 2023\n- the architect was Bo Chen",
                "Both count the inhabitants of a place that Ida Berg designed, or another.",
            ),
            (
                "- 2010年人口5000\n- 教堂由李安设计",
                "- 2020年人口6200\n- 教堂由陈波设计",
                "两处2010年与2020年的人口数字日期不同，不矛盾，但教堂的设计者不同。",
            ),
            (
                "- In 2010 Westby had 5000 inhabitants\n- church: Ida Berg",
                "- In 2020 Westby had 6200 inhabitants\n- church: Bo Chen",
                "While “In 2010 Westby had 5000 inhabitants” and “In 2020 Westby had 6200 inhabitants” are of different \
                 dates, the builder of the church differs.",
            ),
            (
                "- 2010年有5000名居民\n- 教堂由李安设计",
                "- 2020年有6200名居民\n- 教堂由陈波设计",
                "“2010年有5000名居民”与“2020年有6200名居民”日期不同，但教堂的设计者不一致。",
            ),
            (
                "## Westby\n- 5000 inhabitants in 2010\n- the mill has 3 wheels",
                "## Westby\n- 6200 inhabitants in 2020\n- the mill has 4 wheels",
                "Besides the inhabitants, the nodes disagree on the mill.",
            ),
            (
                "In 2010 Westby, founded in 1200, had 5000 inhabitants",
                "In 2020 Westby, founded in 1300, had 6200 inhabitants",
                "The founding dates differ.",
            ),
            (
                "- In 2010 Westby, founded by Ida Berg, had 5000 inhabitants",
                "- In 2020 Westby, founded by Bo Chen, had 6200 inhabitants",
                "“In 2010 Westby, founded by Ida Berg, had 5000 inhabitants” stands against “In 2020 Westby, founded by \
                 Bo Chen, had 6200 inhabitants”.",
            ),
            (
                "- In 2010 it had 5000 inhabitants\n- designed by Ida Berg",
                "- In 2020 it had 6200 inhabitants\n- the architect: Bo Chen",
                "They name different creators of the place with inhabitants.",
            ),
            (
                "- In 2010 Westby had 5000 inhabitants\n- Wes: 300 km",
                "- In 2020 Westby had 6200 inhabitants\n- Wes: 310 km",
                "The length of the river at Westby differs between the two texts.",
            ),
            ("", "", ""),
        ] {
            let found = kind(new, known, description);
            assert_eq!(found, RelationKind::Conflict, "{description}");
        }
    }
}
