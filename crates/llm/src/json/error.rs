//! Why no value came out of an answer.

/// Most bytes of an answer, thoughts included.
pub const MAX_BYTES: usize = 1024 * 1024;

/// Deepest nesting of brackets outside strings.
pub const MAX_DEPTH: usize = 64;

/// Most characters of the model's words in a message.
const EXCERPT: usize = 200;

/// The error of an extraction. Each message can be quoted to the model in a repeated request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// Nothing but blanks, invisible characters and thoughts.
    #[error("the answer is empty: reply with the JSON itself")]
    Empty,
    /// More than [`MAX_BYTES`].
    #[error("the answer has {bytes} bytes, more than the {limit} that are read: reply with less")]
    TooLong {
        /// The answer's bytes.
        bytes: usize,
        /// The most that are read, in bytes.
        limit: usize,
    },
    /// Nested deeper than [`MAX_DEPTH`].
    #[error("the answer nests brackets more than {limit} deep: reply with a flatter value")]
    TooDeep {
        /// The deepest nesting that is read.
        limit: usize,
    },
    /// No JSON, but words that read like a refusal, in English or Chinese.
    #[error("the answer is a refusal and no JSON: {text}")]
    Refusal {
        /// Start of the refusal, at most 200 characters.
        text: String,
    },
    /// No JSON.
    #[error("the answer holds no JSON: it begins with: {excerpt}")]
    NoJson {
        /// Start of the answer, at most 200 characters.
        excerpt: String,
    },
    /// The JSON Schema itself.
    #[error("the answer repeats the JSON Schema: reply with a value that fits it instead")]
    SchemaEcho,
    /// JSON, or nearly, but not of the wanted shape.
    #[error("the JSON in the answer is not of the wanted shape: {detail}")]
    Mismatch {
        /// The parser's message about the last candidate, at most 200 characters. Lines and columns count from the
        /// start of that candidate.
        detail: String,
    },
}

impl JsonError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty => "json_empty",
            Self::TooLong { .. } => "json_too_long",
            Self::TooDeep { .. } => "json_too_deep",
            Self::Refusal { .. } => "json_refusal",
            Self::NoJson { .. } => "json_none",
            Self::SchemaEcho => "json_schema_echo",
            Self::Mismatch { .. } => "json_mismatch",
        }
    }

    pub(super) fn refusal(text: &str) -> Self {
        Self::Refusal {
            text: shortened(text),
        }
    }

    pub(super) fn no_json(text: &str) -> Self {
        Self::NoJson {
            excerpt: shortened(text),
        }
    }

    pub(super) fn mismatch(detail: &str) -> Self {
        Self::Mismatch {
            detail: shortened(detail),
        }
    }
}

/// The beginning of a text on one line, with an ellipsis where something was cut.
fn shortened(text: &str) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        for c in word.chars() {
            length += 1;
            if length > EXCERPT {
                return cut(line);
            }
            line.push(c);
        }
    }
    line
}

fn cut(mut line: String) -> String {
    while line.chars().count() >= EXCERPT {
        line.pop();
    }
    line.push('…');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_an_excerpt_has_at_most_200_characters() {
        assert_eq!(shortened(" a \n b "), "a b");
        assert_eq!(shortened(&"茶".repeat(200)).chars().count(), 200);
        let long = shortened(&"茶 ".repeat(500));
        assert!(long.chars().count() <= 200 && long.ends_with('…'), "{long}");
    }

    #[test]
    fn mb_21_every_error_says_what_to_do_or_what_was_found() {
        let refusal = JsonError::refusal("I cannot do that.");
        assert_eq!(
            refusal.to_string(),
            "the answer is a refusal and no JSON: I cannot do that."
        );
        assert_eq!(refusal.kind(), "json_refusal");
        let long = JsonError::TooLong { bytes: 9, limit: 8 };
        assert!(
            long.to_string().contains("9 bytes, more than the 8"),
            "{long}"
        );
    }
}
