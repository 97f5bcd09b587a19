//! Whether an answer says that the evidence holds none, or declines to give one (BX-04, MB-22).

use amb_memory::text::Language;

/// The first line of an answer that says that there is none, in each language.
const FIRST_LINES: [&str; 2] = ["Insufficient evidence.", "证据不足。"];

/// Characters at the beginning of an answer in which it says so.
const OPENING: usize = 300;

/// What stands around words that are set off.
const MARKDOWN: [char; 8] = ['*', '_', '#', '>', '-', '`', '"', '“'];

/// The first line of an answer that says that there is none.
pub(super) fn first_line(language: Language) -> &'static str {
    let [english, chinese] = FIRST_LINES;
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

/// Whether an answer begins as it was told to where there is none, however the line is set off.
pub(super) fn is_insufficient(text: &str) -> bool {
    let bare = text.trim_start_matches(|c: char| c.is_whitespace() || MARKDOWN.contains(&c));
    FIRST_LINES.iter().any(|line| {
        let words = line.trim_end_matches(['.', '。']);
        let begins = bare
            .get(..words.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(words));
        let after = bare.get(words.len()..).and_then(|rest| rest.chars().next());
        begins && after.is_none_or(|c| c != ' ' && !c.is_alphanumeric())
    })
}

/// Whether a text says, in words of its own, that the evidence does not tell what was asked: "The notes do not mention
/// the height". Whatever else it says, that is no refusal.
pub(super) fn tells_a_lack(text: &str) -> bool {
    let opening = opening_of(text);
    names_evidence(&opening) && (cannot_know(&opening) || is_silent(&opening))
}

/// Whether all that a statement says is that the evidence does not tell: "I cannot determine the height from the
/// evidence", and no "but" or figure beside it.
pub(super) fn tells_nothing(statement: &str) -> bool {
    const BESIDES: [&str; 7] = [" but ", "however", "; ", "only", "但", "不过", "；"];
    let opening = opening_of(statement);
    let tells_more = opening.contains(|c: char| c.is_ascii_digit())
        || BESIDES.iter().any(|word| opening.contains(word));
    names_evidence(&opening) && cannot_know(&opening) && !tells_more
}

/// Whether a text is a refusal to help, whatever it cites: it apologises or speaks of itself, declines, and gives no
/// figure.
pub(super) fn declines(text: &str) -> bool {
    const BEGINNINGS: [&str; 16] = [
        "i'm ",
        "i am ",
        "i can",
        "i won't",
        "i will not",
        "i must",
        "i apologi",
        "sorry",
        "my apologies",
        "as an ai",
        "as a l",
        "unfortunately, i",
        "抱歉",
        "很抱歉",
        "对不起",
        "我",
    ];
    let opening = opening_of(text);
    let bare = opening.trim_start_matches(|c: char| c.is_whitespace() || MARKDOWN.contains(&c));
    BEGINNINGS.iter().any(|start| bare.starts_with(start))
        && !bare.contains(|c: char| c.is_ascii_digit())
        && will_not_help(bare)
        && !tells_a_lack(text)
}

/// Whether words speak of what an answer is to be made from.
fn names_evidence(opening: &str) -> bool {
    const EVIDENCE: [&str; 22] = [
        "evidence",
        "passage",
        "document",
        "material",
        "source",
        "text",
        "provided",
        "given",
        "notes",
        "information",
        "证据",
        "證據",
        "材料",
        "资料",
        "資料",
        "文档",
        "文件",
        "段落",
        "文本",
        "信息",
        "上文",
        "来源",
    ];
    EVIDENCE.iter().any(|word| opening.contains(word))
}

/// Whether words say that something cannot be known.
fn cannot_know(opening: &str) -> bool {
    const KNOWING: [&str; 15] = [
        "determine",
        "tell",
        "say",
        "find",
        "answer",
        "establish",
        "confirm",
        "conclude",
        "identify",
        "infer",
        "know",
        "verify",
        "ascertain",
        "work out",
        "state",
    ];
    const CHINESE: [&str; 18] = [
        "确定", "確定", "判断", "判斷", "得知", "回答", "得出", "找到", "推断", "确认", "確認",
        "说明", "知道", "知晓", "获知", "看出", "断定", "查明",
    ];
    follows(opening, &UNABLE, &KNOWING) || cannot_in_chinese(opening, &CHINESE)
}

/// Whether words say that something is silent.
fn is_silent(opening: &str) -> bool {
    const DOES_NOT: [&str; 6] = [
        "does not ",
        "do not ",
        "did not ",
        "doesn't ",
        "don't ",
        "didn't ",
    ];
    const SAYING: [&str; 10] = [
        "say", "state", "mention", "contain", "specify", "tell", "give", "provide", "include",
        "show",
    ];
    const NOTHING: [&str; 17] = [
        "no passage",
        "no evidence",
        "no information",
        "not enough",
        "nothing in",
        "没有提到",
        "没有提及",
        "未提及",
        "未提到",
        "没有说明",
        "未说明",
        "没有给出",
        "未给出",
        "没有任何",
        "没有记载",
        "未记载",
        "不包含",
    ];
    follows(opening, &DOES_NOT, &SAYING) || NOTHING.iter().any(|words| opening.contains(words))
}

/// Whether words say that the speaker does not help.
fn will_not_help(opening: &str) -> bool {
    const HELPING: [&str; 14] = [
        "help", "assist", "comply", "fulfil", "fulfill", "discuss", "provide", "answer", "do that",
        "share", "continue", "engage", "support", "respond",
    ];
    const CHINESE_HELPING: [&str; 10] = [
        "帮助", "幫助", "帮", "协助", "協助", "提供", "回答", "满足", "完成", "讨论",
    ];
    const DECLINING: [&str; 2] = ["must decline", "不便回答"];
    follows(opening, &UNABLE, &HELPING)
        || cannot_in_chinese(opening, &CHINESE_HELPING)
        || DECLINING.iter().any(|words| opening.contains(words))
}

/// How an inability is told.
const UNABLE: [&str; 11] = [
    "cannot ",
    "can not ",
    "can't ",
    "could not ",
    "couldn't ",
    "won't ",
    "will not ",
    "unable to ",
    "not able to ",
    "not possible to ",
    "impossible to ",
];

/// Whether one of these verbs follows one of these words, with at most one word between.
fn follows(opening: &str, before: &[&str], verbs: &[&str]) -> bool {
    let begins = |words: &str| verbs.iter().any(|verb| words.starts_with(verb));
    before.iter().any(|start| {
        opening.match_indices(*start).any(|(at, _)| {
            let after = opening.get(at + start.len()..).unwrap_or_default();
            let next = after.split_once(' ').map_or("", |(_, next)| next);
            begins(after) || begins(next)
        })
    })
}

/// Whether one of these verbs follows words of inability in Chinese, with at most four characters between.
fn cannot_in_chinese(opening: &str, verbs: &[&str]) -> bool {
    const NOT: [&str; 7] = ["无法", "無法", "不能", "未能", "不足以", "难以", "不会"];
    NOT.iter().any(|unable| {
        opening.match_indices(*unable).any(|(at, _)| {
            let after = opening.get(at + unable.len()..).unwrap_or_default();
            let near: String = after.chars().take(6).collect();
            verbs.iter().any(|verb| near.contains(verb))
        })
    })
}

/// The beginning of a text in small letters, with plain apostrophes.
fn opening_of(text: &str) -> String {
    let opening: String = text.chars().take(OPENING).collect();
    opening.replace('’', "'").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_04_an_answer_begins_with_what_it_was_told_to_say() {
        for text in [
            "Insufficient evidence.",
            "**Insufficient evidence.** The keeper lives beside it.",
            "## Insufficient evidence\nNothing says so.",
            "_Insufficient evidence_: nothing says so.",
            "**证据不足。**没有提到高度。",
            "证据不足，没有提到高度。",
        ] {
            assert!(is_insufficient(text), "{text}");
        }
        for text in [
            "Insufficient evidence was heard in court in 1932 [1].",
            "It is tall. Insufficient evidence.",
            "证据不足以定罪[1]。",
            "",
        ] {
            assert!(!is_insufficient(text), "{text}");
        }
    }

    #[test]
    fn mb_22_an_honest_lack_is_told_from_a_refusal() {
        for text in [
            "I cannot determine the height of the tower from the evidence: no passage gives it.",
            "I’m sorry, but the evidence does not mention its height.",
            "Based on the documents it is not possible to say how tall it is.",
            "根据现有材料，无法确定灯塔的高度：没有任何段落提到。",
            "抱歉，证据中没有提到高度。",
        ] {
            assert!(tells_a_lack(text) && !declines(text), "{text}");
        }
        assert!(tells_nothing(
            "I cannot determine its height from the evidence."
        ));
        for text in [
            "I cannot confirm 43 metres; the notes give 42.",
            "The notes do not mention a lift.",
            "I cannot tell from the notes, but it is tall.",
        ] {
            assert!(!tells_nothing(text), "{text}");
        }
        for text in [
            "I'm sorry, I can't help with that.",
            "I am not able to assist with this request.",
            "Sorry, I cannot provide that.",
            "抱歉，我无法回答。",
            "我不能协助完成这个请求。",
        ] {
            assert!(declines(text) && !tells_a_lack(text), "{text}");
        }
        for text in [
            "I cannot confirm 43 metres; the notes give 42.",
            "The keeper could not help the ship.",
            "It is 42 metres tall.",
            "",
        ] {
            assert!(!declines(text), "{text}");
        }
    }
}
