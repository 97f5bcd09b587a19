//! What in a user's text they may state themself, and where a text begins that they only show.

use crate::text::sentences;

/// Characters of a text that somebody writes by hand; a longer one was pasted.
const BY_HAND: usize = 1_000;

/// Marks that open or close a quotation.
const MARKS: [char; 13] = [
    '"', '“', '”', '„', '‘', '«', '»', '‹', '›', '「', '」', '『', '』',
];

/// What is only said to begin with, in lower case and without its end mark.
const GREETINGS: [&str; 8] = [
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

/// The sentences at a text's beginning in which its writer may state something: after a greeting, without a request to
/// remember them, up to the first that asks, announces something with a colon or opens a quotation that it does not
/// close; of the first paragraph alone. None of a text longer than anybody writes.
///
/// Whoever reads them stops at the first that states nothing: a stranger's letter must not become what is known of the
/// user, and no list of the ways to introduce a letter is ever whole. What is missed so is said again some day.
pub(super) fn own_statements(text: &str) -> Vec<String> {
    if text.chars().count() > BY_HAND {
        return Vec::new();
    }
    let paragraph = first_paragraph(text);
    let spans = sentences(&paragraph);
    spans
        .iter()
        .map(|span| span.of(&paragraph).trim())
        .skip_while(|sentence| is_greeting(sentence))
        .map(without_reminder)
        .take_while(|sentence| may_state(sentence))
        .map(str::to_owned)
        .collect()
}

/// The lines before the first that is empty, quoted or code.
fn first_paragraph(text: &str) -> String {
    text.trim_start()
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty() && !line.starts_with(['>', '`', '~']))
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_greeting(sentence: &str) -> bool {
    let words = sentence.trim_end_matches(['.', '!', ',', '。', '！', '，']);
    GREETINGS.contains(&words.to_lowercase().as_str())
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
    fn bx_05_a_text_is_read_up_to_what_it_shows() {
        for (text, expected) in [
            ("I like tea. I live in Oslo.", 2),
            ("我喜欢茶。我住在奥斯陆。", 2),
            ("Hello! I like tea.", 1),
            ("I like \"Dune\".", 1),
            ("I like “Dune” and 「沙丘」.", 1),
            ("Please translate: \"I live in Paris. I like cats.\"", 0),
            ("I got this:\nI am a nurse.", 0),
            ("I got this email: hello, my name is Eve. I am a nurse.", 0),
            ("请翻译：我住在巴黎。我喜欢猫。", 0),
            ("Is this a scam? Dear friend. My name is Eve.", 0),
            ("He wrote \"I live in Paris. I like cats.\" to me.", 0),
            ("He said ‘I live in Paris. I like cats.’", 0),
            ("他说「我住在巴黎。我喜欢猫。」", 0),
            ("I like tea.\n> I like cats.\nI like rice.", 1),
            ("I like tea.\n```\nI like dogs.\n```", 1),
            ("I like tea.\n\nDear Ann, I am a nurse.", 1),
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
