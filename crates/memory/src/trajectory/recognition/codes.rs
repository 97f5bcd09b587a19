//! The code of an error: what stands behind a word for one says which error it is, however long it is.

use super::chance::last_of;
use super::sentence::counts;

/// Hexadecimal digits of a code; an address of memory has more.
const HEXADECIMAL: usize = 8;
/// Digits of a code; a time in milliseconds has more.
const DECIMAL: usize = 10;

/// Words that a code stands behind; of others those that end in `code`.
const WORDS: [&str; 6] = ["errno", "error", "err", "hresult", "rc", "status"];
/// What somebody is to type in, new each time or nobody's to know: such words, and what codes of the kind are called.
const TYPED_IN: [&str; 11] = [
    "access",
    "auth",
    "authorization",
    "confirmation",
    "device",
    "login",
    "passcode",
    "pincode",
    "security",
    "time",
    "verification",
];
/// The same in Chinese.
const TYPED_IN_CHINESE: [&str; 6] = ["验证码", "校验码", "激活码", "动态码", "密码", "授权码"];

/// The codes in a line of a message, each with nothing around it: `40001` of "Error code: 40001", `0x80070005` of
/// "HRESULT: 0x80070005", `1045` of "ERROR 1045 (28000)", `1001` of "错误码:1001".
pub(super) fn in_line(line: &str) -> Vec<String> {
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
        if is_written_as_one(number) && is_called_one(line.get(..start).unwrap_or_default(), behind)
        {
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

/// Whether what stands before a number and behind it makes a code of it.
fn is_called_one(before: &str, behind: &str) -> bool {
    let said = before.trim_end_matches(is_between);
    let between = before.get(said.len()..).unwrap_or_default().trim();
    if goes_on(behind) || said.len() == before.len() && !said.ends_with('码') {
        return false;
    }
    if said.ends_with('码') {
        return !TYPED_IN_CHINESE.iter().any(|code| said.ends_with(code));
    }
    let near = last_of(said, said.len()).to_lowercase();
    let mut words = near.rsplit(|c: char| !(c.is_ascii_alphanumeric()));
    let (word, earlier) = (words.next().unwrap_or_default(), words.next());
    if word.ends_with("code") {
        return !TYPED_IN.contains(&word)
            && !earlier.is_some_and(|earlier| TYPED_IN.contains(&earlier));
    }
    // "Error: 3 tests failed" counts.
    let next = behind.trim_start();
    let is_followed = next.starts_with(char::is_alphabetic);
    let next = next.split_whitespace().next().unwrap_or_default();
    let is_counted = is_followed && (!between.is_empty() || counts(next));
    let is_result = word == "returned" || said.ends_with("返回");
    (WORDS.contains(&word) || said.ends_with("错误")) && !is_counted || is_result && !is_followed
}

/// Whether a character may stand between a word for a code and the code.
fn is_between(c: char) -> bool {
    c.is_whitespace() || "\"'`:：=为是(（-#".contains(c)
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
            ("接口返回 40001", "40001"),
        ] {
            assert_eq!(in_line(line), [expected], "{line}");
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
            "KeyError: 5",
            "status 95%",
            "line 40001",
        ] {
            assert!(in_line(line).is_empty(), "{line}: {:?}", in_line(line));
        }
    }
}
