//! Which errors a run got over, and by what, is told when it has ended.

use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::writer::draft;

use crate::runs::{Memory, calm, failing, run};

const UNEQUAL: &str = "AssertionError: expected 3 to equal 4 in sum.test.js";

/// A run of an agent that does everything by one tool.
fn by_shell(success: bool, commands: &[(&str, bool)]) -> RawTrajectory {
    let step = |(command, fails): &(&str, bool)| {
        if *fails {
            failing("bash", command, UNEQUAL)
        } else {
            calm("bash", command)
        }
    };
    run("t", success, commands.iter().map(step).collect())
}

/// CG-03, CG-05: an error that comes back to the command that met it was not overcome by another that went well, nor is one
/// that a run failed soon after.
#[test]
fn cg_03_an_error_that_comes_back_was_not_overcome() {
    let outcomes = |run: &RawTrajectory| -> Vec<Outcome> {
        let learned = draft(run, &TrajectorySettings::default()).unwrap();
        let fragments = learned.fragments.into_iter();
        fragments.map(|fragment| fragment.outcome).collect()
    };
    let in_vain = [
        ("npm test", true),
        ("ls", false),
        ("npm test", true),
        ("git status", false),
        ("npm test", true),
    ];
    for success in [false, true] {
        let attempt = by_shell(success, &in_vain);
        assert_eq!(
            outcomes(&attempt),
            [Outcome::Failed],
            "one case, as with more tools"
        );
    }
    let much_later = [("ls", false); 5];
    let back = [&in_vain[..1], &much_later, &in_vain[..1]].concat();
    assert_eq!(outcomes(&by_shell(true, &back))[0], Outcome::Failed);
    assert!(outcomes(&by_shell(true, &back)).len() > 2);
    let looked = [("npm test", true), ("ls", false), ("git status", false)];
    assert_eq!(outcomes(&by_shell(false, &looked)), [Outcome::Failed; 2]);
    let left = [
        ("npm test", true),
        ("ls", false),
        ("cat a", false),
        ("cat b", false),
    ];
    assert_eq!(outcomes(&by_shell(false, &left))[0], Outcome::Recovered);
    // The same action that succeeds has overcome the error, whatever it meets later.
    let back = [("npm test", true), ("npm test", false), ("npm test", true)];
    assert_eq!(outcomes(&by_shell(false, &back))[0], Outcome::Recovered);
}

/// CG-03, CG-05: an error that is still being got over by other means at a good end was overcome; at a bad one it was not, nor
/// was one that the last step met. Fragment and summary say the same.
#[test]
fn cg_03_a_good_end_overcomes_what_is_still_tried() {
    let met = failing("search", "rust memory", UNEQUAL);
    let ended = |success: bool, steps: Vec<RawStep>| {
        let learned = draft(&run("t", success, steps), &TrajectorySettings::default()).unwrap();
        let outcome = learned.fragments.last().unwrap().outcome;
        (outcome, learned.trajectory.summary.contains(", overcome)"))
    };
    let tried = || vec![met.clone(), calm("read", "a page"), calm("answer", "42")];
    assert_eq!(ended(true, tried()), (Outcome::Recovered, true));
    assert_eq!(ended(false, tried()), (Outcome::Failed, false));
    assert_eq!(ended(true, vec![met.clone()]), (Outcome::Failed, false));
}

/// CG-03: what got over an error is all that was done until the action that met it went well, or met another.
#[test]
fn cg_03_what_got_over_an_error_is_all_that_it_took() {
    let recoveries = |run: &RawTrajectory| -> Vec<(u32, Vec<String>)> {
        let learned = draft(run, &TrajectorySettings::default()).unwrap();
        let fragments = learned.fragments.into_iter();
        let recovered = fragments.filter(|it| it.outcome == Outcome::Recovered);
        let way = |it: Fragment| it.resolution.iter().map(Action::to_string).collect();
        recovered.map(|it| (it.step_range.0, way(it))).collect()
    };
    let (test, look, mend) = ("npm test", "cat sum.js", "sed -i s/3/4/ sum.js");
    let all = [
        "bash: cat sum.js",
        "bash: sed -i s/3/4/ sum.js",
        "bash: npm test",
    ];
    let mended = [
        (look, false),
        (mend, false),
        (test, false),
        ("git commit", false),
    ];
    let at_once = [&[(test, true)][..], &mended].concat();
    let took = |first: u32| vec![(first, all.map(str::to_owned).to_vec())];
    assert_eq!(recoveries(&by_shell(true, &at_once)), took(0));
    let in_vain = [(test, true), ("ls", false), (test, true), ("ls", false)];
    let at_last = [&in_vain, &at_once[..]].concat();
    assert_eq!(recoveries(&by_shell(true, &at_last)), took(0));
    // With another error in between, what it took is not known.
    let between = [&[(test, true), ("ls", false), ("make", true)][..], &mended].concat();
    let mut between = by_shell(true, &between);
    between.steps[2].error = Some("make: *** No rule to make target 'all'".to_owned());
    let ways = recoveries(&between);
    assert!(ways.iter().all(|(first, _)| *first == 2), "{ways:?}");
    // The next error is met where the first was: that one is gone.
    let mut next = by_shell(true, &at_once);
    next.steps[3].error = Some("TypeError: sum is not a function".to_owned());
    let ways = recoveries(&next);
    assert_eq!(
        ways[0],
        (0, all[..2].iter().map(|way| (*way).to_owned()).collect())
    );
}

/// CG-03, CG-05: of two errors of one type each has its own way out, and one that was left is not taken for the other, whatever
/// their types have in common; what was given against it did not help.
#[test]
fn cg_03_another_error_of_a_type_is_another_case() {
    let missing = |name: &str| format!("ModuleNotFoundError: No module named '{name}'");
    let told = |run: &RawTrajectory| {
        let learned = draft(run, &TrajectorySettings::default()).unwrap();
        let case = |it: Fragment| {
            let way = it.resolution.first().map(Action::to_string);
            let error = it.error_keywords.first().cloned();
            error.map(|error| (error, way.unwrap_or_default()))
        };
        let used: Vec<bool> = learned.used.iter().map(|used| used.succeeded).collect();
        let cases: Vec<_> = learned.fragments.into_iter().filter_map(case).collect();
        (cases, used, learned.trajectory.summary)
    };
    let way = |error: &str, way: &str| (error.to_owned(), way.to_owned());
    for (run_by, install_by) in [("python", "pip"), ("bash", "bash")] {
        let one_by_one = vec![
            failing(run_by, "app.py", &missing("flask")),
            calm(install_by, "install flask"),
            failing(run_by, "app.py", &missing("numpy")),
            calm(install_by, "install numpy"),
            failing(run_by, "app.py", &missing("redis")),
            calm(install_by, "install redis"),
            calm(run_by, "app.py"),
        ];
        let (cases, _, summary) = told(&run("t", true, one_by_one));
        let install = |name: &str| format!("{install_by}: install {name}");
        let ways = ["flask", "numpi", "redi"].into_iter();
        let ways = ways.zip(["flask", "numpy", "redis"]);
        let ways: Vec<_> = ways
            .map(|(error, name)| way(error, &install(name)))
            .collect();
        assert_eq!(cases, ways);
        assert!(summary.contains("(3, overcome)"), "{summary}");

        let one_left = vec![
            failing(run_by, "a.py", &missing("flask")),
            failing(run_by, "b.py", &missing("numpy")),
            calm(install_by, "install numpy"),
            calm(run_by, "b.py"),
        ];
        let given = Given {
            methodology: "install what is missing".into(),
            step: Some(1),
        };
        let (cases, used, summary) = told(&RawTrajectory {
            given: vec![given],
            ..run("t", false, one_left)
        });
        assert_eq!(cases, [way("flask", ""), way("numpi", &install("numpy"))]);
        assert_eq!(used, [false]);
        assert!(summary.contains("(2, not overcome)"), "{summary}");
    }
}

/// CG-03: an error with another time, duration, size or figure, or met with other memories recalled, is the same; another
/// port, code or name makes another.
#[test]
fn cg_03_an_error_of_another_time_is_the_same() {
    let recoveries = |error: fn(u32) -> String, recalled: bool| {
        let input = |time: u32| match recalled {
            true => format!("start <recalled-memory>memory {time}</recalled-memory>"),
            false => "start".to_owned(),
        };
        let tried = |time: u32| {
            [
                failing("bash", &input(time), &error(time)),
                calm("bash", "ls"),
            ]
        };
        let steps = (1..=3).flat_map(tried).collect();
        let learned = draft(&run("t", false, steps), &TrajectorySettings::default()).unwrap();
        let fragments = learned.fragments.iter();
        fragments
            .filter(|it| it.outcome == Outcome::Recovered)
            .count()
    };
    let same: [fn(u32) -> String; 6] = [
        |n| format!("2024-11-28T16:01:1{n}Z ERROR connection refused to postgres"),
        |n| format!("Error: the build failed after {n}m12s"),
        |n| format!("MemoryError: Unable to allocate {n}.2GiB for an array"),
        |n| format!("AssertionError: expected 3, got {}", 4 + n),
        |n| format!("错误：构建失败，用时{n}.2秒"),
        |_| "Killed".to_owned(),
    ];
    for error in same {
        for recalled in [false, true] {
            assert_eq!(recoveries(error, recalled), 0, "{}", error(1));
        }
    }
    let others: [fn(u32) -> String; 3] = [
        |n| format!("Error: connect ECONNREFUSED 127.0.0.1:543{n}"),
        |n| format!("Error: the command failed with exit code {n}"),
        |n| format!("ModuleNotFoundError: No module named 'part{n}'"),
    ];
    for error in others {
        assert_eq!(recoveries(error, false), 2, "{}", error(1));
    }
}

/// CG-03: an error that comes back was not overcome, however many others were met by the same action in between.
#[test]
fn cg_03_an_error_comes_back_behind_many_others() {
    let missing = |name: &str| format!("ModuleNotFoundError: No module named '{name}'");
    let names = [
        "flask", "numpy", "redis", "pandas", "scipy", "torch", "yaml", "lxml", "click", "jinja2",
        "tqdm",
    ];
    let tried = |name: &&str| {
        [
            failing("python", "app.py", &missing(name)),
            calm("pip", "install"),
        ]
    };
    let steps: Vec<RawStep> = names.iter().cycle().take(33).flat_map(tried).collect();
    let learned = draft(&run("t", false, steps), &TrajectorySettings::default()).unwrap();
    let outcomes = learned.fragments.iter().map(|it| it.outcome);
    assert_eq!(outcomes.filter(|it| *it == Outcome::Recovered).count(), 0);
}

/// CG-03: errors that come back by turns, or behind another, were not overcome; the summary says the same.
#[test]
fn cg_03_errors_that_come_back_by_turns_were_not_overcome() {
    let told = |run: &RawTrajectory| {
        let learned = draft(run, &TrajectorySettings::default()).unwrap();
        let fragments = learned.fragments.iter();
        let overcome = fragments.filter(|it| it.outcome == Outcome::Recovered);
        let overcome = overcome.filter_map(|it| it.error_type.clone()).collect();
        (overcome, learned.trajectory.summary)
    };
    let test = ("npm test", true);
    let by_turns = [
        test,
        ("ls", false),
        test,
        ("ls", false),
        test,
        ("ls", false),
        test,
    ];
    let mut by_turns = by_shell(false, &by_turns);
    for step in [2, 6] {
        by_turns.steps[step].error = Some("TypeError: sum is not a function".to_owned());
    }
    let two_ways = [
        test,
        ("npm test --verbose", true),
        ("ls", false),
        test,
        ("git status", false),
    ];
    let behind = [test, ("ls", false), ("curl db", true), ("curl db", true)];
    let (look, other) = (("ls", false), ("curl db", true));
    let spread = [test, look, other, look, other, look];
    let spaced = [test, look, ("npm test ", true), look, ("npm test\n", true)];
    let runs = [
        by_turns,
        by_shell(false, &two_ways),
        by_shell(false, &behind),
        by_shell(false, &spread),
        by_shell(false, &spaced),
    ];
    for attempt in runs {
        let (overcome, summary): (Vec<String>, String) = told(&attempt);
        assert!(overcome.is_empty(), "{overcome:?}");
        assert!(!summary.contains(", overcome"), "{summary}");
    }
    let mut found = by_shell(true, &[test]);
    found.steps.push(calm("search", "sum"));
    let (overcome, summary) = told(&found);
    assert_eq!(overcome, ["AssertionError"]);
    assert!(
        summary.contains("AssertionError (1, overcome)"),
        "{summary}"
    );
}

/// CG-03, CG-05: a loop of two errors of which one was mended is told, and feedback counted, as of that one.
#[test]
fn cg_03_a_loop_of_two_errors_is_about_the_one_that_was_overcome() {
    let refused = "ConnectionError: db refused the connection";
    let both = |_| [failing("test", "x", UNEQUAL), failing("db", "y", refused)];
    let mut steps: Vec<RawStep> = (0..3).flat_map(both).collect();
    steps.extend([
        calm("start", "pg"),
        calm("db", "y"),
        failing("test", "x", UNEQUAL),
    ]);
    let given = [("of the test", 1), ("of the db", 2)].map(|(methodology, step)| Given {
        methodology: methodology.into(),
        step: Some(step),
    });
    let attempt = RawTrajectory {
        given: given.to_vec(),
        ..run("t", false, steps)
    };
    let learned = draft(&attempt, &TrajectorySettings::default()).unwrap();
    let fragments = learned.fragments.iter();
    let errors: Vec<_> = fragments
        .map(|it| (it.outcome, it.error_type.as_deref().unwrap()))
        .collect();
    let told = [
        (Outcome::Recovered, "ConnectionError"),
        (Outcome::Failed, "AssertionError"),
    ];
    assert_eq!(errors, told);
    let description = &learned.fragments[0].description;
    assert!(
        description.contains("db: y met ConnectionError"),
        "{description}"
    );
    let used: Vec<bool> = learned.used.iter().map(|used| used.succeeded).collect();
    assert_eq!(used, [false, true]);
}

/// CG-03: a loop takes nothing of the error before it: not the error, nor what got over that, though the loop's round may have
/// begun with it.
#[test]
fn cg_03_a_loop_leaves_the_error_before_it_its_own_case() {
    const FIRST: &str = "TypeError: x is not a function";
    const SECOND: &str = "ModuleNotFoundError: No module named 'flask'";
    for mending in 1..=4 {
        // Three rounds, of which the first begins with what mended the error before.
        for between in 1..=mending.min(3) {
            let edits = |of: &str, count: usize| -> Vec<RawStep> {
                let names = (0..count).map(|number| format!("{of}{number}"));
                names.map(|name| calm("edit", &name)).collect()
            };
            let mut steps = vec![failing("npm", "test", FIRST)];
            steps.extend(edits("a.js", mending));
            for time in 0..3 {
                steps.push(failing("npm", "test", SECOND));
                steps.extend(edits(
                    &format!("b{time}.js"),
                    if time < 2 { between } else { 0 },
                ));
            }
            let run = run("t", false, steps);
            let learned = draft(&run, &TrajectorySettings::default()).unwrap();
            let met = learned.fragments.iter().filter_map(|fragment| {
                let error = fragment.error_type.as_deref()?;
                Some((error, fragment.fragment_type, fragment.outcome))
            });
            let (overcome, looped) = (FragmentType::ErrorRecovery, FragmentType::Loop);
            let expected = [
                ("TypeError", overcome, Outcome::Recovered),
                ("ModuleNotFoundError", looped, Outcome::Failed),
            ];
            assert_eq!(met.collect::<Vec<_>>(), expected, "{mending} {between}");
            let summary = &learned.trajectory.summary;
            assert!(summary.contains("TypeError (1, overcome)"), "{summary}");
        }
    }
}

/// CG-05: what failed runs tried in vain is a warning, and no advice, if one tool does everything.
#[test]
fn cg_05_what_was_tried_in_vain_is_no_advice() {
    let mut memory = Memory::new();
    for id in ["a", "b"] {
        let in_vain = [("npm test", true), ("ls", false), ("npm test", true)];
        memory.learn(&RawTrajectory {
            id: id.into(),
            ..by_shell(false, &in_vain)
        });
    }
    memory.consolidate(1_500);
    let knowledge = memory.graph.knowledge();
    let kinds: Vec<_> = knowledge.methodologies.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [MethodologyKind::Warning]);
}
