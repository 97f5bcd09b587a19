//! Rows are listed, exported, and taken in.

use amb_memory::ListCursor;
use amb_memory::trajectory::MethodologyFormat;
use amb_memory::trajectory::graph::{GraphRows, ImportedRows, TrajectoryGraph};
use amb_memory::trajectory::records::*;

use crate::runs::{Memory, calm, failing, recovered, run, stuck};

/// Two runs that share their fragments, one that failed, and what they taught.
fn filled() -> Memory {
    let mut memory = Memory::new();
    for run in [recovered("a"), recovered("b"), stuck("c")] {
        memory.learn(&run);
    }
    memory.consolidate(1_500);
    memory
}

/// Everything, a page of one trajectory after the other, and knowledge last.
fn pages(graph: &TrajectoryGraph) -> Vec<GraphRows> {
    let mut pages: Vec<GraphRows> = Vec::new();
    let mut after = None;
    loop {
        let page = graph.rows_after(after.as_ref(), 1);
        let Some(last) = page.trajectories.last() else {
            break;
        };
        after = Some(ListCursor::of(last));
        pages.push(page);
    }
    pages.push(graph.knowledge());
    pages
}

/// The fragment that a run begins with.
fn first_of(memory: &Memory, run: &str) -> FragmentId {
    let run = run.into();
    let mut fragments = memory.graph.fragments_of(&run);
    fragments.next().unwrap().id.clone()
}

fn names<'r>(ids: impl Iterator<Item = &'r str>) -> Vec<&'r str> {
    ids.collect()
}

/// CG-09: a page holds what its trajectories have, those shared with others too, and nothing else.
#[test]
fn cg_09_a_page_has_all_of_its_trajectories() {
    let memory = filled();
    let all = memory.graph.rows_after(None, 9).trajectories;
    assert_eq!(
        names(all.iter().map(|run| run.id.as_str())),
        ["c", "b", "a"]
    );
    let page = memory.graph.rows_after(Some(&ListCursor::of(&all[0])), 1);
    assert_eq!(
        names(page.trajectories.iter().map(|row| row.id.as_str())),
        ["b"]
    );
    assert!(
        page.has_fragment
            .iter()
            .all(|row| row.trajectory.as_str() == "b")
    );
    let theirs = names(page.fragments.iter().map(|row| row.id.as_str()));
    let a = "a".into();
    let of_a = memory.graph.fragments_of(&a);
    let of_a = names(of_a.map(|row| row.id.as_str()));
    assert_eq!(theirs, of_a, "what b's were merged into");
    assert_eq!(theirs.len(), 2);
    assert_eq!(page.caused.len(), 1);
    assert_eq!(page.patterns.len(), 1);
    assert!(page.methodologies.is_empty() && page.resolved_by.is_empty());
    let knowledge = memory.graph.knowledge();
    assert_eq!(knowledge.methodologies.len(), 3);
    assert_eq!(knowledge.resolved_by.len(), 2);
    assert_eq!(knowledge.patterns.len(), 1, "the error that they are about");
    assert!(!knowledge.failure_patterns.is_empty() && knowledge.trajectories.is_empty());
    assert_eq!(
        memory.graph.rows_after(Some(&ListCursor::of(&all[2])), 9),
        GraphRows::default()
    );
    assert_eq!(memory.graph.rows_after(None, 0), GraphRows::default());
}

/// CG-09: pages that are taken in make the same memory, though a fragment comes with each trajectory that has it.
#[test]
fn cg_09_all_pages_make_the_same_memory() {
    let memory = filled();
    let mut copy = TrajectoryGraph::new();
    let mut new = 0;
    for page in pages(&memory.graph) {
        let json = serde_json::to_string(&page).unwrap();
        let read: GraphRows = serde_json::from_str(&json).unwrap();
        assert_eq!(read, page);
        new += copy.import(&read).trajectories;
    }
    assert_eq!((new, copy.learned_since()), (3, 3));
    assert_eq!(pages(&copy), pages(&memory.graph));
    assert!(copy.fragments().eq(memory.graph.fragments()));
    assert!(copy.caused().eq(memory.graph.caused()));
    assert!(copy.patterns().eq(memory.graph.patterns()));
    // Once more, all of it is known.
    let before = pages(&copy);
    let [mut known, mut methodologies] = [0, 0];
    for page in before.clone() {
        let again = copy.import(&page);
        assert_eq!((again.trajectories, again.methodologies), (0, 0));
        known += again.known_trajectories;
        methodologies += again.known_methodologies;
    }
    assert_eq!((known, methodologies, copy.learned_since()), (3, 3, 3));
    assert_eq!(pages(&copy), before);
}

/// CG-09: what is known stays as it is, and what is not leans on it.
#[test]
fn cg_09_an_import_changes_nothing_that_is_known() {
    let mut memory = filled();
    let before = memory.graph.clone();
    let mut rows = before.rows_after(None, 9);
    for trajectory in &mut rows.trajectories {
        trajectory.summary = "forged".to_owned();
    }
    for fragment in &mut rows.fragments {
        fragment.description = "forged".to_owned();
    }
    for pattern in &mut rows.patterns {
        pattern.frequency = 99;
    }
    rows.methodologies = before.knowledge().methodologies;
    rows.failure_patterns = before.knowledge().failure_patterns;
    rows.failure_patterns[0].failed += 9;
    for methodology in &mut rows.methodologies {
        methodology.strategy = "forged".to_owned();
    }
    let known = before.resolved_by().next().unwrap();
    rows.resolved_by = vec![ResolvedBy {
        cases: 99,
        ..known.clone()
    }];
    // A new one, with a fragment of its own and one that is known, as which another goes.
    let mut other = Memory::new();
    other.learn(&run(
        "d",
        true,
        vec![failing("x", "", "KeyError: 'only here'"), calm("x", "")],
    ));
    let new = other.graph.rows_after(None, 1);
    let of_c = first_of(&memory, "c");
    rows.trajectories.extend(new.trajectories);
    rows.fragments.extend(new.fragments.clone());
    rows.patterns.extend(new.patterns);
    rows.caused.extend(new.caused);
    rows.has_fragment.extend(new.has_fragment);
    rows.has_fragment.push(HasFragment {
        trajectory: "d".into(),
        order: 9,
        fragment: of_c.clone(),
    });
    let imported = memory.graph.import(&rows);
    let expected = ImportedRows {
        trajectories: 1,
        known_trajectories: 3,
        methodologies: 0,
        known_methodologies: 3,
    };
    assert_eq!(imported, expected);
    let graph = &memory.graph;
    for trajectory in before.trajectories() {
        assert_eq!(graph.trajectory(&trajectory.id), Some(trajectory));
    }
    for fragment in before.fragments() {
        assert_eq!(graph.fragment(&fragment.id), Some(fragment));
    }
    assert_eq!(graph.knowledge(), before.knowledge());
    let of_it = names(graph.fragments_of(&"d".into()).map(|row| row.id.as_str()));
    let own = new.fragments.iter().map(|row| row.id.as_str());
    assert_eq!(of_it, names(own.chain([of_c.as_str()])));
    assert!(
        graph
            .patterns()
            .any(|pattern| pattern.error_type == "KeyError")
    );
    assert!(memory.graph.forget(&"c".into()));
    assert!(memory.graph.fragment(&of_c).is_some(), "d has it");
}

/// CG-09: a file that is known brings back no error that nothing of it caused, unless it brings what resolves it.
#[test]
fn cg_09_an_import_takes_only_errors_that_something_new_names() {
    let mut memory = Memory::new();
    memory.settings.keep_failed = 0;
    memory.settings.methodology_format = MethodologyFormat::Off;
    memory.learn(&stuck("c"));
    let known = memory.graph.rows_after(None, 9);
    let removed = memory.consolidate(1_500).removed;
    assert_eq!((removed.expired.len(), removed.unused.len()), (1, 1));
    memory.graph.import(&known);
    assert_eq!(memory.graph.patterns().count(), 0);
    assert!(memory.graph.statistics().error_frequency.is_empty());
    let knowledge = filled().graph.knowledge();
    memory.graph.import(&knowledge);
    assert!(memory.graph.patterns().eq(&knowledge.patterns));
    assert_eq!(memory.graph.resolved_by().count(), 2);
}

/// CG-09: a relation of which an end is missing is left out, and so is a fragment that is nowhere.
#[test]
fn cg_09_relations_without_an_end_are_left_out() {
    let source = filled();
    let mut rows = source.graph.rows_after(None, 1);
    let whole = rows.clone();
    let of_a = first_of(&source, "a");
    rows.has_fragment.push(HasFragment {
        trajectory: "a".into(),
        order: 7,
        fragment: "nowhere".into(),
    });
    rows.has_fragment.push(HasFragment {
        trajectory: "nobody".into(),
        order: 0,
        fragment: of_a,
    });
    let stray = Fragment {
        id: "stray".into(),
        ..rows.fragments[0].clone()
    };
    rows.fragments.push(stray);
    let pattern = rows.patterns[0].id.clone();
    for (fragment, pattern) in [
        ("stray".into(), pattern.clone()),
        ("nowhere".into(), pattern.clone()),
        (rows.fragments[0].id.clone(), "no pattern".into()),
    ] {
        rows.caused.push(CausedError { fragment, pattern });
    }
    let knowledge = source.graph.knowledge();
    rows.methodologies = knowledge.methodologies[..1].to_vec();
    let relation = &knowledge.resolved_by[0];
    rows.resolved_by = vec![
        ResolvedBy {
            pattern: "no pattern".into(),
            methodology: rows.methodologies[0].id.clone(),
            ..relation.clone()
        },
        ResolvedBy {
            methodology: "no methodology".into(),
            ..relation.clone()
        },
    ];
    let mut graph = TrajectoryGraph::new();
    let imported = graph.import(&rows);
    assert_eq!((imported.trajectories, imported.methodologies), (1, 1));
    assert_eq!(graph.rows_after(None, 9), whole);
    assert!(graph.fragments().eq(&whole.fragments));
    assert_eq!(graph.resolved_by().count(), 0);
}

/// CG-05: a methodology that the user forgets goes with its relations, and comes back by new cases alone.
#[test]
fn cg_05_a_forgotten_methodology_comes_back_by_new_cases_alone() {
    let mut memory = filled();
    let advice = MethodologyId::of(MethodologyKind::Advice, Some("HTTP 429"), "research");
    assert!(memory.graph.forget_methodology(&advice));
    assert!(!memory.graph.forget_methodology(&advice));
    assert!(
        memory
            .graph
            .resolved_by()
            .all(|row| row.methodology != advice)
    );
    let stale = memory.consolidate(1_600);
    assert!(stale.methodologies.is_empty());
    memory.learn(&recovered("later"));
    let made = memory.consolidate(1_700);
    assert!(made.methodologies.iter().any(|known| known.id == advice));
}
