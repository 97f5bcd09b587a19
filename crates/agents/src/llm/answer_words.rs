//! The words of an answer in a reply that comes piece by piece (BX-04).

/// Names that an object may give the field of the answer.
pub(super) const ANSWERS: [&str; 3] = ["answer", "final_answer", "答案"];

/// Reads the words of an answer from a reply as it comes: the answer field of an object, or a reply in plain words as
/// it is. A broken object yields the part of its answer that is there.
#[derive(Debug, Default)]
pub(super) struct AnswerWords {
    form: Form,
}

/// Form of the reply, as far as it is known.
#[derive(Debug)]
enum Form {
    /// Blanks, or the line that opens a fence.
    Unknown(String),
    Plain,
    Object(Object),
}

impl Default for Form {
    fn default() -> Self {
        Self::Unknown(String::new())
    }
}

impl AnswerWords {
    /// Takes the next piece and returns the words that it adds to the answer.
    pub(super) fn push(&mut self, piece: &str) -> String {
        match &mut self.form {
            Form::Plain => piece.to_owned(),
            Form::Object(object) => object.read(piece),
            Form::Unknown(before) => {
                before.push_str(piece);
                let text = std::mem::take(before);
                self.begin(text)
            }
        }
    }

    /// Returns true if the reply is an object.
    pub(super) fn is_object(&self) -> bool {
        matches!(self.form, Form::Object(_))
    }

    fn begin(&mut self, text: String) -> String {
        let start = text.trim_start();
        let inside = match start.strip_prefix("```") {
            Some(fenced) => fenced
                .split_once('\n')
                .map(|(_, inside)| inside.trim_start()),
            None if "```".starts_with(start) => None,
            None => Some(start),
        };
        let Some(inside) = inside.filter(|inside| !inside.is_empty()) else {
            self.form = Form::Unknown(text);
            return String::new();
        };
        if !inside.starts_with('{') {
            self.form = Form::Plain;
            return text;
        }
        let mut object = Object::default();
        let words = object.read(inside);
        self.form = Form::Object(object);
        words
    }
}

/// State of reading an object.
#[derive(Debug, Default)]
struct Object {
    depth: usize,
    /// The field that is read, and whether its value began.
    name: String,
    in_value: bool,
    in_string: bool,
    escape: Option<String>,
    /// The first half of a character that is written as two escapes.
    half: Option<u32>,
}

impl Object {
    /// The characters of the answer in the next piece.
    fn read(&mut self, piece: &str) -> String {
        let mut words = String::new();
        for c in piece.chars() {
            let Some(c) = self.next(c) else {
                continue;
            };
            if self.depth != 1 {
                continue;
            }
            if !self.in_value {
                self.name.push(c);
            } else if ANSWERS.contains(&self.name.to_lowercase().as_str()) {
                words.push(c);
            }
        }
        words
    }

    /// The character that this one is, or ends, within a string.
    fn next(&mut self, c: char) -> Option<char> {
        if !self.in_string {
            self.between(c);
            return None;
        }
        if let Some(escape) = &mut self.escape {
            escape.push(c);
            return self.escaped();
        }
        match c {
            '\\' => self.escape = Some(String::new()),
            '"' => self.in_string = false,
            c => return Some(c),
        }
        None
    }

    fn between(&mut self, c: char) {
        match c {
            '{' | '[' => self.depth += 1,
            '}' | ']' => self.depth = self.depth.saturating_sub(1),
            '"' => {
                self.in_string = true;
                if self.depth == 1 && !self.in_value {
                    self.name.clear();
                }
            }
            ':' if self.depth == 1 => self.in_value = true,
            ',' if self.depth == 1 => self.in_value = false,
            _ => {}
        }
    }

    /// The character that an escape stands for, once it is complete.
    fn escaped(&mut self) -> Option<char> {
        let escape = self.escape.as_deref()?;
        let code = match escape.strip_prefix('u') {
            Some(digits) if digits.len() < 4 => return None,
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => escape.chars().next().map(|c| match c {
                'n' => u32::from('\n'),
                't' => u32::from('\t'),
                'r' => u32::from('\r'),
                other => u32::from(other),
            }),
        };
        self.escape = None;
        let code = code?;
        if (0xD800..0xDC00).contains(&code) {
            self.half = Some(code);
            return None;
        }
        let code = match self.half.take() {
            Some(half) if (0xDC00..0xE000).contains(&code) => {
                0x10000 + ((half - 0xD800) << 10) + (code - 0xDC00)
            }
            _ => code,
        };
        Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to cut a reply in two tells the same words.
    fn told(reply: &str) -> String {
        let whole = AnswerWords::default().push(reply);
        for (at, _) in reply.char_indices() {
            let (one, other) = reply.split_at(at);
            let mut words = AnswerWords::default();
            assert_eq!(
                words.push(one) + &words.push(other),
                whole,
                "{one} | {other}"
            );
        }
        whole
    }

    #[test]
    fn bx_04_the_words_of_an_answer_are_told_as_they_come() {
        for (reply, words) in [
            (
                r#"{"sufficient": true, "answer": "It is tall [1].\nSo."}"#,
                "It is tall [1].\nSo.",
            ),
            (
                "```json\n{\"answer\": \"灯塔\\u9ad8 \\ud83d\\ude00\"}\n```",
                "灯塔高 😀",
            ),
            (
                r#"{"thought": {"answer": "no"}, "answer": "a \"b\" c"#,
                "a \"b\" c",
            ),
            (r#"{"sources": ["answer", "x"], "Answer": "yes"}"#, "yes"),
            ("{\"answer\": \"a raw\nline\"}", "a raw\nline"),
            ("  It is tall [1].", "  It is tall [1]."),
            ("```\nlet a = 1;\n```", "```\nlet a = 1;\n```"),
            (r#"{"answer": "\ud83d broken \uZZZZ"}"#, " broken "),
            (r#"{"height": "42 metres"}"#, ""),
            ("", ""),
        ] {
            assert_eq!(told(reply), words, "{reply}");
        }
    }
}
