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
    let cases: [(&str, [(&str, &str); 3]); 12] = [
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
            "visit",
            [
                ("https://a.example/x", "the page answered with status 404"),
                ("https://a.example/y", "the page answered with status 404"),
                ("https://a.example/z", "the page answered with status 404"),
            ],
        ),
        (
            "bash",
            [
                (
                    "curl -f localhost:80/a",
                    "curl: (22) The requested URL returned error: 404",
                ),
                (
                    "curl -f localhost:80/b",
                    "curl: (22) The requested URL returned error: 404",
                ),
                (
                    "curl -f localhost:80/c",
                    "curl: (22) The requested URL returned error: 404",
                ),
            ],
        ),
        (
            "fetch",
            [
                (
                    "{\"url\":\"https://a.example/x\"}",
                    "AxiosError: Request failed with status code 404",
                ),
                (
                    "{\"url\":\"https://a.example/y\"}",
                    "AxiosError: Request failed with status code 404",
                ),
                (
                    "{\"url\":\"https://a.example/z\"}",
                    "AxiosError: Request failed with status code 404",
                ),
            ],
        ),
        (
            "fetch",
            [
                (
                    "https://a.example/x",
                    "HTTP 404: {\"detail\":\"Not Found\"}",
                ),
                (
                    "https://a.example/y",
                    "HTTP 404: {\"detail\":\"Not Found\"}",
                ),
                (
                    "https://a.example/z",
                    "HTTP 404: {\"detail\":\"Not Found\"}",
                ),
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
            "visit",
            [
                "https://a.example/x",
                "https://a.example/x#height",
                "https://a.example/x/?t=17",
            ],
            "the page answered with status 404",
        ),
        (
            "fetch",
            [
                "{\"url\":\"https://a.example/x\",\"start\":0}",
                "{\"url\":\"https://a.example/x\",\"start\":5000}",
                "{\"url\":\"https://a.example/x\"}",
            ],
            "HTTP 404 Not Found",
        ),
        // A site that lets nobody in is met on each of its pages.
        (
            "visit",
            [
                "https://a.example/x",
                "https://a.example/y",
                "https://a.example/z",
            ],
            "the page answered with status 403",
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

/// What an error names without quoting it sets it apart, too.
#[test]
fn cg_06_names_without_marks_are_names() {
    for pattern in [
        "NameError: name {} is not defined",
        "error: cannot find value {} in this scope",
        "OperationalError: no such column {}",
        "AssertionError: {}Login failed",
        "错误：缺少字段{}",
        "错误：找不到变量 {}",
    ] {
        let errors = ["foo", "bar", "baz"].map(|name| pattern.replace("{}", name));
        let steps = errors.each_ref().map(|error| ("x", error.as_str()));
        assert_eq!(loops("bash", &steps), 0, "{pattern}");
        let same = [steps[0]; 3];
        assert_eq!(loops("bash", &same), 1, "{pattern}");
    }
    let ports = [8080, 8081, 8082].map(|port| format!("OSError: port {port} already in use"));
    assert_eq!(
        loops("bash", &ports.each_ref().map(|error| ("x", error.as_str()))),
        0
    );
}

/// What chance puts into an error, or an error without a word, does not hide that it is the same.
#[test]
fn cg_06_the_same_error_under_names_of_chance_is_a_loop() {
    let locks = ["abcdefgh", "zxcvbnmq", "plmoknij"]
        .map(|chance| format!("IOError: cannot lock /tmp/lock-{chance}"));
    assert_eq!(
        loops("bash", &locks.each_ref().map(|error| ("x", error.as_str()))),
        1
    );
    assert_eq!(loops("bash", &[("x", "!!!"); 3]), 1);
    let waits = [30, 31, 29].map(|told| format!("TimeoutError: no answer after {told} s"));
    assert_eq!(
        loops("bash", &waits.each_ref().map(|error| ("x", error.as_str()))),
        1
    );
}

/// What sets two errors apart may be a plain word, or a number.
#[test]
fn cg_06_the_same_said_of_other_things_is_no_loop() {
    for (pattern, things) in [
        (
            "Error: listen EADDRINUSE: address already in use :::{}",
            ["3000", "3001", "3002"],
        ),
        ("错误：列 {} 不存在", ["价格", "名称", "日期"]),
        (
            "Could not find {} in the document",
            ["tower", "bridge", "castle"],
        ),
        ("incompatible type {}", ["int", "str", "float"]),
        (
            "AssertionError: expected {}",
            ["3 got 4", "7 got 9", "1 got 0"],
        ),
    ] {
        let errors = things.map(|thing| pattern.replace("{}", thing));
        let steps = errors.each_ref().map(|error| ("x", error.as_str()));
        assert_eq!(loops("bash", &steps), 0, "{pattern}");
        assert_eq!(loops("bash", &[steps[0]; 3]), 1, "{pattern}");
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
