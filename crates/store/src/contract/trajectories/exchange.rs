//! Rows are listed and imported.

use amb_memory::ListCursor;
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{
    CausedError, ErrorPattern, FragmentId, HasFragment, ResolvedBy, Trajectory,
};
use amb_memory::trajectory::writer::Learned;
use amb_memory::trajectory::{MethodologyFormat, TrajectorySettings};

use super::super::place::Place;
use super::samples::{embedded, overcame, plain, runs_of_all_kinds, stuck, without_module};
use super::twins::Twins;
use crate::long_term::{TrajectoriesInMemory, TrajectoryStore};

/// Everything, in pages of this many trajectories, knowledge last.
async fn pages(store: &dyn TrajectoryStore, limit: usize) -> Vec<GraphRows> {
    let mut pages = Vec::new();
    let mut after: Option<ListCursor> = None;
    loop {
        let page = store.rows_after(after.as_ref(), limit).await.unwrap();
        let Some(last) = page.trajectories.last() else {
            break;
        };
        after = Some(ListCursor::of(last));
        pages.push(page);
    }
    pages.push(store.knowledge().await.unwrap());
    pages
}

/// A memory of runs of all kinds, consolidated, with two that came later.
async fn filled() -> TrajectoriesInMemory {
    let twins = Twins {
        store: Box::new(TrajectoriesInMemory::default()),
        reference: TrajectoriesInMemory::default(),
    };
    twins.learn_all(&runs_of_all_kinds()).await;
    twins
        .consolidate(9_000, &TrajectorySettings::default())
        .await;
    let later = [
        embedded(&overcame("later", 9_500)),
        plain(&stuck("last", 9_600)),
    ];
    twins.learn_all(&later).await;
    twins.reference
}

pub async fn rows_are_listed_page_by_page(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    twins.learn_all(&runs_of_all_kinds()).await;
    twins
        .consolidate(9_000, &TrajectorySettings::default())
        .await;
    let (own, expected) = (twins.store.as_ref(), &twins.reference);
    let listed = own.rows_after(None, 1_000).await.unwrap().trajectories;
    assert!(listed.is_sorted_by(|one, next| one.ended_at >= next.ended_at));
    for limit in [1, 3, 1_000] {
        assert_eq!(pages(own, limit).await, pages(expected, limit).await);
    }
    for (after, limit) in [
        (None, 0),
        (Some((1_000, "bb")), 2),
        (Some((i64::MIN, "\u{10ffff}")), 2),
        (Some((i64::MAX, "")), 1),
    ] {
        let after = after.map(|(at, id)| ListCursor {
            at,
            id: id.to_owned(),
        });
        let page = own.rows_after(after.as_ref(), limit).await;
        assert_eq!(page, expected.rows_after(after.as_ref(), limit).await);
    }
}

pub async fn cases_are_found_by_their_ids(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    twins.learn_all(&runs_of_all_kinds()).await;
    twins
        .consolidate(9_000, &TrajectorySettings::default())
        .await;
    // A run that shares a fragment with another.
    let mut new = rows_of(embedded(&stuck("new", 9_500)));
    let shared = twins.store.rows_after(None, 1).await.unwrap().has_fragment;
    new.has_fragment
        .extend(shared.iter().map(|row| HasFragment {
            trajectory: "new".into(),
            order: 10,
            fragment: row.fragment.clone(),
        }));
    let known = twins.store.rows_after(None, 1).await.unwrap();
    new.fragments.extend(known.fragments);
    twins.import(&new).await;
    let all = twins.reference.rows_after(None, 1_000).await.unwrap();
    let all: Vec<FragmentId> = all.fragments.into_iter().map(|row| row.id).collect();
    let odd = ["unknown#0", "", "'\"`}) DETACH DELETE n //"].map(FragmentId::from);
    let shared: Vec<FragmentId> = shared.into_iter().map(|row| row.fragment).collect();
    let two_runs = twins.cases_alike(&shared).await.trajectories;
    assert!(two_runs.len() > 1 && two_runs.is_sorted_by(|a, b| a.ended_at >= b.ended_at));
    let twice: Vec<FragmentId> = [&shared[..], &odd[..], &shared[..]].concat();
    for ids in [&[][..], &odd, &all, &twice] {
        twins.cases_alike(ids).await;
    }
    let methodologies = twins.store.knowledge().await.unwrap().methodologies;
    for made in &methodologies {
        let cases = twins.cases_alike(&made.sources).await;
        assert_eq!(cases.fragments.len(), made.sources.len(), "{}", made.id);
    }
    assert!(!methodologies.is_empty() && twins.forget("new").await);
    assert!(twins.cases_alike(&shared).await.trajectories.len() < two_runs.len());
}

fn rows_of(learned: Learned) -> GraphRows {
    GraphRows {
        trajectories: vec![learned.trajectory],
        fragments: learned.fragments,
        patterns: learned.patterns,
        has_fragment: learned.has_fragment,
        caused: learned.caused,
        ..GraphRows::default()
    }
}

pub async fn what_was_listed_is_imported(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let pages = pages(&filled().await, 4).await;
    for page in &pages {
        let new = twins.import(page).await;
        assert_eq!(new.trajectories as usize, page.trajectories.len());
        assert_eq!(new.methodologies as usize, page.methodologies.len());
    }
    twins.are_alike().await;
    // The second time, all of it is known.
    let before = twins.look_alike().await;
    for page in &pages {
        let known = twins.import(page).await;
        assert_eq!(known.known_trajectories as usize, page.trajectories.len());
        assert_eq!((known.trajectories, known.methodologies), (0, 0));
    }
    assert_eq!(twins.look_alike().await, before);
    twins.import(&GraphRows::default()).await;
    assert_eq!(twins.look_alike().await, before);
    twins
        .consolidate(10_000, &TrajectorySettings::default())
        .await;
    twins.are_alike().await;
}

pub async fn known_rows_stay_as_they_are(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings::default();
    let runs = [overcame("a", 1_000), overcame("b", 1_000), stuck("c", 900)];
    twins.learn_all(&runs.each_ref().map(embedded)).await;
    twins.consolidate(1_500, &settings).await;
    let mut rows = twins.reference.rows_after(None, 100).await.unwrap();
    let knowledge = twins.reference.knowledge().await.unwrap();
    rows.methodologies = knowledge.methodologies;
    rows.resolved_by = knowledge.resolved_by;
    rows.failure_patterns = knowledge.failure_patterns;
    for trajectory in &mut rows.trajectories {
        trajectory.summary = "another summary".to_owned();
    }
    for fragment in &mut rows.fragments {
        fragment.description = "another description".to_owned();
        fragment.occurrences += 7;
    }
    for pattern in &mut rows.patterns {
        pattern.frequency += 7;
    }
    for methodology in &mut rows.methodologies {
        methodology.strategy = "another strategy".to_owned();
    }
    for relation in &mut rows.resolved_by {
        relation.cases += 7;
    }
    for pattern in &mut rows.failure_patterns {
        pattern.failed += 7;
    }
    let is_of_c = |row: &&HasFragment| row.trajectory.as_str() == "c";
    let of_c = rows.has_fragment.iter().find(is_of_c).unwrap();
    let of_c = of_c.fragment.clone();
    // A run that is new, and has a fragment that is known beside its own, in the tenth place.
    let new = embedded(&without_module("new", 2_000, "numpy", true));
    rows.trajectories.push(new.trajectory);
    rows.fragments.extend(new.fragments);
    rows.patterns.extend(new.patterns);
    rows.has_fragment.extend(new.has_fragment);
    rows.caused.extend(new.caused);
    rows.has_fragment.push(HasFragment {
        trajectory: "new".into(),
        order: 10,
        fragment: of_c,
    });
    let imported = twins.import(&rows).await;
    assert_eq!((imported.trajectories, imported.known_trajectories), (1, 3));
    assert!(imported.known_methodologies > 0);
    twins.are_alike().await;
    assert!(
        twins.forget("c").await,
        "the new run has its fragment still"
    );
    twins.are_alike().await;
}

/// Known runs bring no error back whose fragments have gone: nothing would be left to remove it again.
pub async fn what_has_expired_does_not_come_back(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let settings = TrajectorySettings {
        keep_failed: 0,
        methodology_format: MethodologyFormat::Off,
        ..TrajectorySettings::default()
    };
    let runs = [stuck("p", 1_000), without_module("q", 2_000, "numpy", true)];
    twins.learn_all(&runs.each_ref().map(plain)).await;
    let pages = pages(twins.store.as_ref(), 1).await;
    let removed = twins.consolidate(3_000, &settings).await.removed;
    assert!(!removed.expired.is_empty() && !removed.unused.is_empty());
    let before = twins.look_alike().await;
    for page in &pages {
        twins.import(page).await;
    }
    assert_eq!(twins.look_alike().await, before);
    twins.are_alike().await;
}

pub async fn relations_without_an_end_are_left_out(place: &impl Place<dyn TrajectoryStore>) {
    let twins = Twins::of(place).await;
    let source = filled().await;
    let mut rows = source.rows_after(None, 3).await.unwrap();
    let knowledge = source.knowledge().await.unwrap();
    rows.methodologies = knowledge.methodologies;
    rows.resolved_by = knowledge.resolved_by;
    let (trajectory, fragment) = (
        rows.trajectories[0].id.clone(),
        rows.fragments[0].id.clone(),
    );
    let pattern = rows.patterns[0].id.clone();
    // Twice in one import: the first is taken.
    rows.trajectories.push(Trajectory {
        summary: "the same id again".to_owned(),
        ..rows.trajectories[0].clone()
    });
    // A pattern that a new fragment met is imported; relations with a missing end are not.
    rows.patterns.push(ErrorPattern {
        id: "alone|".into(),
        error_type: "alone".to_owned(),
        ..rows.patterns[0].clone()
    });
    rows.has_fragment.extend([
        HasFragment {
            trajectory: trajectory.clone(),
            order: 77,
            fragment: "no fragment".into(),
        },
        HasFragment {
            trajectory: "no trajectory".into(),
            order: 0,
            fragment: fragment.clone(),
        },
    ]);
    // A fragment in no trajectory of the rows, and one in a trajectory under two ids of patterns.
    let unplaced = plain(&without_module("unplaced", 1, "scipy", true));
    rows.fragments.extend(unplaced.fragments);
    rows.caused.extend(unplaced.caused);
    rows.caused.extend([
        CausedError {
            fragment: fragment.clone(),
            pattern: "no pattern".into(),
        },
        CausedError {
            fragment: "no fragment".into(),
            pattern: pattern.clone(),
        },
        CausedError {
            fragment,
            pattern: "alone|".into(),
        },
    ]);
    let methodology = rows.methodologies[0].id.clone();
    rows.resolved_by.extend([
        ResolvedBy {
            pattern: "no pattern".into(),
            ..rows.resolved_by[0].clone()
        },
        ResolvedBy {
            methodology: "no methodology".into(),
            ..rows.resolved_by[0].clone()
        },
        ResolvedBy {
            pattern: "alone|".into(),
            methodology,
            success_rate: 0.25,
            avg_steps: 1.5,
            cases: 3,
        },
    ]);
    let imported = twins.import(&rows).await;
    assert_eq!((imported.trajectories, imported.known_trajectories), (3, 1));
    twins.are_alike().await;
    twins
        .consolidate(10_000, &TrajectorySettings::default())
        .await;
    twins.are_alike().await;
}
