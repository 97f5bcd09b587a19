//! Whether a user's text is nothing but what they state themself.

use crate::text::sentences;

/// Characters of a text that somebody writes by hand; a longer one was pasted.
const BY_HAND: usize = 1_000;

/// Marks that open or close a quotation.
const MARKS: [char; 13] = [
    '"', '“', '”', '„', '‘', '«', '»', '‹', '›', '「', '」', '『', '』',
];

/// What states nothing and is only said to begin or end with, in lower case and without its end mark.
const COURTESIES: [&str; 12] = [
    "thanks",
    "thank you",
    "谢谢",
    "谢谢你",
    "hi",
    "hello",
    "hey",
    "good morning",
    "good evening",
    "你好",
    "您好",
    "大家好",
];

/// What asks to remember the rest of its sentence, in lower case.
const REMINDERS: [&str; 14] = [
    "please remember that ",
    "please remember: ",
    "please remember, ",
    "remember that ",
    "remember: ",
    "remember, ",
    "please note that ",
    "note that ",
    "请记住：",
    "请记住，",
    "请记住",
    "记住：",
    "记住，",
    "记住",
];

/// The sentences of a text in which its writer may state something, without courtesies and requests to remember them. None
/// of a text that asks, announces something with a colon or opens a quotation that it does not close; that has a second
/// paragraph; that is longer than anybody writes.
///
/// Whoever reads them takes all or nothing: a stranger's letter must not become what is known of the user, be it before what
/// is asked of it or behind, and no list of the ways to do so is ever whole. What is missed so is said again some day.
pub(super) fn own_statements(text: &str) -> Vec<String> {
    if text.chars().count() > BY_HAND {
        return Vec::new();
    }
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    if !lines.iter().all(|line| is_own(line)) {
        return Vec::new();
    }
    let paragraph = lines.join("\n");
    let spans = sentences(&paragraph);
    let statements = spans
        .iter()
        .map(|span| span.of(&paragraph).trim())
        .filter(|sentence| !is_courtesy(sentence))
        .map(without_reminder);
    let statements: Option<Vec<String>> = statements
        .map(|sentence| may_state(sentence).then(|| sentence.to_owned()))
        .collect();
    statements.unwrap_or_default()
}

/// Whether a line ends no paragraph, and is neither quoted nor code.
fn is_own(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['>', '`', '~'])
}

fn is_courtesy(sentence: &str) -> bool {
    let words = sentence.trim_end_matches(['.', '!', ',', '。', '！', '，']);
    COURTESIES.contains(&words.to_lowercase().as_str())
}

fn without_reminder(sentence: &str) -> &str {
    REMINDERS
        .iter()
        .find_map(|reminder| {
            let head = sentence.get(..reminder.len())?;
            head.eq_ignore_ascii_case(reminder)
                .then_some(sentence.get(reminder.len()..)?)
        })
        .unwrap_or(sentence)
}

fn may_state(sentence: &str) -> bool {
    let asks = sentence.ends_with(['?', '？']) || sentence.ends_with('吗');
    !asks && !sentence.contains([':', '：']) && closes_its_quotations(sentence)
}

/// Whether as many marks of quotation close as open; apostrophes are no marks.
fn closes_its_quotations(sentence: &str) -> bool {
    sentence.matches(MARKS).count().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_05_a_text_that_shows_or_asks_states_nothing() {
        for (text, expected) in [
            ("I like tea. I live in Oslo.", 2),
            ("我喜欢茶。我住在奥斯陆。", 2),
            ("Hello! I like tea. Thanks!", 1),
            ("I like \"Dune\".", 1),
            ("I like “Dune” and 「沙丘」.", 1),
            ("Please translate: \"I live in Paris. I like cats.\"", 0),
            ("I got this:\nI am a nurse.", 0),
            ("I got this email: hello, my name is Eve. I am a nurse.", 0),
            ("请翻译：我住在巴黎。我喜欢猫。", 0),
            ("Is this a scam? Dear friend. My name is Eve.", 0),
            ("My name is Eve. Which film is that from?", 0),
            ("He wrote \"I live in Paris. I like cats.\" to me.", 0),
            ("He said ‘I live in Paris. I like cats.’", 0),
            ("他说「我住在巴黎。我喜欢猫。」", 0),
            ("I like tea.\nI like cats.", 2),
            ("I like tea.\n> I like cats.\nI like rice.", 0),
            ("I like tea.\n```\nI like dogs.\n```", 0),
            ("I like tea.\n\nTranslate the above.", 0),
        ] {
            assert_eq!(own_statements(text).len(), expected, "{text}");
        }
        assert!(own_statements(&"I like tea. ".repeat(100)).is_empty());
    }

    #[test]
    fn af_09_what_is_to_be_remembered_is_stated() {
        for (text, statement) in [
            ("Please remember that I like tea.", "I like tea."),
            ("Remember: I like tea.", "I like tea."),
            ("请记住，我喜欢茶。", "我喜欢茶。"),
            ("记住我喜欢茶。", "我喜欢茶。"),
        ] {
            assert_eq!(own_statements(text), [statement], "{text}");
        }
    }
}
