//! Results of a retrieval, and the reasons for each.

use amb_memory::text::Language;
use amb_memory::trajectory::MethodologyFormat;
use amb_memory::trajectory::loops::{LoopDetector, escape_query, escape_suggestions};
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::retriever::{
    Candidates, Dimension, ErrorQuery, Recalled, RecalledItem, queries, render,
};
use amb_memory::trajectory::statistics::{MistakeQuery, common_mistakes, stats};
use amb_memory::trajectory::writer::{RunObserver, state_at};

use crate::runs::{Memory, calm, embedding, failing, recovered, run, stuck};

fn is_methodology(recalled: &Recalled) -> bool {
    matches!(recalled.item, RecalledItem::Methodology(_))
}

fn refused(memory: &Memory) -> State {
    let mut state = state_at(&recovered("now"), 0, &memory.settings).unwrap();
    state.embedding = Some(embedding(&state.embedding_text()));
    state
}

fn by_error(memory: &Memory, query: &ErrorQuery) -> Candidates {
    Candidates {
        error: memory.graph.by_error(query),
        ..Candidates::default()
    }
}

/// CG-04: before anything is consolidated, a fragment that got over the error is its solution already.
#[test]
fn cg_04_the_second_run_learns_from_the_first() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.learn(&stuck("u"));
    let result = memory.query(&refused(&memory));
    let RecalledItem::Fragment(solution) = &result.error_solutions[0].item else {
        panic!("there is no methodology yet");
    };
    assert_eq!(solution.resolution[0].as_str(), "wait: 30 s");
    let why = &result.error_solutions[0].why;
    assert_eq!((why[0].dimension, why[0].rank), (Dimension::Error, 1));
    assert!(why.iter().any(|why| why.dimension == Dimension::Task));
    assert!(
        result
            .warnings
            .iter()
            .any(|warning| !is_methodology(warning))
    );
    assert!(
        result
            .similar_fragments
            .iter()
            .all(|it| it.why.iter().all(|why| why.dimension != Dimension::Error))
    );
}

/// CG-04: that nothing tells the types of two errors does not make one the other's solution.
#[test]
fn cg_04_an_error_without_a_type_is_found_by_its_words() {
    let mut memory = Memory::new();
    let error = "it broke: no plugin cart";
    let mut mended = recovered("t");
    mended.steps.iter_mut().for_each(|step| {
        step.error = step.error.take().map(|_| error.to_owned());
    });
    memory.learn(&mended);
    let solutions = |current_error: &str| {
        let state = State {
            task_type: mended.task_type.clone(),
            current_error: current_error.to_owned(),
            ..State::default()
        };
        memory.query(&state).error_solutions.len()
    };
    assert_eq!(solutions(error), 1);
    assert_eq!(solutions("denied: the requested resource"), 0);
}

/// CG-04: an error told in words alone is recognised, as a run's own errors are.
#[test]
fn cg_04_an_error_in_words_alone_finds_its_solution() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    let known = refused(&memory);
    let result = memory.query(&State {
        task_type: known.task_type,
        current_error: known.current_error,
        ..State::default()
    });
    let first = &result.error_solutions[0];
    assert_eq!(
        (first.why[0].dimension, first.why[0].rank),
        (Dimension::Error, 1)
    );
}

/// CG-04: what is known of this very error comes first, though the head of a log or their type is all that the keywords tell,
/// and however many others have been met since.
#[test]
fn cg_04_what_is_known_of_this_very_error_comes_first() {
    const ENGLISH: [&str; 8] = [
        "database connection lost",
        "disk space exhausted",
        "certificate expired",
        "user not logged in",
        "heap overflow",
        "permission insufficient",
        "port occupied",
        "key revoked",
    ];
    const CHINESE: [&str; 8] = [
        "数据库连接失败",
        "磁盘空间不足",
        "证书已过期",
        "用户未登录",
        "内存溢出",
        "权限不足",
        "端口被占用",
        "密钥无效",
    ];
    for (pattern, things) in [
        (
            "2026-11-28 10:0{n}:30,123 [main] ERROR com.acme.OrderService - {}",
            ENGLISH,
        ),
        (
            "2026-11-28T10:0{n}:30.1Z ERROR 1 --- [nio-8080-exec-1] c.a.OrderController : {}",
            ENGLISH,
        ),
        ("E1128 10:0{n}:30.123456 4123 reflector.go:138] {}", ENGLISH),
        ("docker: Error response from daemon: {}", ENGLISH),
        ("psycopg2.errors.DatabaseError: {}", ENGLISH),
        ("2026年11月28日 10:0{n}:30 错误：{}", CHINESE),
        ("2026年11月28日10时2{n}分30秒 错误：{}", ENGLISH),
        ("订单服务 错误：{}", CHINESE),
        ("订单服务出现问题：{}", CHINESE),
    ] {
        let told = |thing: &str, time: usize| {
            let text = pattern.replace("{}", thing);
            text.replace("{n}", &time.to_string())
        };
        let mut memory = Memory::new();
        for (number, thing) in things.iter().enumerate() {
            let steps = vec![
                failing("deploy", "shop", &told(thing, number)),
                calm("mend", thing),
                calm("deploy", "shop"),
            ];
            let mut mended = run(&format!("t{number}"), true, steps);
            mended.started_at += 1_000 * number as i64;
            memory.learn(&mended);
        }
        for thing in things {
            let result = memory.query(&State {
                task_type: "research".to_owned(),
                current_error: told(thing, 9),
                ..State::default()
            });
            let RecalledItem::Fragment(first) = &result.error_solutions[0].item else {
                panic!("there is no methodology yet");
            };
            let mend = first.resolution[0].as_str();
            assert_eq!(mend, format!("mend: {thing}"), "{pattern}");
        }
    }
}

/// CG-04, CG-10: what goes well as memory advised it does not crowd out what taught it (seed 003, `ORDER BY f.outcome`).
#[test]
fn cg_04_what_recovered_is_not_crowded_out_by_what_went_well() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    for number in 0..60 {
        let steps = vec![calm("search", "tower"), calm("answer", "42 m")];
        let mut later = run(&format!("u{number}"), true, steps);
        later.started_at += 1_000 * (number + 1);
        memory.learn(&later);
    }
    let state = State {
        task_type: "research".to_owned(),
        task_description: "Find the length of the bridge".to_owned(),
        ..State::default()
    };
    let result = memory.query(&state);
    let RecalledItem::Fragment(first) = &result.similar_fragments[0].item else {
        panic!("there is no methodology yet");
    };
    assert_eq!(first.outcome, Outcome::Recovered);
    assert_eq!(first.resolution[0].as_str(), "wait: 30 s");
}

/// A run that gets over a full disk.
fn full_disk(id: &str) -> RawTrajectory {
    let steps = vec![
        failing("build", "", "Error: ENOSPC: no space left on device"),
        calm("prune", "images"),
        calm("build", ""),
    ];
    run(id, true, steps)
}

/// Returns the descriptions of the fragments for a run without an open error.
fn similar(memory: &Memory) -> Vec<String> {
    let state = State {
        task_type: "research".to_owned(),
        task_description: "Find the height of the tower".to_owned(),
        embedding: memory
            .embeds
            .then(|| embedding("search: tower HTTP 429 wait: in turn, after queue")),
        ..State::default()
    };
    let told = memory.query(&state).similar_fragments.into_iter();
    let description = |recalled: Recalled| match recalled.item {
        RecalledItem::Fragment(fragment) => Some(fragment.description),
        RecalledItem::Methodology(_) => None,
    };
    told.filter_map(description).collect()
}

/// CG-04: one lesson that many runs taught word for word, at other steps too, is told once and crowds out no other, with
/// vectors or without.
#[test]
fn cg_04_what_says_the_same_is_told_once() {
    for embeds in [true, false] {
        let mut memory = Memory::new();
        memory.embeds = embeds;
        memory.learn(&full_disk("first"));
        for number in 0..8 {
            let mut later = recovered(&format!("u{number}"));
            later.started_at += 1_000 * (number + 1);
            if number % 2 == 0 {
                later.steps.insert(0, calm("think", ""));
            }
            memory.learn(&later);
        }
        let told = similar(&memory);
        let of_refusal = |text: &&String| text.contains("HTTP 429");
        assert_eq!(told.iter().filter(of_refusal).count(), 1, "{told:#?}");
        let of_disk = |text: &String| text.contains("ENOSPC");
        assert!(told.iter().any(of_disk), "{told:#?}");
    }
}

/// CG-04, CG-10: with what is switched off goes whatever says the same, be that found or not, and others come in its place.
#[test]
fn cg_04_what_is_switched_off_does_not_come_back_as_its_twin() {
    let mut memory = Memory::new();
    memory.embeds = false;
    for id in ["a", "b"] {
        memory.learn(&recovered(id));
    }
    memory.learn(&full_disk("c"));
    let known: Vec<Fragment> = memory.graph.fragments().cloned().collect();
    let refusal = |id: &str| {
        let is_of = |it: &&Fragment| it.id.as_str().starts_with(id) && it.error_type.is_some();
        known.iter().find(is_of).unwrap()
    };
    let candidates = || {
        let state = State {
            task_type: "research".to_owned(),
            ..State::default()
        };
        memory
            .graph
            .candidates(&queries(&state, "shop", &memory.settings))
    };
    let left = |ids: &[String], fragments: &[Fragment]| -> Vec<String> {
        let mut candidates = candidates();
        candidates.leave_out(ids, fragments);
        let left = candidates.task.fragments.into_iter();
        left.filter_map(|it| it.error_type).collect()
    };
    assert_eq!(left(&[], &[]).len(), 3);
    let id = refusal("a").id.to_string();
    assert_eq!(left(&[id], &[]), left(&[], &[refusal("b").clone()]));
    assert_eq!(left(&[], &[refusal("b").clone()]).len(), 1);
}

/// CG-04: lessons of one error that nearly say the same fill the places that no other takes, however well they fit.
#[test]
fn cg_04_what_says_nearly_the_same_gives_way() {
    let mut memory = Memory::new();
    let nearly = |number: i64, letter: &str| {
        let mut near = recovered(&format!("u{number}"));
        near.steps[1] = calm("wait", &format!("in turn, after queue {letter}"));
        near.started_at += 1_000 * number;
        near
    };
    for (number, letter) in (1..).zip(["a", "b", "c", "d", "e", "f", "g", "h"]) {
        memory.learn(&nearly(number, letter));
    }
    let alone = similar(&memory);
    assert_eq!(alone.len(), 5, "{alone:#?}");
    memory.learn(&full_disk("first"));
    let told = similar(&memory);
    assert_eq!(told.len(), 5, "{told:#?}");
    assert!(told.iter().any(|text| text.contains("ENOSPC")), "{told:#?}");
}

/// CG-04: two ways out of one error are two lessons, however alike their words are.
#[test]
fn cg_04_what_is_of_another_error_is_no_copy() {
    let mut memory = Memory::new();
    memory.embeds = false;
    for (number, code) in [(0, 402), (1, 410)]
        .into_iter()
        .chain((2..9).map(|number| (number, 402)))
    {
        let error = format!("HTTP {code}: the page is not to be had");
        let steps = vec![
            failing("visit", "tower", &error),
            calm("visit", "another tower"),
            calm("answer", &format!("{number} m")),
        ];
        let mut later = run(&format!("u{number}"), true, steps);
        later.started_at += 1_000 * number;
        memory.learn(&later);
    }
    let told = similar(&memory);
    assert!(
        told.iter().any(|text| text.contains("HTTP 410")),
        "{told:#?}"
    );
}

/// CG-04, CG-05: after a consolidation there are advice and a warning, found by the error.
#[test]
fn cg_04_methodologies_and_warnings_come_back_with_their_reasons() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.learn(&stuck("u"));
    memory.consolidate(1_500);
    let result = memory.query(&refused(&memory));
    let advice = result
        .error_solutions
        .iter()
        .find(|found| is_methodology(found))
        .unwrap();
    assert_eq!(advice.success_rate, Some(1.0));
    assert!(advice.avg_steps.unwrap() > 1.0);
    assert!(
        advice
            .why
            .iter()
            .any(|why| why.dimension == Dimension::State)
    );
    let warning = result
        .warnings
        .iter()
        .find(|found| is_methodology(found))
        .unwrap();
    assert_eq!(warning.success_rate, Some(0.0));
    let RecalledItem::Methodology(methodology) = &warning.item else {
        unreachable!()
    };
    assert_eq!(methodology.kind, MethodologyKind::Warning);
    assert!(
        methodology.strategy.contains("What failed"),
        "{}",
        methodology.strategy
    );
    assert!(result.methodologies.iter().all(is_methodology));
}

/// CG-04: several dimensions, confidence and recent use each raise an item.
#[test]
fn cg_04_bonuses_raise_what_is_found_often_sure_or_fresh() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.consolidate(1_500);
    let state = refused(&memory);
    let score = |memory: &Memory| {
        let result = memory.query(&state);
        result
            .error_solutions
            .iter()
            .find(|found| is_methodology(found))
            .unwrap()
            .score
    };
    let plain = {
        memory.settings.dimensions_bonus = 0.0;
        memory.settings.confidence_bonus = 0.0;
        score(&memory)
    };
    memory.settings.confidence_bonus = 0.5;
    let sure = score(&memory);
    memory.settings.dimensions_bonus = 0.25;
    let often = score(&memory);
    let mut used = recovered("u");
    let id = memory
        .graph
        .methodologies()
        .find(|it| it.error_type.is_some())
        .unwrap()
        .id
        .clone();
    used.given = vec![Given {
        methodology: id,
        step: None,
    }];
    memory.learn(&used);
    let fresh = score(&memory);
    assert!(
        plain < sure && sure < often && often < fresh,
        "{plain} {sure} {often} {fresh}"
    );
}

/// CG-11: methodologies can be switched off, and told in another format.
#[test]
fn cg_11_the_format_is_exchanged_or_off() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.settings.methodology_format = MethodologyFormat::Off;
    assert!(memory.consolidate(1_500).methodologies.is_empty());
    memory.settings.methodology_format = MethodologyFormat::Fields;
    memory.consolidate(1_600);
    let known = memory.graph.methodologies().next().unwrap().clone();
    let told = |format| render(&known, format, Language::Chinese);
    let fields: serde_json::Value =
        serde_json::from_str(&told(MethodologyFormat::Fields).unwrap()).unwrap();
    assert_eq!(fields["strategy"], known.strategy.as_str());
    assert!(
        told(MethodologyFormat::NaturalLanguage)
            .unwrap()
            .contains("建议策略：")
    );
    assert_eq!(told(MethodologyFormat::Off), None);
    memory.settings.methodology_format = MethodologyFormat::Off;
    let result = memory.query(&refused(&memory));
    let lists = [
        result.methodologies,
        result.error_solutions,
        result.warnings,
        result.similar_fragments,
    ];
    assert!(lists.iter().flatten().all(|found| !is_methodology(found)));
    assert!(
        lists.iter().flatten().count() > 0,
        "fragments are given all the same"
    );
}

/// CG-06: the third repeat is noticed in its own step, and a loop that was left shows the way out.
#[test]
fn cg_06_a_loop_is_noticed_at_once_and_memory_knows_a_way_out() {
    let mut memory = Memory::new();
    let mut left = stuck("t");
    left.success = true;
    left.steps.extend([
        calm("wait", "30 s"),
        calm("search", "tower"),
        calm("answer", ""),
    ]);
    memory.learn(&left);
    let now = stuck("now");
    let mut observer = RunObserver::new(&now, &memory.settings);
    let mut history = Vec::new();
    let mut noticed = Vec::new();
    for step in &now.steps {
        observer.observe(step);
        history.push(observer.state().clone());
        noticed.push(LoopDetector::new(&memory.settings).detect(&history));
    }
    let alarms: Vec<bool> = noticed.iter().map(Option::is_some).collect();
    assert_eq!(alarms, [false, false, true, true]);
    let query = escape_query(noticed[2].as_ref().unwrap(), &memory.settings).unwrap();
    let ways = escape_suggestions(by_error(&memory, &query), 2_000, &memory.settings);
    let RecalledItem::Fragment(way) = &ways[0].item else {
        panic!("there is no methodology yet");
    };
    assert_eq!(
        (way.fragment_type, way.outcome),
        (FragmentType::Loop, Outcome::Recovered)
    );
    memory.consolidate(1_500);
    let ways = escape_suggestions(by_error(&memory, &query), 2_000, &memory.settings);
    assert!(ways.iter().any(is_methodology));
}

/// CG-07: statistics of errors, of what follows them, of mistakes and of failures.
#[test]
fn cg_07_statistics_tell_what_goes_wrong_where() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.learn(&stuck("u"));
    memory.learn(&run("v", false, vec![calm("answer", "no")]));
    memory.consolidate(1_500);
    let told = stats(memory.graph.statistics());
    assert_eq!((told.trajectories, told.learned_since), (3, 0));
    assert!((told.success_rate - 1.0 / 3.0).abs() < 1e-6);
    assert_eq!(told.error_frequency["HTTP 429"], 2);
    let patterns = &told.failure_patterns;
    let pattern = patterns
        .iter()
        .find(|pattern| pattern.phase == "locating")
        .unwrap();
    assert_eq!(pattern.typical_errors, ["HTTP 429"]);
    assert_eq!(
        (pattern.failed, pattern.task_type.as_str()),
        (1, "research")
    );
    assert!(
        pattern
            .prevention
            .iter()
            .any(|strategy| strategy.contains("wait"))
    );
    let failed = memory
        .graph
        .mistakes(&MistakeQuery::new("the tower's height", 50));
    let mistakes = common_mistakes(&failed, 10);
    assert_eq!(mistakes.len(), 2);
    assert!(
        mistakes
            .iter()
            .any(|it| it.fragment_type == FragmentType::Loop && it.count == 1)
    );
    assert!(
        memory
            .graph
            .mistakes(&MistakeQuery::new("bread", 50))
            .is_empty()
    );
}
