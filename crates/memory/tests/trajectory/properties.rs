//! Invariants after any runs.

use std::collections::BTreeSet;

use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::EvidenceQuery;
use amb_memory::trajectory::loops::{LoopDetector, LoopSignature};
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::writer::{Observed, RunObserver, draft, segments};
use proptest::prelude::*;

use crate::runs::{Memory, calm, failing, run};

const ERRORS: [&str; 5] = [
    "KeyError: 'tower'",
    "KeyError: 'bridge'",
    "HTTP 429: quota",
    "请求超时：服务器",
    "",
];

fn step() -> impl Strategy<Value = RawStep> {
    let action = prop::sample::select(vec!["search", "visit", "edit", "view", "查看", "wait"]);
    let error = prop::option::weighted(0.4, prop::sample::select(ERRORS.to_vec()));
    (action, 0_u8..3, error, prop::option::of(-5_i64..50)).prop_map(|(action, input, error, at)| {
        let input = input.to_string();
        let step = error.map_or_else(
            || calm(action, &input),
            |error| failing(action, &input, error),
        );
        RawStep { at, ..step }
    })
}

fn trajectory() -> impl Strategy<Value = RawTrajectory> {
    (prop::collection::vec(step(), 1..40), any::<bool>())
        .prop_map(|(steps, success)| run("t", success, steps))
}

fn observed(run: &RawTrajectory, settings: &TrajectorySettings) -> Vec<Observed> {
    let mut observer = RunObserver::new(run, settings);
    run.steps
        .iter()
        .map(|step| observer.observe(step))
        .collect()
}

proptest! {
    /// CG-03: segments hold every step once and in order; a segment of an error begins with it.
    #[test]
    fn cg_03_segments_cover_every_step_once(run in trajectory()) {
        let settings = TrajectorySettings::default();
        let observed = observed(&run, &settings);
        let segments = segments(&run, &observed, &settings);
        let mut next = 0;
        for segment in &segments {
            prop_assert_eq!(segment.first, next);
            prop_assert!(segment.last >= segment.first);
            next = segment.last + 1;
        }
        prop_assert_eq!(next, run.steps.len());
        for segment in &segments {
            let errs = |step: usize| observed[step].error.is_some();
            let recovery = segment.fragment_type == FragmentType::ErrorRecovery;
            prop_assert!(!recovery || errs(segment.first));
            prop_assert!(!recovery || segment.outcome == Outcome::Recovered);
        }
    }

    /// CG-01, CG-02: whatever is written hangs together.
    #[test]
    fn cg_02_a_write_hangs_together(run in trajectory(), most in 1_u32..6) {
        let settings = TrajectorySettings { max_fragments: most, ..TrajectorySettings::default() };
        let learned = draft(&run, &settings).unwrap();
        let total = learned.trajectory.total_fragments;
        prop_assert_eq!(learned.fragments.len(), total.min(most) as usize);
        let fragments: BTreeSet<_> = learned.fragments.iter().map(|it| &it.id).collect();
        let patterns: BTreeSet<_> = learned.patterns.iter().map(|it| &it.id).collect();
        prop_assert_eq!(fragments.len(), learned.fragments.len());
        for relation in &learned.has_fragment {
            prop_assert!(fragments.contains(&relation.fragment) && relation.order < total);
        }
        for relation in &learned.caused {
            prop_assert!(fragments.contains(&relation.fragment) && patterns.contains(&relation.pattern));
        }
        let met: u32 = learned.patterns.iter().map(|it| it.frequency).sum();
        prop_assert_eq!(met as usize, learned.caused.len());
        let ended = learned.trajectory.ended_at;
        prop_assert!(learned.fragments.iter().all(|it| it.ended_at <= ended));
    }

    /// CG-06: where no two steps are in the same predicament there is no alarm, whatever else repeats.
    #[test]
    fn cg_06_differing_errors_never_alarm(actions in prop::collection::vec(0_u8..2, 1..40)) {
        let signatures: Vec<LoopSignature> = actions.iter().enumerate().map(|(n, action)| LoopSignature {
            action_type: action.to_string(),
            error_category: Some("KeyError".to_owned()),
            error_keywords: vec![format!("word{n}")],
            ..LoopSignature::default()
        }).collect();
        prop_assert!(LoopDetector::new(&TrajectorySettings::default()).find(&signatures).is_empty());
    }

    /// CG-06: whatever is called a loop has each error of its cycle three times, with a keyword in common.
    #[test]
    fn cg_06_every_alarm_is_a_predicament_three_times(run in trajectory()) {
        let settings = TrajectorySettings::default();
        let signatures: Vec<_> = observed(&run, &settings).iter().map(Observed::signature).collect();
        for end in 1..=signatures.len() {
            let Some(found) = LoopDetector::new(&settings).find(&signatures[..end]).pop() else {
                continue;
            };
            let period = found.cycle.len();
            prop_assert!(found.repeats >= 3 && found.last < end);
            let stuck = found.cycle.iter().position(|step| step.error_category.is_some()).unwrap();
            let place = |time: usize| &signatures[found.last + 1 - period * (time + 1) + stuck];
            prop_assert!(place(0).is_same_predicament(place(1)) && place(0).is_same_predicament(place(2)));
        }
    }

    /// CG-05: consolidating again changes nothing, and no source is lost on the way.
    #[test]
    fn cg_05_consolidation_is_idempotent_and_keeps_its_sources(
        runs in prop::collection::vec(trajectory(), 1..8),
        embeds in any::<bool>(),
        keep_failed in 0_u32..6,
        every in 1_usize..4,
    ) {
        let mut memory = Memory::new();
        memory.embeds = embeds;
        memory.settings.keep_failed = keep_failed;
        let mut teaching = 0;
        let mut weak = 0;
        for (n, mut run) in runs.into_iter().enumerate() {
            run.id = format!("t{n}").as_str().into();
            let learned = draft(&run, &memory.settings).unwrap();
            teaching += learned.fragments.iter().filter(|it| it.outcome != Outcome::Continued).count();
            memory.learn(&run);
            if n % every == 0 {
                weak += memory.consolidate(1_000).removed.weak.len();
            }
        }
        weak += memory.consolidate(2_000).removed.weak.len();
        let sources: u32 = memory.graph.methodologies().map(|it| it.source_count).sum();
        prop_assert_eq!(weak, 0, "nothing was used, so nothing has failed");
        prop_assert_eq!(sources as usize, teaching);
        prop_assert!(memory.answers().is_empty());
        check(&memory)?;

        let before = memory.graph.evidence(&EvidenceQuery::new(&memory.settings));
        let told = memory.graph.statistics();
        memory.consolidate(2_000);
        prop_assert_eq!(told, memory.graph.statistics());
        let mut after = memory.graph.evidence(&EvidenceQuery::new(&memory.settings));
        after.revision = before.revision;
        prop_assert_eq!(before, after);
    }
}

/// Checks the invariants of a memory after a consolidation.
fn check(memory: &Memory) -> Result<(), TestCaseError> {
    let graph = &memory.graph;
    let methodologies: BTreeSet<_> = graph.methodologies().map(|it| it.id.clone()).collect();
    for fragment in graph.fragments() {
        let known = fragment
            .abstracted_into
            .as_ref()
            .is_none_or(|id| methodologies.contains(id));
        prop_assert!(known, "{:?}", fragment.abstracted_into);
    }
    for relation in graph.resolved_by() {
        prop_assert!(methodologies.contains(&relation.methodology));
        prop_assert!(
            graph
                .patterns()
                .any(|pattern| pattern.id == relation.pattern)
        );
        prop_assert!((0.0..=1.0).contains(&relation.success_rate) && relation.avg_steps >= 1.0);
    }
    for pattern in graph.patterns() {
        let caused = graph.caused().filter(|caused| caused.pattern == pattern.id);
        let counted: u32 = caused
            .map(|it| graph.fragment(&it.fragment).map_or(0, |it| it.occurrences))
            .sum();
        prop_assert_eq!(pattern.frequency, counted);
    }
    let failed = graph
        .fragments()
        .filter(|fragment| fragment.is_failed())
        .count();
    prop_assert!(failed <= memory.settings.keep_failed as usize);
    for trajectory in graph.trajectories() {
        prop_assert!(
            graph.fragments_of(&trajectory.id).count() <= trajectory.total_fragments as usize
        );
    }
    Ok(())
}
