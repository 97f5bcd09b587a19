//! The small repair: slips that have one reading only.

use super::token::{Kind, Token, comment, is_invisible, string};

/// A candidate with raw control characters in strings escaped, backslashes that escape nothing doubled,
/// other quotation marks around strings straight, Python's `None`, `True` and `False` in JSON's words, comments and
/// commas before a closing bracket or the end dropped, and at the end everything closed that is still open.
/// Nothing is added that was not begun. Each byte is read a few times, however long its token is.
pub(super) fn repaired(candidate: &str) -> String {
    let mut repair = Repair {
        json: String::with_capacity(candidate.len() + 16),
        open: Vec::new(),
    };
    let mut rest = candidate;
    while let Some(c) = rest.chars().next() {
        let length = repair.copy_token(c, rest);
        rest = rest.get(length..).unwrap_or_default();
    }
    while let Some(kind) = repair.open.pop() {
        repair.json.push(match kind {
            Kind::Object => '}',
            Kind::Array => ']',
        });
    }
    repair.json
}

struct Repair {
    json: String,
    open: Vec<Kind>,
}

impl Repair {
    /// Copies the token here, and returns its bytes.
    fn copy_token(&mut self, c: char, rest: &str) -> usize {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        match Token::read(rest) {
            Token::Quote => return self.copy_string(c, rest),
            Token::Comma if ends_there(after) => return c.len_utf8(),
            Token::Open(kind) => self.open.push(kind),
            Token::Close(_) => {
                self.open.pop();
            }
            Token::Literal(length) => {
                let word = rest.get(..length).unwrap_or_default();
                self.json.push_str(match word {
                    "None" => "null",
                    "True" => "true",
                    "False" => "false",
                    other => other,
                });
                return length;
            }
            _ => {
                let dropped = is_invisible(c).then(|| c.len_utf8());
                if let Some(length) = comment(rest).or(dropped) {
                    return length;
                }
            }
        }
        self.json.push(c);
        c.len_utf8()
    }

    fn copy_string(&mut self, opening: char, rest: &str) -> usize {
        let found = string(rest);
        self.json.push('"');
        let content = rest.get(found.content..found.content_end);
        self.copy_content(opening, content.unwrap_or_default());
        self.json.push('"');
        found.end
    }

    fn copy_content(&mut self, opening: char, content: &str) {
        let mut rest = content;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match c {
                '"' => self.json.push_str("\\\""),
                '\\' if opening == '\'' && rest.starts_with("\\'") => {
                    self.json.push('\'');
                    length = 2;
                }
                '\\' => match escape(rest) {
                    Some(valid) => {
                        self.json.push_str(valid);
                        length = valid.len();
                    }
                    None => self.json.push_str("\\\\"),
                },
                '\n' => self.json.push_str("\\n"),
                '\r' => self.json.push_str("\\r"),
                '\t' => self.json.push_str("\\t"),
                '\0'..='\u{1F}' => self.json.push_str(&format!("\\u{:04x}", u32::from(c))),
                _ => self.json.push(c),
            }
            rest = rest.get(length..).unwrap_or_default();
        }
    }
}

/// Returns true if nothing comes but the end of a bracket or of the text.
fn ends_there(after: &str) -> bool {
    let next = after.trim_start();
    next.is_empty() || next.starts_with(['}', ']'])
}

/// The escape that a text begins with, if it is one.
fn escape(text: &str) -> Option<&str> {
    let length = match text.chars().nth(1)? {
        '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => 2,
        'u' => {
            let digits = text.get(2..6)?;
            if !digits.chars().all(|c| c.is_ascii_hexdigit()) {
                return None;
            }
            6
        }
        _ => return None,
    };
    text.get(..length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_a_slip_with_one_reading_is_repaired() {
        for (written, meant) in [
            ("{\"a\":\"x\ny\t\u{1}\"}", r#"{"a":"x\ny\t\u0001"}"#),
            (r#"{"a":[1,2,],}"#, r#"{"a":[1,2]}"#),
            ("{“a”: “b”}", r#"{"a": "b"}"#),
            (r#"{"a":"“b”"}"#, r#"{"a":"“b”"}"#),
            (r#"{"a":"C:\dir\users"}"#, r#"{"a":"C:\\dir\\users"}"#),
            (r#"{"a":"\u00e9\n\/"}"#, r#"{"a":"\u00e9\n\/"}"#),
            (r#"{"a":["b"#, r#"{"a":["b"]}"#),
            (r#"{"a":1, "#, r#"{"a":1 }"#),
            (r#"{"a":"b\"#, r#"{"a":"b\\"}"#),
            (
                r#"{'a': None, 'b': [True, False], 'c': 'say "it\'s"'}"#,
                r#"{"a": null, "b": [true, false], "c": "say \"it's\""}"#,
            ),
            ("{ // the plan\n\"a\": 1 /* one */}", "{ \n\"a\": 1 }"),
            (r#"{"a": "http://x"} // so"#, r#"{"a": "http://x"} "#),
        ] {
            assert_eq!(repaired(written), meant, "{written}");
        }
    }

    /// Reading each token from each of its bytes would take hours here.
    #[test]
    fn mb_21_a_repair_is_linear() {
        let long = ["1", "[", "{", "\"", "\\"];
        let short = [
            "-", "]", "}", "'", "\\\"", "“", ",", ",\n", "//", "/*", "/", "tru", "None", "{\"a\":",
            "\u{1}", "[1,",
        ];
        let long = long.map(|pattern| (pattern, 1024 * 1024));
        let short = short.map(|pattern| (pattern, 32 * 1024));
        for (pattern, size) in long.into_iter().chain(short) {
            for before in ["", "{\"a\": ", "[\""] {
                let length = |times: usize| {
                    let text = format!("{before}{}", pattern.repeat(times * size / pattern.len()));
                    repaired(&text).len()
                };
                let [one, two, four] = [1, 2, 4].map(length);
                assert!(two <= 2 * one + 64 && four <= 2 * two + 64, "{pattern}");
            }
        }
    }

    #[test]
    fn mb_21_json_stays_as_it_is() {
        let json = r#"{"a": ["x,]", 1.5e3, null], "b\\": {"c": "\ud83d\ude00 \" } ,"}}"#;
        assert_eq!(repaired(json), json);
    }
}
