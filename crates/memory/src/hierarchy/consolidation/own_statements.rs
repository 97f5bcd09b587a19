//! What in a user's text they state themself, and what is a text that they show.

use crate::text::sentences;

/// Characters of a text that somebody writes by hand; a longer one was pasted.
const BY_HAND: usize = 1_000;

/// Marks of quotation, in pairs.
const MARKS: [(char, char); 6] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
];

/// What a sentence begins with, in lower case, that asks to do something with a text: what follows is that text.
const REQUESTS: [&str; 30] = [
    "translate",
    "summarise",
    "summarize",
    "proofread",
    "rewrite",
    "rephrase",
    "paraphrase",
    "correct",
    "check",
    "review",
    "edit",
    "explain",
    "analyse",
    "analyze",
    "answer",
    "reply",
    "respond",
    "read",
    "improve",
    "shorten",
    "翻译",
    "总结",
    "概括",
    "改写",
    "润色",
    "校对",
    "解释",
    "回复",
    "分析",
    "修改",
];

/// What may stand before such a word.
const POLITE: [&str; 12] = [
    "please ",
    "can you ",
    "could you ",
    "would you ",
    "help me to ",
    "help me ",
    "请帮我",
    "请你",
    "请",
    "帮我",
    "麻烦",
    "把",
];

/// The sentences of a user's text that are their own statements: of its first paragraph, up to what asks to do something
/// with a text or announces one with a colon; without quotations of sentences, quoted lines and code. None of a text
/// longer than anybody writes.
///
/// It leaves out rather too much: what is missed is said again some day, and a stranger's letter must not become what is
/// known of the user.
pub(super) fn own_statements(text: &str) -> Vec<String> {
    if text.chars().count() > BY_HAND {
        return Vec::new();
    }
    let own = without_quotations(&first_paragraph(text));
    let mut statements = Vec::new();
    for span in sentences(&own) {
        let sentence = span.of(&own).trim();
        if asks_about_a_text(sentence) {
            break;
        }
        statements.push(sentence.to_owned());
        if sentence.ends_with([':', '：']) {
            break;
        }
    }
    statements
}

/// The lines before the first empty one, before code, and before one that ends with a colon; without quoted ones.
fn first_paragraph(text: &str) -> String {
    let mut paragraph = String::new();
    for line in text.trim_start().lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("```") {
            break;
        }
        if !line.starts_with('>') {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
        if line.ends_with([':', '：']) {
            break;
        }
    }
    paragraph
}

/// A text without the quotations that hold a sentence's end; one that is not closed is all that follows. A quoted title
/// stays.
fn without_quotations(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, close)) = next_quotation(rest) {
        let (outside, after) = rest.split_at(before);
        own.push_str(outside);
        let Some(open) = after.chars().next() else {
            break;
        };
        let inside = after.get(open.len_utf8()..).unwrap_or_default();
        let Some(end) = inside.find(close) else {
            return own;
        };
        let quoted = inside.get(..end).unwrap_or_default();
        if quoted.contains(['.', '!', '?', '。', '！', '？', '\n']) {
            own.push('…');
        } else {
            own.push(open);
            own.push_str(quoted);
            own.push(close);
        }
        rest = inside.get(end + close.len_utf8()..).unwrap_or_default();
    }
    own.push_str(rest);
    own
}

/// Where the next mark of quotation opens, and what closes it.
fn next_quotation(text: &str) -> Option<(usize, char)> {
    text.char_indices().find_map(|(at, c)| {
        let (_, close) = MARKS.iter().find(|(open, _)| *open == c)?;
        Some((at, *close))
    })
}

fn asks_about_a_text(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let mut asked = lower.as_str();
    while let Some(rest) = POLITE.iter().find_map(|polite| asked.strip_prefix(polite)) {
        asked = rest.trim_start();
    }
    REQUESTS.iter().any(|request| asked.starts_with(request))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_05_what_a_user_shows_is_not_what_they_state() {
        for (text, expected) in [
            (
                "I like tea. I live in Oslo.",
                &["I like tea.", "I live in Oslo."][..],
            ),
            (
                "我喜欢茶。我住在奥斯陆。",
                &["我喜欢茶。", "我住在奥斯陆。"],
            ),
            ("I like \"Dune\".", &["I like \"Dune\"."]),
            (
                "Please translate: \"I live in Paris. My name is Bob. I like cats.\"",
                &[],
            ),
            (
                "He wrote \"I live in Paris. I like cats.\" to me.",
                &["He wrote … to me."],
            ),
            ("She said “I am a nurse. I live in Leeds", &["She said"]),
            (
                "Translate this email:\n\nMy name is Eve. I am a nurse.",
                &[],
            ),
            (
                "I am in a hurry. Summarise: I live in Leeds. I love spam.",
                &["I am in a hurry."],
            ),
            (
                "Could you please proofread I am a nurse. I live in Leeds.",
                &[],
            ),
            (
                "I got this:\nI am a nurse.\nI live in Leeds.",
                &["I got this:"],
            ),
            (
                "I like tea.\n> I like cats.\n```\nI like dogs.\n```",
                &["I like tea."],
            ),
            ("I like tea.\n\nDear Ann, I am a nurse.", &["I like tea."]),
            ("请翻译：我住在巴黎。我喜欢猫。", &[]),
            ("帮我总结这封信。我是护士。", &[]),
            ("他说「我住在巴黎。我喜欢猫。」", &["他说…"]),
        ] {
            assert_eq!(own_statements(text), expected, "{text}");
        }
        assert!(own_statements(&"I like tea. ".repeat(100)).is_empty());
    }
}
