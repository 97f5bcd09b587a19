use super::parts::{is_day_of_log, is_of_number};
use super::sentence::counts;
use crate::retrieval::analyze;
use crate::trajectory::wording;

/// Terms that errors of all kinds have in common, as the analyzer writes them: they set nothing apart, and are
/// taken only where nothing else is said.
const COMMON: &[&str] = &[
    "cannot",
    "call",
    "caus",
    "code",
    "com",
    "error",
    "except",
    "expect",
    "fail",
    "failur",
    "file",
    "found",
    "got",
    "http",
    "https",
    "import",
    "invalid",
    "last",
    "line",
    "messag",
    "modul",
    "name",
    "object",
    "occur",
    "recent",
    "request",
    "respons",
    "returned",
    "return",
    "status",
    "traceback",
    "trace",
    "unexpect",
    "unknown",
    "valu",
    "www",
    "attribut",
    "argument",
    "type",
    "错误",
    "失败",
    "异常",
    "报错",
    "出错",
    "发生",
];

/// Marks of quotation, in pairs.
pub(super) const MARKS: [(char, char); 5] =
    [('\'', '\''), ('"', '"'), ('`', '`'), ('‘', '’'), ('“', '”')];

/// What loggers write before an error, in the words of their heads.
const LEVELS: [&str; 4] = ["ERROR", "FATAL", "SEVERE", "CRITICAL"];
/// What such a head ends with.
const HEAD_ENDS: [&str; 3] = ["] ", " - ", " : "];
/// The same word in Chinese, behind which the error stands.
const CHINESE_LEVEL: &str = "错误";
/// What a number before it counts in a day and an hour in Chinese.
const OF_DAY: [char; 8] = ['年', '月', '日', '号', '时', '点', '分', '秒'];

/// The terms that set an error apart: of what its message quotes, then of what stands behind a logger's head, then of the
/// message, then of the whole text.
pub(super) fn of(message: &str, text: &str, error_type: &str, most: usize) -> Vec<String> {
    let of_type = analyze(error_type);
    let mut told = Vec::new();
    let mut common = Vec::new();
    let quoted = quotations(message).flat_map(analyze);
    let said = [behind_head(message), message].map(without_measures);
    for term in quoted.chain(said.iter().flat_map(|said| analyze(said))) {
        let plain = COMMON.contains(&term.as_str()) || of_type.contains(&term) || is_number(&term);
        let terms = if plain { &mut common } else { &mut told };
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    if told.is_empty() && message.len() < text.len() {
        let further = analyze(&without_measures(text)).into_iter();
        told.extend(
            further
                .filter(|term| !common.contains(term) && !is_number(term))
                .take(most),
        );
    }
    if told.is_empty() {
        told = common;
    }
    // "!!!" has no term, and is the same each time.
    let whole = wording::line(message, wording::NAME);
    if told.is_empty() && !whole.is_empty() {
        told.push(whole);
    }
    told.truncate(most);
    told
}

/// Numbers, `3rd` too, tell lines, sizes and times: another one is not another error.
fn is_number(term: &str) -> bool {
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| term.strip_suffix(end));
    let number = number.unwrap_or(term);
    number.starts_with(|c: char| c.is_ascii_digit()) && !number.chars().any(char::is_alphabetic)
}

/// What the first line says behind a logger's head, which all its errors have in common: `connection lost` of
/// "ERROR 1 --- [main] a.b.Orders : connection lost". Nothing of a line without one.
fn behind_head(message: &str) -> &str {
    let line = message.lines().next().unwrap_or_default();
    if let Some((_, behind)) = line.split_once(CHINESE_LEVEL) {
        return behind;
    }
    let behind_level = || LEVELS.iter().find_map(|level| line.split_once(level));
    let behind = match line.split_whitespace().next() {
        Some(first) if is_day_of_log(first) => line,
        _ => behind_level().map_or("", |(_, behind)| behind),
    };
    let ends = HEAD_ENDS
        .iter()
        .filter_map(|end| Some(behind.rfind(end)? + end.len()));
    behind.get(ends.max().unwrap_or(0)..).unwrap_or_default()
}

/// A text without `12ms`, `1.2 GiB`, `1m12s`, `10时20分30秒`: numbers with their units.
fn without_measures(text: &str) -> String {
    let text = &without_chinese_times(text);
    let mut kept = Vec::new();
    let mut is_behind_number = false;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if !(is_measure(bare) || is_behind_number && counts(bare)) {
            kept.push(word);
        }
        is_behind_number = !bare.is_empty() && bare.chars().all(is_of_number);
    }
    kept.join(" ")
}

/// A text without the characters that count days and hours in it: `2026 11 28 ` for 2026年11月28日.
fn without_chinese_times(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        // 5分钟 is two characters that say one thing.
        let counts = OF_DAY.contains(&c) && characters.peek() != Some(&'钟');
        let is_behind_digit = kept.ends_with(|last: char| last.is_ascii_digit());
        kept.push(if counts && is_behind_digit { ' ' } else { c });
    }
    kept
}

fn is_measure(word: &str) -> bool {
    let mut units = word.split(is_of_number).filter(|unit| !unit.is_empty());
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.ends_with(char::is_alphabetic)
        && units.all(counts)
}

/// What stands between marks of quotation, on one line.
fn quotations(message: &str) -> impl Iterator<Item = &str> {
    MARKS.iter().filter_map(|(open, close)| {
        let (_, rest) = message.split_once(*open)?;
        let (quoted, _) = rest.split_once(*close)?;
        (!quoted.is_empty() && !quoted.contains('\n')).then_some(quoted)
    })
}
