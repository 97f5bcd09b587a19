//! Current statements come before former ones (AF-07, AF-09).

use crate::driver::*;
use amb_memory::hierarchy::*;

/// A mind that was told these 200 and 2 days ago, and something else a day ago.
fn told(before: &str, after: &str) -> Mind {
    let mut mind = Mind::default();
    mind.remember(said(before, NOW - 200 * DAY));
    mind.remember(said(after, NOW - 2 * DAY));
    mind.remember(said("I like rowing on quiet lakes.", NOW - DAY));
    mind
}

/// AF-03, AF-07: without a model there are no facts, and what the user said is found as it was said.
#[test]
fn af_07_what_was_told_later_of_a_matter_comes_first() {
    for (before, after, question) in [
        (
            "I live in Oslo.",
            "I moved from Oslo to Bergen.",
            "Where do I live?",
        ),
        (
            "I live in Leeds.",
            "I live in York now.",
            "Where do I live?",
        ),
        (
            "I work at Acme.",
            "I left Acme; since Monday I work at Globex.",
            "Where do I work?",
        ),
        (
            "I am assigned to the Payments project.",
            "I am now assigned to the Search project.",
            "Which project am I assigned to?",
        ),
        (
            "My name is Ingrid Solberg.",
            "I married; my name is Ingrid Haug now.",
            "What is my name?",
        ),
        (
            "I drive a Honda.",
            "I sold the Honda and bought a Volvo.",
            "What do I drive?",
        ),
        (
            "Remember: my budget is 900!",
            "My budget is 1200 now.",
            "What is my budget?",
        ),
        ("我在腾讯工作。", "我现在在小米工作。", "我在哪里工作？"),
        ("我的老板是老王。", "我的老板换成小李了。", "我的老板是谁？"),
    ] {
        let mind = told(before, after);
        let recalled = mind.recall(RecallRequest::new(question, NOW));
        let found = contents(&recalled);
        let at = |text: &str| found.iter().position(|content| content == text);
        assert_eq!(
            recalled.memories[0].entry.created_at,
            NOW - 2 * DAY,
            "{question} {found:?}"
        );
        assert!(
            at(after).unwrap() < at(before).unwrap(),
            "{question} {found:?}"
        );
        let prompt = english(&recalled, 500).text;
        assert!(
            prompt.find(after).unwrap() < prompt.find(before).unwrap(),
            "{prompt}"
        );
        let older = recalled
            .memories
            .iter()
            .find(|it| it.entry.content == before);
        assert!(older.unwrap().newer.is_some(), "{question}");
    }
}

#[test]
fn af_09_a_replaced_fact_says_until_when_it_held() {
    let mut mind = told("I live in Leeds.", "I live in York.");
    mind.consolidate(NOW);
    let recalled = mind.recall(RecallRequest::new("Where do I live?", NOW));
    for recalled in &recalled.memories {
        let newer = recalled.newer.as_ref();
        if recalled.entry.content.contains("Leeds") {
            let newer = newer.unwrap();
            assert_eq!((newer.at, newer.replaces), (NOW - 2 * DAY, true));
        } else {
            assert_eq!(newer, None, "{}", recalled.entry.content);
        }
    }
    let prompt = english(&recalled, 500).text;
    let line = "- 2026-05-06, until 2026-11-20, the user: I live in Leeds.";
    assert!(prompt.contains(line), "{prompt}");
}

/// A derived memory has the time of its newest source, whenever it was made.
#[test]
fn af_09_a_fact_is_as_old_as_its_newest_source() {
    let mut mind = told("I live in Leeds.", "I prefer tea.");
    mind.consolidate(NOW);
    let times = |mind: &Mind, relation: &str| -> Vec<i64> {
        let facts = mind.table.facts(Fact::USER, relation);
        facts.iter().map(|fact| fact.created_at).collect()
    };
    assert_eq!(times(&mind, "lives in"), [NOW - 200 * DAY]);
    mind.remember(said("Hello! I live in Leeds.", NOW - DAY));
    mind.consolidate(NOW);
    assert_eq!(times(&mind, "lives in"), [NOW - DAY]);
}

/// Other matters keep the order of their scores, and a question about a time that of its time.
#[test]
fn af_07_other_matters_are_not_put_first() {
    let mut mind = Mind::default();
    mind.remember(said("I live in Leeds.", NOW - 200 * DAY));
    mind.remember(said(
        "My sister Ann visited Leeds with Karl.",
        NOW - 5 * DAY,
    ));
    mind.remember(said("I sent the long report to Karim.", NOW - DAY));
    mind.remember(said("我住在上海。", NOW - 200 * DAY));
    mind.remember(said("我昨天晚上在网上看到一条新闻。", NOW - DAY));
    mind.remember(said("我喜欢上海菜。", NOW - DAY));
    assert_eq!(mind.ask("Where do I live?")[0], "I live in Leeds.");
    assert_eq!(mind.ask("我住在哪里？")[0], "我住在上海。");
    let recalled = mind.recall(RecallRequest::new("Where did I live in May?", NOW));
    assert!(recalled.memories.iter().all(|one| one.newer.is_none()));
}
