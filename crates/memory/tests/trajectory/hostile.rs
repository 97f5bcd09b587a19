//! Long runs, large outputs, and text that looks like a query.

use amb_memory::hierarchy::mark_recalled;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::writer::{draft, state_at};

use crate::runs::{Memory, calm, failing, recovered, run, stuck};

/// CG-03: ten thousand steps are learned, and no more is kept of them than of fewer.
#[test]
fn cg_03_ten_thousand_steps_are_bounded() {
    let step = |n: u32| match n % 3 {
        0 => failing(
            "visit",
            &n.to_string(),
            &format!("ValueError{n}: page word{n} is bad"),
        ),
        1 => calm("visit", &n.to_string()),
        _ => calm("edit", &n.to_string()),
    };
    let settings = TrajectorySettings::default();
    let learned = draft(&run("t", true, (0..10_000).map(step).collect()), &settings).unwrap();
    assert_eq!(learned.trajectory.total_steps, 10_000);
    assert!(learned.trajectory.total_fragments > 3_000);
    assert_eq!(learned.fragments.len(), 64);
    assert!(
        learned
            .has_fragment
            .is_sorted_by_key(|relation| relation.order)
    );
    assert!(serde_json::to_string(&learned).unwrap().len() < 100_000);
    let long: Vec<_> = (0..10_000)
        .map(|_| failing("visit", "a", "KeyError: 'x'"))
        .collect();
    let learned = draft(&run("u", false, long), &settings).unwrap();
    assert_eq!(learned.fragments.len(), 1);
    assert_eq!(learned.fragments[0].action_sequence.len(), 41);
    assert!(learned.fragments[0].description.len() < 1_000);
}

/// CG-03: an output or error of a megabyte is read at its ends, and no megabyte is kept.
#[test]
fn cg_03_a_megabyte_is_cut() {
    let megabyte = "錯 x ".repeat(200_000);
    let error = format!("Traceback\n{megabyte}\nKeyError: 'tower'");
    let mut large = run(
        "t",
        true,
        vec![failing("visit", &megabyte, &error), calm("visit", "b")],
    );
    large.problem_statement.clone_from(&megabyte);
    large.system_prompt.clone_from(&megabyte);
    large.repo.clone_from(&megabyte);
    large.task_type.clone_from(&megabyte);
    large.steps[1].output = format!("{megabyte}\nTypeError: at the end");
    large.errors_in_outputs = true;
    let settings = TrajectorySettings::default();
    let learned = draft(&large, &settings).unwrap();
    let types: Vec<&str> = learned
        .patterns
        .iter()
        .map(|it| it.error_type.as_str())
        .collect();
    assert_eq!(types, ["KeyError", "TypeError"]);
    assert!(serde_json::to_string(&learned).unwrap().len() < 20_000);
    let state = state_at(&large, 1, &settings).unwrap();
    assert!(serde_json::to_string(&state).unwrap().len() < 40_000);
}

/// CG-09: what looks like Cypher or FTS5 is text, and comes back as it was.
#[test]
fn cg_09_syntax_of_databases_is_only_text() {
    let syntax = "\"a\" NEAR b* OR col:x') DETACH DELETE n // `RETURN` $id -- ; DROP TABLE t";
    let mut memory = Memory::new();
    let mut hostile = recovered(syntax);
    hostile.repo = syntax.to_owned();
    hostile.steps[0].error = Some(format!("HTTP 429: {syntax}"));
    hostile.steps[1].input = syntax.to_owned();
    memory.learn(&hostile);
    memory.consolidate(1_500);
    let trajectory = memory.graph.trajectory(&syntax.into()).unwrap();
    assert_eq!(trajectory.repo, syntax);
    let state = state_at(&hostile, 0, &memory.settings).unwrap();
    let result = memory.query(&state);
    assert!(!result.error_solutions.is_empty());
    let terms = state
        .current_error_keywords
        .iter()
        .chain(memory.graph.patterns().flat_map(|it| &it.keywords));
    for term in terms {
        assert!(
            !term.contains(['"', '*', ')', '`', ';', ' ']),
            "a term is letters and digits: {term}"
        );
    }
}

/// CG-10: what memory itself told the agent is not learned as new.
#[test]
fn cg_10_recalled_text_is_not_learned_again() {
    let told = mark_recalled("wait before you ask again");
    let mut echoing = recovered("t");
    echoing.problem_statement = format!("Find it.\n{told}");
    echoing.steps[0].error = Some(format!("HTTP 429: quota\n{told}"));
    echoing.steps[1].input = told;
    let learned = draft(&echoing, &TrajectorySettings::default()).unwrap();
    let json = serde_json::to_string(&learned).unwrap();
    assert!(
        !json.contains("before you ask") && json.contains("Find it."),
        "{json}"
    );
}

/// CG-03: what nobody sees is not kept.
#[test]
fn cg_03_invisible_characters_are_dropped() {
    let mut hidden = recovered("t");
    hidden.steps[1].input = "30\u{200b} s\u{202e}\n\u{e0041}now".to_owned();
    let learned = draft(&hidden, &TrajectorySettings::default()).unwrap();
    assert_eq!(
        learned.fragments[0].action_sequence[1].as_str(),
        "wait: 30 s now"
    );
    assert_eq!(Action::new("", "x").as_str(), "act: x");
    assert_eq!(Action::new("a: b", "c: d").action_type(), "a:b");
}

/// CG-09: an import may name any number of occurrences; sums stop at the most, and nothing fails.
#[test]
fn cg_09_imported_counts_never_overflow() {
    let mut told = Memory::new();
    for id in ["a", "b", "c"] {
        told.learn(&stuck(id));
    }
    let mut rows = told.graph.rows_after(None, 9);
    for fragment in &mut rows.fragments {
        fragment.occurrences = u32::MAX;
        fragment.abstracted_into = None;
    }
    let mut memory = Memory::new();
    memory.graph.import(&rows);
    memory.learn(&stuck("d"));
    memory.consolidate(1_500);
    let most = memory.graph.fragments().map(|it| it.occurrences).max();
    assert_eq!(most, Some(u32::MAX));
    assert!(
        memory
            .graph
            .methodologies()
            .any(|it| it.source_count == u32::MAX)
    );
}
