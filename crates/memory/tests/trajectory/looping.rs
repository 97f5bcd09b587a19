//! Which repetitions are loops: the same error three times is, other errors of one action are not (CG-06).

use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::loops::LoopDetector;
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::writer::RunObserver;

/// Loops of a run that does this to each input, and meets these errors.
fn loops(action: &str, steps: &[(&str, &str)]) -> usize {
    let settings = TrajectorySettings::default();
    let run = RawTrajectory {
        id: "r".into(),
        ..RawTrajectory::default()
    };
    let mut observer = RunObserver::new(&run, &settings);
    let signatures: Vec<_> = steps
        .iter()
        .map(|(input, error)| {
            let step = RawStep {
                action: action.to_owned(),
                input: (*input).to_owned(),
                error: Some((*error).to_owned()),
                trust: Trust::Given,
                ..RawStep::default()
            };
            observer.observe(&step).signature()
        })
        .collect();
    LoopDetector::new(&settings).find(&signatures).len()
}

/// Which errors are one is judged by `benches/judgement`; here is what a run makes of that.
#[test]
fn cg_06_the_same_error_three_times_is_a_loop_and_other_errors_are_none() {
    let missing = |name: &str| format!("ModuleNotFoundError: No module named '{name}'");
    let [numpy, pandas, scipy] = ["numpy", "pandas", "scipy"].map(missing);
    let steps = |errors: [&str; 3]| loops("python", &errors.map(|error| ("run", error)));
    assert_eq!(steps([&numpy, &numpy, &numpy]), 1);
    assert_eq!(steps([&numpy, &pandas, &scipy]), 0);
}

/// A rule of a thousand signs is no sentence of a thousand keys within each other.
#[test]
fn cg_06_a_long_row_of_signs_is_read_as_any_text() {
    for sign in ["=", "a=", "@", ":", ".", "://", "=\""] {
        let error = format!("Error: {}", sign.repeat(60_000));
        assert_eq!(loops("bash", &[("make", error.as_str()); 3]), 1, "{sign}");
    }
}

/// Who calls by hand tells an error in words alone.
#[test]
fn cg_06_an_error_in_words_is_recognised() {
    let told = |error: &str| State {
        action_type: "bash".to_owned(),
        current_error: error.to_owned(),
        ..State::default()
    };
    let detector = LoopDetector::new(&TrajectorySettings::default());
    let numpy = told("ModuleNotFoundError: No module named 'numpy'");
    let found = detector
        .detect(&[numpy.clone(), numpy.clone(), numpy.clone()])
        .unwrap();
    let predicament = found.predicament().unwrap();
    assert_eq!(
        predicament.error_category.as_deref(),
        Some("ModuleNotFoundError")
    );
    let pandas = told("ModuleNotFoundError: No module named 'pandas'");
    assert_eq!(detector.detect(&[numpy.clone(), pandas, numpy]), None);
    // A step that met no error while one is open is in none.
    let open = State {
        current_error_type: Some("ValueError".to_owned()),
        ..told("ValueError: x")
    };
    assert_eq!(detector.detect(&[open.clone(), open.clone(), open]), None);
}
