//! Words that read like a refusal.

/// Characters at the start of an answer that may hold a refusal.
const OPENING: usize = 300;

const ENGLISH: [&str; 19] = [
    "i'm sorry",
    "i am sorry",
    "sorry, but",
    "i apologize",
    "i apologise",
    "my apologies",
    "i cannot",
    "i can not",
    "i can't",
    "i won't",
    "i will not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i must decline",
    "as an ai",
    "as a language model",
    "as a large language model",
];

const CHINESE: [&str; 10] = [
    "抱歉",
    "对不起",
    "對不起",
    "无法",
    "無法",
    "我不能",
    "我不会",
    "我不會",
    "不便回答",
    "不能回答",
];

/// Returns true if a text without JSON reads like a refusal, in English or Chinese.
#[must_use]
pub fn reads_like_refusal(text: &str) -> bool {
    let opening: String = text
        .chars()
        .take(OPENING)
        .map(|c| if c == '’' { '\'' } else { c })
        .collect::<String>()
        .to_lowercase();
    ENGLISH.iter().any(|words| has_words(&opening, words))
        || CHINESE.iter().any(|words| opening.contains(words))
        || ["作为", "作為"]
            .iter()
            .any(|mark| opening.split(mark).skip(1).any(names_a_model))
}

/// Returns true if the words stand in the text, and not within longer words: "wifi cannot" is no refusal.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + words.len()..).and_then(|t| t.chars().next());
        let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !goes_on(before) && !goes_on(after)
    })
}

/// Returns true if the words after "作为" are a model's name for itself.
fn names_a_model(after: &str) -> bool {
    const COUNTERS: [&str; 7] = ["一个", "一個", "一名", "一款", "一种", "一種", "一位"];
    const MODELS: [&str; 6] = ["ai", "人工智能", "人工智慧", "语言模型", "語言模型", "大"];
    let counted = COUNTERS
        .iter()
        .find_map(|counter| after.strip_prefix(counter))
        .unwrap_or(after);
    MODELS
        .iter()
        .any(|name| counted.trim_start().starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_refusals_are_read_in_english_and_chinese() {
        for text in [
            "I'm sorry, but that is not possible.",
            "I’m sorry.",
            "I cannot help with that.",
            "As an AI, I have no opinion.",
            "抱歉，我不了解。",
            "这个请求我无法完成。",
            "作为一个AI助手，我没有个人观点。",
            "作为人工智能，我没有观点。",
            "作为大语言模型，……",
        ] {
            assert!(reads_like_refusal(text), "{text}");
        }
    }

    #[test]
    fn mb_21_plain_prose_is_no_refusal() {
        for text in [
            "The wifi cannot reach the garden.",
            "This serves as an aid to readers.",
            "大桥作为地标，建于1932年。",
            "",
        ] {
            assert!(!reads_like_refusal(text), "{text}");
        }
    }
}
