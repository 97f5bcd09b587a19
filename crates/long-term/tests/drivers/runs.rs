//! Small runs, and a memory that learns from them.

use crate::shaky::ShakyTrajectories;
use crate::world::*;
use amb_long_term::*;
use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::*;
use amb_store::long_term::TrajectoryStore;
use std::rc::Rc;

pub struct Learner {
    pub store: Rc<ShakyTrajectories>,
    pub world: Rc<Scripted>,
    pub model: Rc<Model>,
    pub memory: TrajectoryMemory,
}

impl Learner {
    pub fn new(temper: Temper) -> Self {
        Self::with(temper, TrajectorySettings::default())
    }

    pub fn with(temper: Temper, settings: TrajectorySettings) -> Self {
        let (world, model) = (Scripted::new(), Model::new(temper));
        let store = ShakyTrajectories::new();
        let memory =
            TrajectoryMemory::new(store.clone(), world.clone(), model.clone(), settings).unwrap();
        Self {
            store,
            world,
            model,
            memory,
        }
    }

    pub fn learn(&self, run: &RawTrajectory) -> LearnReport {
        wait(self.memory.learn(run)).unwrap()
    }

    pub fn rows(&self) -> GraphRows {
        wait(self.store.rows_after(None, usize::MAX)).unwrap()
    }

    pub fn methodologies(&self) -> Vec<Methodology> {
        wait(self.store.knowledge()).unwrap().methodologies
    }
}

/// A step without an error.
pub fn calm(action: &str, input: &str) -> RawStep {
    RawStep {
        action: action.to_owned(),
        input: input.to_owned(),
        output: "fine".to_owned(),
        trust: Trust::Given,
        ..RawStep::default()
    }
}

/// A step that meets an error.
pub fn failing(action: &str, input: &str, error: &str) -> RawStep {
    RawStep {
        error: Some(error.to_owned()),
        output: String::new(),
        ..calm(action, input)
    }
}

pub fn run(id: &str, success: bool, steps: Vec<RawStep>) -> RawTrajectory {
    RawTrajectory {
        id: id.into(),
        repo: "shop".to_owned(),
        task_type: "research".to_owned(),
        problem_statement: "Find the height of the tower".to_owned(),
        success,
        started_at: NOW,
        steps,
        trust: Trust::Given,
        ..RawTrajectory::default()
    }
}

pub const REFUSED: &str = "HTTP 429: too many requests, quota exceeded";

/// A search that is refused, and overcome by waiting.
pub fn recovered(id: &str) -> RawTrajectory {
    let steps = vec![
        failing("search", "tower", REFUSED),
        calm("wait", "30 s"),
        calm("search", "tower"),
        calm("answer", "42 m"),
    ];
    run(id, true, steps)
}

/// A search that is refused to the end.
pub fn stuck(id: &str) -> RawTrajectory {
    let steps = (0..4).map(|_| failing("search", "tower", REFUSED));
    run(id, false, steps.collect())
}

/// A run at its first refusal.
pub fn refused_state() -> State {
    State {
        task_description: "Find the height of the tower".to_owned(),
        task_type: "research".to_owned(),
        current_error: REFUSED.to_owned(),
        current_error_type: Some("HTTP 429".to_owned()),
        current_error_keywords: vec!["quota".to_owned()],
        action_type: "search".to_owned(),
        error_category: Some("HTTP 429".to_owned()),
        error_keywords: vec!["quota".to_owned()],
        ..State::default()
    }
}
