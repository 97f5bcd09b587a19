//! Kind of a query.

use super::calendar::{Clock, UtcOffset};
use super::time_expression::{Found, TimeExpression};
use super::times;
use crate::retrieval::is_stop_word;
use crate::text::{folded, simplified};
use serde::{Deserialize, Serialize};

/// Characters of a query that are read; nobody asks more in one question.
const MAX_QUERY_CHARS: usize = 2_000;

/// Returns the part of a query that is analysed and embedded: its first 2,000 characters.
#[must_use]
pub fn asked(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_QUERY_CHARS);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// The kinds of query. Where several fit, the first counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum QueryKind {
    /// It names a time: "yesterday", "上周".
    Temporal,
    /// It asks for what is the user's own: "I said", "我的".
    Personal,
    /// It asks for a way to do something: "how to", "如何".
    Procedural,
    /// It asks for a meaning.
    Semantic,
}

/// Analysis of a query (AF-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QueryAnalysis {
    /// Its kind.
    pub kind: QueryKind,
    /// The time it names.
    pub time: Option<TimeExpression>,
    /// True if the query asks only about a time: "what did I do yesterday?".
    pub is_only_about_time: bool,
    /// True if the query asks about the user's own matters.
    pub is_personal: bool,
    /// True if the query asks for a way to do something.
    pub is_procedural: bool,
}

/// Reads a query, English or Chinese: its first 2,000 characters. `now` is in milliseconds since
/// 1970.
#[must_use]
pub fn analyze_query(text: &str, now: i64, offset: UtcOffset) -> QueryAnalysis {
    let asked = folded(asked(text)).to_lowercase();
    let read = simplified(&asked);
    let found = times::find(&read, &Clock::new(now, offset));
    let time = TimeExpression::of(&asked, &found);
    let asked = read;
    let is_personal = is_personal(&asked);
    let is_procedural = is_procedural(&asked);
    let kind = match (&time, is_personal, is_procedural) {
        (Some(_), _, _) => QueryKind::Temporal,
        (None, true, _) => QueryKind::Personal,
        (None, false, true) => QueryKind::Procedural,
        (None, false, false) => QueryKind::Semantic,
    };
    QueryAnalysis {
        kind,
        is_only_about_time: time.is_some() && !says_more(&asked, &found),
        time,
        is_personal,
        is_procedural,
    }
}

fn is_personal(text: &str) -> bool {
    const CHINESE: [&str; 9] = [
        "我说",
        "我的",
        "我提到",
        "我提过",
        "我讲过",
        "我告诉",
        "我喜欢",
        "我想要",
        "我自己",
    ];
    const WORDS: [&str; 3] = ["my", "mine", "myself"];
    const AFTER_I: [&str; 13] = [
        "said",
        "say",
        "told",
        "tell",
        "mentioned",
        "mention",
        "asked",
        "ask",
        "like",
        "prefer",
        "want",
        "wanted",
        "wrote",
    ];
    let words = words(text);
    let says = |pair: &[&str]| matches!(pair, ["i", verb] if AFTER_I.contains(verb));
    CHINESE.iter().any(|phrase| text.contains(phrase))
        || words.iter().any(|word| WORDS.contains(word))
        || words.windows(2).any(says)
        || words.windows(2).any(|pair| pair == ["about", "me"])
}

fn is_procedural(text: &str) -> bool {
    const CHINESE: [&str; 6] = ["如何", "怎么", "怎样", "步骤", "方法", "教程"];
    const AFTER_HOW: [&str; 7] = ["to", "do", "did", "can", "should", "could", "would"];
    // 怎么样 asks how something is, not how it is done.
    let without_state = text.replace("怎么样", "").replace("怎样的", "");
    let words = words(text);
    let asks = |pair: &[&str]| match pair {
        ["how", after] => AFTER_HOW.contains(after),
        ["steps" | "way" | "ways", "to"] => true,
        _ => false,
    };
    CHINESE.iter().any(|phrase| without_state.contains(phrase)) || words.windows(2).any(asks)
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns true if a text has words beside its phrases of time and the common words of questions.
fn says_more(text: &str, found: &[Found]) -> bool {
    let mut rest = String::with_capacity(text.len());
    let mut at = 0;
    for phrase in found {
        rest.push_str(text.get(at..phrase.start).unwrap_or_default());
        rest.push(' ');
        at = phrase.end;
    }
    rest.push_str(text.get(at..).unwrap_or_default());
    for filler in CHINESE_FILLERS {
        rest = rest.replace(filler, " ");
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    let mut said = rest.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    said.any(|word| !is_stop_word(word) && !ENGLISH_FILLERS.contains(&word))
}

/// Common words of questions about a time, longest first.
const CHINESE_FILLERS: [&str; 35] = [
    "发生了什么",
    "做了什么",
    "说了什么",
    "聊了什么",
    "有什么",
    "哪些事",
    "什么事",
    "我们",
    "他们",
    "发生",
    "事情",
    "什么",
    "哪些",
    "说过",
    "做过",
    "聊过",
    "讨论",
    "告诉",
    "我",
    "你",
    "做",
    "说",
    "聊",
    "干",
    "了",
    "过",
    "吗",
    "呢",
    "的",
    "都",
    "在",
    "有",
    "是",
    "事",
    "和",
];

const ENGLISH_FILLERS: [&str; 23] = [
    "happen",
    "happened",
    "said",
    "say",
    "tell",
    "told",
    "talk",
    "talked",
    "discuss",
    "discussed",
    "done",
    "work",
    "worked",
    "thing",
    "things",
    "us",
    "going",
    "everything",
    "anything",
    "something",
    "went",
    "learn",
    "learned",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::query::TimeRange;
    use proptest::prelude::*;

    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    /// 22 November 2026 in UTC, a Sunday.
    const TODAY: i64 = 20_779 * DAY;
    const NOW: i64 = TODAY + 15 * HOUR;

    fn ask(query: &str) -> QueryAnalysis {
        analyze_query(query, NOW, UtcOffset::default())
    }

    /// The phrases and their ranges are judged by `benches/judgement`.
    #[test]
    fn af_12_a_phrase_is_told_as_it_stands_in_the_query() {
        let recent = ask("最近读了什么").time.unwrap();
        assert!(recent.is_vague);
        assert_eq!(recent.phrases, ["最近"]);
        let range = TimeRange {
            from: NOW - 7 * DAY,
            until: NOW + 1,
        };
        assert_eq!(recent.range, range);
        let traditional = ask("上週我們都聊了什麼");
        assert!(traditional.is_only_about_time);
        assert_eq!(traditional.time.unwrap().phrases, ["上週"]);
    }

    #[test]
    fn af_12_a_day_begins_where_the_user_is() {
        let beijing = UtcOffset::from_minutes(480).unwrap();
        let late = TODAY + 20 * HOUR;
        let range = analyze_query("昨天", late, beijing).time.unwrap().range;
        assert_eq!(range.from, TODAY - 8 * HOUR);
        assert_eq!(range.until, TODAY + 16 * HOUR);
    }

    #[test]
    fn af_12_personal_procedural_and_semantic() {
        for (query, kind) in [
            ("what I said about tea", QueryKind::Personal),
            ("what is my birthday", QueryKind::Personal),
            ("我说过什么关于茶的话", QueryKind::Personal),
            ("我的生日", QueryKind::Personal),
            ("how to brew tea", QueryKind::Procedural),
            ("如何泡茶", QueryKind::Procedural),
            ("怎么泡茶", QueryKind::Procedural),
            ("茶怎么样", QueryKind::Semantic),
            ("tea in China", QueryKind::Semantic),
            ("tell me about tea", QueryKind::Semantic),
            ("what did I say yesterday", QueryKind::Temporal),
            ("", QueryKind::Semantic),
        ] {
            assert_eq!(ask(query).kind, kind, "{query}");
        }
        let both = ask("我昨天说过怎么泡茶");
        assert!(both.is_procedural && both.time.is_some());
    }

    #[test]
    fn af_12_a_question_about_nothing_but_a_time_is_known() {
        for query in [
            "what did I do yesterday?",
            "昨天做了什么？",
            "上周我们都聊了什么",
        ] {
            assert!(ask(query).is_only_about_time, "{query}");
        }
        for query in ["what did I say about tea yesterday?", "昨天聊的论文", "tea"] {
            assert!(!ask(query).is_only_about_time, "{query}");
        }
    }

    proptest! {
        #[test]
        fn no_query_and_no_clock_is_too_strange(
            query in "(yesterday|last |ago|in |may|3|99| days|上|周|个|月|年|日|前|昨天|九|十|\\PC| ){0,12}",
            now: i64,
        ) {
            if let Some(time) = analyze_query(&query, now, UtcOffset::default()).time {
                prop_assert!(time.range.is_sound());
                prop_assert!(!time.phrases.is_empty());
            }
        }
    }
}
