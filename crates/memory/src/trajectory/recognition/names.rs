use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::addresses::asked_in;
use super::chance::may_be_of_chance;
use super::numbers::{is_catalogued, is_year, untold_digits};
use super::ports::{is_address, is_service};
use super::quotations::quotations_apart;
use crate::text::is_cjk;

/// Names that are told apart; more are as many.
const MOST: usize = 16;
/// Characters of a name.
pub(super) const LONGEST: usize = 120;

/// What a message names: what it quotes, each path and address in it, names of code such as `test_sum` and `testLogin`.
/// An error of other names is another error, though the sentences are the same.
pub(super) fn in_message(message: &str) -> Vec<String> {
    let (quotations, rest) = quotations_apart(message);
    // `retry_after=58` has a name and a value.
    let sides = |word| match word {
        word if str::contains(word, "://") => vec![word],
        word => word.split('=').collect(),
    };
    let words = rest.split_whitespace().flat_map(sides);
    let words = words.filter(|word| is_named(word));
    let mut names = Vec::new();
    for name in quotations.into_iter().chain(words).filter_map(name) {
        if names.len() < MOST && !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort_unstable();
    names
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
        // 用时1.2秒: in a text without blanks a point between digits is no name's.
        let is_point = end.starts_with(|c: char| c.is_ascii_digit()) && stem.contains(is_cjk);
        stem.contains(char::is_alphabetic)
            && !is_point
            && !end.is_empty()
            && end.chars().all(char::is_alphanumeric)
    });
    word.contains(['/', '\\']) || is_code || has_ending || is_catalogued(word)
}

/// A word without the place that it may end with, `a.rs:3:5`, `a.ts(3,5)`, `a.rb:3:in`, and without marks around it.
pub(super) fn without_place(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
    // `A.java:[3,5]`, but `app/[slug]/page.tsx`.
    let end = word.find('(').or_else(|| word.find(":["));
    let end = end.unwrap_or(word.len());
    let word = word.get(..end).unwrap_or(word);
    let is_place = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut word = word.strip_suffix(":in").unwrap_or(word);
    while let Some((before, part)) = word.rsplit_once(':') {
        if !is_place(part) || is_service(word) {
            break;
        }
        word = before;
    }
    word
}

/// A name as it is compared, in lower case. Of a path all its parts, where ids stand as marks; of what chance named in a
/// folder for such things its last.
pub(super) fn name(text: &str) -> Option<String> {
    let text = without_place(text.trim());
    if is_catalogued(text) {
        return Some(text.to_lowercase());
    }
    let (path, query) = match text.split_once(['?', '#']) {
        Some((path, query)) => (path, asked_in(query)),
        None => (text, None),
    };
    if is_temporary(path) {
        return name_of_chance(path);
    }
    let named = told_parts(without_login(path));
    let says = |part: &String| part.contains(char::is_alphabetic) || is_of_machine(part);
    let is_date = named.len() > 1 && named.iter().any(|part| is_year(part));
    let says_something = named.iter().any(says) || is_date;
    let mut name = named.join("/");
    name.extend(query);
    says_something.then(|| last_of(&name))
}

/// An address without its scheme and what stands before an @, a name and a password; a path as it is.
fn without_login(path: &str) -> &str {
    let Some((_, address)) = path.split_once("://") else {
        return path;
    };
    let host = address.split('/').next().unwrap_or_default();
    let login = host.rfind('@').map_or(0, |at| at + 1);
    address.get(login..).unwrap_or_default()
}

/// The parts of a path, in lower case, without versions and with marks in the place of ids.
fn told_parts(path: &str) -> Vec<String> {
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut told: Vec<String> = Vec::new();
    let parts = path.split(['/', '\\']);
    for part in parts.filter(|part| !matches!(*part, "" | ".")) {
        let part = without_version(part).to_lowercase();
        let is_told = if are_digits(&part) {
            // `2019/01/31`.
            let is_of_date = told.last().is_some_and(|above| are_digits(above));
            is_year(&part) || part.len() <= 2 && is_of_date
        } else {
            is_of_machine(&part) || is_told(&part, untold_digits(&part))
        };
        told.push(if is_told { part } else { LEFT_OUT.to_owned() });
    }
    told
}

fn is_of_machine(part: &str) -> bool {
    is_address(part) || is_service(part)
}

/// `react` of `react@18.2.0`, `react@npm:^18`, `app` of `app@v2`, `postgres` of `postgres:16.1`, `ring` of `ring v0.17`.
fn without_version(name: &str) -> &str {
    let is_number = |version: &str| version.starts_with(|c: char| c.is_ascii_digit());
    let is_range = |version: &str| {
        let version = version.trim_start_matches("npm:");
        is_number(version.trim_start_matches(['^', '~', '<', '>', '=', 'v']))
    };
    let is_tag = |tag: &str| is_number(tag) && tag.contains('.');
    let of_package = name
        .rsplit_once('@')
        .filter(|(_, version)| is_range(version));
    let of_image = name.rsplit_once(':').filter(|(_, tag)| is_tag(tag));
    let of_crate = name
        .rsplit_once(" v")
        .filter(|(_, version)| is_number(version));
    let named = of_package.or(of_image).or(of_crate);
    named.map_or(name, |(name, _)| name)
}

/// What stands in a name where an id was.
pub(super) const LEFT_OUT: &str = "…";

/// Whether a name with so many digits of an id still tells something.
fn is_told(name: &str, digits: usize) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    letters > 0 && digits <= 2 || letters > 3 * digits
}

/// The name of something in a folder for what is there for a while.
fn name_of_chance(path: &str) -> Option<String> {
    let last = path.trim_end_matches(['/', '\\']);
    let last = last.rsplit(['/', '\\']).next().unwrap_or_default();
    if may_be_of_chance(last) && !last.starts_with("tmp") {
        return None;
    }
    let name = without_chance(last).to_lowercase();
    let digits = name.chars().filter(char::is_ascii_digit).count();
    is_told(&name, digits).then_some(name)
}

/// The end of a long name.
fn last_of(name: &str) -> String {
    let skipped = name.chars().count().saturating_sub(LONGEST);
    name.chars().skip(skipped).collect()
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
                &["home/user/project/a.txt"][..],
            ),
            (
                "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'",
                &["number", "src/a.ts", "string"],
            ),
            ("test_a failed: expected 1, got 2", &["test_a"]),
            ("No module named 'numpy'", &["numpy"]),
            (
                "can't open https://me:pw@a.example/wiki/Tower?key=1",
                &["a.example/wiki/tower"],
            ),
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
            (
                "thread 'main' panicked at src/a.rs:1:2",
                &["main", "src/a.rs"],
            ),
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
    }
}
