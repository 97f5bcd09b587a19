//! Errors as builds, linters, package managers and runners of tests print them: which of them are one (CG-06).

use super::looping_by_chance::{filled, is_loop, taken_for_one};

/// What is wrong may stand below a banner, and below warnings.
#[test]
fn cg_06_an_error_below_what_is_printed_anyway_is_read() {
    let names = ["foo", "bar", "baz"];
    let wrong = taken_for_one(&[
        (
            "/repo/src/App.jsx\n   3:7  warning  Unexpected console statement  no-console\n  12:5  error    '{}' is not \
             defined  no-undef\n\n✖ 2 problems (1 error, 1 warning)",
            names,
        ),
        (
            "/repo/src/App.jsx\n   3:7  warning  Unexpected console statement  no-console\n  12:5  error    {}",
            [
                "Missing semicolon  semi",
                "Unexpected var  no-var",
                "Strings must use doublequote  quotes",
            ],
        ),
        (
            "gcc -Wall -c -o main.o main.c\nmain.c:3:7: warning: unused variable 'n' [-Wunused-variable]\n    3 |   int n;\n      \
             |       ^\nmain.c:12:5: error: {}\nmake: *** [Makefile:3: main.o] Error 1",
            [
                "expected ';' before 'return'",
                "too few arguments to function 'run'",
                "redefinition of 'main'",
            ],
        ),
        (
            "▲ Next.js 14.1.0\n\n   Creating an optimized production build ...\nFailed to compile.\n\n./app/page.tsx\n12:5  \
             Error: {}",
            [
                "'foo' is assigned a value but never used.",
                "Unexpected any. Specify a different type.",
                "Missing \"key\" prop for element in iterator",
            ],
        ),
        (
            "   Compiling app v0.1.0 (/repo)\nwarning: unused import: `std::fmt`\n --> src/main.rs:1:5\n\nerror: {}\n --> \
             src/main.rs:9:5",
            [
                "no rules expected the token `;`",
                "format argument must be a string literal",
                "2 positional arguments in format string, but there is 1 argument",
            ],
        ),
        (
            "Updating dependencies\nResolving dependencies... (0.3s)\n\nBecause app depends on {} (^9.0) which doesn't match any \
             versions, version solving failed.",
            ["flask", "django", "numpy"],
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// That a command ended with an error is told last, and hides nothing of what was told before.
#[test]
fn cg_06_the_end_of_a_command_is_not_its_error() {
    let names = ["foo", "bar", "baz"];
    let wrong = taken_for_one(&[
        (
            "yarn run v1.22.22\n$ node build.js\nUnknown option \"{}\"\nerror Command failed with exit code 1.\ninfo Visit \
             the site for documentation about this command.",
            names,
        ),
        (
            "$ node build.js\nMissing entry \"{}\"\nerror: script \"build\" exited with code 1",
            names,
        ),
        (
            "    Finished `dev` profile\n     Running `target/debug/app`\nmissing key `{}`\nerror: process didn't exit \
             successfully: `target/debug/app` (exit status: 1)",
            names,
        ),
        (
            "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0x1b): undefined reference to `{}'\ncollect2: error: \
             ld returned 1 exit status",
            names,
        ),
        (
            "remote: branch \"{}\" is protected\n ! [remote rejected] {} -> {} (pre-receive hook declined)\nerror: failed to \
             push some refs to 'github.com:me/app.git'",
            names,
        ),
        (
            "Auto-merging src/{}.ts\nCONFLICT (content): Merge conflict in src/{}.ts\nerror: could not apply a3f9c1d... add",
            names,
        ),
        (
            "Collecting {}\n  error: subprocess-exited-with-error\n\n  × python setup.py egg_info did not run.\n  │ exit code: \
             1\nerror: metadata-generation-failed",
            names,
        ),
        (
            "#0 building with \"default\" instance using docker driver\n\n#7 [3/5] RUN apt-get install -y {}\n#7 0.31 Reading package \
             lists...\n#7 0.31 E: Unable to locate package {}\n#7 ERROR: process \"/bin/sh -c apt-get install -y {}\" did not \
             complete successfully: exit code: 100",
            ["ffmpg", "libfoo-dev", "pyhton3"],
        ),
        (
            "Progress: resolved 12, reused 12\n ERR_PNPM_NO_MATCHING_VERSION  No matching version found for {}@99.0.0",
            names,
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What went wrong is told below a banner, by words that each builder has for it.
#[test]
fn cg_06_builders_say_what_went_wrong_in_their_own_words() {
    let names = ["foo", "bar", "baz"];
    let wrong = taken_for_one(&[
        (
            "> Task :compileJava FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for \
             task ':compileJava'.\n> Could not resolve all files for configuration ':compileClasspath'.\n   > Could not \
             resolve com.a:{}:1.2.\n\n* Try:\n> Run with --info option to get more log output.\n\nBUILD FAILED in 3s",
            names,
        ),
        (
            "> Task :compileKotlin FAILED\ne: file:///repo/src/Cart.kt:12:5 Unresolved reference '{}'.\n\nFAILURE: Build \
             failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileKotlin'.\n> Compilation \
             error. See log for more details",
            names,
        ),
        (
            "   Compiling alsa-sys v0.9.1\nerror: failed to run custom build command for `{} v0.9.1`\n\nCaused by:",
            ["alsa-sys", "glib-sys", "zstd-sys"],
        ),
        (
            "aws_vpc.main: Refreshing state... [id=vpc-0a1b2c3d]\n\nPlanning failed. Terraform encountered an error while \
             generating this plan.\n\n╷\n│ Error: Reference to undeclared resource\n│ \n│   on main.tf line 12, in resource \
             \"aws_instance\" \"web\":\n│   12:   subnet_id = aws_subnet.{}.id\n│ \n│ A managed resource \"aws_subnet\" \"{}\" \
             has not been declared in the root module.\n╵",
            names,
        ),
        (
            "> app@1.0.0 build\n> vite build\n\nvite v5.2.0 building for production...\n✓ 12 modules transformed.\n✗ Build \
             failed in 812ms\n\nCould not resolve \"./{}\" from \"src/main.ts\"",
            names,
        ),
        (
            "#5 [3/5] RUN make {}\n#5 0.4 make: *** No rule to make target '{}'.  Stop.\n#5 ERROR: process \"/bin/sh -c make {}\" \
             did not complete successfully: exit code: 2",
            names,
        ),
        (
            "Undefined symbols for architecture arm64:\n  \"_{}\", referenced from:\n      _main in main.o\nld: symbol(s) not \
             found for architecture arm64\nclang: error: linker command failed with exit code 1",
            names,
        ),
        (
            "Building for debugging...\n/repo/main.swift:12:5: error: cannot find '{}' in scope\nerror: fatalError",
            names,
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Packages are told apart by their names, whatever version of them was asked for.
#[test]
fn cg_06_packages_keep_their_names_beside_their_versions() {
    let packages = ["react", "lodash", "vite"];
    let wrong = taken_for_one(&[
        (
            "npm error code ETARGET\nnpm error notarget No matching version found for {}@^99.0.0.",
            packages,
        ),
        (
            "npm error code ETARGET\nnpm error notarget No matching version found for {}@99.0.0.",
            packages,
        ),
        (
            " ERR_PNPM_NO_MATCHING_VERSION  No matching version found for {}@~99.0.0",
            packages,
        ),
        (
            "error No matching version found for \"{}@^99.0.0\"",
            packages,
        ),
        ("{}@npm:^99.0.0: No candidates found", packages),
        (
            "go: github.com/a/{}@v9.0.0: invalid version: unknown revision v9.0.0",
            packages,
        ),
        (
            "manifest for {}:9.9.9 not found: manifest unknown",
            packages,
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A test that failed is named by its runner, each in its own way.
#[test]
fn cg_06_tests_are_named_as_their_runners_name_them() {
    let tests = ["adds", "removes", "sorts"];
    let wrong = taken_for_one(&[
        (
            "✖ {} (1.123ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  false !== true",
            tests,
        ),
        (
            "  1 failing\n\n  1) Cart\n       {}:\n\n      AssertionError: expected false to be true",
            tests,
        ),
        (
            "error: expect(received).toBe(expected)\n\nExpected: 3\nReceived: 4\n\n(fail) Cart > {} [0.52ms]",
            tests,
        ),
        (
            "CartTest > {}() FAILED\n    org.opentest4j.AssertionFailedError: expected: <3> but was: <4>",
            tests,
        ),
        (
            "50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  1 - Cart.{} (Failed)",
            tests,
        ),
        (
            "  Failed Shop.CartTests.{} [12 ms]\n  Error Message:\n   Assert.True() Failure\nExpected: True\nActual:   \
             False\n  Stack Trace:\n     at Shop.CartTests.It() in /repo/CartTests.cs:line 12",
            tests,
        ),
        (
            "  1) Failure:\nCartTest#test_{} [test/cart_test.rb:12]:\nExpected: 3\n  Actual: 4",
            tests,
        ),
        (
            " ERRORS\n\n{} => ./cart_test.ts:12:5\nerror: AssertionError: Values are not equal.",
            tests,
        ),
        (
            "_______ test_{} _______\n\n    def test_it():\n>       assert get() == 200\nE       assert 404 == 200\n\n\
             tests/test_app.py:10: AssertionError",
            tests,
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What a stack and code that is shown name is no error's name: what went wrong is told beside them.
#[test]
fn cg_06_neither_stacks_nor_shown_code_tell_what_went_wrong() {
    let names = ["price", "users", "orders"];
    const OF_NODE: &str = "node:internal/process/promises:288\n            triggerUncaughtException(err, true /* fromPromise \
                           */);\n            ^\n\n";
    let uncaught = |told: &str| format!("{OF_NODE}{told}").leak() as &'static str;
    let wrong = taken_for_one(&[
        (
            uncaught("Error: no {} given\n    at main (/repo/a.js:12:9)"),
            names,
        ),
        (
            uncaught(
                "[Error: ENOENT: no such file or directory, open '/data/{}.json'] {\n  errno: -2\n}",
            ),
            names,
        ),
        (
            uncaught(
                "[UnhandledPromiseRejection: The promise rejected with the reason \"no {} given\".] {\n}",
            ),
            names,
        ),
        (
            uncaught(
                "error: relation \"{}\" does not exist\n    at Parser.parseErrorMessage (/repo/pg/parser.js:287:98)",
            ),
            names,
        ),
        (
            "node:assert:126\n  throw new AssertionError(obj);\n  ^\n\nAssertionError [ERR_ASSERTION]: {} is wrong\n    at \
             Object.<anonymous> (/repo/a.cjs:2:8)",
            names,
        ),
        (
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '{}' imported from /repo/a.mjs\n    at new NodeError \
             (node:internal/errors:399:5)",
            ["axios", "lodash", "dayjs"],
        ),
        (
            "node:child_process:966\n    throw err;\n    ^\n\nError: Command failed: {}\n    at genericNodeError \
             (node:internal/errors:984:15)\n    at checkExecSyncError (node:child_process:891:11)",
            ["npm run build", "git push", "npx tsc"],
        ),
        (
            "error during build:\nsrc/main.ts (12:9): \"{}\" is not exported by \"src/lib.ts\", imported by \
             \"src/main.ts\".\n    at getRollupError (file:///repo/node_modules/rollup/parseAst.js:397:41)",
            ["formatPrice", "parseDate", "CartItem"],
        ),
        (
            "Error: Missing env {}\n    at throwEnvError (/repo/env.ts:3:9)\n    at Object.createNetworkError (/repo/b.ts:5:1)",
            ["DATABASE_URL", "REDIS_URL", "SMTP_HOST"],
        ),
        (
            "Test timeout of 30000ms exceeded.\n\nError: locator.click: Test timeout of 30000ms exceeded.\nCall log:\n  - \
             waiting for getByRole('button', { name: '{}' })",
            ["Save", "Log in", "Next"],
        ),
        (
            "Error: expect(locator).toBeVisible() failed\n\nLocator: getByText('{}')\nExpected: visible\nReceived: \
             <element(s) not found>",
            ["Save", "Log in", "Next"],
        ),
        (
            "nginx: [emerg] unknown directive \"{}\" in /etc/nginx/nginx.conf:12\nnginx: configuration file \
             /etc/nginx/nginx.conf test failed",
            ["proxy_pas", "servr", "locaton"],
        ),
        (
            "{} is not as expected\nTest failed. See above for more details.",
            names,
        ),
        (
            "Error: could not read the settings\n\nCaused by:\n    0: failed to open {}.toml\n    1: No such file or directory",
            names,
        ),
        (
            "Illuminate\\Database\\QueryException\n\n  SQLSTATE[42S22]: Column not found: 1054 Unknown column '{}'",
            names,
        ),
        (
            "error: linking with `cc` failed: exit status: 1\n  = note: /usr/bin/ld: cannot find -l{}: No such file or \
             directory\n\nerror: could not compile `app` (bin \"app\") due to 1 previous error",
            names,
        ),
        (
            "____ ERROR at setup of test_a ____\n  def test_a({}):\nE       fixture '{}' not found\n\n=== short test summary \
             info ===\nERROR tests/test_a.py::test_a",
            names,
        ),
        (
            "PackagesNotFoundError: The following packages are not available from current channels:\n\n  - {}",
            names,
        ),
        (
            "[ERROR] Tests run: 3, Failures: 1, Errors: 0\n[ERROR] CartTest.{} -- Time elapsed: 0.3 s <<< FAILURE!\n\
             org.opentest4j.AssertionFailedError: expected: <3> but was: <2>",
            names,
        ),
        (
            "yaml.scanner.ScannerError: mapping values are not allowed here\n  in \"config/{}.yaml\", line 12, column 9",
            names,
        ),
        (
            "/repo/src/{}.ts\n  12:5  error  Unexpected any. Specify a different type  no-explicit-any\n\n✖ 1 problem",
            names,
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A line that moved, and a page that is printed, set no errors apart.
#[test]
fn cg_06_what_is_shown_of_a_script_or_a_page_does_not_hide_a_loop() {
    let mut wrong = Vec::new();
    let lines = ["12", "14", "19"];
    let shown = [
        "<p>\n      one\n    </p>",
        "<button>\n      Add\n    </button>",
        "<h1>\n      Cart\n    </h1>",
    ];
    for (pattern, new) in [
        (
            "/repo/a.rb:{}:in 'Foo#foo': undefined method 'bar' for nil (NoMethodError)",
            lines,
        ),
        (
            "/repo/a.rb:{}:in `/': divided by 0 (ZeroDivisionError)",
            lines,
        ),
        (
            "SyntaxError: /repo/src/cart.js: Unexpected token ({}:5)\n\n  10 | const a = (",
            lines,
        ),
        (
            "[error] src/a.js: SyntaxError: Unexpected token ({}:5)",
            lines,
        ),
        (
            "YAMLException: bad indentation of a mapping entry ({}:5)",
            lines,
        ),
        (
            "ERROR in ./src/cart.js {}:5\nModule parse failed: Unexpected token ({}:5)",
            lines,
        ),
        ("./a.sh: {}: bar: not found", lines),
        ("./deploy.sh: {}: Syntax error: \"fi\" unexpected", lines),
        (
            "[ERROR] COMPILATION ERROR : \n[ERROR] /repo/A.java:[{},5] incompatible types: String cannot be converted to int\n\
             [INFO] BUILD FAILURE\n[INFO] Total time:  1.{} s",
            lines,
        ),
        ("用例 订单合计：期望 3 实际 4\n通过：{}，未通过：1", lines),
        (
            "Progress: resolved {}, reused 3\n ERR_PNPM_NO_MATCHING_VERSION  No matching version found for react@99.0.0",
            lines,
        ),
        (
            "> app@1.0.0 check\n> node check.js\n\n{}\nsum of totals is 4, wanted 10",
            ["here 1", "value is null", "got to parse"],
        ),
        (
            "Undefined symbols for architecture arm64:\n  \"_run\", referenced from:\n      _main in main-{}.o\nld: symbol(s) \
             not found for architecture arm64",
            ["3f2a1b", "9c0d4e", "abcdef"],
        ),
        (
            "On branch main\nChanges not staged for commit:\n  (use \"git add\")\n\n\tmodified:   {}\n\nno changes added",
            ["src/a.ts", "src/cart.ts", "lib/order.ts"],
        ),
        (
            "TestingLibraryElementError: Unable to find an element with the text: Save.\n\nIgnored nodes: comments, script, \
             style\n<body>\n  <div>\n    {}\n  </div>\n</body>",
            shown,
        ),
    ] {
        if !is_loop(&filled(pattern, new)) {
            wrong.push(pattern);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A rule of a thousand signs is no sentence of a thousand keys within each other.
#[test]
fn cg_06_a_long_row_of_signs_is_read_as_any_text() {
    for sign in ["=", "a=", "@", ":", ".", "://", "=\""] {
        let error = format!("Error: {}", sign.repeat(60_000));
        assert!(is_loop(&[error.clone(), error.clone(), error]), "{sign}");
    }
}
