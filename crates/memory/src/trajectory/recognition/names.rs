use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::chance::is_of_chance;
use super::keywords::MARKS;
use super::numbers::{is_catalogued, is_year, untold_digits};
use crate::trajectory::wording;

/// Names that are told apart; more are as many.
const MOST: usize = 6;
/// Characters of a quotation that is a name, and no sentence.
const QUOTED: usize = 120;

/// What a message names: what it quotes, the last part of each path and address in it, names of code such as `test_sum` and
/// `testLogin`. An error of other names is another error, though the sentences are the same.
pub(super) fn in_message(message: &str) -> Vec<String> {
    let (quotations, rest) = quotations_apart(message);
    let mut names: BTreeSet<String> = quotations.into_iter().filter_map(name).collect();
    names.extend(
        rest.split_whitespace()
            .filter(|word| is_named(word))
            .filter_map(name),
    );
    names.into_iter().take(MOST).collect()
}

/// What a message quotes, and the rest of it.
pub(super) fn quotations_apart(message: &str) -> (Vec<&str>, String) {
    let (mut quotations, mut rest) = (Vec::new(), String::new());
    for line in message.lines() {
        quotations.extend(quoted(line, &mut rest));
        rest.push('\n');
    }
    (quotations, rest)
}

/// What an action asked for, where its error says no more than that it was not to be had: of a page its site, whose other
/// pages are the same predicament.
pub(super) fn asked_for(input: &str) -> Option<String> {
    if let Some(site) = site_of(input) {
        return Some(site);
    }
    let line = wording::line(input, wording::INPUT);
    name(&line).or_else(|| (!line.is_empty()).then(|| line.to_lowercase()))
}

/// The site of an address, in lower case; `None` of what is no address.
pub(in crate::trajectory) fn site_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    // What stands before an @ is a name and a password.
    let host = host.rsplit('@').next().unwrap_or(host);
    Some(host.to_lowercase())
}

/// A message with the site alone of each address in it.
pub(super) fn with_sites_alone(message: &str) -> String {
    let words = message.split_inclusive(char::is_whitespace);
    let sites = words.map(|word| match site_of(word.trim_end()) {
        Some(site) => Cow::Owned(format!("{site} ")),
        None => Cow::Borrowed(word),
    });
    sites.collect()
}

/// What stands for a name where it is only compared, and nobody is to read it: the same for the same name.
pub(super) fn veiled(name: &str) -> String {
    const BYTES: usize = 8;
    let digest = Sha256::digest(name.as_bytes());
    let mut veil = String::with_capacity(2 * BYTES);
    for byte in digest.iter().take(BYTES) {
        // Writing to a string never fails.
        let _ = write!(veil, "{byte:02x}");
    }
    veil
}

/// The quotations of a line, of which the other words are added to `rest`. A mark within a word is an apostrophe.
fn quoted<'l>(line: &'l str, rest: &mut String) -> impl Iterator<Item = &'l str> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(after) = line.get(at..) {
        let Some(first) = after.chars().next() else {
            break;
        };
        let is_open = !before.is_ascii_alphanumeric();
        let behind = after.get(first.len_utf8()..).unwrap_or_default();
        let Some(inside) = is_open.then(|| inside(first, behind)).flatten() else {
            rest.push(first);
            before = first;
            at += first.len_utf8();
            continue;
        };
        found.push(inside);
        rest.push(' ');
        before = ' ';
        at += 2 * first.len_utf8() + inside.len();
    }
    found.into_iter()
}

/// What stands between an opening mark and the nearest that closes it. Linkers open with a backtick what they close with an
/// apostrophe.
fn inside(open: char, behind: &str) -> Option<&str> {
    const LINKERS: (char, char) = ('`', '\'');
    MARKS
        .iter()
        .chain([&LINKERS])
        .filter(|(mark, _)| *mark == open)
        .filter_map(|(_, close)| until(behind, *close))
        .min_by_key(|inside| inside.len())
}

/// What stands before a closing mark, which no letter follows.
fn until(text: &str, close: char) -> Option<&str> {
    let (end, _) = text.match_indices(close).find(|(at, mark)| {
        let after = text.get(at + mark.len()..).unwrap_or_default();
        !after.starts_with(|c: char| c.is_ascii_alphanumeric())
    })?;
    let inside = text.get(..end)?;
    (!inside.trim().is_empty() && inside.chars().count() <= QUOTED).then_some(inside)
}

/// Whether a word outside quotations is a name: a path, an address, a host, or letters with `_` between them.
pub(super) fn is_named(word: &str) -> bool {
    let word = without_place(word);
    let parts: Vec<&str> = word.split('_').collect();
    let is_snake = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
    let is_camel = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains(|c: char| c.is_ascii_uppercase())
        && word.chars().all(char::is_alphanumeric);
    let is_code = is_snake || is_camel;
    let has_ending = word.rsplit_once('.').is_some_and(|(stem, end)| {
        stem.contains(char::is_alphabetic)
            && !end.is_empty()
            && end.chars().all(char::is_alphanumeric)
    });
    word.contains(['/', '\\']) || is_code || has_ending || is_catalogued(word)
}

/// A word without the place that it may end with, `a.rs:3:5`, `a.ts(3,5)`, and without marks around it.
pub(super) fn without_place(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
    let end = word.find('(').unwrap_or(word.len());
    let word = word.get(..end).unwrap_or(word);
    let is_place = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut word = word;
    while let Some((before, part)) = word.rsplit_once(':') {
        if !is_place(part) {
            break;
        }
        word = before;
    }
    word
}

/// A name as it is compared: the last part of a path or an address, in lower case; with a year in the folders right
/// above it, from that year on.
pub(super) fn name(text: &str) -> Option<String> {
    let text = without_place(text.trim());
    let text = text.split(['?', '#']).next().unwrap_or(text);
    if is_catalogued(text) {
        return Some(text.to_lowercase());
    }
    let last = last_part(text);
    let is_temporary = is_temporary(text);
    let last = match is_temporary {
        true if is_of_chance(last) && !last.starts_with("tmp") => return None,
        true => without_chance(last),
        false => last,
    };
    let name = last.to_lowercase();
    let digits = if is_temporary {
        name.chars().filter(char::is_ascii_digit).count()
    } else {
        untold_digits(&name)
    };
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    // `2019/01/31` has no letter.
    let is_told = letters > 0 || name.contains(['/', '\\']);
    (is_told && digits <= 2 || letters > 3 * digits).then_some(name)
}

/// The last part of a path or an address; with the numbers right above it where the first of them is a year, and a year with
/// what is above it.
fn last_part(text: &str) -> &str {
    let text = text.trim_end_matches(['/', '\\']);
    let mut ends = text.rmatch_indices(['/', '\\']).map(|(at, _)| at);
    let Some(end) = ends.next() else {
        return text;
    };
    let mut part = text.get(end + 1..).unwrap_or_default();
    let mut below = end;
    // `reports/2019`: a year alone names nothing.
    let mut is_too_little = is_year(part);
    for start in ends.map(|at| at + 1).chain([0]) {
        let above = text.get(start..below).unwrap_or_default();
        let is_number = !above.is_empty() && above.bytes().all(|byte| byte.is_ascii_digit());
        if is_year(above) || is_too_little {
            part = text.get(start..).unwrap_or(part);
        }
        if !is_number || is_year(above) {
            break;
        }
        is_too_little = false;
        below = start.saturating_sub(1);
    }
    part
}

/// Whether a path lies in a folder for what is there for a while, under a name that chance gave.
fn is_temporary(path: &str) -> bool {
    const FOLDERS: [&str; 6] = [
        "/tmp/",
        "/run/",
        "/var/lock/",
        "/var/folders/",
        "\\Temp\\",
        "\\temp\\",
    ];
    FOLDERS.iter().any(|folder| path.contains(folder))
}

/// A name without what chance put at its end: `lock` of `lock-abcdefgh`, `tmp` of `tmpk3j9x_q`.
fn without_chance(name: &str) -> &str {
    const CHANCE: usize = 6;
    if name.starts_with("tmp") {
        return "tmp";
    }
    match name.rsplit_once(['-', '_', '.']) {
        Some((own, chance)) if chance.len() >= CHANCE && !own.is_empty() => own,
        _ => name,
    }
}

/// What else it names, without quoting: what stands behind a word that says of what kind it is. "no such column price",
/// "name foo is not defined", 缺少字段姓名.
pub(super) fn pointed_at(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().map(without_place).collect();
    let mut names = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let kind = word.to_lowercase();
        if !is_kind(&kind) {
            continue;
        }
        let called = words.get(at + 1).filter(|next| CALLED.contains(next));
        let next = words.get(at + 1 + usize::from(called.is_some()));
        let Some(next) = next.filter(|next| is_pointed_at(next, &kind)) else {
            continue;
        };
        names.extend(if kind == PORT {
            Some((*next).to_owned())
        } else {
            name(next)
        });
    }
    names.extend(CHINESE_KINDS.iter().filter_map(|kind| {
        let (_, behind) = text.split_once(kind)?;
        let behind = behind.trim_start_matches([' ', '：', ':']);
        let end = behind
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(behind.len());
        let named: String = behind.get(..end)?.chars().take(NAMED).collect();
        let is_name = !named.is_empty() && !named.contains(|c: char| c.is_ascii_digit());
        is_name.then(|| named.to_lowercase())
    }));
    names
}

/// Characters of a name behind a Chinese word for its kind.
const NAMED: usize = 16;

/// What is named by its number.
const PORT: &str = "port";
/// Words of code that say of what kind the next one is.
const KINDS: &[&str] = &[
    "argument",
    "attribute",
    "branch",
    "class",
    "column",
    "command",
    "crate",
    "database",
    "field",
    "flag",
    "function",
    "index",
    "key",
    "label",
    "method",
    "module",
    "name",
    "option",
    "package",
    "parameter",
    PORT,
    "property",
    "schema",
    "symbol",
    "table",
    "target",
    "test",
    "user",
    "value",
    "variable",
];
const CALLED: &[&str] = &["named", "called"];
const CHINESE_KINDS: &[&str] = &[
    "变量", "字段", "函数", "模块", "参数", "文件", "命令", "方法", "属性", "列名", "表名", "用户",
];

/// Words of a sentence that name nothing.
const PLAIN: &[&str] = &[
    "a",
    "an",
    "already",
    "and",
    "are",
    "as",
    "at",
    "be",
    "been",
    "by",
    "can",
    "cannot",
    "could",
    "did",
    "does",
    "error",
    "errors",
    "exists",
    "expected",
    "failed",
    "for",
    "found",
    "from",
    "given",
    "has",
    "have",
    "here",
    "in",
    "into",
    "invalid",
    "is",
    "it",
    "may",
    "missing",
    "must",
    "not",
    "of",
    "on",
    "or",
    "out",
    "provided",
    "required",
    "should",
    "that",
    "the",
    "there",
    "this",
    "to",
    "too",
    "undefined",
    "unknown",
    "was",
    "were",
    "which",
    "will",
    "with",
];

/// Whether a word says of what kind the next one is.
pub(super) fn is_kind(word: &str) -> bool {
    KINDS.contains(&word.to_lowercase().as_str())
}

/// Whether a word is one of a sentence's, and no name.
pub(super) fn is_plain(word: &str) -> bool {
    PLAIN.contains(&word.to_lowercase().as_str())
}

/// Whether what stands behind a word of [`KINDS`] is a name, and no word of a sentence; the number of a port names it.
fn is_pointed_at(word: &str, kind: &str) -> bool {
    if kind == PORT {
        return !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    }
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !is_plain(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_what_a_message_names() {
        for (message, expected) in [
            (
                "[Errno 2] No such file or directory: '/home/user/project/a.txt'",
                &["a.txt"][..],
            ),
            (
                "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'",
                &["a.ts", "number", "string"],
            ),
            ("test_a failed: expected 1, got 2", &["test_a"]),
            ("No module named 'numpy'", &["numpy"]),
            ("can't open https://a.example/wiki/Tower?key=1", &["tower"]),
            ("找不到文件“数据.csv”", &["数据.csv"]),
            (
                "too many requests, quota exceeded (request id: 8f3a21bc77)",
                &[],
            ),
            ("exit code 1", &[]),
            ("testLogin failed", &["testlogin"]),
            ("cannot lock /tmp/lock-abcdefgh", &["lock"]),
            ("cannot open /tmp/tmpk3j9xq", &["tmp"]),
            ("expected 3 got 5", &[]),
            ("the value isn't one of the user's", &[]),
            ("thread 'main' panicked at src/a.rs:1:2", &["a.rs", "main"]),
        ] {
            assert_eq!(in_message(message), expected, "{message}");
        }
        for (message, expected) in [
            ("name foo is not defined", &["foo"][..]),
            ("cannot find value bar in this scope", &["bar"]),
            ("no such column price", &["price"]),
            ("No module named numpy", &["numpy"]),
            ("port 8080 already in use", &["8080"]),
            ("缺少字段姓名", &["姓名"]),
            ("找不到变量 甲", &["甲"]),
            ("the field is required", &[]),
            ("the user's value isn't one", &[]),
        ] {
            assert_eq!(pointed_at(message), expected, "{message}");
        }
        assert_eq!(
            asked_for("https://a.example/x").as_deref(),
            Some("a.example")
        );
        assert_eq!(
            asked_for("https://me:secret@a.example?x").as_deref(),
            Some("a.example")
        );
        assert_eq!(asked_for("Tower of 2020"), Some("tower of 2020".to_owned()));
        assert_eq!(asked_for(" "), None);
    }
}
