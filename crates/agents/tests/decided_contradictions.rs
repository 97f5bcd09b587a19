//! What is decided and what stays open among contradictions, with the extractive engine.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::event::Event;
use amb_agents::run::Termination;
use amb_agents::settings::Settings;
use amb_memory::task::{QueryGraphNode, TaskType};
use support::{TestHost, over, ran_over, run};

/// MB-11, BX-04: beside what was decided an open contradiction stays open, and is the only one that is told so.
#[test]
fn mb_11_what_is_open_is_told_beside_what_was_decided() {
    for (texts, question, open, settled) in [
        (
            [
                "The Quill museum opened in 1904. The Quill museum has 12 rooms.",
                "The Quill museum opened in 1911.",
                "The Quill museum opened in 1904, says the archive.",
                "The Quill museum has 14 rooms.",
            ],
            "When did the Quill museum open and how many rooms does it have?",
            "rooms",
            "1911",
        ),
        (
            [
                "The Quill tower, which is 40 metres tall, is open to visitors.",
                "The Quill tower is 45 metres tall.",
                "The survey found that the Quill tower is 45 metres tall.",
                "The Quill tower is not open to visitors.",
            ],
            "Is the Quill tower open to visitors?",
            "not open",
            "45",
        ),
        (
            [
                "The Quill museum opened in 1904. The Quill museum has 12 rooms.",
                "The Quill museum opened in 1911. The Quill museum has 14 rooms.",
                "The Quill museum opened in 1904, says the archive.",
                "Trams pass the Quill museum every day.",
            ],
            "When did the Quill museum open and how many rooms does it have?",
            "rooms",
            "1911",
        ),
        // Between topics that agree on it by now, nothing of it is disputed, though they are for something else.
        (
            [
                "The Quill tower has 14 rooms.",
                "The Quill tower has 12 rooms. Swallows nest under the eaves of barns.",
                "The Quill tower was built in 1902. The Quill tower has 12 rooms.",
                "The Quill tower was built in 1911. The Quill tower has 12 rooms.",
            ],
            "When was the Quill tower built, and how many rooms does it have?",
            "built",
            "14",
        ),
    ] {
        let ran = ran_over(&texts, question);
        let answer = ran.result.answer.as_ref().unwrap();
        let told = answer.disputes.iter();
        let told: Vec<_> = told.filter(|one| !one.contains("was refuted")).collect();
        assert!(told.iter().all(|one| one.contains(open)), "{told:?}");
        assert!(told.iter().all(|one| !one.contains(settled)), "{told:?}");
        let nodes = ran.result.query_graph.nodes.values();
        let disputes = nodes.filter_map(|node| node.disputed.as_ref());
        let lines: Vec<&str> = disputes.flat_map(|one| one.description.lines()).collect();
        assert!(
            !lines.is_empty() && lines.iter().all(|one| one.contains(open)),
            "{lines:?}"
        );
        assert_eq!(ran.result.termination, Termination::Answer);
    }
}

/// MB-11: what was decided is told as open in no form: quotation marks within a sentence, or a denial of what was refuted.
#[test]
fn mb_11_nothing_decided_is_told_as_open() {
    for (texts, question) in [
        (
            &[
                "The “Quill” tower was built in 1902.",
                "The “Quill” tower was built in 1911. Boats are blue.",
                "The “Quill” tower was built in 1911. Tea is green.",
            ][..],
            "When was the Quill tower built?",
        ),
        (
            &[
                "被称为“云中剑”的青石塔建于1902年。",
                "被称为“云中剑”的青石塔建于1911年。船是蓝的。",
                "被称为“云中剑”的青石塔建于1911年。茶是绿的。",
            ],
            "青石塔建于哪一年？",
        ),
        (
            &[
                "The Halden bridge is 412 metres long.",
                "The Halden bridge is 398 metres long. Boats are blue.",
                "The Halden bridge is 398 metres long. Tea is green.",
                "The Halden bridge is not 412 metres long.",
            ],
            "How long is the Halden bridge?",
        ),
    ] {
        let ran = ran_over(texts, question);
        let answer = ran.result.answer.as_ref().unwrap();
        let told = answer.disputes.iter();
        let open = told.filter(|one| !one.contains("refuted:") && !one.contains("已被否定"));
        assert_eq!(open.count(), 0, "{:?}", answer.disputes);
        let nodes = &ran.result.query_graph.nodes;
        assert!(nodes.values().all(|node| node.disputed.is_none()));
        let marks = |node: &QueryGraphNode| node.summary.contains("(refuted) (");
        assert!(!nodes.values().any(marks));
    }
}

/// MB-11: two long sentences may differ in their last words alone; a conflict quotes them whole, and once decided it is over.
#[test]
fn mb_11_long_sentences_that_begin_alike_are_told_apart() {
    let texts = ["412米。", "398米。船是蓝的。", "398米。茶是绿的。"].map(|end| {
        format!(
            "青石大桥由石匠行会、磨坊主行会、渔民行会、木匠行会、铁匠行会和纺织行会在县议会、学校、修道院和市场的共同支持下，\
             按照老工程师留下的图纸并参照邻县几座古桥的式样修建，使用北山石料和南林木材，全长{end}"
        )
    });
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let ran = ran_over(&texts, "青石大桥全长多少米？");
    let answer = ran.result.answer.as_ref().unwrap();
    let open = answer
        .disputes
        .iter()
        .filter(|one| !one.contains("已被否定"));
    assert_eq!(open.count(), 0, "{:?}", answer.disputes);
    assert!(
        ran.result
            .query_graph
            .nodes
            .values()
            .all(|node| node.disputed.is_none())
    );
    let told = ran.events.iter().find_map(|event| match event {
        Event::TaskCompleted {
            task_type: TaskType::CrossValidate,
            task,
            ..
        } => Some(task),
        _ => None,
    });
    assert!(
        told.is_some_and(|task| task.contains("412") && task.contains("398")),
        "{told:?}"
    );
}

/// MB-10, BX-01: what two sentences say is compared however long they are, and though a topic's summary has no room for them.
#[test]
fn bx_01_long_sentences_are_weighed_though_no_summary_holds_them() {
    const CLAUSES: [&str; 14] = [
        "按照老工程师留下的图纸",
        "参照邻县古桥的式样",
        "使用北山石料和南林木材",
        "在县议会的支持下",
        "由石匠行会和木匠行会共同修建",
        "由铁匠行会和纺织行会共同出资",
        "由寺院的僧人记录进度",
        "由县里的账房支付工钱",
        "由驻军的骑兵护送车队",
        "由渡口的船夫看守材料",
        "由农户供给粮食与木炭",
        "由学校的师生绘制图样",
        "由市场的商贩募集银两",
        "由河道署的官员勘定地基",
    ];
    let ends = [
        "412米。燕子筑巢。",
        "398米。苹果晚熟。",
        "398米。茶是绿的。",
    ];
    for clauses in [6, 10, 14] {
        let clauses = CLAUSES[..clauses].join("，");
        let texts = ends.map(|end| format!("青石大桥{clauses}，全长{end}"));
        let texts = texts.each_ref().map(String::as_str);
        let question = "青石大桥全长多少米？";
        let tie = ran_over(&texts[..2], question).result.answer.unwrap();
        let both = |told: &String| told.contains("412米") && told.contains("398米");
        assert!(
            tie.disputes.iter().any(both),
            "{}: {:?}",
            texts[0].len(),
            tie.disputes
        );
        let ran = ran_over(&texts, question);
        let answer = ran.result.answer.unwrap();
        let mut told = answer.disputes.iter();
        assert!(
            told.all(|one| one.contains("已被否定")),
            "{:?}",
            answer.disputes
        );
        assert!(answer.text.contains("398米"), "{}", answer.text);
        let mut lines = answer.text.lines();
        assert!(
            lines.all(|line| !line.contains("412米") || line.starts_with("（已被否定）")),
            "{}",
            answer.text
        );
    }
    let long = "and was built by the masons of the harbour of the valley of the river of the hills of the county of the \
        fishermen of the abbey of the friars with timber from the southern woods.";
    let ends = ["Boats are blue.", "Tea is green.", "Trams pass the square."];
    let texts = ["412", "398", "398"].iter().zip(ends);
    let texts: Vec<String> = texts
        .map(|(metres, end)| format!("The Halden bridge is {metres} metres long {long} {end}"))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let ran = ran_over(&texts, "How long is the Halden bridge?");
    let answer = ran.result.answer.unwrap();
    let mut told = answer.disputes.iter();
    assert!(
        told.all(|one| one.contains("was refuted")),
        "{:?}",
        answer.disputes
    );
    let mut lines = answer.text.lines();
    assert!(
        lines.all(|line| !line.contains("412") || line.starts_with("(refuted)")),
        "{}",
        answer.text
    );
}

/// MB-11, BX-01: what was decided between two topics is so wherever it is said, though no summary holds the sentences and the
/// topics that were compared are not among what fits best.
#[test]
fn mb_11_what_was_decided_is_so_in_every_document() {
    const BUILDERS: &str = "by the masons of the harbour of the valley of the river of the hills of the county of the \
        fishermen of the abbey of the friars";
    const WORDS: [(&str, &str); 8] = [
        (
            "LONG",
            "The Halden bridge, built BUILDERS, is 412 metres long.",
        ),
        (
            "SHORT",
            "The Halden bridge, built BUILDERS, is 398 metres long.",
        ),
        ("OLD", "The Halden bridge was built BUILDERS in 1902."),
        ("NEW", "The Halden bridge was built BUILDERS in 1911."),
        (
            "APPLES",
            "Apples ripen late in the northern valleys, where frost is common.",
        ),
        ("BIRDS", "Swallows nest under the eaves of barns."),
        ("BREAD", "Rye bread is sold at the market every morning."),
        ("TRAMS", "Trams pass the square every day."),
    ];
    let built = [
        "LONG BREAD|The amber inn serves soup.",
        "LONG|NEW|BREAD Boats are blue. The birch inn serves soup.",
        "LONG|BREAD|OLD Tea is green.|The cedar inn serves soup.",
        "LONG|# Part|OLD The dune inn serves soup.",
    ];
    let held = [
        "Boats are blue.|# Part|SHORT|APPLES The amber inn serves soup.",
        "BREAD|# Part|BREAD|# Part|SHORT The birch inn serves soup.",
        "LONG The cedar inn serves soup.",
        "LONG The dune inn serves soup.",
        "LONG|BIRDS|APPLES|The elm inn serves soup.",
    ];
    let elsewhere = [
        "SHORT Tea is green.|The amber inn serves soup.",
        "BIRDS LONG|# Part|APPLES The birch inn serves soup.",
        "LONG APPLES APPLES BIRDS BIRDS Boats are blue. BREAD|BREAD|# Part|TRAMS|Boats are blue. BIRDS TRAMS BIRDS|# Part|TRAMS",
        "APPLES SHORT|Tea is green. The dune inn serves soup.",
        "BREAD SHORT The elm inn serves soup.",
        "BREAD|SHORT|The fern inn serves soup.",
        "APPLES BIRDS|APPLES|# Part|APPLES|# Part|Tea is green. BREAD BIRDS|# Part|APPLES|APPLES Tea is green. BIRDS|# Part|\
         APPLES Boats are blue.|# Part|TRAMS BIRDS|SHORT APPLES Boats are blue. TRAMS Tea is green.|BIRDS|# Part|Soup.",
    ];
    for (texts, question, lost) in [
        (&built[..], "When was the Halden bridge built?", "1911"),
        (&held[..], "How long is the Halden bridge?", "398"),
        (&elsewhere[..], "How long is the Halden bridge?", "412"),
    ] {
        let written = |text: &&str| {
            let text = text.replace('|', "\n\n");
            let text = WORDS
                .iter()
                .fold(text, |text, (word, told)| text.replace(word, told));
            text.replace("BUILDERS", BUILDERS)
        };
        let texts: Vec<String> = texts.iter().map(written).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let answer = ran_over(&texts, question).result.answer.unwrap();
        let mut disputes = answer.disputes.iter();
        assert!(
            disputes.all(|told| told.contains("was refuted")),
            "{:?}",
            answer.disputes
        );
        let mut lines = answer.text.lines();
        let holds = |line: &str| !line.contains(lost) || line.starts_with("(refuted)");
        assert!(answer.found && lines.all(holds), "{}", answer.text);
    }
}

/// BX-01: a document that repeats itself is one, and a tie stays one when other topics are merged.
#[test]
fn bx_01_documents_are_counted_and_not_how_often_one_says_it() {
    for (texts, question, open) in [
        (
            &[
                "# Facts\n\nThe Halden bridge is 398 metres long.\n\n# Summary\n\nIn short, the Halden bridge is 398 metres long.",
                "The Halden bridge is 412 metres long.",
            ][..],
            "How long is the Halden bridge?",
            "long",
        ),
        (
            &[
                "The Halden bridge is 412 metres long. The Halden bridge is 40 metres high. Rye bread is sold.",
                "The Halden bridge is 45 metres high. The Halden bridge is 398 metres long.",
                "The Halden bridge is 412 metres long.",
                "The Halden bridge is 40 metres high. The Halden bridge is 398 metres long.",
            ],
            "How high and how long is the Halden bridge?",
            "long",
        ),
    ] {
        let ran = ran_over(texts, question);
        let told = ran.result.answer.as_ref().unwrap().disputes.iter();
        let told: Vec<_> = told.filter(|one| !one.contains("was refuted")).collect();
        assert!(!told.is_empty());
        assert!(told.iter().all(|one| one.contains(open)), "{told:?}");
        let nodes = ran.result.query_graph.nodes.values();
        let disputes = nodes.filter_map(|node| node.disputed.as_ref());
        let mut lines = disputes.flat_map(|one| one.description.lines());
        assert!(lines.all(|line| line.contains(open)));
    }
}

/// MB-24, BX-01: where documents are so divided that all steps are used up, what they say is answered all the same, once.
#[test]
fn mb_24_an_answer_is_given_when_the_steps_are_used_up() {
    let texts: Vec<String> = ["rye", "oats", "barley", "wheat", "beans", "peas"]
        .iter()
        .enumerate()
        .map(|(at, what)| {
            let length = if at % 2 == 0 { 398 } else { 412 };
            format!("The Halden bridge is {length} metres long. The {what} market opens early.")
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let settings = Settings {
        max_iterations: 3,
        ..Settings::default()
    };
    let request = over(&texts, "How long is the Halden bridge?");
    let ran = run(&TestHost::default(), &settings, &request).unwrap();
    assert_eq!(ran.result.termination, Termination::MaxIterations);
    let answer = ran.result.answer.as_ref().unwrap();
    assert!(answer.found && !answer.disputes.is_empty());
    let told = ran.events.iter();
    let told = told.filter(|event| matches!(event, Event::Answered { .. }));
    assert_eq!(told.count(), 1);
}

/// BX-01: where as many documents say the one as say the other, nothing is decided, however many there are.
#[test]
fn bx_01_three_against_three_decide_nothing() {
    let texts = [
        "The Halden bridge is 412 metres long.",
        "The survey found that the Halden bridge is 412 metres long.",
        "The guide says that the Halden bridge is 412 metres long.",
        "The Halden bridge is 398 metres long.",
        "The archive says that the Halden bridge is 398 metres long.",
        "The newspaper says that the Halden bridge is 398 metres long.",
    ];
    let ran = ran_over(&texts, "How long is the Halden bridge?");
    let answer = ran.result.answer.as_ref().unwrap();
    assert!(!answer.disputes.is_empty() && !answer.text.contains("(refuted)"));
    assert!(ran.result.interaction_tree.merge_events.is_empty());
}
