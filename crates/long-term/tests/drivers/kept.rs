//! Whatever memory keeps, its export holds and an import takes (AF-13, CG-08): texts with marks of what was recalled,
//! whole, halved or with invisible signs in them, control characters and bidirectional ones, in every field.

use crate::files::{exported, exported_runs, import, import_runs};
use crate::observing::Mind;
use crate::runs::*;
use crate::world::*;
use amb_memory::hierarchy::*;
use amb_memory::task::Trust;
use amb_memory::trajectory::consolidator::Occasion;
use amb_memory::trajectory::records::*;
use proptest::prelude::*;

const PIECES: [&str; 18] = [
    "<recalled-memory>",
    "</recalled-memory>",
    "<recal\u{200b}led-memory>",
    "</\u{feff}recalled-memory\u{ad}>",
    "<RECALLED-memory",
    "<",
    "memory>",
    "\u{202e}",
    "\u{7}",
    "\0",
    "\n\n",
    " ",
    "I like tea. ",
    "我喜欢茶。",
    "ValueError: no such tower ",
    "\u{fe0f}",
    "👩\u{200d}👩",
    ": ",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES.as_slice());
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

fn step() -> impl Strategy<Value = RawStep> {
    let texts = (
        text(),
        text(),
        text(),
        prop::option::of(text()),
        prop::option::of(text()),
    );
    texts.prop_map(|(action, input, output, error, phase)| RawStep {
        action,
        input,
        output,
        error,
        phase,
        trust: Trust::Given,
        ..RawStep::default()
    })
}

fn any_run() -> impl Strategy<Value = RawTrajectory> {
    let steps = prop::collection::vec(step(), 1..6);
    let texts = (text(), text(), text(), text(), text(), text());
    (texts, steps).prop_map(
        |((id, instance_id, repo, task_type, problem_statement, tool), steps)| RawTrajectory {
            id: id.as_str().into(),
            instance_id,
            repo,
            task_type,
            problem_statement,
            tools: vec![tool],
            success: true,
            started_at: NOW,
            steps,
            errors_in_outputs: true,
            trust: Trust::Given,
            ..RawTrajectory::default()
        },
    )
}

proptest! {
    #[test]
    fn af_13_whatever_is_remembered_is_imported(
        contents in prop::collection::vec(text(), 1..6),
        fact in (text(), text(), text()),
        corrected in text(),
        core in text(),
        knows_words in any::<bool>(),
    ) {
        let mind = Mind::new(Temper::Plain);
        mind.world.knows_words.set(knows_words);
        for content in &contents {
            let observation = said(content);
            let known = Fact::new(&fact.0, &fact.1, &fact.2).ok();
            let with_fact = amb_long_term::Observation { fact: known, ..observation.clone() };
            for one in [observation, with_fact] {
                let _ = wait(mind.memory.observe(one));
            }
        }
        if let Some(first) = mind.all().first() {
            let _ = wait(mind.memory.edit(&first.id, &corrected));
        }
        let block = CoreBlock::UserInfo;
        let _ = wait(mind.memory.set_core_memory(block, &core, Speaker::User, Trust::Given));
        wait(mind.memory.consolidate(amb_long_term::Urgency::Now)).unwrap();
        for entry in mind.all() {
            prop_assert_eq!(without_recalled(&entry.content), entry.content.as_str());
        }
        let other = Mind::new(Temper::Plain);
        let done = import(&other, &exported(&mind)).unwrap();
        prop_assert_eq!(done.imported, mind.all().len());
        prop_assert_eq!(done.core.unwrap_or_default(), wait(mind.memory.core_memory()).unwrap());
        let vectors = wait(other.memory.re_embed(&amb_long_term::Uncontrolled)).unwrap();
        let without = if knows_words { 0 } else { other.all().len() };
        prop_assert_eq!(vectors.embedded, without, "a vector of zeros is not believed");
    }

    #[test]
    fn cg_08_whatever_is_learned_is_imported(
        runs in prop::collection::vec(any_run(), 1..4),
        knows_words in any::<bool>(),
    ) {
        let learner = Learner::new(Temper::Plain);
        learner.world.knows_words.set(knows_words);
        for run in &runs {
            let _ = wait(learner.memory.learn(run));
        }
        wait(learner.memory.consolidate(Occasion::Demanded)).unwrap();
        let other = Learner::new(Temper::Plain);
        import_runs(&other, &exported_runs(&learner)).unwrap();
        prop_assert_eq!(other.rows().trajectories.len(), learner.rows().trajectories.len());
        let vectors = wait(other.memory.re_embed(&amb_long_term::Uncontrolled)).unwrap();
        let without = if knows_words { 0 } else { vectors.looked_at };
        prop_assert_eq!(vectors.embedded, without, "a vector of zeros is not believed");
    }
}
