//! Whether a sentence tells of a state, which lasts for a while and gives way to another: a mayor, a colour, an owner.

use super::script::is_cjk;

/// Verbs of states. What is done to a thing, by a participle behind the first ones, is an event.
const STATES: [&str; 27] = [
    "is", "was", "are", "were", "has", "had", "have", "belongs", "belonged", "costs", "cost",
    "owns", "owned", "serves", "served", "remains", "remained", "employs", "employed", "charges",
    "charged", "lives", "lived", "leads", "led", "runs", "ran",
];

/// Those before which a participle makes an event: "was erected".
const BEFORE_PARTICIPLES: [&str; 4] = ["is", "was", "are", "were"];

/// Participles that do not end in "ed".
const PARTICIPLES: [&str; 35] = [
    "built", "shot", "lit", "held", "made", "born", "won", "sold", "bought", "begun", "written",
    "cast", "cut", "set", "laid", "hung", "struck", "taken", "given", "drawn", "driven", "thrown",
    "lost", "found", "brought", "caught", "sent", "dug", "torn", "sworn", "broken", "stolen",
    "chosen", "beaten", "fought",
];

/// Words between a verb and its participle.
const BETWEEN: [&str; 6] = ["first", "last", "then", "not", "also", "later"];

/// Words that end like participles, and are none.
const NO_PARTICIPLES: [&str; 3] = ["red", "used", "located"];

const CHINESE: [&str; 8] = ["是", "为", "有", "属于", "归", "担任", "位于", "共"];

/// Who or what something has one of at a time, so that a line without a verb tells a state: "Mayor 2010: Ann Lee".
const OFFICES: [&str; 17] = [
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

/// Whether all that a sentence tells is a state.
pub(super) fn tells_of_a_state(sentence: &str) -> bool {
    if sentence.chars().any(is_cjk) {
        let bare = sentence.trim().trim_end_matches(['。', '.']);
        return !bare.ends_with('的') && CHINESE.iter().any(|verb| sentence.contains(verb))
            || is_chinese_label(sentence);
    }
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let labelled = words.iter().any(|word| names_an_office(word)) && sentence.contains([':', '：']);
    if labelled && !words.iter().any(|word| is_verb(word)) {
        return true;
    }
    let words: Vec<&str> = words
        .into_iter()
        .filter(|word| !BETWEEN.contains(word))
        .collect();
    let followed = words.iter().zip(words.iter().skip(1).chain([&""]));
    let mut verbs = followed
        .filter(|(word, _)| STATES.contains(word))
        .peekable();
    verbs.peek().is_some() && verbs.all(|(verb, next)| !is_event(verb, next))
}

/// "市长：李安".
fn is_chinese_label(sentence: &str) -> bool {
    let label = sentence.split_once([':', '：']).map(|(label, _)| label);
    label.is_some_and(|label| CHINESE_OFFICES.iter().any(|office| label.contains(office)))
}

fn is_verb(word: &str) -> bool {
    STATES.contains(&word) || is_participle(word)
}

fn is_participle(word: &str) -> bool {
    PARTICIPLES.contains(&word) || word.ends_with("ed") && !NO_PARTICIPLES.contains(&word)
}

fn is_event(verb: &str, next: &str) -> bool {
    BEFORE_PARTICIPLES.contains(&verb) && is_participle(next)
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
            "大桥于1932年通车。",
            "塔是李安在1932年设计的。",
        ] {
            assert!(!tells_of_a_state(event), "{event}");
        }
    }
}
