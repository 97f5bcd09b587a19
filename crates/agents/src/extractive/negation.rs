//! Denials: the words without their negators, and whether these deny.

/// The words without negators, and whether their number is odd.
pub(super) fn without_negation(rest: &str) -> (String, bool) {
    const AUXILIARIES: [&str; 3] = ["do", "does", "did"];
    let mut kept = String::with_capacity(rest.len());
    let mut negators = 0;
    for word in rest.split_whitespace() {
        let lower = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .replace('’', "'")
            .to_lowercase();
        let negator = ["not", "never", "no", "cannot", "neither", "nor"].contains(&lower.as_str());
        if let Some(permitted) = permitted(&lower) {
            negators += 1;
            kept.push_str(permitted);
            kept.push(' ');
        } else if negator || lower.ends_with("n't") {
            negators += 1;
            kept.push_str(affirmed(&lower));
            kept.push(' ');
        } else if !AUXILIARIES.contains(&lower.as_str()) {
            kept.push_str(word);
            kept.push(' ');
        }
    }
    let (kept, chinese) = without_chinese_negation(&kept);
    (kept, (negators + chinese) % 2 == 1)
}

/// What a ban denies.
fn permitted(word: &str) -> Option<&'static str> {
    ["forbidden", "prohibited", "banned", "disallowed"]
        .contains(&word)
        .then_some("allowed")
}

/// What a contraction with a negator says without it.
fn affirmed(word: &str) -> &str {
    match word {
        "cannot" | "can't" => "can",
        "won't" => "will",
        "don't" | "doesn't" | "didn't" => "",
        _ => word.strip_suffix("n't").unwrap_or_default(),
    }
}

/// Words that hold a negator and deny nothing.
const NOT_DENIALS: [&str; 34] = [
    "不同",
    "不过",
    "不仅",
    "不但",
    "不断",
    "不管",
    "不论",
    "不如",
    "不少",
    "不久",
    "不得不",
    "不足",
    "不止",
    "不等",
    "不妨",
    "不必",
    "不变",
    "不良",
    "不幸",
    "不锈",
    "未来",
    "未必",
    "未知",
    "没错",
    "无论",
    "无线",
    "无限",
    "无数",
    "无疑",
    "无需",
    "非常",
    "并非",
    "除非",
    "是否",
];

fn without_chinese_negation(text: &str) -> (String, usize) {
    let mut kept = String::with_capacity(text.len());
    let mut negators = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let whole = NOT_DENIALS.iter().find(|word| rest.starts_with(*word));
        let denial = ["没有", "不能", "不会", "无法", "不", "未", "没"]
            .iter()
            .find(|word| rest.starts_with(*word));
        let length = match (whole, denial) {
            (Some(word), _) => {
                kept.push_str(word);
                word.len()
            }
            (None, Some(word)) => {
                negators += 1;
                word.len()
            }
            (None, None) => {
                kept.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    (kept, negators)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_a_contraction_leaves_its_verb() {
        assert_eq!(
            without_negation("You cannot park here."),
            ("You can park here. ".to_owned(), true)
        );
        assert_eq!(
            without_negation("The gate isn't open."),
            ("The gate is open. ".to_owned(), true)
        );
    }

    #[test]
    fn mb_10_a_chinese_word_that_holds_a_negator_denies_nothing() {
        assert!(!without_negation("两者不同。").1);
        assert!(without_negation("大门不开放。").1);
    }
}
