//! Which conflicts of a model are left, where their sides hold as of different dates (MB-10).

use amb_memory::task::{NodeId, Trust};

use super::analysis::dated;
use super::conflict_sides::are_of_other_dates;
use super::shapes::{RelationKind, WireRelationship};
use crate::engine::{AnalysisInput, NodeInfo};

pub(super) fn node(id: &str, summary: &str) -> NodeInfo {
    NodeInfo {
        id: NodeId::from(id),
        summary: summary.to_owned(),
        context: String::new(),
        keywords: Vec::new(),
        trust: Trust::Given,
    }
}

/// What becomes of a conflict between nodes of these summaries that is described so.
pub(super) fn kind(new: &str, known: &str, description: &str) -> RelationKind {
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
            "- Revenue was $64.2 billion in 2023",
            "- Revenue was $63.7 billion in 2022",
            "The nodes report different revenue figures: $64.2 billion versus $63.7 billion.",
        ),
        (
            "In 2023, revenue was $64.2 billion",
            "In 2022, revenue was $63.7 billion",
            "Conflicting revenue: '$64.2 billion' vs '$63.7 billion'.",
        ),
        (
            "公司2023年营收为6423亿元",
            "公司2022年营收为6369亿元",
            "两个节点的营收数据不一致",
        ),
        (
            "The output grew by 5.2% in 2023",
            "The output grew by 3.0% in 2022",
            "“5.2%” stands against “3.0%”.",
        ),
        (
            "2023年GDP增长5.2%",
            "2022年GDP增长3.0%",
            "GDP增长的数字不一致：5.2%与3.0%。",
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
            "- 磨坊\n- 2019年有5000名居民",
            "- 水坝\n- 2023年有6200名居民",
            "《西镇志》与《县志》居民人数不一致",
        ),
        (
            "In 2010, the mayor was Ann Lee, a lawyer.",
            "In 2020, the mayor was Bo Chen, a baker.",
            "“the mayor was Ann Lee” stands against “the mayor was Bo Chen”.",
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

/// MB-10: a topic that names both facts does not say which of them is in conflict.
#[test]
fn mb_10_a_topic_explains_no_description() {
    let lines = |year: &str, number: &str, founded: &str| {
        format!("- In {year} the town of Westby had {number} inhabitants\n- founded in {founded}")
    };
    let mut nodes = [
        node("new", &lines("2010", "5000", "1200")),
        node("known", &lines("2020", "6200", "1300")),
    ];
    for node in &mut nodes {
        node.context = "Population and founding of Westby, and the design of its hall.".to_owned();
    }
    for description in [
        "The nodes disagree on the founding of the town of Westby.",
        "“In 2010 the town of Westby had 5000 inhabitants” and “In 2020 the town of Westby had 6200 inhabitants” are \
         of different dates, but the founding differs.",
        "The nodes disagree on who designed the hall of the town of Westby.",
    ] {
        assert!(
            !are_of_other_dates(description, &nodes[0], &nodes[1]),
            "{description}"
        );
    }
    let both = "The number of inhabitants of the town in Westby differs.";
    assert!(are_of_other_dates(both, &nodes[0], &nodes[1]));
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
            "- 2010年有5000名居民\n- 教堂由李安设计",
            "- 2020年有6200名居民\n- 教堂由陈波设计",
            "《教堂由李安设计》与《教堂由陈波设计》不一致",
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
        (
            "- In 2010 Westby had 5000 inhabitants\n- founded in 1200",
            "- In 2020 Westby had 6200 inhabitants\n- founded in 1300",
            "“In 2010 Westby had 5000 inhabitants” and “In 2020 Westby had 6200 inhabitants” are of different years, \
             but “it was founded in the year 1200” stands against “the town was founded in the year 1300”.",
        ),
        (
            "- In 2010 Westby had 5000 inhabitants\n- established in 1200",
            "- In 2020 Westby had 6200 inhabitants\n- established in 1300",
            "“In 2010 Westby had 5000 inhabitants” and “In 2020 Westby had 6200 inhabitants” are of different years; \
             the founding differs as well (1200 versus 1300).",
        ),
        (
            "- 2010年有5000名居民\n- 教堂：李安",
            "- 2020年有6200名居民\n- 教堂：陈波",
            "“2010年有5000名居民”与“2020年有6200名居民”日期不同，但一处写李安，另一处写陈波。",
        ),
        (
            "- In 2010 the tower had 5000 visitors\n- completed in 1932",
            "- In 2020 the tower had 6200 visitors\n- completed in 1937",
            "The two nodes give different years for the tower.",
        ),
        (
            "- In 2010 the tower had 5000 visitors\n- height: 300 m",
            "- In 2020 the tower had 6200 visitors\n- height: 310 m",
            "The two nodes give different values for the tower.",
        ),
        (
            "- 2010年铁塔有5000名游客\n- 高300米",
            "- 2020年铁塔有6200名游客\n- 高310米",
            "关于铁塔，两个节点的数值不一致。",
        ),
        (
            "In 2010 Westby (county of Orrin) had 5000 inhabitants",
            "In 2020 Westby (county of Essen) had 6200 inhabitants",
            "The nodes place Westby in different counties.",
        ),
        (
            "In 2010 Westby had 5000 inhabitants and its patron saint is St Ann",
            "In 2020 Westby had 6200 inhabitants and its patron saint is St Bo",
            "They differ on the patron saint of Westby.",
        ),
        (
            "西镇位于左岸，2010年有5000名居民",
            "西镇位于右岸，2020年有6200名居民",
            "西镇所在的河岸不同：左岸与右岸。",
        ),
        (
            "高300米的铁塔2010年有5000名游客",
            "高310米的铁塔2020年有6200名游客",
            "“高300米”与“高310米”不一致",
        ),
        (
            "总部位于深圳的公司2010年有5000名员工",
            "总部位于上海的公司2020年有6200名员工",
            "“总部位于深圳”与“总部位于上海”不一致",
        ),
        (
            "The 42-metre tower had 5000 visitors in 2010",
            "The 45-metre tower had 6200 visitors in 2020",
            "“42-metre tower” stands against “45-metre tower”.",
        ),
        (
            "In 2010 the tower had 5000 visitors and 3 lamps",
            "In 2020 the tower had 6200 visitors and 4 lamps",
            "The figures differ.",
        ),
        ("", "", ""),
    ] {
        let found = kind(new, known, description);
        assert_eq!(found, RelationKind::Conflict, "{description}");
    }
}
