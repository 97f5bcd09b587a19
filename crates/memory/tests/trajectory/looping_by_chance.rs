//! Ids of chance set no errors apart, and names of other things do, however they are written (CG-06).

use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::loops::LoopDetector;
use amb_memory::trajectory::records::State;

/// Whether a run that met these errors, each at the same action, is in a loop.
pub fn is_loop(errors: &[String; 3]) -> bool {
    let history = errors.each_ref().map(|error| State {
        action_type: "bash".to_owned(),
        current_error: error.clone(),
        ..State::default()
    });
    LoopDetector::new(&TrajectorySettings::default())
        .detect(&history)
        .is_some()
}

pub fn filled(pattern: &str, names: [&str; 3]) -> [String; 3] {
    names.map(|name| pattern.replace("{}", name))
}

/// Patterns whose errors are taken for one though they name several things, or the other way round.
pub fn taken_for_one(cases: &[(&'static str, [&str; 3])]) -> Vec<&'static str> {
    let cases = cases.iter();
    let wrong = cases.filter(|(pattern, things)| {
        is_loop(&filled(pattern, *things)) || !is_loop(&filled(pattern, [things[0]; 3]))
    });
    wrong.map(|(pattern, _)| *pattern).collect()
}

/// Ids as services make them up: of hexadecimal digits, of letters and digits, of letters alone.
const HEXADECIMAL: [&str; 3] = ["3f9a61c07be2", "b04d7e5519ac", "91ce0f38da47"];
const MIXED: [&str; 3] = [
    "kX92mQzT7bLw4RvGh1Np",
    "Qz7LpW3xKj8VbN2mTr5Y",
    "aB4xZq9Rw2JkLm6TvC1s",
];
const CAMEL: [&str; 3] = [
    "aQzLwXkBxfPmVqRtNjcW",
    "kXmQzTbLwRvGhxNpJcDf",
    "zVqTgPwSdXrLmHjKbCnf",
];
const SMALL: [&str; 3] = ["qwertyui", "asdfghjk", "zxcvbnml"];

/// CG-06: what is numbered by days, countries and parts is a name, though a hash may be written with the same letters; so are
/// machines told by their numbers, and packages with one.
#[test]
fn cg_06_names_with_numbers_are_no_chance() {
    let wrong = taken_for_one(&[
        (
            "FileNotFoundError: [Errno 2] No such file: '/backup/db-{}.sql'",
            ["20241126", "20241127", "20241128"],
        ),
        (
            "E: Unable to locate package {}",
            ["libxext6", "libxrender1", "libxrandr2"],
        ),
        (
            "ERROR: No matching distribution found for {}",
            ["oauth2client", "base64url", "utf8proc"],
        ),
        (
            "KeyError: '{}'",
            ["DE-2024-001", "BE-2024-001", "CA-2024-001"],
        ),
        (
            "ValueError: no price for part '{}'",
            ["ABC-12345", "DEF-00123", "ACE-20001"],
        ),
        (
            "HTTPError: 404 Client Error: Not Found for url: http://{}/status",
            ["10.0.0.1", "10.0.0.2", "192.168.7.9"],
        ),
        (
            "ssh: connect to host {} port 22: Connection refused",
            ["10.0.0.1", "203.0.113.7", "192.168.7.9"],
        ),
        (
            "Error: connect ECONNREFUSED {}:5432",
            ["10.0.0.1", "10.0.0.2", "192.168.7.9"],
        ),
        (
            "fatal: [{}]: UNREACHABLE! => {\"changed\": false}",
            ["10.0.0.1", "10.0.0.2", "192.168.7.9"],
        ),
    ]);
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn cg_06_ids_of_chance_do_not_hide_a_loop() {
    for (pattern, ids) in [
        ("RateLimitError: quota exceeded (request_id: req_{})", MIXED),
        (
            "APIError: Internal server error (request id: req_{})",
            SMALL,
        ),
        ("RateLimitError: quota exceeded for request '{}'", MIXED),
        ("ServerError: overloaded, trace {}", CAMEL),
        ("Segmentation fault at 0x{}", HEXADECIMAL),
        ("错误：任务“{}”超时", MIXED),
        (
            r#"{"error":{"message":"Rate limit reached for gpt-4","type":"tokens","id":"{}"}}"#,
            CAMEL,
        ),
        (
            r#"{"type":"error","error":{"type":"overloaded_error"},"request_id": "req_{}"}"#,
            MIXED,
        ),
        ("Error: session 'sess-{}' expired", SMALL),
        (
            "Error: ENOENT: no such file or directory, open '/tmp/{}.json'",
            ["kabcdef", "zqwerty", "pmnbvcx"],
        ),
    ] {
        assert!(is_loop(&filled(pattern, ids)), "{pattern}");
    }
}

#[test]
fn cg_06_what_is_named_without_marks_is_another_error() {
    for pattern in [
        "ReferenceError: {} is not defined",
        "bash: {}: command not found",
        "zsh: command not found: {}",
        "./main.go:3:5: undefined: {}",
        "undefined reference to `{}'",
        "Error: getaddrinfo ENOTFOUND api.{}.example",
        "ConnectionError: {} refused the connection",
    ] {
        for names in [["foo", "bar", "baz"], ["Alpha", "Beta", "Gamma"]] {
            assert!(!is_loop(&filled(pattern, names)), "{pattern} {names:?}");
            assert!(is_loop(&filled(pattern, [names[0]; 3])), "{pattern}");
        }
    }
}

/// A year in a name, or at the end of an address, makes it another one.
#[test]
fn cg_06_other_years_and_numbers_of_a_name_are_other_errors() {
    let years = ["2019", "2020", "2021"];
    for pattern in [
        "FileNotFoundError: /data/{}.csv",
        "No such file: '/data/{}.csv'",
        "cannot open report_{}.pdf: no such file",
        "HTTP 404 https://a.example/reports/{}",
        "HTTP 404 https://a.example/{}/report",
        "FileNotFoundError: /data/{}-01.csv",
        "FileNotFoundError: /data/{}0131.csv",
        "no results for population of Westby in {}",
        "没有找到{}年的人口数据",
    ] {
        assert!(!is_loop(&filled(pattern, years)), "{pattern}");
        assert!(is_loop(&filled(pattern, ["2020"; 3])), "{pattern}");
    }
    let days = ["01-31", "02-28", "03-31"];
    for pattern in [
        "FileNotFoundError: '/data/2019-{}.csv'",
        "cannot open report-2019-{}.pdf",
    ] {
        assert!(!is_loop(&filled(pattern, days)), "{pattern}");
    }
    for (pattern, names) in [
        (
            "no results for climate of Westby in {}",
            ["2050", "2075", "2100"],
        ),
        (
            "no results for climate of Westby in {}",
            ["1650", "1700", "1750"],
        ),
        (
            "HTTP 404 https://a.example/page_{}.html",
            ["101", "102", "103"],
        ),
        ("FileNotFoundError: 'part-{}.csv'", ["001", "002", "003"]),
        ("FileNotFoundError: report_{}.csv", ["2019", "2020", "2021"]),
        (
            "Traceback (most recent call last):\n  File \"/repo/{}.py\", line 1, in <module>\n\
             NameError: name 'config' is not defined",
            ["models", "views", "urls"],
        ),
    ] {
        assert!(!is_loop(&filled(pattern, names)), "{pattern}");
    }
    let times = ["1500", "1502", "2011"];
    assert!(is_loop(&filled("no answer in {} ms", times)));
    let places = ["src/main.rs:10:5", "src/lib.rs:44:5", "src/cli.rs:90:5"];
    let compiler = "error[E0308]: mismatched types\n --> {}";
    assert!(!is_loop(&filled(compiler, places)));
    let moved = ["src/lib.rs:10:5", "src/lib.rs:44:5", "src/lib.rs:90:5"];
    assert!(is_loop(&filled(compiler, moved)));
}

/// Numbers of attempts, times, and files that a run makes for each attempt set no errors apart.
#[test]
fn cg_06_numbers_that_are_new_each_time_do_not_hide_a_loop() {
    let moments = ["10:00:01.123", "10:00:31.907", "10:01:02.455"];
    let numbers = ["1041", "1042", "1043"];
    let made = ["step_1.py", "step_2.py", "step_3.py"];
    for (pattern, new) in [
        (
            r#"{"timestamp":"2026-11-26T{}+00:00","status":500,"error":"Internal Server Error"}"#,
            moments,
        ),
        (
            "JsonWebTokenError: jwt expired at '2026-11-26T{}Z'",
            moments,
        ),
        (
            r#"Error: pods "web-{}" not found"#,
            ["7d9f8c-x2k4p", "7d9f8c-b7m2q", "7d9f8c-t5w9r"],
        ),
        ("Error: job 'task-{}' failed", numbers),
        ("Error: 'build-{}.lock' is held", numbers),
        (
            "HTTP 503 Service Unavailable: https://api.example/items/{}",
            numbers,
        ),
        ("gave up in {} iterations", ["1432", "1207", "1180"]),
        (
            "the queue is full, try again in {}",
            ["1432", "1207", "1180"],
        ),
        (
            "Traceback (most recent call last):\n  File \"/repo/{}\", line 1, in <module>\n\
             ModuleNotFoundError: No module named 'numpy'",
            made,
        ),
        (
            "Traceback (most recent call last):\n  File \"<ipython-input-{}>\", line 1, in <module>\n\
             ZeroDivisionError: division by zero",
            ["1-a", "2-b", "3-c"],
        ),
    ] {
        assert!(is_loop(&filled(pattern, new)), "{pattern}");
    }
}

/// What looks like a word is a name, where an id would be none.
#[test]
fn cg_06_names_in_the_place_of_an_id_set_errors_apart() {
    for (pattern, names) in [
        (
            "ElementError: none has the id 'a' or id: \"{}\"",
            ["submit", "cancel", "search-form"],
        ),
        (
            "JobError: job '{}' failed",
            ["build-web", "deploy", "run-tests"],
        ),
        (
            "Error: EACCES: permission denied, open '/tmp/{}.json'",
            ["settings", "report", "users"],
        ),
        (
            "TypeError: {} is not a function",
            ["getIdOfUserByKey", "jpegDecoder", "toUtf8"],
        ),
    ] {
        assert!(!is_loop(&filled(pattern, names)), "{pattern}");
    }
}

/// The table of what a number in a name says (decision 15): wanted apart.
#[test]
fn cg_06_numbers_that_belong_to_a_name_set_errors_apart() {
    let mut wrong = Vec::new();
    let short = ["101", "102", "103"];
    let days = ["2019-01-31", "2019-02-28", "2019-03-31"];
    for (pattern, names) in [
        ("KeyError: 'user_{}'", short),
        ("KeyError: 'user_{}'", ["1041", "1042", "1043"]),
        ("E   AssertionError: 'test_case_{}' failed", short),
        ("AssertionError: test case 'TC-{}' failed", short),
        ("Error: the host 'web-{}' is not known", short),
        ("no entry for 'CVE-2021-{}'", ["44228", "45046", "45105"]),
        ("no entry for CVE-2021-{}", ["44228", "45046", "45105"]),
        ("no results for 'ISO {}'", ["9001", "14001", "27001"]),
        ("no results for 'RFC {}'", ["7231", "9110", "9112"]),
        ("no results for RFC {}", ["7231", "9110", "9112"]),
        (
            "HTTP 404 https://a.example/{}",
            ["2019/01/31", "2019/02/28", "2019/03/31"],
        ),
        ("No such file: '/data/2019/{}/x.csv'", ["01", "02", "03"]),
        (
            "HTTP 404 https://a.example/2019/{}/report",
            ["01", "02", "03"],
        ),
        (
            "No such file: '/data/{}.csv'",
            ["201901", "201902", "201903"],
        ),
        ("No such file: '/var/log/app-{}.log'", days),
        ("no results for weather in Westby on {}", days),
        (
            "没有找到{}西镇的天气",
            ["2019年1月", "2019年2月", "2019年3月"],
        ),
        (
            "  File \"/repo/tests/{}\", line 1, in <module>\nZeroDivisionError: division by zero",
            ["test_s3.py", "test_ec2.py", "test_utf8.py"],
        ),
        (
            "  File \"/repo/{}\", line 1\nSyntaxError: invalid syntax",
            ["lesson1.py", "lesson2.py", "lesson3.py"],
        ),
        (
            "FAIL src/{}.test.ts\nTypeError: cannot read properties of undefined",
            ["list", "table", "menu"],
        ),
        (
            "--- FAIL: Test{} (0.00s)\nerror: the value is not 3",
            ["Login", "Logout", "Reset"],
        ),
    ] {
        if is_loop(&filled(pattern, names)) || !is_loop(&filled(pattern, [names[1]; 3])) {
            wrong.push(pattern);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The other half of the table: one and the same.
#[test]
fn cg_06_numbers_of_what_passes_do_not_hide_a_loop() {
    let mut wrong = Vec::new();
    let like_years = ["1999", "2000", "2001"];
    let short = ["104", "117", "121"];
    for (pattern, new) in [
        ("Error: job 'task-{}' failed", like_years),
        ("Error: job 'task-{}' failed", short),
        ("Error: process 'worker-{}' died", ["1873", "1902", "1944"]),
        ("Error: 'req-{}' was refused", short),
        ("Error: request 'REQ-{}' was refused", short),
        (
            "Error: object '{}' is gone",
            ["a1b2c3d", "b7f0e2c", "c9d8a1e"],
        ),
        (
            "HTTP 503 Service Unavailable: https://api.example/items/{}",
            ["1873", "1902", "1944"],
        ),
        (
            "HTTP 429 Too Many Requests: https://api.example/{}",
            ["towers", "bridges", "mills"],
        ),
        ("TimeoutError: no answer in {}", ["1873", "1902", "1944"]),
        (
            "Error: lock '/var/lock/build-{}.lock' is held",
            ["20260101", "20260102", "20260103"],
        ),
        (
            "Error: cannot write '/run/user/{}/x.sock'",
            ["1873", "1902", "1944"],
        ),
        (
            "rate limited, try again on {}",
            ["2026-11-26", "2026-11-27", "2026-11-28"],
        ),
        (
            "  File \"/repo/attempt_{}.py\", line 1\nSyntaxError: invalid syntax",
            ["a", "b", "c"],
        ),
        (
            "  File \"/repo/script{}.py\", line 1\nSyntaxError: invalid syntax",
            ["1", "2", "3"],
        ),
    ] {
        if !is_loop(&filled(pattern, new)) {
            wrong.push((pattern, new));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The code of an error says which it is, however it is written and however long it is; what somebody is to type in does not.
#[test]
fn cg_06_an_error_of_another_code_is_another() {
    const SHORT: [&str; 3] = ["401", "403", "500"];
    const LONG: [&str; 3] = ["40001", "40013", "41001"];
    let patterns = [
        "Error: {}",
        "Error {}",
        "Error code: {}",
        "Request failed with code {}",
        "Request failed with status code: {}.",
        "process exited with code {}",
        "API error: code={}",
        "rc={}",
        "errno={}",
        r#"{"errcode":{},"errmsg":"error"}"#,
        r#"{"code":"{}","message":"failed"}"#,
        "ERROR {} (HY000): failed",
        "错误码:{}",
        "错误码：{}",
        "错误代码:{}",
        "返回码:{}",
        "接口返回错误码{}",
        "服务器返回状态码{}",
    ];
    let cases = patterns
        .iter()
        .flat_map(|pattern| [(*pattern, SHORT), (*pattern, LONG)]);
    let mut cases: Vec<(&str, [&str; 3])> = cases.collect();
    cases.push((
        "{\n  \"error\": {\n    \"code\": {},\n    \"message\": \"failed\"\n  }\n}",
        SHORT,
    ));
    cases.push(("Command failed\nExit code: {}", ["1", "2", "127"]));
    cases.push((
        "HTTP/1.1 400 Bad Request\nContent-Type: text/html\n\n{\"code\":{},\"message\":\"failed\"}",
        LONG,
    ));
    cases.push(("HRESULT: 0x{}", ["80070191", "80070193", "800701f4"]));
    cases.push(("Error: 0x{}", ["80070191", "80070193", "800701f4"]));
    assert_eq!(taken_for_one(&cases), Vec::<&str>::new());
    for (pattern, passing) in [
        (
            "your verification code {} has expired",
            ["482913", "113094", "550012"],
        ),
        ("验证码 {} 已过期", ["482913", "113094", "550012"]),
        ("Error: {} tests failed", ["3", "4", "7"]),
        (
            "2026-11-27 17:30:01.123 ERROR {} --- [main] c.e.Db : Connection to localhost:5432 refused",
            ["4103", "4113", "4123"],
        ),
        ("ERROR (412{}): connection refused", ["3", "4", "5"]),
        ("Error: 17642646{}: connection refused", ["00", "60", "99"]),
        ("MFA code {} is invalid", ["482913", "113094", "550012"]),
        ("错误：{}个测试失败", ["3", "4", "7"]),
        ("Error: stopped after {} s", ["30001", "30018", "30211"]),
    ] {
        assert!(is_loop(&filled(pattern, passing)), "{pattern}");
    }
}

/// A chapter is named by its number, in Chinese and in English; a line, a process and what was waited are new each time.
#[test]
fn cg_06_ordinals_name_and_amounts_pass() {
    let numbers = ["3", "4", "5"];
    let cases = [
        "第{}章不存在",
        "找不到第{}页",
        "第 {} 条记录不存在",
        "没有第{}季",
        "找不到第{}期",
        "第{}题不存在",
        "第{}个参数无效",
        "没有第{}号文件",
        "找不到第{}回",
        "第{}小节不存在",
        "the {}th page does not exist",
        "there is no chapter {}",
    ];
    assert_eq!(
        taken_for_one(&cases.map(|pattern| (pattern, numbers))),
        Vec::<&str>::new()
    );
    let waited = ["30.1", "30.4", "31.0"];
    for (pattern, passing) in [
        ("请求超时:已等待{}秒", waited),
        ("等待{}秒后超时", waited),
        ("服务器{}秒内无响应", waited),
        ("进程 {} 被终止", ["4123", "4124", "4190"]),
        ("进程{}崩溃", ["4123", "4124", "4190"]),
        ("语法错误：第{}行第5列", numbers),
        ("第{}次尝试失败", numbers),
        ("第{}个字符处有误", numbers),
        ("第{}轮失败", numbers),
        ("the {}th attempt failed", numbers),
        ("syntax error on the {}th line", numbers),
        ("failed for the {}th time", numbers),
    ] {
        assert!(is_loop(&filled(pattern, passing)), "{pattern}");
    }
}
