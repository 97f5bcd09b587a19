//! What chance puts into an error's text: ids of requests, addresses of memory. It is new each time and tells nothing.

use super::moments::{before_its_day, behind_a_moment};

/// What stands where something of chance was left out; it is no part of any name or term.
const LEFT_OUT: char = '…';
/// Bytes before a word that are looked at for what it is said to be.
const BEFORE: usize = 40;
/// Characters of the shortest word that is held for chance by its looks.
const SHORTEST: usize = 8;

/// What belongs to one time alone: the id of one is another's the next time, whatever it looks like.
const PASSING: [&str; 16] = [
    "request",
    "session",
    "trace",
    "span",
    "correlation",
    "transaction",
    "invocation",
    "execution",
    "operation",
    "connection",
    "event",
    "error",
    "请求",
    "会话",
    "追踪",
    "任务",
];
/// What ids begin with, before `_` or `-`.
const PREFIXES: [&str; 17] = [
    "id", "req", "request", "resp", "sess", "session", "trace", "span", "corr", "msg", "txn",
    "evt", "run", "job", "call", "conn", "chatcmpl",
];

/// A text without what chance made in it. That is, as a word,
///
/// * the value of a key that ends in `id` and names what passes (`request_id: …`);
/// * what looks a little like chance and is the value of another such key, begins like an id (`sess-…`), or stands behind
///   what passes (`request '…'`);
/// * what looks much like chance: the digits of an address or a hash, letters that no word has side by side;
/// * a time of day to the second, with the day before it.
pub(super) fn without_chance(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_of_word) {
        let (between, from) = rest.split_at(start);
        kept.push_str(between);
        if let Some(after) = behind_a_moment(from)
            && let day = before_its_day(&kept)
            && !kept.get(..day).is_some_and(is_about_what_follows)
        {
            kept.truncate(day);
            kept.push(LEFT_OUT);
            rest = after;
            continue;
        }
        let end = from.find(|c| !is_of_word(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let done = text.len() - from.len();
        let is_of_file = after
            .strip_prefix('.')
            .is_some_and(|ending| ending.starts_with(|c: char| c.is_ascii_alphabetic()));
        if is_chance(word, last_of(text, done), is_of_file) {
            kept.push(LEFT_OUT);
        } else {
            kept.push_str(word);
        }
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// Whether a name, where chance may have given it, tells nothing: it is of letters that make no word. Of letters with one
/// number or none, two pairs of them have to say so, for one stands in many a name: `rabbitmq`, `libxext6`, `oauth2client`.
pub(super) fn is_of_chance(name: &str) -> bool {
    let numbers = name.split(|c: char| !c.is_ascii_digit());
    let numbers = numbers.filter(|number| !number.is_empty()).count();
    oddities(name) >= if numbers > 1 { 1 } else { 2 }
}

/// The same of a name that stands where chance gives names.
pub(super) fn may_be_of_chance(name: &str) -> bool {
    oddities(name) > 0
}

/// Whether a time behind this text is no moment: `a.rs:10:20:30` is a place, and an error may be about the time that it
/// quotes. In JSON each is quoted.
fn is_about_what_follows(before: &str) -> bool {
    let is_quoted = before.strip_suffix('"').is_some_and(|before| {
        let is_value = before.trim_end().ends_with("\":") || before.ends_with('=');
        !is_value
    });
    is_quoted || before.ends_with([':', '\'', '`'])
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// The last bytes of what stands before a place.
pub(super) fn last_of(text: &str, end: usize) -> &str {
    let mut start = end.saturating_sub(BEFORE);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..end).unwrap_or_default()
}

fn is_chance(word: &str, before: &str, is_of_file: bool) -> bool {
    if looks_made_up(word) {
        return true;
    }
    let said = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let between = before.get(said.len()..).unwrap_or_default();
    let said = said.to_lowercase();
    let is_close = !between.contains(['\n', ',', ';', '.', ')', '}']);
    let is_value = is_close && between.contains([':', '：', '=', '#']) && !between.ends_with("//");
    if let Some(key) = key_of_id(&said).filter(|_| is_value) {
        return is_passing(key) || seems_made_up(word);
    }
    let is_called = is_close && is_passing(&said) && !is_of_file;
    (is_called || begins_like_an_id(word)) && seems_made_up(word)
}

/// What stands before the `id` that a key ends with: `request` of `x-request-id`; 请求 of 请求编号.
fn key_of_id(key: &str) -> Option<&str> {
    let id = ["id", "编号"].iter().find_map(|id| key.strip_suffix(id))?;
    let own = id.trim_end_matches(['_', '-', ' ']);
    let is_word = own.len() < id.len() || !own.ends_with(|c: char| c.is_ascii_alphanumeric());
    // `requestId`, too; "valid: …" is no key of an id.
    (is_word || is_passing(own)).then_some(own)
}

fn is_passing(said: &str) -> bool {
    // What stands behind the type of an error, `KeyError: 'user_101'`, is what it is about.
    let is_type = |before: &str| before.ends_with(|c: char| c.is_ascii_alphanumeric());
    PASSING.iter().any(|what| {
        let before = said.strip_suffix(what);
        before.is_some_and(|before| *what != "error" || !is_type(before))
    })
}

fn begins_like_an_id(word: &str) -> bool {
    let prefix = word.split(['_', '-']).next().unwrap_or_default();
    prefix.len() < word.len() && PREFIXES.contains(&prefix.to_ascii_lowercase().as_str())
}

/// Whether a word has a little of chance, as one whose place says that it may be an id.
fn seems_made_up(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_odd = begins_like_an_id(word) && may_be_of_chance(word) || is_of_chance(word);
    word.len() >= SHORTEST && (is_odd || digits > 1)
}

/// Whether a word is chance's, wherever it stands.
fn looks_made_up(word: &str) -> bool {
    let is_hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(digits) = word.strip_prefix("0x") {
        return digits.len() >= 4 && is_hexadecimal(digits);
    }
    // Of a UUID, too; `db-20241126`, `DE-2024-001` are names, whose letters and digits keep apart.
    let digits = word.replace('-', "");
    let is_mixed = |part: &str| {
        part.contains(|c: char| c.is_ascii_digit())
            && part.contains(|c: char| c.is_ascii_alphabetic())
    };
    if digits.len() >= SHORTEST && is_hexadecimal(&digits) && word.split('-').any(is_mixed) {
        return true;
    }
    word.len() >= SHORTEST && !word.contains('-') && {
        let odd = oddities(word);
        odd >= 2 && odd * 10 >= word.len()
    }
}

/// How often two characters stand side by side in a word that do not in words and names: see [`is_odd`].
fn oddities(word: &str) -> usize {
    // What stands behind `lib` is a name of its own: `libxrandr`.
    let word = word.strip_prefix("lib").unwrap_or(word);
    let bytes = word.as_bytes();
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    pairs.filter(|(one, next)| is_odd(**one, **next)).count()
}

/// A letter behind a digit; letters that follow each other in hardly any word. Where a part of a name begins, any may.
fn is_odd(one: u8, next: u8) -> bool {
    if one.is_ascii_digit() {
        return next.is_ascii_alphabetic();
    }
    let begins_a_part = one.is_ascii_lowercase() && next.is_ascii_uppercase();
    let (one, next) = (one.to_ascii_lowercase(), next.to_ascii_lowercase());
    !begins_a_part && strangers(one).as_bytes().contains(&next)
}

/// The letters that follow this one in hardly any word, nor in what programmers make of words: in fewer than 12 of 26,000
/// different ones of manuals and of names of packages.
fn strangers(letter: u8) -> &'static str {
    match letter {
        b'a' | b'o' | b't' => "q",
        b'b' => "kqwx",
        b'c' => "jqwx",
        b'd' | b'r' => "qx",
        b'f' => "hjkqvxz",
        b'g' => "jkqvxz",
        b'h' => "chjqvxz",
        b'j' => "bfghjklmnqrtvwxyz",
        b'k' => "cjqvxz",
        b'l' => "jqx",
        b'm' => "hjqvwxz",
        b'n' => "x",
        b'p' => "jqvxz",
        b'q' => "abcdefghijklmnopqrsvwxyz",
        b's' => "jx",
        b'u' => "jquw",
        b'v' => "bdfhjklnpqrtuvwxyz",
        b'w' => "bfgjkpquvwxyz",
        b'x' => "bfgjklnqruvwyz",
        b'y' => "hjqvxy",
        b'z' => "bcdfgjknpqrstvwx",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_what_chance_made_is_left_out() {
        for (text, expected) in [
            (
                "quota exceeded (request_id: req_abcdefgh)",
                "quota exceeded (request_id: …)",
            ),
            (r#""request_id":"req_Xk2mQ8vTz1""#, r#""request_id":"…""#),
            (r#""requestId": "abcdefgh""#, r#""requestId": "…""#),
            (r#""id":"a8Fk2LxQz0""#, r#""id":"…""#),
            ("for request 'aK9xQzRt4pLm'", "for request '…'"),
            ("session 'sess-qwertyui' expired", "session '…' expired"),
            ("trace aK9xQzRt4pLmB2vWq7", "trace …"),
            ("at 0x7ffd0a3b0c", "at …"),
            (
                "job 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed",
                "job … failed",
            ),
            ("请求编号：abcdefgh", "请求编号：…"),
            ("2026-11-25T06:14:03.120Z ERROR no", "… ERROR no"),
            (r#"{"ts":"2026-11-25T06:14:03+01:00"}"#, r#"{"ts":"…"}"#),
            ("2026-11-25 06:14:03,120: no", "…: no"),
            ("Sat Nov 28 23:59:12 2026 no", "… no"),
            ("[11/28/2026 11:59:44 AM] no", "[…] no"),
            ("【2026年11月28日 上午10:20:30】没有", "【…】没有"),
            (
                "Sat Nov 28 2026 10:20:30 GMT+0800 (China Standard Time) no",
                "… no",
            ),
        ] {
            assert_eq!(without_chance(text), expected);
        }
    }

    /// CG-06: words in which two letters meet that seldom do are words all the same.
    #[test]
    fn cg_06_words_are_not_chance() {
        for word in [
            "andrew",
            "bigquery",
            "breakfast",
            "development",
            "dropbox",
            "edinburgh",
            "equipment",
            "firewall",
            "framework",
            "frankfurt",
            "gateway",
            "jquery",
            "libxext6",
            "libxrandr2",
            "oauth2client",
            "web1prod",
            "keyword",
            "localhost",
            "mapbox",
            "methodology",
            "middleware",
            "mysqld",
            "newsletter",
            "nginx",
            "nodejs",
            "openjdk",
            "playwright",
            "postgres",
            "postgresql",
            "preview",
            "project",
            "rabbitmq",
            "rejects",
            "rewrite",
            "shipment",
            "sqlalchemy",
            "strategy",
            "stuttgart",
            "subnet",
            "webhook",
            "workflow",
            "validate_strategy",
            "buildWorkflow",
            "CreateSubnet",
            "UnauthorizedOperation",
        ] {
            assert!(!is_of_chance(word), "{word}");
        }
        for word in ["xkqzpwjv", "aKxQzRtpLm", "a8Fk2LxQz0", "hqjvtnxk"] {
            assert!(is_of_chance(word), "{word}");
        }
    }

    #[test]
    fn cg_06_names_are_not_chance() {
        for text in [
            "cannot find value getIdOfUserByKey in this scope",
            "no element with id: submit-button",
            "user_id: alice is not known",
            "the request handler run_tests of request_headers failed",
            "session_expired, valid: configuration",
            "utf8_to_utf16, sha256sum, x86_64, nginx-proxy, jpegDecoder, phpMyAdmin, ffmpegPath",
            "No module named 'sqlalchemy' or 'psycopg2' or 'kubernetes'",
            "错误：任务“导出报表”超时",
            "Duplicate entry '2024-01-01 00:00:00' for key 'day'",
            r#"date/time field value out of range: "2024-13-01 10:00:00""#,
            "a.rs:10:20:30, 127.0.0.1:5432, [::1]:3000, 2026-11-25, 3:2",
            "db-20241126.sql, DE-2024-001, ABC-12345, 01-Feb-2026, cafe-2024",
        ] {
            assert_eq!(without_chance(text), text);
        }
    }
}
