//! What an error is called, and which line of a text tells it.

use super::stack::lines_apart;

/// What an error is called when nothing tells more.
pub(super) const UNTYPED: &str = "Failure";
/// What it is called when tests have failed, and nothing tells why.
const OF_TESTS: &str = "TestFailure";

/// Words that errors are told by, and the type they stand for; the first that occurs counts. Lower case.
const PHRASES: &[(&str, &[&str])] = &[
    (
        "Timeout",
        &[
            "timed out",
            "timeout",
            "time-out",
            "deadline exceeded",
            "etimedout",
            "超时",
        ],
    ),
    (
        "RateLimit",
        &[
            "rate limit",
            "rate-limit",
            "too many requests",
            "限流",
            "请求过多",
            "频率限制",
        ],
    ),
    (
        "ConnectionError",
        &[
            "connection refused",
            "connection reset",
            "connection error",
            "econnrefused",
            "econnreset",
            "enotfound",
            "network error",
            "failed to fetch",
            "dns",
            "连接失败",
            "连接被",
            "网络错误",
            "无法连接",
        ],
    ),
    (
        "PermissionDenied",
        &[
            "permission denied",
            "access denied",
            "eacces",
            "forbidden",
            "unauthorized",
            "权限",
            "拒绝访问",
            "未授权",
        ],
    ),
    (
        "SyntaxError",
        &[
            "syntax error",
            "parse error",
            "unexpected token",
            "语法错误",
            "解析错误",
        ],
    ),
    (
        "NotFound",
        &[
            "no such file",
            "enoent",
            "not found",
            "does not exist",
            "cannot find",
            "找不到",
            "没有找到",
            "未找到",
            "不存在",
        ],
    ),
    (
        "UndefinedSymbol",
        &["undefined symbol", "undefined reference"],
    ),
    (
        "OutOfMemory",
        &["out of memory", "memory limit", "内存不足"],
    ),
    (
        "SegmentationFault",
        &["segmentation fault", "segfault", "段错误"],
    ),
    (
        "AssertionError",
        &[
            "assertion failed",
            "assertion error",
            "expect(locator)",
            "断言失败",
        ],
    ),
    ("Panic", &["panicked at", "panic:"]),
    (
        OF_TESTS,
        &[
            "test failed",
            "tests failed",
            "failing test",
            "测试失败",
            "测试未通过",
        ],
    ),
    (
        "NoResults",
        &["no results", "nothing found", "没有结果", "无结果"],
    ),
    ("Blocked", &["captcha", "blocked by", "验证码", "被屏蔽"]),
    ("TypeError", &["type error", "mismatched types", "类型错误"]),
    (
        "InvalidInput",
        &[
            "invalid argument",
            "invalid input",
            "无效参数",
            "参数错误",
            "无效输入",
        ],
    ),
];

/// What a line that reports an error begins with. Lower case.
const HERALDS: &[&str] = &[
    "error:",
    "error[",
    "fatal:",
    "fatal error",
    "exception:",
    "panic:",
    "错误：",
    "错误:",
    "失败：",
    "失败:",
    "异常：",
    "异常:",
    "报错：",
    "报错:",
];

/// The type of an error, and the line that tells it.
pub(super) fn of_error(text: &str) -> (String, &str) {
    let name_in = |line: &str| words(line).find_map(name_of).map(str::to_owned);
    let number_in = |line: &str| code_of(line).or_else(|| status_of(line));
    named_at_line_start(text)
        .or_else(|| raised(text))
        .or_else(|| first_of(text, name_in))
        .or_else(|| first_of(text, number_in))
        .unwrap_or_else(|| of_phrase(text))
}

/// The type of an error that has no name, by what is said of it, first of all in a line that reports it, and the first line
/// that does either. That tests have failed is said of what others say.
fn of_phrase(text: &str) -> (String, &str) {
    let lines: Vec<&str> = lines_apart(text).map(str::trim).collect();
    let telling = |line: &&str| phrase_of(line).filter(|name| *name != OF_TESTS);
    let reports = |line: &&str| tells_an_error(line);
    let at = |is_wanted: &dyn Fn(&&str) -> bool| lines.iter().position(is_wanted);
    let both = at(&|line| reports(line) && telling(line).is_some());
    let told = both.or_else(|| at(&|line| telling(line).is_some()));
    let reported = both.or_else(|| at(&reports));
    let first = [told, reported].into_iter().flatten().min();
    let of_tests = || at(&|line| phrase_of(line).is_some()).map(|at| (OF_TESTS, at));
    let line = |at: usize| lines.get(at);
    let name = told.and_then(line).and_then(telling).unwrap_or(UNTYPED);
    let (name, said) = first
        .map(|first| (name, first))
        .or_else(of_tests)
        .or_else(|| Some((UNTYPED, at(&|line| line.contains(char::is_alphanumeric))?)))
        .unwrap_or((UNTYPED, 0));
    (name.to_owned(), line(said).copied().unwrap_or_default())
}

/// Whether a line reports an error, as compilers and linters do, whatever is printed before it; not that something ended
/// with one, which is told last and says nothing of it.
pub(super) fn tells_an_error(line: &str) -> bool {
    const BEGIN: [&str; 7] = [
        "error ",
        "e: ",
        "startup failed",
        "cmake error ",
        "npm error code e",
        "npm err! code e",
        "err_pnpm",
    ];
    const WITHIN: [&str; 11] = [
        ": error:",
        ": fatal error:",
        " - error:",
        " error: ",
        "  error  ",
        " [emerg] ",
        "[error] connection in use",
        " e: unable to ",
        "version solving failed",
        "could not resolve",
        "no rule to make",
    ];
    const OF_AN_END: [&str; 14] = [
        "error message:",
        "exit code",
        "exit status",
        "test failed",
        "exited with",
        "didn't exit",
        "-exited-",
        "generation-failed",
        "elifecycle",
        "] error 1",
        "] error 2",
        "failed to push",
        "could not apply",
        "推送",
    ];
    let lower = line.trim_start().to_lowercase();
    let begins = HERALDS.iter().chain(&BEGIN);
    let reports = begins.into_iter().any(|begin| lower.starts_with(begin))
        || WITHIN.iter().any(|within| lower.contains(within));
    reports && !OF_AN_END.iter().any(|end| lower.contains(end))
}

/// The type of an error that an output reports on a line of its own, and the line.
pub(super) fn in_output(text: &str) -> Option<(String, &str)> {
    let reports = |line: &str| {
        let lower = line.trim_start().to_lowercase();
        HERALDS.iter().any(|herald| lower.starts_with(herald))
    };
    named_at_line_start(text)
        .or_else(|| {
            let line = text.lines().find(|line| reports(line))?;
            Some((of_error(line).0, line.trim()))
        })
        .or_else(|| {
            first_of(text, |line| {
                line.trim_start()
                    .get(..4)?
                    .eq_ignore_ascii_case("http")
                    .then(|| status_of(line))?
            })
        })
}

/// The last line that begins with the name of an error and a colon, as a traceback ends; between the two, Node puts a code
/// in brackets.
fn named_at_line_start(text: &str) -> Option<(String, &str)> {
    text.lines().rev().find_map(|line| {
        let line = line.trim();
        let head = line.split([':', '：']).next()?;
        let coded = head
            .strip_suffix(']')
            .and_then(|head| head.split_once(" ["));
        let head = coded.map_or(head, |(name, _)| name);
        let name = name_of(head)?;
        (!head.contains(char::is_whitespace)).then(|| (name.to_owned(), line))
    })
}

/// The exception that a traceback ends with, whatever it is called, and its line.
fn raised(text: &str) -> Option<(String, &str)> {
    let (_, trace) = text.rsplit_once("Traceback (most recent call last)")?;
    let is_own = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic());
    let line = trace.lines().skip(1).find(is_own)?.trim_end();
    let name = line.split(':').next()?.rsplit('.').next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        || line.contains('.') && !name.is_empty();
    let is_word = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && is_word).then(|| (name.to_owned(), line))
}

fn first_of(text: &str, told: impl Fn(&str) -> Option<String>) -> Option<(String, &str)> {
    lines_apart(text).find_map(|line| Some((told(line)?, line.trim())))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.')))
}

/// `ConnectionError` of `requests.exceptions.ConnectionError`; `None` for what names no error, as functions such as
/// `throwError`.
fn name_of(word: &str) -> Option<&str> {
    let name = word.trim_end_matches('.').rsplit('.').next()?;
    let named = ["Error", "Exception", "Interrupt"]
        .iter()
        .any(|end| name.len() > end.len() && name.ends_with(end));
    let starts = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
    (named && starts && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
        .then_some(name)
}

/// `E0308` of `error[E0308]`, `TS2304` of `error TS2304`.
fn code_of(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("error")?;
    let code = rest.trim_start_matches([' ', '[']);
    let code: String = code
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let letters = code.chars().take_while(char::is_ascii_uppercase).count();
    let digits = code.len() - letters;
    let is_code = (1..=4).contains(&letters) && digits >= 3;
    (is_code && code.chars().skip(letters).all(|c| c.is_ascii_digit())).then_some(code)
}

/// `HTTP 429` of a line that tells a status of 400 to 599.
pub(super) fn status_of(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    const SPEAK_OF_IT: [&str; 6] = [
        "http",
        "status",
        "状态码",
        "too many requests",
        "not found",
        "url returned error",
    ];
    let speaks_of_it = SPEAK_OF_IT.iter().any(|word| lower.contains(word));
    // What stands behind a point is a part of a second, or of a status of some servers.
    let words = lower.split(|c: char| !(c.is_alphanumeric() || c == '.'));
    let words = words.map(|word| word.trim_start_matches('.'));
    let mut numbers = words.map(|word| word.split_once('.').map_or(word, |(whole, _)| whole));
    let is_status = |number: &&str| {
        number.len() == 3
            && number
                .parse()
                .is_ok_and(|code: u16| (400..600).contains(&code))
    };
    let status = speaks_of_it.then(|| numbers.find(is_status))??;
    Some(format!("HTTP {status}"))
}

fn phrase_of(line: &str) -> Option<&'static str> {
    // "Test failed. See above for more details."
    const POINTS_UP: &str = "see above";
    let lower = line.to_lowercase();
    let told =
        |(_, phrases): &&(&str, &[&str])| phrases.iter().any(|phrase| lower.contains(phrase));
    let found = PHRASES.iter().find(told);
    found
        .filter(|_| !lower.contains(POINTS_UP))
        .map(|(name, _)| *name)
}
