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
const PARTICIPLES: [&str; 11] = [
    "built", "shot", "lit", "held", "made", "born", "won", "sold", "bought", "begun", "written",
];

/// Words that end like participles, and are none.
const NO_PARTICIPLES: [&str; 3] = ["red", "used", "located"];

const CHINESE: [&str; 8] = ["是", "为", "有", "属于", "归", "担任", "位于", "共"];

/// Whether all that a sentence tells is a state.
pub(super) fn tells_of_a_state(sentence: &str) -> bool {
    if sentence.chars().any(is_cjk) {
        return CHINESE.iter().any(|verb| sentence.contains(verb));
    }
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let followed = words.iter().zip(words.iter().skip(1).chain([&""]));
    let mut verbs = followed
        .filter(|(word, _)| STATES.contains(word))
        .peekable();
    verbs.peek().is_some() && verbs.all(|(verb, next)| !is_event(verb, next))
}

fn is_event(verb: &str, next: &str) -> bool {
    let is_participle =
        PARTICIPLES.contains(&next) || next.ends_with("ed") && !NO_PARTICIPLES.contains(&next);
    BEFORE_PARTICIPLES.contains(&verb) && is_participle
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
        ] {
            assert!(tells_of_a_state(state), "{state}");
        }
        for event in [
            "The hall was moved to Westby in 1990.",
            "The ship left in 1990.",
            "The lamp was lit in 1887 and is white.",
            "大桥于1932年通车。",
        ] {
            assert!(!tells_of_a_state(event), "{event}");
        }
    }
}
