//! The words of an error's sentence, to tell whether two say the same of different things: "could not find tower in the
//! document", "could not find bridge in the document".

use super::chance::{is_of_chance, may_be_of_chance};
use super::names::{is_plain, name, veiled};
use super::numbers::{self, is_year};
use super::parts::{DIGITS, PASSING, Part, is_of_number, parts};
use super::ports::is_lasting;
use super::quotations::{NAMED, quotations_apart};

/// What stands before the number of a port, which is no figure.
const PORT: char = ':';
/// What stands before that of a machine.
const HOST: char = '@';
/// Words of a sentence that are compared.
const MOST: usize = 64;
/// Letters of the shortest word that chance may have made; `lz` is the name of a library.
const SHORTEST: usize = 6;
/// Those of a pod.
const OF_POD: usize = 5;

/// What the number behind it is new each time for, besides what is started again and again; of a Chinese word the last
/// character.
const BEFORE: [&str; 25] = [
    "after",
    "at",
    "byte",
    "bytes",
    "char",
    "character",
    "col",
    "column",
    "elapsed",
    "id",
    "in",
    "line",
    "lines",
    "offset",
    "position",
    "requested",
    "seed",
    "size",
    "took",
    "used",
    "waited",
    "within",
    "共",
    "时",
    "务",
];
/// What a number before it measures in, which is new each time; of a Chinese word the first character.
const MEASURES: [&str; 43] = [
    "%",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "ms",
    "millisecond",
    "milliseconds",
    "us",
    "ns",
    "m",
    "min",
    "minute",
    "minutes",
    "h",
    "hr",
    "hrs",
    "hour",
    "hours",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "µs",
    "byte",
    "bytes",
    "kb",
    "mb",
    "gb",
    "tb",
    "kib",
    "mib",
    "gib",
    "tib",
    "毫",
    "微",
    "秒",
    "分",
    "小",
    "时",
];
/// What a number before it counts, likewise.
const COUNTED: [&str; 24] = [
    "killed",
    "requests",
    "tokens",
    "times",
    "attempts",
    "iterations",
    "retries",
    "tries",
    "天",
    "行",
    "次",
    "字",
    "步",
    "轮",
    "遍",
    "批",
    "列",
    "errors",
    "failed",
    "failures",
    "passed",
    "previous",
    "tests",
    "time",
];
/// The second character of a Chinese measure.
const SECOND: [&str; 3] = ["钟", "时", "秒"];

/// The words of a message without those of chance that say something: no articles, and marks for quotations, which are names
/// and compared as such. What is new each time is left as a mark, so that the others keep their places. Numbers tell in the first
/// line alone: below it they count what went well, what is shown, and how long it took; but for the port of an address that
/// was refused or is taken.
pub(super) fn of(message: &str) -> Vec<String> {
    let (_, outside) = quotations_apart(message);
    let mut words = Vec::new();
    for (number, line) in outside.lines().enumerate() {
        words.extend(words_of(line, number == 0));
    }
    words.truncate(MOST);
    words
}

fn words_of(line: &str, numbers_tell: bool) -> Vec<String> {
    let parts: Vec<Part<'_>> = line.split_whitespace().flat_map(parts).collect();
    let mut words = Vec::new();
    let mut has_begun = false;
    let ports_tell = numbers_tell || tells_of_an_address(line);
    for (at, part) in parts.iter().enumerate() {
        let [before, earlier] = [1, 2].map(|back| parts.get(at.checked_sub(back)?));
        let [behind, later] = [1, 2].map(|ahead| parts.get(at + ahead));
        let is_number = part.is_number();
        let word = match part {
            Part::Port(port) if !is_lasting(port) => PASSING.to_owned(),
            Part::Port(port) | Part::Word(port)
                if ports_tell && has_begun && is_port(part, before) =>
            {
                format!("{PORT}{port}")
            }
            _ if is_number && !(numbers_tell && has_begun) => PASSING.to_owned(),
            Part::Named(named) => name(named).unwrap_or_else(|| PASSING.to_owned()),
            Part::Host(host) => format!("{HOST}{host}"),
            Part::Word(word) if is_plain(word) => continue,
            Part::Word(word) if is_year_of(word, [earlier, before], behind) => word.to_lowercase(),
            Part::Day(day) if is_day_of([earlier, before]) => (*day).to_owned(),
            Part::Day(_) => PASSING.to_owned(),
            Part::Word(word) if is_value_of(before, word) => PASSING.to_owned(),
            _ if is_unit_of([earlier, before], part) => PASSING.to_owned(),
            // "2 of 3 replicas".
            _ if is_number && is_one(behind, &["of"]) && later.is_some_and(Part::is_number) => {
                PASSING.to_owned()
            }
            _ if is_number && is_of_what_runs([earlier, before], [behind, later]) => {
                PASSING.to_owned()
            }
            Part::Word(word)
                if !(is_number && is_of_a_part(before, later))
                    && is_passing(word, before, behind) =>
            {
                PASSING.to_owned()
            }
            Part::Port(port) => format!("{PORT}{port}"),
            Part::Word(word) => word.to_lowercase(),
        };
        // What stands before all words counts lines, steps and seconds.
        has_begun |= !is_number && word != PASSING && word != NAMED;
        words.push(word);
    }
    words
}

/// Whether a number is that of a process, `进程4123`, or of a character or a task: `第12个字符`.
fn is_of_what_runs(
    [earlier, before]: [Option<&Part<'_>>; 2],
    [behind, later]: [Option<&Part<'_>>; 2],
) -> bool {
    is_one(before, &["程"]) && is_one(earlier, &["进", "线", "协"])
        || is_one(behind, &["个"]) && is_one(later, &["字", "任", "请", "测", "错"])
}

/// Whether a number is that of a part of something, `第3小节`, though its unit counts elsewhere.
fn is_of_a_part(before: Option<&Part<'_>>, later: Option<&Part<'_>>) -> bool {
    is_one(before, &["第"]) && is_one(later, &["节", "段", "册", "队"])
}

/// Whether a part is a port, of an address or behind 端口.
fn is_port(part: &Part<'_>, before: Option<&Part<'_>>) -> bool {
    matches!(part, Part::Port(_)) || part.is_number() && is_one(before, &["口"])
}

/// Whether a line says that an address was refused or is taken.
fn tells_of_an_address(line: &str) -> bool {
    const SAID: [&str; 5] = ["refused", "eaddrinuse", "already in use", "拒绝", "占用"];
    let lower = line.to_lowercase();
    SAID.iter().any(|said| lower.contains(said))
}

/// The machine that a word of a sentence is the address of.
pub(super) fn host(word: &str) -> Option<&str> {
    word.strip_prefix(HOST)
}

/// What stands for these words where they are only compared, and nobody is to read them.
pub(super) fn veil(words: &mut [String]) {
    for word in words.iter_mut().filter(|word| *word != PASSING) {
        *word = veiled(word);
    }
}

/// Whether a word is new each time: what chance made; a number by its length, by what stands before it or behind.
fn is_passing(word: &str, before: Option<&Part<'_>>, behind: Option<&Part<'_>>) -> bool {
    let unit = word.trim_start_matches(is_of_number);
    let digits = word.chars().filter(char::is_ascii_digit).count();
    if unit.len() == word.len() {
        let is_of_pod = is_behind_chance(before) && may_be_of_chance(word);
        return word.contains('…')
            || word.len() >= SHORTEST && is_of_chance(word)
            || word.len() == OF_POD && is_of_pod;
    }
    if is_ordinal(word) {
        return [&BEFORE[..], &MEASURES, &COUNTED, &numbers::PASSING]
            .iter()
            .any(|known| is_one(behind, known));
    }
    if !unit.is_empty() {
        return counts(unit) || is_of_chance(word);
    }
    let is_counted = is_one(before, &BEFORE) || is_one(before, &numbers::PASSING);
    digits > DIGITS || is_unit(behind) || is_counted
}

/// Whether a word is one that a number before it counts in.
pub(super) fn counts(word: &str) -> bool {
    let word = word.to_lowercase();
    [&MEASURES[..], &COUNTED]
        .iter()
        .any(|units| units.contains(&word.as_str()))
}

fn is_unit(part: Option<&Part<'_>>) -> bool {
    is_one(part, &MEASURES) || is_one(part, &COUNTED)
}

/// Whether a word is the unit of the number before it, which is another where there is more: `900 KB`, `1.2 MB`, `2 分钟`.
fn is_unit_of([earlier, before]: [Option<&Part<'_>>; 2], part: &Part<'_>) -> bool {
    let is_number = |part: Option<&Part<'_>>| part.is_some_and(Part::is_number);
    let part = Some(part);
    is_number(before) && is_one(part, &MEASURES)
        || is_number(earlier) && is_one(before, &MEASURES) && is_one(part, &SECOND)
}

/// Whether what stands before it was made by chance: `7d4b9c6f5d` of a pod's `web-7d4b9c6f5d-x2k9q`.
fn is_behind_chance(before: Option<&Part<'_>>) -> bool {
    matches!(before, Some(Part::Word(word)) if word.len() > SHORTEST && is_of_chance(word))
}

/// `3rd`.
fn is_ordinal(word: &str) -> bool {
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| word.strip_suffix(end));
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// What is waited for until a time, and what takes one.
const WAITS: [&str; 9] = [
    "again", "answer", "expires", "out", "reply", "resets", "response", "retry", "up",
];

/// Whether a word is the number behind a key such as `retryAfter:`, or that of a line behind a script: `./a.sh: 12:`.
fn is_value_of(before: Option<&Part<'_>>, word: &str) -> bool {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    let is_key = |key: &str| {
        let key = key.strip_suffix(':').unwrap_or_default();
        let is_name = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name || key.contains('/') || key.ends_with(".sh")
    };
    is_number && matches!(before, Some(Part::Named(key)) if is_key(key))
}

/// Whether a day is that on which something is; others tell when an error was met, or how long to wait.
fn is_day_of([earlier, before]: [Option<&Part<'_>>; 2]) -> bool {
    is_one(before, &["on", "for", "of"]) && !is_one(earlier, &WAITS)
}

/// Whether a number is the year in which something is: no time to wait, and no count.
fn is_year_of(
    word: &str,
    [earlier, before]: [Option<&Part<'_>>; 2],
    behind: Option<&Part<'_>>,
) -> bool {
    is_year(word) && is_one(before, &["in"]) && !is_one(earlier, &WAITS) && !is_unit(behind)
}

/// Whether a part is one of these words; of `MB/s` the first counts.
fn is_one(part: Option<&Part<'_>>, known: &[&str]) -> bool {
    let word = match part {
        Some(Part::Word(word)) => word,
        Some(Part::Named(named)) => named.split('/').next().unwrap_or_default(),
        _ => return false,
    };
    known.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::super::sameness::{differ, differ_but_for_figures};
    use super::*;

    fn hidden(words: &[String]) -> Vec<String> {
        let mut words = words.to_vec();
        veil(&mut words);
        words
    }

    /// CG-06: what two sentences that are alike do not share sets the errors apart.
    #[test]
    fn cg_06_the_same_said_of_different_things_is_another_error() {
        for (pattern, things) in [
            ("could not find {} in the document", ["tower", "bridge"]),
            (
                "could not find {} in the document",
                ["tower", "London Bridge"],
            ),
            ("incompatible type {}", ["int", "str"]),
            ("列 {} 不存在", ["价格", "名称"]),
            ("找不到列{}", ["价格", "名称"]),
            ("读取第3行时找不到列{}", ["价格", "名称"]),
            ("监听端口{}失败", ["3000", "3001"]),
            (
                "listen EADDRINUSE: address already in use :::{}",
                ["3000", "3001"],
            ),
            ("the address is taken ([::]:{})", ["3000", "3001"]),
            ("connect ECONNREFUSED 127.0.0.1:{}", ["5432", "16379"]),
            ("AssertionError: expected {}", ["3 got 4", "7 got 9"]),
            ("exit code {}", ["1", "2"]),
            ("{}", ["the server is busy", "no table is free"]),
            (
                "{\"status\":400,\"message\":\"the {} is missing\"}",
                ["name", "price"],
            ),
            ("{\"errno\":{}}", ["13", "17"]),
            ("cannot find -l{}", ["ssl", "z"]),
            (
                "connect to host {} port 22: refused",
                ["10.0.0.1", "10.0.0.2"],
            ),
            ("{} is unreachable", ["10.0.0.1", "192.168.7.9"]),
            ("connect ECONNREFUSED {}:5432", ["10.0.0.1", "10.0.0.2"]),
            ("无法连接主机{}", ["10.0.0.1", "10.0.0.2"]),
            ("no route, host={}", ["203.0.113.7", "203.0.113.8"]),
            // The first is short, as names are.
            (
                "level=error msg=\"{}\"",
                ["certificate expired", "failed to start the daemon"],
            ),
        ] {
            let [one, other] = things.map(|thing| of(&pattern.replace("{}", thing)));
            assert!(differ(&one, &other), "{one:?} {other:?}");
            assert!(!differ(&one, &one.clone()), "{one:?}");
            assert!(differ(&hidden(&one), &hidden(&other)), "{one:?}");
        }
    }

    /// CG-03: figures set errors apart for loops alone; a port, a month, a code are none.
    #[test]
    fn cg_03_figures_make_no_other_case() {
        for (pattern, things, is_figure) in [
            ("AssertionError: expected 3, got {}", ["4", "5.5"], true),
            ("lint found {} problems", ["7", "12"], true),
            (
                "connect ECONNREFUSED 127.0.0.1:{}",
                ["5432", "16379"],
                false,
            ),
            ("report {} is missing", ["2024-01", "2024-02"], false),
            ("no route to {}", ["10.0.0.1", "10.0.0.2"], false),
            ("could not find {}", ["tower", "bridge"], false),
        ] {
            let [one, other] = things.map(|thing| of(&pattern.replace("{}", thing)));
            assert!(differ(&one, &other), "{one:?} {other:?}");
            assert_eq!(differ_but_for_figures(&one, &other), !is_figure, "{one:?}");
        }
    }

    #[test]
    fn cg_06_what_is_new_each_time_sets_no_sentences_apart() {
        for (pattern, things) in [
            ("the request timed out after {} s", ["30", "31"]),
            ("timed out after {}", ["300ms", "299ms"]),
            ("token {} was refused", ["9998", "10003"]),
            ("src/a.rs:{}:5: mismatched types", ["3", "9"]),
            ("syntax error at line {}", ["3", "14"]),
            ("./a.sh: {}: bar: not found", ["3", "14"]),
            ("deploy.sh: {}: Syntax error", ["3", "14"]),
            ("Limit 30000, Used {}, Requested 12", ["2876", "2911"]),
            (
                "{} the worker of the queue stopped",
                ["2026-11-25", "2026-11-26"],
            ),
            ("[{}] the queue stopped", ["06:14:03.120", "06:15:44.007"]),
            ("it took ({} seconds) too long", ["12.5", "1,204.25"]),
            ("process {} exited", ["4711", "4712"]),
            ("the {} ended early", ["…", "trace-…"]),
            ("请在{}后重试", ["5分钟", "4分钟"]),
            ("tried to allocate {} of memory", ["20.00 MiB", "22.00 MiB"]),
            ("the disk is full to {}", ["95%", "96%"]),
            ("语法错误：第{}行", ["3", "8"]),
            (
                "[time=2026-11-26T10:00:{}+01:00 level=ERROR] no",
                ["01.123", "31.907"],
            ),
            ("restarting (x{} over 3m12s)", ["5", "6"]),
            ("*{} connect() failed", ["5", "17"]),
            ("build #{} failed", ["104", "105"]),
            ("任务 {} 失败", ["104", "105"]),
            ("too many, retry_after={}", ["58", "41"]),
            ("too many, retryAfter: {}", ["58", "41"]),
            ("busy {\"uptime\":{}}", ["1041", "1102"]),
            ("progress deadline exceeded: {} of 3 replicas", ["0", "1"]),
            ("stopped after {} of 1,204 files", ["12", "31"]),
            ("共{}个测试，有失败", ["12", "14"]),
            ("{\"msg\":\"请求过于频繁，请{}秒后再试\"}", ["58", "41"]),
            ("{\"error\":\"timeout after {}s\"}", ["30.1", "30.2"]),
            ("错误：构建失败，用时{}秒", ["1.2", "3.4"]),
            ("tried to allocate {}", ["2.00 GiB", "512.00 MiB"]),
            ("deadline exceeded after {}", ["90 seconds", "2 minutes"]),
            ("deadline exceeded after {}", ["PT1.5S", "PT2M"]),
            ("已用 {}", ["90 秒", "2 分钟"]),
            ("已用 {}", ["300 毫秒", "1 小时"]),
            ("it stopped at {}", ["12kB/s", "1.2MB/s"]),
            ("{} 服务停止", ["10时03分02秒", "11时04分05秒"]),
            ("pod web-7d4b9c6f5d-{} is not ready", ["x2k9q", "zz8pl"]),
            // A site has several machines.
            ("connect ETIMEDOUT {}:443", ["104.16.3.35", "104.16.2.35"]),
            // One that says more.
            ("quota exceeded{}", ["", ", upgrade the plan"]),
        ] {
            let [one, other] = things.map(|thing| of(&pattern.replace("{}", thing)));
            assert!(!differ(&one, &other), "{one:?} {other:?}");
            assert!(!differ(&hidden(&one), &hidden(&other)), "{one:?}");
        }
    }
}
