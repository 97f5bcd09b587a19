//! Generated data for memory, the same in each run and in each store.

use amb_memory::hierarchy::{ContentHash, MemoryEntry, MemoryId, MemoryLayer, MemoryType, Speaker};
use amb_memory::retrieval::Embedding;
use amb_memory::task::Trust;
use amb_memory::trajectory::records::{RawStep, RawTrajectory, State, TrajectoryId};
use anyhow::Result;

use crate::embedder::embedding;

/// Steps of a run.
const STEPS: usize = 12;
/// Milliseconds of a run's step.
const STEP: i64 = 60_000;
const ERRORS: [&str; 6] = [
    "ImportError: cannot import name",
    "TypeError: unsupported operand of",
    "KeyError: no such key",
    "TimeoutError: nothing came from",
    "HTTP 429 Too Many Requests from",
    "AssertionError: expected another",
];
const TASKS: [&str; 3] = ["bug_fix", "research", "refactor"];
const ACTIONS: [&str; 4] = ["search", "read_file", "edit", "run_tests"];

/// Numbers that are the same in each run.
pub struct Dice(u64);

impl Dice {
    /// The numbers of something with a number of its own.
    pub fn of(number: usize) -> Self {
        Self((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `sides`.
    fn next(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    fn one_of<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices.get(self.next(choices.len())).copied().unwrap_or("")
    }

    /// Words as common as in a language: the second half as often as the first, and so on.
    fn words(&mut self, count: usize) -> String {
        let word = |dice: &mut Self| {
            let among = 1 << dice.next(15);
            format!("word{}x", dice.next(among))
        };
        (0..count).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }
}

/// An episodic memory.
///
/// # Errors
/// Its vector cannot be made.
pub fn entry(number: usize) -> Result<MemoryEntry> {
    let mut dice = Dice::of(number);
    let content = format!("everyone said{number} {}", dice.words(12));
    let embedding: Embedding = embedding(&content)?;
    Ok(MemoryEntry {
        id: MemoryId::from(format!("{:08x}-{number}", dice.next(1 << 30))),
        memory_type: MemoryType::Observation,
        layer: MemoryLayer::Episodic,
        created_at: number as i64 * STEP,
        last_accessed: 0,
        importance: dice.next(100) as f32 / 100.0,
        access_count: 0,
        related_ids: [].into(),
        source_ids: [].into(),
        summary_id: None,
        embedding: Some(embedding),
        content_hash: ContentHash::of(&content),
        content,
        trust: Trust::Given,
        speaker: Speaker::User,
        fact: None,
        facts_taken: true,
    })
}

/// Returns a question to memory: a word of all entries, one of a single entry, and six as common as in a language.
pub fn question(number: usize) -> String {
    let mut dice = Dice::of(1_000_000 + number);
    format!("everyone said{} {}", number * 97, dice.words(6))
}

/// A run that meets errors and gets over most of them.
pub fn run(number: usize) -> RawTrajectory {
    let mut dice = Dice::of(2_000_000 + number);
    let started_at = number as i64 * 3_600_000;
    let task_type = dice.one_of(&TASKS).to_owned();
    let steps = (0..STEPS).map(|step| {
        let fails = dice.next(4) == 0;
        RawStep {
            action: dice.one_of(&ACTIONS).to_owned(),
            input: dice.words(6),
            output: dice.words(20),
            error: fails.then(|| error(&mut dice)),
            at: Some(started_at + step as i64 * STEP),
            trust: Trust::Given,
            ..RawStep::default()
        }
    });
    let steps = steps.collect();
    RawTrajectory {
        id: TrajectoryId::from(format!("run-{number:08}")),
        instance_id: format!("instance {number}"),
        repo: format!("repo{}", dice.next(20)),
        task_type,
        problem_statement: dice.words(30),
        tools: ACTIONS.map(str::to_owned).to_vec(),
        success: dice.next(3) > 0,
        started_at,
        steps,
        trust: Trust::Given,
        ..RawTrajectory::default()
    }
}

/// Returns the state of a run that asks for lessons, and its repository.
pub fn situation(number: usize) -> (State, String) {
    let mut dice = Dice::of(3_000_000 + number);
    let state = State {
        tools: ACTIONS.map(str::to_owned).to_vec(),
        task_description: dice.words(30),
        task_type: dice.one_of(&TASKS).to_owned(),
        current_error: error(&mut dice),
        phase: "fixing".to_owned(),
        action_type: "edit".to_owned(),
        ..State::default()
    };
    (state, format!("repo{}", dice.next(25)))
}

fn error(dice: &mut Dice) -> String {
    format!("{} keyword{}", dice.one_of(&ERRORS), dice.next(40))
}
