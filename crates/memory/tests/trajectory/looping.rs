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

#[test]
fn cg_06_other_errors_of_the_same_action_are_no_loop() {
    let missing = |name: &str| {
        format!(
            "FileNotFoundError: [Errno 2] No such file or directory: '/home/user/project/{name}'"
        )
    };
    let (a, b, c) = (missing("a.txt"), missing("b.txt"), missing("c.txt"));
    let cases: [(&str, [(&str, &str); 3]); 8] = [
        ("bash", [("cat a", &a), ("cat b", &b), ("cat c", &c)]),
        (
            "visit",
            [
                ("https://a.example/x", "the page answered with status 404"),
                ("https://b.example/y", "the page answered with status 404"),
                ("https://c.example/z", "the page answered with status 404"),
            ],
        ),
        (
            "pytest",
            [
                ("test_a", "AssertionError: test_a failed: expected 1, got 2"),
                ("test_b", "AssertionError: test_b failed: expected 1, got 2"),
                ("test_c", "AssertionError: test_c failed: expected 1, got 2"),
            ],
        ),
        (
            "tsc",
            [
                (
                    "",
                    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
                ),
                (
                    "",
                    "src/b.ts(9,1): error TS2322: Type 'string' is not assignable to type 'number'.",
                ),
                (
                    "",
                    "src/c.ts(4,2): error TS2322: Type 'string' is not assignable to type 'number'.",
                ),
            ],
        ),
        (
            "python",
            [
                ("run", "ModuleNotFoundError: No module named 'numpy'"),
                ("run", "ModuleNotFoundError: No module named 'pandas'"),
                ("run", "ModuleNotFoundError: No module named 'scipy'"),
            ],
        ),
        (
            "bash",
            [
                ("a", "错误：找不到文件“甲.txt”"),
                ("b", "错误：找不到文件“乙.txt”"),
                ("c", "错误：找不到文件“丙.txt”"),
            ],
        ),
        (
            "bash",
            [
                ("x", "SyntaxError: invalid syntax"),
                ("x", "KeyError: 'a'"),
                ("x", "TypeError: x"),
            ],
        ),
        (
            "bash",
            [("x", "语法错误"), ("x", "请求超时"), ("x", "权限不足")],
        ),
    ];
    for (action, steps) in cases {
        assert_eq!(loops(action, &steps), 0, "{steps:?}");
    }
}

#[test]
fn cg_06_the_same_error_three_times_is_a_loop() {
    for (action, inputs, error) in [
        (
            "python",
            ["run", "run", "run"],
            "ModuleNotFoundError: No module named 'numpy'",
        ),
        ("bash", ["make", "make", "make"], "exit code 1"),
        ("fetch", ["a", "b", "c"], "500"),
        (
            "search",
            ["tower", "a tower", "the tower"],
            "HTTP 429: too many requests, quota exceeded",
        ),
        (
            "visit",
            ["https://a.example/x"; 3],
            "the page answered with status 404",
        ),
        (
            "bash",
            ["cat a", "cat ./a", "cat a"],
            "cat: '/home/user/a.txt': No such file or directory",
        ),
        ("编译", ["甲", "甲", "甲"], "语法错误：第3行"),
    ] {
        let steps = inputs.map(|input| (input, error));
        assert_eq!(loops(action, &steps), 1, "{error}");
    }
    // Numbers that are new each time set nothing apart.
    let numbered = [
        ("q", "HTTP 429: too many requests (request id: 8f3a21bc77)"),
        ("q", "HTTP 429: too many requests (request id: 11c0ffee90)"),
        ("q", "HTTP 429: too many requests (request id: 5e5e5e1234)"),
    ];
    assert_eq!(loops("search", &numbered), 1);
}
