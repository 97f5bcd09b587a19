//! Lines that tell an error, its type by the shape in which it is printed, and its place.

use super::masks;
use crate::trajectory::wording;

/// The type of an error that prints none.
pub(super) const UNTYPED: &str = "Failure";

/// Words with which a line reports an error, in lower case.
const LEVELS: [&str; 11] = [
    "error",
    "fatal",
    "failed",
    "failure",
    "panic",
    "exception",
    "错误",
    "失败",
    "异常",
    "报错",
    "无法",
];
/// Keys before a code that is a word.
const KEYS: [&str; 4] = ["code", "type", "status", "reason"];
/// Words before a code that is a number.
const NUMBERED: [&str; 7] = ["error", "errno", "code", "status", "rc", "码", "错误"];

/// The lines of a text that tell the error: neither frames of a stack nor code that is shown with marks.
pub(super) fn telling_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut telling = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let is_marked = lines.get(at + 1).is_some_and(|next| is_marking(next));
        let before = at.checked_sub(1).and_then(|before| lines.get(before));
        let is_code = before.is_some_and(|before| is_python_frame(before)) && line.starts_with(' ');
        if !(is_marked || is_marking(line) || is_code || is_frame(line)) {
            telling.push(without_marks(line));
        }
    }
    let says = |line: &str| line.contains(char::is_alphanumeric);
    if telling.iter().any(|line| says(line)) {
        telling.retain(|line| says(line));
        return telling;
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

/// Returns true if a line only marks a place in the line above it.
fn is_marking(line: &str) -> bool {
    line.contains(['^', '~']) && line.chars().all(|c| " \t^~-_|+".contains(c))
}

fn is_python_frame(line: &str) -> bool {
    line.trim_start().starts_with("File \"")
}

/// Returns true for a frame of a stack, a numbered line of code, and a place that stands alone.
fn is_frame(line: &str) -> bool {
    let line = line.trim();
    let is_frame = line.starts_with("at ")
        && line.ends_with(|c: char| ")}{".contains(c) || c.is_ascii_digit());
    let is_numbered = line
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with('|')
        && line.starts_with(|c: char| c.is_ascii_digit());
    let is_head = line.starts_with("Traceback (");
    let place = line.trim_start_matches("--> ").trim_end_matches([')', ':']);
    let file = place.trim_end_matches(|c: char| c.is_ascii_digit() || ":,".contains(c));
    let is_place = file.len() < place.len()
        && file.contains(['.', '/', '\\', ':'])
        && !place.contains(char::is_whitespace)
        && place.ends_with(|c: char| c.is_ascii_digit());
    is_frame || is_numbered || is_head || is_python_frame(line) || is_place
}

/// A line without the marks that it begins with: `expected` of `|   ^^^ expected`.
fn without_marks(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['|', ' ']);
    match line.starts_with(['^', '~', '-']) {
        true => line.trim_start_matches(['^', '~', '-', '+', '|', ' ']),
        false => line,
    }
}

/// The type of an error and the line that tells it.
pub(super) fn kind_of<'t>(lines: &[&'t str]) -> (String, &'t str) {
    let first =
        |told: fn(&str) -> Option<String>| lines.iter().find_map(|line| Some((told(line)?, *line)));
    named_at_start(lines)
        .or_else(|| first(|line| words(line).find_map(error_name).map(str::to_owned)))
        .or_else(|| first(coded))
        .or_else(|| first(constant))
        .or_else(|| first(status_of))
        .or_else(|| first(keyed))
        .or_else(|| first(numbered))
        .or_else(|| first(|line| reports(line).then(|| UNTYPED.to_owned())))
        .unwrap_or_else(|| {
            let line = lines.first().copied().unwrap_or_default();
            (UNTYPED.to_owned(), line)
        })
}

/// The error that an output reports: by its name at the beginning of a line, by a word for errors there, or by a status.
pub(super) fn in_output<'t>(lines: &[&'t str]) -> Option<(String, &'t str)> {
    let begins = |line: &&&str| {
        let lower = line.to_lowercase();
        let behind = LEVELS.iter().find_map(|level| lower.strip_prefix(level));
        behind.is_some_and(|behind| behind.starts_with([':', '：', '[']))
    };
    let status = || {
        let line = lines
            .iter()
            .find(|line| line.to_lowercase().starts_with("http"))?;
        Some((status_of(line)?, *line))
    };
    let reported = || {
        let line = lines.iter().find(begins)?;
        Some((kind_of(&[line]).0, *line))
    };
    named_at_start(lines).or_else(reported).or_else(status)
}

/// The last line that begins with the name of an error and a colon, as a traceback ends; Node puts a code in between.
fn named_at_start<'t>(lines: &[&'t str]) -> Option<(String, &'t str)> {
    lines.iter().rev().find_map(|line| {
        let (head, behind) = line.split_once([':', '：']).unwrap_or((line, ""));
        let head = head.split_once(" [").map_or(head, |(name, _)| name);
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        let class = head.rsplit_once('.').map(|(_, class)| class);
        let class = class.filter(|class| is_capital(class) && behind.starts_with(' '));
        let name = error_name(head).or(class)?;
        head.chars().all(is_name).then(|| (name.to_owned(), *line))
    })
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || "_.-".contains(c)))
        .filter(|word| !word.is_empty())
}

fn is_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
}

/// `ConnectionError` of `requests.exceptions.ConnectionError`; `None` of functions such as `throwError`.
fn error_name(word: &str) -> Option<&str> {
    let name = word.trim_end_matches('.').rsplit('.').next()?;
    let ends = ["Error", "Exception", "Interrupt"];
    let is_named = ends
        .iter()
        .any(|end| name.len() > end.len() && name.ends_with(end));
    let is_word = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_named && is_word && is_capital(name)).then_some(name)
}

/// `E0308` of `error[E0308]`, `TS2304` of `error TS2304`.
fn coded(line: &str) -> Option<String> {
    let mut after_level = false;
    for word in words(line) {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
        let digits = word.len() - letters.len();
        let is_code = (1..=8).contains(&letters.len())
            && digits >= 2
            && letters.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_code && after_level {
            return Some(word.to_owned());
        }
        let lower = word.to_lowercase();
        after_level = lower == "error" || lower == "warning";
    }
    None
}

/// `ENOENT`, `ECONNREFUSED`, `ERR_MODULE_NOT_FOUND`.
fn constant(line: &str) -> Option<String> {
    /// Letters of the shortest, such as `EPERM`.
    const SHORTEST: usize = 5;
    let is_errno = |word: &&str| {
        word.len() >= SHORTEST
            && word.starts_with('E')
            && !word.starts_with("ERROR")
            && word
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit())
            && (word.starts_with("ERR_") || !word.contains(['_', '0']))
    };
    words(line).find(is_errno).map(str::to_owned)
}

/// `HTTP 429` of a line that tells a status of 400 to 599.
pub(super) fn status_of(line: &str) -> Option<String> {
    /// Parts between the word and the number, such as those of `HTTP/1.1 404`.
    const BETWEEN: usize = 4;
    let lower = line.to_lowercase();
    ["http", "status", "状态码"].iter().find_map(|key| {
        let (_, behind) = lower.split_once(key)?;
        let mut parts = behind.split(|c: char| !c.is_ascii_alphanumeric());
        let mut parts = parts.by_ref().filter(|part| !part.is_empty()).take(BETWEEN);
        let is_status = |part: &&str| {
            part.len() == 3
                && part
                    .parse()
                    .is_ok_and(|code: u16| (400..600).contains(&code))
        };
        parts.find(is_status).map(|status| format!("HTTP {status}"))
    })
}

/// The first value behind one of these keys, by what stands between, itself, and what follows.
fn behind<'t>(
    line: &'t str,
    keys: &[&str],
    is_wanted: fn(&str, &str, &str) -> bool,
) -> Option<&'t str> {
    let lower = line.to_ascii_lowercase();
    let found = keys.iter().flat_map(|key| {
        let ends = lower.match_indices(key);
        ends.map(|(at, key)| at + key.len())
    });
    found.filter_map(|at| line.get(at..)).find_map(|rest| {
        let begun = rest.trim_start_matches([' ', ':', '：', '=', '>', '"', '\'', '(', '[']);
        let between = rest.get(..rest.len() - begun.len())?;
        let end = begun.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let (value, after) = begun.split_at(end.unwrap_or(begun.len()));
        is_wanted(between, value, after).then_some(value)
    })
}

/// `NoSuchKey` of `<Code>NoSuchKey`, `overloaded_error` of `"type":"overloaded_error"`.
fn keyed(line: &str) -> Option<String> {
    let is_code = |between: &str, value: &str, _: &str| {
        let is_joined =
            value.contains('_') || value.bytes().skip(1).any(|b| b.is_ascii_uppercase());
        between.contains([':', '=', '>']) && is_joined
    };
    behind(line, &KEYS, is_code).map(str::to_owned)
}

/// `code 98` of `[Errno 98]`, `exit status 98` and `错误码 98`; a number of things is no code.
fn numbered(line: &str) -> Option<String> {
    /// Digits of the longest code.
    const LONGEST: usize = 10;
    let is_code = |_: &str, value: &str, after: &str| {
        let hex = value.strip_prefix("0x").unwrap_or_default();
        let is_hex = !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let counts = after.trim_start().starts_with(char::is_alphabetic);
        (is_hex || is_number) && value.len() <= LONGEST && !counts
    };
    Some(format!("code {}", behind(line, &NUMBERED, is_code)?))
}

fn reports(line: &str) -> bool {
    let lower = line.to_lowercase();
    LEVELS.iter().any(|level| lower.contains(level))
}

/// The place that an error tells: the last `File "x", line 3`, else the first `path.ext:3:5`, else the first address.
pub(super) fn location(text: &str) -> Option<String> {
    let found = python_place(text)
        .or_else(|| place(text))
        .or_else(|| address(text))?;
    Some(wording::line(&found, wording::LINE))
}

fn python_place(text: &str) -> Option<String> {
    text.lines().rev().find_map(|line| {
        let (_, rest) = line.split_once("File \"")?;
        let (path, rest) = rest.split_once("\", line ")?;
        let number = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some(format!("{path}:{number}"))
    })
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()[]<>\"'`,，。；（）".contains(c))
        .filter(|part| !part.is_empty())
}

fn place(text: &str) -> Option<String> {
    let is_place = |part: &&str| {
        let mut of_place = part.split(':');
        let path = of_place.next().unwrap_or_default();
        let line = of_place.next().unwrap_or_default();
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        (1..=5).contains(&ending.len())
            && ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && !line.is_empty()
            && line.bytes().all(|byte| byte.is_ascii_digit())
    };
    let found = parts(text).find(is_place)?;
    Some(
        found
            .trim_end_matches(":in")
            .trim_end_matches(':')
            .to_owned(),
    )
}

/// An address without its query and what stands before an `@`, which may be secret.
fn address(text: &str) -> Option<String> {
    let found =
        parts(text).find(|part| part.starts_with("http://") || part.starts_with("https://"))?;
    let (scheme, rest) = found.split_once("://")?;
    let page = rest.split(['?', '#']).next()?;
    let host = page.split('/').next().unwrap_or_default();
    let login = host.rfind('@').map_or(0, |at| at + 1);
    let page = page.get(login..)?.trim_end_matches([':', '.']);
    Some(format!("{scheme}://{page}"))
}

/// The name of the file in a location; none of a page, and of what an interpreter calls itself.
pub(super) fn file_of(location: &str) -> Option<String> {
    let is_file = !location.contains("://") && !location.starts_with('<');
    let path = location.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':');
    is_file.then(|| masks::name(path))?
}
