//! Whether a clause tells of a state, which lasts for a while and gives way to another: a mayor, a colour, an owner, a
//! number of inhabitants. What is not known to be one is none.

use super::changing_amounts::names_a_quantity;
use super::chinese_states::chinese;
use super::english_states::{Told, english};
use super::facts::parse;
use super::script::is_cjk;

/// Who or what something has one of at a time, so that a line without a verb tells a state: "Mayor 2010: Ann Lee".
const OFFICES: [&str; 18] = [
    "mayor",
    "owner",
    "coach",
    "president",
    "king",
    "queen",
    "head",
    "chair",
    "chairman",
    "director",
    "governor",
    "premier",
    "minister",
    "captain",
    "capital",
    "tenant",
    "bishop",
    "population",
];

const CHINESE_OFFICES: [&str; 10] = [
    "市长", "县长", "省长", "校长", "主席", "总统", "总理", "教练", "业主", "首都",
];

/// Whether a word names what something has one of at a time.
pub(super) fn names_an_office(word: &str) -> bool {
    OFFICES
        .iter()
        .any(|office| word.eq_ignore_ascii_case(office))
}

/// Whether what a clause tells is a state.
pub(super) fn tells_of_a_state(clause: &str) -> bool {
    if clause.chars().any(is_cjk) {
        return chinese(clause) || is_chinese_label(clause);
    }
    match english(clause) {
        Told::State => true,
        Told::Event => false,
        Told::Nothing => is_label(clause) || is_bare_quantity(clause),
    }
}

/// "Mayor: Ann Lee".
fn is_label(clause: &str) -> bool {
    let mut words = clause.split(|c: char| !c.is_alphanumeric());
    clause.contains(':') && words.any(names_an_office)
}

/// "市长：李安".
fn is_chinese_label(clause: &str) -> bool {
    let label = clause.split_once([':', '：']).map(|(label, _)| label);
    label.is_some_and(|label| CHINESE_OFFICES.iter().any(|office| label.contains(office)))
}

/// "5,000 inhabitants", "price: 12 dollars"; a mere number tells as much as its label or its list does.
fn is_bare_quantity(clause: &str) -> bool {
    let parsed = parse(clause);
    let counts = parsed.values.iter().any(|value| !value.measure.is_date());
    let bare = !parsed.rest.contains(char::is_alphabetic);
    counts && (bare || names_a_quantity(clause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_states_are_told_from_events() {
        for state in [
            "In 2010 the mayor was Ann Lee.",
            "The roof was red in 1990.",
            "The mill belonged to the abbey in 1300.",
            "2010年市长是李安。",
            "Mayor 2010–2014: Ann Lee",
            "市长：李安（2010年）",
            "5,000 inhabitants",
        ] {
            assert!(tells_of_a_state(state), "{state}");
        }
        for event in [
            "The hall was moved to Westby in 1990.",
            "The ship left in 1990.",
            "2010: the mayor resigned",
            "The lamp was lit in 1887 and is white.",
            "The lamp was first lit in 1887.",
            "The bell was cast in 1632.",
            "The dam burst with 400 victims",
            "Lind, 12 arches",
            "大桥于1932年通车。",
            "塔是李安在1932年设计的。",
        ] {
            assert!(!tells_of_a_state(event), "{event}");
        }
    }
}
