//! Runs to learn from.

use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::records::{Embedded, RawStep, RawTrajectory};
use amb_memory::trajectory::writer::{Learned, draft};

/// A run that got over an error; its vectors are of this model and point this way.
pub fn overcame(id: &str, model: &str, vector: &[f32]) -> Learned {
    let step = |action: &str, error: Option<&str>| RawStep {
        action: action.to_owned(),
        input: "tower".to_owned(),
        error: error.map(str::to_owned),
        trust: Trust::Given,
        ..RawStep::default()
    };
    let run = RawTrajectory {
        id: id.into(),
        repo: "shop".to_owned(),
        task_type: "research".to_owned(),
        problem_statement: "Find the height of the tower".to_owned(),
        success: true,
        started_at: 1_000,
        steps: vec![
            step(
                "search",
                Some("HTTP 429: too many requests, quota exceeded"),
            ),
            step("wait", None),
            step("search", None),
        ],
        trust: Trust::Given,
        ..RawTrajectory::default()
    };
    let mut learned = draft(&run, &TrajectorySettings::default()).unwrap();
    let vectors = learned.texts().iter().map(|_| vector.to_vec()).collect();
    let model = model.to_owned();
    learned.embed(Embedded { model, vectors }).unwrap();
    learned
}

/// The model that most samples are of.
pub const MODEL: &str = "words-1";

/// A run of that model.
pub fn plain(id: &str) -> Learned {
    overcame(id, MODEL, &[1.0, 0.5, 0.25])
}
