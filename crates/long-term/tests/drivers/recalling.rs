//! Results of a recall, and the memories in a prompt (AF-07, AF-11 to AF-13).

use crate::observing::Mind;
use crate::world::*;
use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::text::Language;

#[test]
fn af_07_what_is_recalled_says_why_and_counts_as_accessed() {
    let mind = Mind::new(Temper::Plain);
    mind.observe(said("I like green tea"));
    mind.observe(said("I ride a red bicycle"));
    let before = mind.store.writes.get();
    mind.world.now.set(NOW + DAY);
    let recalled = wait(mind.memory.recall(&RecallQuery::new("green tea"))).unwrap();
    assert_eq!(mind.store.writes.get(), before, "it waits for a write");
    let best = &recalled.recollection.memories[0];
    assert_eq!(best.entry.content, "I like green tea");
    let channels: Vec<_> = best.ranks.iter().map(|rank| rank.channel).collect();
    assert!(channels.contains(&RecallChannel::Semantic));
    assert!(channels.contains(&RecallChannel::Keyword));
    assert_eq!(best.matched_terms.len(), 2);
    let entry = &wait(mind.memory.entry(&best.entry.id)).unwrap();
    assert_eq!((entry.access_count, entry.last_accessed), (1, NOW + DAY));
}

/// AF-12: of a query as long as a book the beginning counts, for its meaning as for its words: to embed the rest takes minutes.
#[test]
fn af_12_of_a_long_query_the_beginning_is_embedded() {
    let mind = Mind::new(Temper::Plain);
    mind.observe(said("green tea"));
    mind.observe(said("red bicycle"));
    let long = format!(
        "{}{}",
        "green tea ".repeat(200),
        "red bicycle ".repeat(9_000)
    );
    let query = RecallQuery {
        strategy: Some(RecallStrategy::Semantic),
        ..RecallQuery::new(&long)
    };
    let recalled = wait(mind.memory.recall(&query)).unwrap();
    let first = &recalled.recollection.memories[0];
    assert_eq!(first.entry.content, "green tea");
}

/// AF-07, AF-12: what was true before and is told again comes before what was told in between, as a memory, as a fact, and
/// among what was said today.
#[test]
fn af_07_what_is_told_again_comes_first() {
    let mind = Mind::new(Temper::Plain);
    for (days, place) in [(300, "Oslo"), (100, "Bergen"), (0, "Oslo")] {
        mind.world.now.set(NOW - days * DAY);
        mind.observe(said(&format!("I live in {place}.")));
        wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    }
    let first = |question: &str, strategy| {
        let query = RecallQuery {
            strategy,
            ..RecallQuery::new(question)
        };
        let recalled = wait(mind.memory.recall(&query)).unwrap();
        let memories = recalled.recollection.memories;
        memories.first().map(|one| one.entry.content.clone())
    };
    for strategy in [None, Some(RecallStrategy::Temporal)] {
        let told = first("Where do I live?", strategy).unwrap();
        assert!(told.contains("Oslo"), "{told}");
    }
    let today = first("What did I say today?", None);
    assert_eq!(today.as_deref(), Some("I live in Oslo."));
    let facts = mind.all().into_iter().filter(|entry| entry.fact.is_some());
    let newest = facts.max_by_key(|entry| entry.created_at).unwrap();
    assert!(newest.content.contains("Oslo"), "{}", newest.content);
}

/// AF-07, AF-13: what holds now is recalled, and told to a prompt, before what held once; nothing is lost.
#[test]
fn af_07_what_holds_now_comes_before_what_held_once() {
    for (before, after, question, batches) in [
        (
            "I live in Oslo.",
            "I moved from Oslo to Bergen.",
            "Where do I live?",
            Some(u32::MAX),
        ),
        // By words alone: the model knows too little Chinese.
        (
            "我在腾讯工作。",
            "我现在在小米工作。",
            "我在哪里工作？",
            None,
        ),
    ] {
        let mind = Mind::new(Temper::Plain);
        mind.world.batches.set(batches);
        for (days, words) in [
            (200, before),
            (2, after),
            (1, "I like rowing on quiet lakes."),
        ] {
            mind.world.now.set(NOW - days * DAY);
            mind.observe(said(words));
        }
        mind.world.now.set(NOW);
        wait(mind.memory.consolidate(Urgency::Now)).unwrap();
        let query = RecallQuery::new(question);
        let recalled = wait(mind.memory.recall(&query)).unwrap().recollection;
        assert_eq!(recalled.memories[0].entry.content, after);
        let told = wait(mind.memory.get_context(&query, 500, Language::English)).unwrap();
        let at = |words: &str| told.context.text.find(words).unwrap();
        assert!(at(after) < at(before), "{}", told.context.text);
    }
}

#[test]
fn af_12_queries_are_read_in_two_languages() {
    let mind = Mind::new(Temper::Plain);
    mind.world.now.set(NOW - DAY);
    mind.observe(said("我昨天在京都喝了绿茶"));
    mind.world.now.set(NOW);
    mind.observe(said("I bought rice in Bonn"));
    for question in ["昨天做了什么", "what did I do yesterday?"] {
        let recalled = wait(mind.memory.recall(&RecallQuery::new(question))).unwrap();
        let first = &recalled.recollection.memories[0];
        assert_eq!(first.entry.content, "我昨天在京都喝了绿茶", "{question}");
    }
    let recalled = wait(mind.memory.recall(&RecallQuery::new("绿茶"))).unwrap();
    assert_eq!(recalled.recollection.memories[0].matched_terms.len(), 1);
}

#[test]
fn af_13_a_prompt_is_told_what_fits_and_what_it_is_told_is_never_stored_as_new() {
    let mind = Mind::new(Temper::Plain);
    for n in 0..6 {
        mind.observe(said(&format!(
            "I like tea of kind {n}, and {n} cups of it a day"
        )));
    }
    let query = RecallQuery::new("tea");
    let told = wait(mind.memory.get_context(&query, 60, Language::English)).unwrap();
    let included = &told.context.included;
    assert!(!included.is_empty() && told.context.left_out > 0);
    assert!(told.context.text.contains("the user"));
    for entry in mind.all() {
        let used = u32::from(included.contains(&entry.id));
        assert_eq!(entry.access_count, used, "what found no room was not used");
    }
    let report = wait(mind.memory.observe(page(&told.context.text))).unwrap();
    let refused = ObservedMemory::Refused(RefusedObservation::NothingToRemember);
    assert_eq!(report.memories, [refused]);
    let nothing = wait(mind.memory.get_context(&query, 0, Language::Chinese)).unwrap();
    assert_eq!(nothing.context.text, "");
}

/// AF-13: a summary that quotes a wish is none: the rest of it would be told along.
#[test]
fn af_13_a_wish_in_a_summary_takes_nothing_else_into_a_prompt() {
    let consolidation = ConsolidationSettings {
        compression_threshold: 4,
        keep_recent: 1,
        ..ConsolidationSettings::default()
    };
    let mind = Mind::with(
        Temper::Plain,
        HierarchySettings {
            consolidation,
            ..HierarchySettings::default()
        },
    );
    for words in [
        "Remember: my birthday is on May 3rd.",
        "My PIN is 4711.",
        "An illness kept me at home.",
        "Rice was on sale.",
        "The weather was mild.",
    ] {
        mind.observe(said(words));
        mind.world.now.set(mind.world.now.get() + 1);
    }
    let done = wait(mind.memory.consolidate(Urgency::WhenDue)).unwrap();
    let summary = wait(mind.memory.entry(&done.report.compressed[0].summary_id)).unwrap();
    assert!(summary.content.contains("birthday") && summary.content.contains("PIN"));
    let query = RecallQuery::new("lighthouse");
    let told = wait(mind.memory.get_context(&query, 600, Language::English)).unwrap();
    let text = told.context.text;
    assert!(text.contains("birthday") && !text.contains("PIN"), "{text}");
}

/// AF-13: a wish is told behind much else that comes to mind.
#[test]
fn af_13_a_wish_is_told_though_much_else_has_more_to_do_with_the_question() {
    let mind = Mind::new(Temper::Plain);
    mind.observe(said("Please remember: metres!"));
    for n in 0..15 {
        mind.observe(said(&format!("I saw lighthouse {n}")));
    }
    let query = RecallQuery {
        limit: Some(16),
        ..RecallQuery::new("lighthouse")
    };
    let told = wait(mind.memory.get_context(&query, 600, Language::English)).unwrap();
    assert!(
        told.context.text.contains("metres"),
        "{}",
        told.context.text
    );
}

/// AF-13, BX-06: a wish is told, too, where more bears on the question than is told; wishes take no more than half of the places.
#[test]
fn af_13_wishes_have_places_of_their_own() {
    let mind = Mind::new(Temper::Plain);
    for wish in ["metres", "Celsius", "litres"] {
        mind.observe(said(&format!("Please remember: {wish}!")));
    }
    for n in 0..8 {
        mind.observe(said(&format!("I saw lighthouse {n}")));
    }
    let told = |limit: usize, tokens: usize| {
        let query = RecallQuery {
            limit: Some(limit),
            ..RecallQuery::new("lighthouse")
        };
        let told = wait(mind.memory.get_context(&query, tokens, Language::English)).unwrap();
        let count = |word: &str| told.context.text.matches(word).count();
        (count("lighthouse"), count("remember"))
    };
    for (limit, expected) in [
        (4, (2, 2)),
        (5, (3, 2)),
        (8, (5, 3)),
        (1, (1, 0)),
        (0, (0, 0)),
    ] {
        assert_eq!(told(limit, 600), expected, "{limit}");
    }
    let (others, wishes) = told(8, 110);
    assert!(others < 5 && wishes > 0, "{others} {wishes}");
}

/// AF-13: what has nothing to do with a question is not told with it, but for what the user wants remembered.
#[test]
fn af_13_a_prompt_is_not_told_what_has_nothing_to_do_with_the_question() {
    let mind = Mind::new(Temper::Plain);
    for words in [
        "My PIN is 9917.",
        "Remember: I must always get answers in metres!",
        "The lighthouse was painted white.",
    ] {
        mind.observe(said(words));
    }
    // What the formula of importance weighs is not what the user calls important.
    let illness = "I have never told anyone which illness I had as a child. ".repeat(12);
    mind.observe(said(&illness));
    let query = RecallQuery::new("lighthouse");
    let all = wait(mind.memory.recall(&query)).unwrap().recollection;
    assert_eq!(
        all.memories.len(),
        4,
        "whoever searches sees how far each is"
    );
    let told = wait(mind.memory.get_context(&query, 600, Language::English)).unwrap();
    let text = told.context.text;
    assert!(
        text.contains("painted") && text.contains("metres"),
        "{text}"
    );
    assert!(!text.contains("PIN") && !text.contains("illness"), "{text}");
}

#[test]
fn a_clock_that_goes_backwards_makes_nothing_older_weaker_or_lost() {
    let mind = Mind::new(Temper::Plain);
    let id = mind.observe(said("I like green tea"));
    mind.world.now.set(NOW - 400 * DAY);
    mind.observe(said("I like rice"));
    let recalled = wait(mind.memory.recall(&RecallQuery::new("tea"))).unwrap();
    assert!(!recalled.recollection.memories.is_empty());
    assert_eq!(wait(mind.memory.entry(&id)).unwrap().last_accessed, NOW);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert_eq!(done.report.forgotten, []);
    wait(mind.memory.reflect(Urgency::Now)).unwrap();
    assert!(mind.all().len() >= 2);
}

/// Memories that a device wrote before its clock was set are not lost when it is.
#[test]
fn a_clock_that_is_right_again_loses_nothing_of_what_it_wrote_before() {
    let mind = Mind::new(Temper::Plain);
    mind.world.now.set(0);
    let rice = mind.observe(said("The rice is in the cellar"));
    mind.world.now.set(NOW);
    for days in [0, 1, 10] {
        mind.world.now.set(NOW + days * DAY);
        let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
        assert_eq!(done.report.forgotten, [], "after {days} days");
    }
    assert_eq!(wait(mind.memory.entry(&rice)).unwrap().last_accessed, NOW);
    mind.world.now.set(NOW + 60 * DAY);
    let done = wait(mind.memory.consolidate(Urgency::Now)).unwrap();
    assert_eq!(done.report.forgotten.len(), 1, "it fades as others do");
}
