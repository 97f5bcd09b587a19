//! Methodologies are made, merged, refreshed and removed.

use amb_memory::task::Trust;
use amb_memory::text::Language;
use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::consolidator::{Abstraction, EvidenceQuery, consolidate, plan};
use amb_memory::trajectory::records::*;

use crate::runs::{Memory, calm, failing, recovered, run, stuck};

/// The run and the place that fragments were cut from.
fn origins(ids: &[FragmentId]) -> Vec<&str> {
    let ids = ids.iter().map(FragmentId::as_str);
    ids.map(|id| id.rsplit_once('-').unwrap().0).collect()
}

fn methodology(memory: &Memory, kind: MethodologyKind, error: Option<&str>) -> Methodology {
    let id = MethodologyId::of(kind, error, "research");
    memory
        .graph
        .methodologies()
        .find(|known| known.id == id)
        .unwrap()
        .clone()
}

/// CG-05: one run is enough, and each kind of outcome teaches its own.
#[test]
fn cg_05_one_trajectory_is_enough_and_failures_become_warnings() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.learn(&stuck("u"));
    let made = memory.consolidate(1_500);
    assert_eq!(
        made.methodologies.len(),
        3,
        "advice on the error, on success, a warning"
    );
    let advice = methodology(&memory, MethodologyKind::Advice, Some("HTTP 429"));
    assert_eq!((advice.success_count, advice.source_count), (1, 1));
    assert!((advice.confidence - 0.5).abs() < 1e-6);
    assert!(
        advice.strategy.contains("wait → search"),
        "{}",
        advice.strategy
    );
    assert!(advice.situation.contains("HTTP 429") && advice.situation.contains("quota"));
    let warning = methodology(&memory, MethodologyKind::Warning, Some("HTTP 429"));
    assert_eq!(origins(&warning.sources), ["u#0"]);
    assert_eq!(memory.graph.learned_since(), 0);
}

/// CG-05, CG-11: what is in no run any more teaches nothing, before it is swept out too.
#[test]
fn cg_05_fragments_of_no_trajectory_are_not_abstracted() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    let mut evidence = memory.graph.evidence(&EvidenceQuery::new(&memory.settings));
    assert!(!plan(&evidence, &memory.settings).is_empty());
    evidence.lost = evidence.fragments.clone();
    assert_eq!(plan(&evidence, &memory.settings), []);
}

/// CG-05: the next cases revise a methodology; its counts and sources stay.
#[test]
fn cg_05_new_cases_revise_what_is_known() {
    let mut memory = Memory::new();
    memory.embeds = false;
    memory.learn(&recovered("t"));
    memory.consolidate(1_500);
    let mut next = recovered("u");
    next.steps[1] = calm("wait", "31 s");
    memory.learn(&next);
    let requests = plan(
        &memory.graph.evidence(&EvidenceQuery::new(&memory.settings)),
        &memory.settings,
    );
    assert!(requests.iter().all(|request| request.existing.is_some()));
    assert_eq!(requests[0].cases.len(), 2, "the earlier case is shown too");
    memory.consolidate(1_600);
    let advice = methodology(&memory, MethodologyKind::Advice, Some("HTTP 429"));
    assert_eq!(
        (advice.success_count, advice.source_count, advice.created),
        (2, 2, 1_500)
    );
    assert_eq!(origins(&advice.sources), ["u#0", "t#0"]);
    let relation = memory
        .graph
        .resolved_by()
        .find(|it| it.methodology == advice.id)
        .unwrap();
    assert_eq!(
        (relation.cases, relation.success_rate, relation.avg_steps),
        (2, 1.0, 3.0)
    );
}

/// CG-05: a methodology that does not help loses confidence and goes, and does not come back by the same cases.
#[test]
fn cg_05_what_does_not_help_goes() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    memory.consolidate(1_500);
    let advice = methodology(&memory, MethodologyKind::Advice, Some("HTTP 429"));
    for name in ["a", "b"] {
        let mut failed = run(name, false, vec![calm("answer", "no")]);
        failed.given = vec![Given {
            methodology: advice.id.clone(),
            step: None,
        }];
        memory.learn(&failed);
    }
    let judged = methodology(&memory, MethodologyKind::Advice, Some("HTTP 429"));
    assert_eq!((judged.failure_count, judged.last_used), (2, Some(1_000)));
    assert!(judged.confidence < 0.3);
    let cleaned = memory.consolidate(1_600);
    assert_eq!(cleaned.removed.weak, std::slice::from_ref(&advice.id));
    assert!(
        memory
            .graph
            .resolved_by()
            .all(|relation| relation.methodology != advice.id)
    );
    memory.consolidate(1_700);
    assert!(
        memory
            .graph
            .methodologies()
            .all(|known| known.id != advice.id)
    );
}

/// CG-05: near-duplicates become one; what each stood for is counted.
#[test]
fn cg_05_near_duplicates_become_one_and_keep_their_evidence() {
    let mut memory = Memory::new();
    for id in ["a", "b", "c"] {
        memory.learn(&recovered(id));
    }
    let merged = memory.consolidate(1_500).merged_fragments;
    assert_eq!(
        merged.len(),
        4,
        "of three runs of two fragments, one of each stays"
    );
    let kept: Vec<_> = memory
        .graph
        .fragments()
        .map(|fragment| fragment.occurrences)
        .collect();
    assert_eq!(kept, [3, 3]);
    for id in ["a", "b", "c"] {
        assert_eq!(
            memory.graph.fragments_of(&id.into()).count(),
            2,
            "every run still has its fragments"
        );
    }
    assert_eq!(memory.graph.patterns().next().unwrap().frequency, 3);
    let advice = methodology(&memory, MethodologyKind::Advice, Some("HTTP 429"));
    assert_eq!(
        (
            advice.success_count,
            advice.source_count,
            advice.sources.len()
        ),
        (3, 3, 1)
    );
}

/// CG-05: without vectors, too, what says the same word for word becomes one, and nothing else does.
#[test]
fn cg_05_equal_fragments_become_one_without_vectors() {
    let mut memory = Memory::new();
    memory.embeds = false;
    for id in ["a", "b"] {
        memory.learn(&recovered(id));
    }
    let mut other = recovered("c");
    other.steps[1] = calm("wait", "31 s");
    other.steps.insert(0, calm("think", ""));
    memory.learn(&other);
    memory.consolidate(1_500);
    let kept = memory.graph.fragments();
    let mut kept: Vec<_> = kept
        .map(|fragment| (fragment.description.contains("30 s"), fragment.occurrences))
        .collect();
    kept.sort_unstable();
    assert_eq!(kept, [(false, 1), (false, 1), (false, 3), (true, 2)]);
}

/// CG-08: a run that is learned under the id of one that was forgotten takes nothing from those that shared a lesson with
/// it, be it another run or the same again.
#[test]
fn cg_08_a_run_under_the_id_of_a_forgotten_one_leaves_others_their_lessons() {
    for same in [false, true] {
        let mut memory = Memory::new();
        for id in ["a", "b"] {
            memory.learn(&recovered(id));
        }
        memory.consolidate(1_500);
        assert!(memory.graph.forget(&"a".into()));
        let shared = |memory: &Memory| -> Vec<Fragment> {
            memory.graph.fragments_of(&"b".into()).cloned().collect()
        };
        let before = shared(&memory);
        let mut again = recovered("a");
        if !same {
            again.steps[0] = failing("stir", "pot", "KeyError: 'salt'");
        }
        memory.learn(&again);
        assert_eq!(shared(&memory), before);
        assert!(memory.graph.fragments_of(&"a".into()).count() > 0);
        assert!(memory.graph.forget(&"a".into()));
        assert_eq!(shared(&memory), before);
        assert_eq!(memory.graph.fragments().count(), before.len());
    }
}

/// CG-05: methodologies that say the same become one, with the relations of both.
#[test]
fn cg_05_methodologies_that_say_the_same_become_one() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    let mut other = recovered("u");
    other.steps[0] = failing("search", "tower", "Timeout: the quota server is silent");
    memory.learn(&other);
    let mut answers = memory.answers();
    for answer in answers
        .iter_mut()
        .filter(|answer| answer.request.error_type.is_some())
    {
        answer.embedding = Some(crate::runs::embedding("the same"));
    }
    let evidence = memory.graph.evidence(&EvidenceQuery::new(&memory.settings));
    let merged = consolidate(&evidence, &answers, 1_500, &memory.settings);
    assert_eq!(merged.merged_methodologies.len(), 1);
    memory.graph.apply(merged).unwrap();
    let errors: Vec<_> = memory
        .graph
        .methodologies()
        .filter(|known| known.error_type.is_some())
        .collect();
    assert_eq!((errors.len(), errors[0].source_count), (1, 2));
    assert_eq!(
        memory.graph.resolved_by().count(),
        2,
        "found by either error"
    );
    let into = Some(&errors[0].id);
    let sources = memory
        .graph
        .fragments()
        .filter(|fragment| fragment.abstracted_into.as_ref() == into);
    assert_eq!(sources.count(), 2);
}

/// CG-05: of failed fragments the newest are kept; what is left of nothing goes.
#[test]
fn cg_05_old_failures_and_orphans_go() {
    let mut memory = Memory::new();
    memory.embeds = false;
    memory.settings.keep_failed = 1;
    for (n, id) in ["a", "b", "c"].into_iter().enumerate() {
        let mut run = stuck(id);
        run.started_at = n as i64;
        memory.learn(&run);
    }
    let cleaned = memory.consolidate(1_500);
    assert_eq!(origins(&cleaned.removed.expired), ["a#0", "b#0"]);
    let warning = methodology(&memory, MethodologyKind::Warning, Some("HTTP 429"));
    assert_eq!(warning.source_count, 3, "what they taught stays");
    assert_eq!(memory.graph.patterns().next().unwrap().frequency, 1);
    memory.learn(&run(
        "d",
        true,
        vec![failing("x", "", "KeyError: 'only here'"), calm("x", "")],
    ));
    assert!(memory.graph.forget(&"d".into()));
    assert!(!memory.graph.forget(&"d".into()));
    assert_eq!(memory.graph.patterns().count(), 1, "what it alone met");
    // Of a run that stays the failures go in time, and with the last of them what only they met.
    memory.learn(&run("e", false, vec![failing("x", "", "KeyError: 'here'")]));
    let mut later = stuck("f");
    later.started_at = 9_000;
    memory.learn(&later);
    let cleaned = memory.consolidate(1_600);
    assert!(origins(&cleaned.removed.expired).contains(&"e#0"));
}

/// CG-05: a change set of an older state is refused whole; planned answers still fit a newer one.
#[test]
fn cg_05_a_stale_change_set_is_refused_and_applying_twice_changes_nothing() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    let answers = memory.answers();
    let query = EvidenceQuery::new(&memory.settings);
    let early = consolidate(
        &memory.graph.evidence(&query),
        &answers,
        1_500,
        &memory.settings,
    );
    memory.learn(&recovered("u"));
    let before = memory.graph.clone();
    let refused = memory.graph.apply(early).unwrap_err();
    assert_eq!(
        refused,
        TrajectoryError::Stale {
            basis: 1,
            actual: 2
        }
    );
    assert_eq!(memory.graph, before);
    let late = consolidate(
        &memory.graph.evidence(&query),
        &answers,
        1_500,
        &memory.settings,
    );
    memory.graph.apply(late.clone()).unwrap();
    let advice = methodology(&memory, MethodologyKind::Advice, Some("HTTP 429"));
    assert_eq!(
        advice.source_count, 1,
        "what was learned since waits for its own answer"
    );
    let applied = memory.graph.clone();
    assert!(memory.graph.apply(late).is_err());
    assert_eq!(memory.graph, applied);
}

/// CG-05: an answer without words is none, and its cases wait.
#[test]
fn cg_05_a_blank_answer_leaves_its_cases_for_the_next_time() {
    let mut memory = Memory::new();
    memory.learn(&recovered("t"));
    let mut answers = memory.answers();
    for answer in &mut answers {
        answer.abstraction = Abstraction {
            situation: "In any".to_owned(),
            strategy: " \n".to_owned(),
            trust: Trust::Model,
        };
    }
    let evidence = memory.graph.evidence(&EvidenceQuery::new(&memory.settings));
    let nothing = consolidate(&evidence, &answers, 1_500, &memory.settings);
    assert!(nothing.methodologies.is_empty() && nothing.abstracted.is_empty());
    memory.graph.apply(nothing).unwrap();
    assert_eq!(memory.consolidate(1_600).methodologies.len(), 2);
}

/// CG-05: Chinese cases are put into Chinese words; trust is the least of all.
#[test]
fn cg_05_templates_speak_chinese_and_keep_labels() {
    let mut memory = Memory::new();
    let mut chinese = recovered("t");
    chinese.problem_statement = "查找电视塔的高度，并给出来源".to_owned();
    chinese.steps[0].error = Some("请求超时：服务器没有响应，请稍后再试".to_owned());
    chinese.steps[0].trust = Trust::Snippet;
    memory.learn(&chinese);
    memory.settings.language = Some(Language::Chinese);
    memory.consolidate(1_500);
    let advice = methodology(&memory, MethodologyKind::Advice, Some("Failure"));
    assert!(
        advice.situation.contains("遇到 Failure 时"),
        "{}",
        advice.situation
    );
    assert!(
        advice.strategy.contains("有效的做法：wait → search"),
        "{}",
        advice.strategy
    );
    assert_eq!(advice.trust, Trust::Snippet);
}
