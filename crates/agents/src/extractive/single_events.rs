//! Whether a text tells of what is but once, or of what goes on after its date, so that another date is a conflict.

use super::recurrence::happens_once;
use super::script::is_cjk;

/// What but one person or thing ever is.
const ROLES: &str = "founder cofounder inventor discoverer designer architect builder author composer creator sculptor \
    playwright killer murderer assassin culprit winner victor father mother birthplace namesake originator cause ever \
    initiator perpetrator bride bridegroom survivor survivors victim victims casualties";

/// Events by themselves, which have one date.
const EVENTS: &str = "fire flood avalanche plague epidemic murder mutiny revolt rebellion uprising siege massacre raid \
    expedition coronation wedding funeral trial duel wreck sinking explosion hurricane storm tornado typhoon accident \
    disaster derailment attack bombing invasion landing voyage ambush riot coup tsunami landslide famine pandemic outbreak treaty eclipse signatories";

/// Words behind the name of an event that make it the name of something else: "birth rate", "fire brigade".
const NO_EVENT: &str = "rate rates sector industry market station brigade department engine engines budget company firm \
    certificate figures services service drill insurance register for workers house";

/// Words behind "first" or "last" that count kinds, and do not single out one thing.
const RANKS: &str = "division league minister secretary half quarter class language year season month century team lady \
    tier floor";

const CHINESE_SINGLE: [&str; 42] = [
    "首任",
    "首位",
    "首个",
    "首次",
    "首届",
    "第一任",
    "第一位",
    "第一个",
    "第一次",
    "末代",
    "末任",
    "最后",
    "唯一",
    "创始人",
    "发现者",
    "发明者",
    "发明人",
    "设计者",
    "设计师",
    "建筑师",
    "作者",
    "凶手",
    "获胜者",
    "胜者",
    "遇难",
    "阵亡",
    "战役",
    "起义",
    "大火",
    "洪水",
    "海啸",
    "谋杀",
    "登顶",
    "出土",
    "铸",
    "病逝",
    "享年",
    "罹难",
    "奠基",
    "签订",
    "爆发",
    "祖先",
];

/// Chinese words in which the name of an event stands, and which count it.
const CHINESE_COUNTED: [&str; 8] = [
    "死亡率",
    "死亡人数",
    "出生率",
    "出生人口",
    "出版论文",
    "出版图书",
    "出版社",
    "发布会",
];

/// Whether a text tells of a single event, or of whom or what there is but once.
pub(super) fn is_single(text: &str) -> bool {
    if text.chars().any(is_cjk) {
        let mut text = text.to_owned();
        for counted in CHINESE_COUNTED {
            text = text.replace(counted, "");
        }
        return CHINESE_SINGLE.iter().any(|word| text.contains(word)) || happens_once(&text);
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    (0..words.len()).any(|at| {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let before = at.checked_sub(1).map_or("", word);
        is_single_word(before, word(at), word(at + 1))
    })
}

fn is_single_word(before: &str, word: &str, next: &str) -> bool {
    let is_in = |words: &str, word: &str| words.split_whitespace().any(|one| one == word);
    match word {
        "first" | "last" => before != "at" && !is_in(RANKS, next),
        "only" => before == "the",
        "oldest" | "youngest" | "earliest" => true,
        _ if is_in(ROLES, word) => true,
        _ => {
            let counted = next.starts_with(|c: char| c.is_ascii_digit());
            (is_in(EVENTS, word) || happens_once(word)) && !counted && !is_in(NO_EVENT, next)
        }
    }
}

/// Whether a text tells of what stays as it is after its date.
pub(super) fn goes_on(text: &str) -> bool {
    const ON: [&str; 20] = [
        "changed since",
        "since then",
        "ever since",
        "unchanged",
        "to this day",
        " kept ",
        " still ",
        "throughout",
        "always",
        "ever after",
        "thereafter",
        "from then on",
        "一直",
        "始终",
        "至今",
        "从未",
        "不变",
        "仍",
        "沿用",
        "此后",
    ];
    let lower = text.to_lowercase();
    ON.iter().any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_what_is_but_once_is_told_from_what_is_counted() {
        for single in [
            "The first mayor was Ann Lee",
            "The last train ran with 80 people",
            "The founder of the club was Bo Chen",
            "The fire of Westby had 300 victims",
            "首任市长是李安",
            "发现者是陈波",
        ] {
            assert!(is_single(single), "{single}");
        }
        for other in [
            "The mayor was Ann Lee",
            "The birth rate was 14",
            "The club was in the first division",
            "At first the club had 40 members",
            "The fire brigade had 30 members",
            "The journal published 120 articles",
            "死亡人数为300人",
        ] {
            assert!(!is_single(other), "{other}");
        }
    }
}
