//! What a date is to the sentence that it stands in.

use super::date_tokens::{Kind, Token};
use super::lasting_states::names_an_office;
use super::single_dates::Tokens;
use super::weekday::weekday;

/// What a date is to the sentence that it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// When that holds which is told.
    Told,
    /// It belongs to a single word, or may be no date at all.
    Beside,
    /// It is itself what is told: "the meeting is on 3 June".
    Asked,
}

/// What is counted as of a date, so that a bare year beside it is one.
pub(super) const COUNTED: [&str; 18] = [
    "census",
    "population",
    "revenue",
    "turnover",
    "budget",
    "season",
    "estimate",
    "gdp",
    "unemployment",
    "profit",
    "output",
    "membership",
    "attendance",
    "debt",
    "price",
    "fee",
    "rent",
    "survey",
];

/// Whether a word counts or measures something as of a date.
pub(super) fn is_counted(word: &Token<'_>) -> bool {
    word.is_any(&COUNTED)
}

/// Whether a date behind this text is itself what is told: "The meeting is on".
pub(super) fn leads_to_what_is_told(before: &str) -> bool {
    const VERBS: [&str; 11] = [
        "is", "was", "are", "were", "be", "been", "falls", "due", "是", "定于", "定在",
    ];
    let before = without_weekday(before.trim_end()).to_lowercase();
    VERBS.iter().any(|verb| {
        let rest = before.strip_suffix(verb);
        rest.is_some_and(|rest| !verb.is_ascii() || !rest.ends_with(char::is_alphanumeric))
    })
}

/// "is on Monday," without the day and what leads to it.
fn without_weekday(text: &str) -> &str {
    let bare = text.trim_end_matches([',', ' ']);
    let (rest, word) = bare.rsplit_once(' ').unwrap_or(("", bare));
    let rest = if weekday(word).is_some() { rest } else { text };
    rest.strip_suffix(" on").unwrap_or(rest)
}

/// Whether a date tells one thing from others of its kind: "the 18th century church", 18世纪的教堂.
pub(super) fn names_its_noun(tokens: &Tokens<'_>, at: usize, next: usize) -> bool {
    const COUNTED_IN_CHINESE: [&str; 13] = [
        "普查", "数据", "人口", "调查", "统计", "市长", "价格", "租金", "收入", "营收", "预算",
        "利润", "产量",
    ];
    let before = at.checked_sub(1).and_then(|before| tokens.at(before));
    let article = before.is_some_and(|word| word.is_any(&["the", "a", "an", "its", "this"]));
    let noun = tokens.at(next).filter(|word| word.kind == Kind::Word);
    let of = tokens.reads(next, "的");
    let counts = of.is_some_and(|at| {
        COUNTED_IN_CHINESE
            .iter()
            .any(|noun| tokens.reads(at, noun).is_some())
    });
    article && noun.is_some_and(|noun| !is_counted(noun)) || of.is_some() && !counts
}

/// Whether a date in brackets tells when that was which stands before them: "the bridge (1932) is".
pub(super) fn belongs_to_a_noun(tokens: &Tokens<'_>, at: usize, next: usize) -> bool {
    const NOW: [&str; 4] = ["currently", "today", "now", "presently"];
    const OPENING: [&str; 2] = ["(", "（"];
    const CLOSING: [&str; 2] = [")", "）"];
    let is_edge = |at: &usize| tokens.is(*at, &OPENING) || tokens.is(*at, &CLOSING);
    let open = (0..at).rev().find(is_edge);
    let Some(open) = open.filter(|open| tokens.is(*open, &OPENING)) else {
        return false;
    };
    let Some(close) = (next..next + 9).find(|close| tokens.is(*close, &CLOSING)) else {
        return false;
    };
    let measured = (0..open).any(|at| tokens.at(at).is_some_and(|t| t.kind == Kind::Number));
    let noun = open.checked_sub(1).and_then(|noun| tokens.at(noun));
    let counted = noun.is_some_and(|t| is_counted(t) || t.is_any(&NOW) || names_an_office(t.text));
    let goes_on = tokens
        .at(close + 1)
        .is_some_and(|token| token.kind != Kind::Sign || token.is_any(&[":", "：", ",", "，"]));
    goes_on && !measured && !counted
}

#[cfg(test)]
mod tests {
    use super::super::date_reading::dates_of;
    use super::*;

    fn roles(text: &str) -> Vec<Role> {
        dates_of(text).iter().map(|date| date.role).collect()
    }

    #[test]
    fn mb_10_a_date_may_belong_to_a_word_or_be_what_is_told() {
        for text in [
            "The bridge (1932) is 300 metres long",
            "A mill of 1887 had 5 rooms",
            "The 18th century church has 3 bells",
            "The March 2010 edition costs 5 euros",
            "Ann Lee (mayor 2010–2014) has 3 children",
            "18世纪的教堂有3口钟",
        ] {
            assert_eq!(roles(text), [Role::Beside], "{text}");
        }
        for text in [
            "The meeting is on Monday 3 June",
            "The deadline is 3 June",
            "会期是2010年",
        ] {
            assert!(roles(text).contains(&Role::Asked), "{text}");
        }
    }
}
