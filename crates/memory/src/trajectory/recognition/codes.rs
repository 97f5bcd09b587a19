//! The code of an error: what stands behind a word for one says which error it is, however long it is.

use super::chance::last_of;
use super::sentence::counts;

/// Hexadecimal digits of a code; an address of memory has more.
const HEXADECIMAL: usize = 8;
/// Digits of a code; a time in seconds has more.
const DECIMAL: usize = 9;

/// Words that a code stands behind.
const WORDS: [&str; 6] = ["errno", "error", "err", "hresult", "rc", "status"];
/// What a code is of, in front of the word "code"; one that somebody is to type in, or to name when asking for help, is new
/// each time.
const KINDS: [&str; 24] = [
    "abort", "api", "err", "error", "errors", "exit", "exited", "failed", "failure", "fault",
    "http", "native", "os", "reason", "response", "result", "return", "server", "signal", "sql",
    "status", "system", "vendor", "with",
];
/// What a code is called in Chinese.
const CHINESE: [&str; 12] = [
    "错误码",
    "代码",
    "返回码",
    "状态码",
    "退出码",
    "响应码",
    "结果码",
    "错误编码",
    "错误号",
    "错误编号",
    "错误",
    "报错",
];
/// A code that somebody is to type in.
const TYPED_IN: &str = "验证码";

/// The codes in a message, each with nothing around it: `40001` of "Error code: 40001", `0x80070005` of
/// "HRESULT: 0x80070005", `1045` of "ERROR 1045 (28000)", `1001` of "错误码:1001". Behind the first line they stand in bodies and
/// reports, and only what is called a code is one.
pub(super) fn in_message(message: &str) -> Vec<String> {
    let lines = message.lines().enumerate();
    lines
        .flat_map(|(number, line)| in_line(line, number == 0))
        .collect()
}

fn in_line(line: &str, is_first: bool) -> Vec<String> {
    let mut codes = Vec::new();
    let mut at = 0;
    while let Some(start) = line
        .get(at..)
        .and_then(|rest| rest.find(|c: char| c.is_ascii_digit()))
    {
        let start = at + start;
        let rest = line.get(start..).unwrap_or_default();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (number, behind) = rest.split_at(end);
        let before = line.get(..start).unwrap_or_default();
        let is_told = is_called_one(before, behind)
            || is_first && (is_said_to_be_one(before, number, behind) || is_of_system(number))
            || is_status_of(number, behind);
        if is_written_as_one(number) && is_told {
            codes.push(number.to_lowercase());
        }
        at = start + end;
    }
    codes
}

fn is_written_as_one(number: &str) -> bool {
    match number
        .strip_prefix("0x")
        .or_else(|| number.strip_prefix("0X"))
    {
        Some(digits) => {
            digits.len() <= HEXADECIMAL && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        }
        None => number.len() <= DECIMAL && number.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// Whether a number stands behind "code" or `errno`: of a kind, behind a sign of a value, or as a key.
fn is_called_one(before: &str, behind: &str) -> bool {
    let said = before.trim_end_matches(is_between);
    let between = before.get(said.len()..).unwrap_or_default();
    let said = said.strip_suffix(" is").unwrap_or(said);
    if goes_on(behind) {
        return false;
    }
    if CHINESE.iter().any(|word| said.ends_with(word)) {
        let is_counted = behind.trim_start().starts_with(char::is_alphabetic);
        return !said.contains(TYPED_IN) && (said.ends_with(['码', '号']) || !is_counted);
    }
    if between.is_empty() {
        return false;
    }
    let near = last_of(said, said.len()).to_lowercase();
    let mut words = near.rsplit(|c: char| !c.is_ascii_alphanumeric());
    let (word, earlier) = (
        words.next().unwrap_or_default(),
        words.find(|word| !word.is_empty()),
    );
    if word == "code" {
        let key = near
            .strip_suffix("code")
            .unwrap_or_default()
            .trim_end_matches(' ');
        let is_key = key.is_empty() || key.ends_with(['"', '\'', '{', '(', ',', '_', '<', '*']);
        let is_value = between.contains('=');
        return is_key || is_value || earlier.is_some_and(|earlier| KINDS.contains(&earlier));
    }
    word == "errno"
        || word
            .strip_suffix("code")
            .is_some_and(|kind| KINDS.contains(&kind) || kind == "ret")
}

/// Whether a number is told as a code in the line that says what is wrong: "Error: 401", `ApiError: 40001`, "failed (401)". A
/// number behind `ERROR` in a log is that of a process.
fn is_said_to_be_one(before: &str, number: &str, behind: &str) -> bool {
    const STATUS: [char; 2] = ['4', '5'];
    let said = before.trim_end_matches(is_between);
    let between = before.get(said.len()..).unwrap_or_default().trim();
    if goes_on(behind) || said.len() == before.len() {
        return false;
    }
    let is_status = number.len() == 3 && number.starts_with(STATUS);
    if is_status && before.ends_with('(') && behind.starts_with(')') {
        return true;
    }
    let near = last_of(said, said.len()).to_lowercase();
    let mut words = near.rsplit(|c: char| !c.is_ascii_alphanumeric());
    let word = words.next().unwrap_or_default();
    let is_known = WORDS.contains(&word);
    let is_type = word.ends_with("error") || word.ends_with("exception");
    let is_followed = behind.trim_start().starts_with(char::is_alphabetic);
    let next = behind.split_whitespace().next().unwrap_or_default();
    match between {
        // "ERROR 4123 --- [main]", "ERROR 1045 (28000)", "Error 500 while reading".
        "" if is_known && behind.is_empty() => true,
        "" if is_known => behind.starts_with(" (") || is_status && !counts(next),
        "" => (word == "returned" || said.ends_with("返回")) && !is_followed,
        // "Error: 3 tests failed" counts.
        _ => (is_known || is_type) && between.contains([':', '=', '：', '#']) && !is_followed,
    }
}

/// `404` of "404 Client Error: Not Found".
fn is_status_of(number: &str, behind: &str) -> bool {
    const SAID: [&str; 2] = [" client error", " server error"];
    let behind = behind.to_lowercase();
    number.len() == 3 && SAID.iter().any(|said| behind.starts_with(said))
}

/// `0x80070643`, `0xC0000005`: how Windows numbers what is wrong.
fn is_of_system(number: &str) -> bool {
    let number = number.to_lowercase();
    number.len() == HEXADECIMAL + 2 && ["0x8", "0xc"].iter().any(|begin| number.starts_with(begin))
}

/// Whether a character may stand between a word for a code and the code.
fn is_between(c: char) -> bool {
    c.is_whitespace() || "\"'`:：=为是(（-#[【“「*>—".contains(c)
}

/// Whether a number goes on: `3.5`, `12:05`, `2026-11-25`, `3/5`, `95%`.
fn goes_on(behind: &str) -> bool {
    let mut next = behind.chars();
    let (sign, digit) = (next.next(), next.next());
    match sign {
        Some('%') => true,
        Some('.' | ',' | ':' | '-' | '/') => digit.is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_a_code_is_told_by_the_word_before_it() {
        for (line, expected) in [
            ("Error: 401", "401"),
            ("Error 500 while reading", "500"),
            ("Error code: 40001", "40001"),
            ("API error: code=40013 msg=failed", "40013"),
            (r#"{"errcode":40001,"errmsg":"error"}"#, "40001"),
            (r#"{"code": "40001"}"#, "40001"),
            ("HRESULT: 0x80070005", "0x80070005"),
            ("ERROR 1045 (28000): failed", "1045"),
            ("[Errno 13] no", "13"),
            ("rc=127", "127"),
            ("request failed with status code 40001.", "40001"),
            ("错误码:1001", "1001"),
            ("接口返回错误码40001", "40001"),
            ("错误码为 40001", "40001"),
            ("错误：40001", "40001"),
            ("command returned 40001", "40001"),
            ("ApiError: 40001", "40001"),
            ("Request failed (401)", "401"),
            ("error code is 40001", "40001"),
            ("错误码【40001】", "40001"),
            ("发生错误40001", "40001"),
            ("**Error code:** 40001", "40001"),
            ("Installation failed: 0x80070643", "0x80070643"),
            ("Command failed\nExit code: 127", "127"),
            (
                "{\n  \"error\": {\n    \"code\": 401,\n    \"message\": \"failed\"\n  }\n}",
                "401",
            ),
            ("The request failed.\ncode: 403", "403"),
            ("npm ERR! code ELIFECYCLE\nnpm ERR! errno 127", "127"),
            ("接口返回 40001", "40001"),
        ] {
            assert_eq!(in_message(line), [expected], "{line}");
        }
        for line in [
            "Error: 3 tests failed",
            "Error: 12.5 s",
            "error 2026-11-27 17:30:01 stopped",
            "ERROR 17:30:01 stopped",
            "error 3 times",
            "segmentation fault, error at 0x7ffd0a3b0c",
            "error: 0x7ffd0a3b0c11",
            "verification code 482913 has expired",
            "wrong passcode 1234",
            "验证码 482913 错误",
            "密码123456错误",
            "错误：3个测试失败",
            "the search returned 40001 rows",
            "返回 3 条结果",
            "ERROR 4103 --- [main] c.e.Db : refused",
            "ERROR (4123): refused",
            "ERROR - 4123 - refused",
            "Error: 1764264600: refused",
            "MFA code 482913 is invalid",
            "The code 482913 has expired",
            "Invalid code: 482913",
            "Internal error. Reference code: 4829131",
            "验证码错误：482913",
            "it failed\nstatus: 401",
            "status 95%",
            "line 40001",
        ] {
            assert!(
                in_message(line).is_empty(),
                "{line}: {:?}",
                in_message(line)
            );
        }
    }
}
