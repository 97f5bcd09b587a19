//! Runs to learn from, by the real writer.

use amb_memory::LATEST_TIME;
use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::records::{Embedded, Given, RawStep, RawTrajectory};
use amb_memory::trajectory::writer::{Learned, draft};

use super::super::texts::{DIMENSIONS, HOSTILE, MODEL, as_id, vector};

/// A step without an error.
pub fn calm(action: &str, input: &str) -> RawStep {
    RawStep {
        action: action.to_owned(),
        input: input.to_owned(),
        trust: Trust::Given,
        ..RawStep::default()
    }
}

/// A step that meets an error.
pub fn failing(action: &str, input: &str, error: &str) -> RawStep {
    RawStep {
        error: Some(error.to_owned()),
        ..calm(action, input)
    }
}

/// A research run in the repository `shop`.
pub fn run(id: &str, at: i64, success: bool, steps: Vec<RawStep>) -> RawTrajectory {
    RawTrajectory {
        id: id.into(),
        instance_id: format!("instance of {id}"),
        repo: "shop".to_owned(),
        task_type: "research".to_owned(),
        problem_statement: "Find the height of the tower".to_owned(),
        success,
        started_at: at,
        steps,
        trust: Trust::Given,
        ..RawTrajectory::default()
    }
}

const REFUSED: &str = "HTTP 429: too many requests, quota exceeded";

/// A search that is refused, and overcome by waiting.
pub fn overcame(id: &str, at: i64) -> RawTrajectory {
    let steps = vec![
        failing("search", "tower", REFUSED),
        calm("wait", "30 s"),
        calm("search", "tower"),
        calm("answer", "42 m"),
    ];
    run(id, at, true, steps)
}

/// A search that is refused to the end.
pub fn stuck(id: &str, at: i64) -> RawTrajectory {
    let again = |_| failing("search", "tower", REFUSED);
    run(id, at, false, (0..4).map(again).collect())
}

/// A module that is missing, installed or not.
pub fn without_module(id: &str, at: i64, module: &str, success: bool) -> RawTrajectory {
    let error = format!("File \"shop/cart.py\", line 7\nImportError: No module named '{module}'");
    let steps = vec![
        calm("read_file", "shop/cart.py"),
        failing("run_tests", "cart", &error),
        calm("install", module),
        if success {
            calm("run_tests", "cart")
        } else {
            failing("run_tests", "cart", &error)
        },
    ];
    RawTrajectory {
        task_type: "bug_fix".to_owned(),
        problem_statement: format!("Mend the cart, which wants {module}"),
        ..run(id, at, success, steps)
    }
}

fn in_chinese(id: &str, at: i64) -> RawTrajectory {
    let steps = vec![
        failing("search", "电视塔", "请求超时：服务器没有响应，请稍后再试"),
        calm("wait", "一分钟"),
        calm("search", "电视塔 高度"),
    ];
    RawTrajectory {
        problem_statement: "查找量子计算中心旁边电视塔的高度，并给出来源".to_owned(),
        ..run(id, at, true, steps)
    }
}

/// More than ten fragments, each with an error of its own.
pub fn with_many_errors(id: &str, at: i64) -> RawTrajectory {
    let types = [
        "Key", "Value", "Type", "Index", "Name", "Syntax", "Memory", "Lookup", "Runtime", "OS",
        "Unicode", "Overflow",
    ];
    let met = types.iter().flat_map(|name| {
        let error = format!("{name}Error: the {name} word is wrong");
        [
            failing("visit", name, &error),
            calm("visit", "elsewhere"),
            calm("edit", name),
        ]
    });
    run(id, at, false, met.collect())
}

/// A run of hostile texts, the id too.
fn hostile(text: &str, at: i64) -> RawTrajectory {
    let steps = vec![
        failing(
            text,
            text,
            &format!("HTTP 429: quota of \"{text}\" exceeded"),
        ),
        calm("wait", text),
        RawStep {
            id: Some(text.to_owned()),
            phase: Some(text.to_owned()),
            ..calm("search", text)
        },
    ];
    RawTrajectory {
        instance_id: text.to_owned(),
        repo: text.to_owned(),
        task_type: text.to_owned(),
        problem_statement: text.repeat(3),
        given: vec![Given {
            methodology: as_id(text).as_str().into(),
            step: None,
        }],
        ..run(&as_id(text), at, true, steps)
    }
}

/// Returns a learned run, without vectors.
pub fn plain(run: &RawTrajectory) -> Learned {
    draft(run, &TrajectorySettings::default()).unwrap()
}

/// Returns a learned run, with vectors.
pub fn embedded(run: &RawTrajectory) -> Learned {
    embedded_by(run, MODEL, DIMENSIONS)
}

/// Returns a learned run, with vectors of this model and length.
fn embedded_by(run: &RawTrajectory, model: &str, dimensions: usize) -> Learned {
    let mut learned = plain(run);
    let texts = learned.texts().into_iter();
    let vectors = texts.map(|text| vector(text, dimensions)).collect();
    let model = model.to_owned();
    learned.embed(Embedded { model, vectors }).unwrap();
    learned
}

/// Returns runs of all kinds: successes, failures and loops, in two languages, at equal times and at different ones,
/// with vectors, without, and with those of another model or length.
pub fn runs_of_all_kinds() -> Vec<Learned> {
    let elsewhere = RawTrajectory {
        repo: "market".to_owned(),
        ..overcame("b", 1_000)
    };
    let quiet = run(
        "g",
        4_500,
        true,
        vec![calm("search", "lake"), calm("answer", "9 m")],
    );
    let mut learned = vec![
        embedded(&overcame("a", 1_000)),
        embedded(&elsewhere),
        embedded(&stuck("c", 2_000)),
        embedded(&without_module("d", 3_000, "numpy", true)),
        plain(&without_module("e", 3_000, "numpy", false)),
        embedded(&without_module("e2", 3_000, "pandas", false)),
        embedded(&in_chinese("f", 4_000)),
        plain(&quiet),
        embedded(&with_many_errors("h", -5_000)),
        embedded_by(&overcame("i", 900), "another-model", DIMENSIONS),
        embedded_by(&stuck("j", 2_000), MODEL, DIMENSIONS / 2),
        embedded(&run(
            &"x".repeat(256),
            LATEST_TIME.cast_signed(),
            true,
            vec![calm("answer", "late")],
        )),
    ];
    for (text, at) in HOSTILE.iter().zip(1_000..) {
        learned.push(embedded(&hostile(text, at)));
    }
    // In UTF-16 the first of these would come after the second.
    learned.extend(["～", "😀"].map(|id| plain(&overcame(id, 1_000))));
    learned
}
