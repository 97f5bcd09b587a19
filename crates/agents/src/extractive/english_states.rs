//! Whether the first verb of an English clause tells a state or an event.

use super::date_tokens::{Kind, tokens};
use super::units::number_word;
use super::verb_forms::is_past;

/// What a clause tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// What lasts for a while.
    State,
    /// What happens, or whatever else is told by a verb in the past.
    Event,
    /// It has no verb that is known.
    Nothing,
}

const COPULAS: [&str; 6] = ["is", "was", "are", "were", "been", "be"];

const HAVING: [&str; 3] = ["has", "had", "have"];

/// Verbs of states.
const STATES: &str = "belongs belonged owns owned own serves served remains remained employs employed employ charges \
    charged lives lived live leads led runs ran houses housed lacks lacked enjoyed numbered numbers totalled totaled totals \
    amounted amounts averaged averages contained contains comprised comprises consisted consists traded trades ruled \
    rules reigned governed governs coached coaches chaired chairs managed manages headed heads offered offers lies wore \
    worked works resided included includes boasted seated";

/// Verbs that tell a state before these words only.
const STATES_BEFORE: [(&str, &str); 9] = [
    ("held", "office post seat title record chair land majority"),
    ("stood", "at"),
    ("stands", "at"),
    ("read", ""),
    ("played", "in for"),
    ("plays", "in for"),
    ("sailed", "under"),
    ("lay", "in at along"),
    ("holds", "office post seat title record chair land majority"),
];

/// Words behind which such a verb tells an event: "ran aground", "led to".
const EVENTS_BEFORE: [&str; 8] = ["aground", "out", "away", "into", "off", "over", "to", "up"];

/// What something does again in each period, so that an amount of it is that of its period: "sold 4,000 cars".
const FLOWS: &str = "carried sold produced earned received exported imported attracted treated admitted consumed \
    generated emitted mined harvested processed handled shipped delivered spent published opened launched released \
    counted recorded hosted trained taught built created hired printed brewed made";

/// How an amount changed within a period: "grew by 5 %", "rose 3 %".
const CHANGES: &str = "grew rose fell increased decreased declined dropped expanded shrank climbed contracted jumped slipped";

/// Of these the ones that tell behind "to" what was reached, and nothing else: "grew to 5,000".
const REACHING: &str = "grew increased decreased declined";

/// What tells that an amount is a share, or money.
const SHARES_AND_MONEY: [&str; 10] = [
    "%", "percent", "per cent", "$", "€", "£", "¥", " euros", " dollars", " yuan",
];

/// What is done to a thing for a while: "was owned by".
const STATE_PARTICIPLES: &str = "owned ruled led coached chaired governed managed headed operated run located situated \
    based spoken inhabited populated known called listed allowed forbidden permitted prohibited banned closed \
    administered represented sponsored employed used priced taught guarded classified leased rented";

const ADVERBS: &str = "first last then not also later still only about around nearly almost approximately some never now \
    already formerly mainly mostly officially once home always just over roughly no the a an";

/// Words before an adjective that looks like a participle.
const ARTICLES: [&str; 5] = ["the", "a", "an", "its", "their"];

fn is_in(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|one| one == word)
}

/// What the first verb of a clause tells. A name within it is no verb: "Reed".
pub(super) fn english(clause: &str) -> Told {
    let lower = clause.to_lowercase();
    let found = tokens(clause).into_iter();
    let words: Vec<String> = found
        .filter(|token| matches!(token.kind, Kind::Word | Kind::Number))
        .enumerate()
        .map(|(at, token)| word_of(at, token.text))
        .collect();
    let text = |at: usize| words.get(at).map_or("", String::as_str);
    let told = |at: usize| {
        let before = at.checked_sub(1).map_or("", text);
        if tells_a_change(&words, at, &lower) {
            return Some(Told::State);
        }
        told_by(
            [before, text(at), text(at + 1)],
            follows(&words, at),
            &lower,
        )
    };
    (0..words.len()).find_map(told).unwrap_or(Told::Nothing)
}

/// A word in small letters; in the place of a name a mark that is no word.
fn word_of(at: usize, word: &str) -> String {
    let is_name = at > 0 && word.starts_with(char::is_uppercase);
    if is_name {
        "'".to_owned()
    } else {
        word.to_lowercase()
    }
}

/// The word behind the one that stands here, adverbs apart.
fn follows(words: &[String], at: usize) -> &str {
    let mut behind = words.iter().skip(at + 1);
    behind
        .find(|word| !is_in(word, ADVERBS))
        .map_or("", String::as_str)
}

/// Whether the verb that stands here tells how an amount changed; "dropped 300 bombs" does not.
fn tells_a_change(words: &[String], at: usize, clause: &str) -> bool {
    let text = |at: usize| words.get(at).map_or("", String::as_str);
    let is_share = SHARES_AND_MONEY.iter().any(|sign| clause.contains(sign));
    let leads = match text(at + 1) {
        "by" => true,
        "to" => is_share || is_in(text(at), REACHING),
        _ => false,
    };
    is_in(text(at), CHANGES)
        && (leads || is_share)
        && is_number(follows(words, at + usize::from(leads)))
}

/// What a word tells, if it is a verb, by the words beside it, and the one behind it when adverbs are left out.
fn told_by([before, word, next]: [&str; 3], behind: &str, clause: &str) -> Option<Told> {
    let told = |state: bool| Some(if state { Told::State } else { Told::Event });
    if HAVING.contains(&word) {
        if COPULAS.contains(&behind) {
            return None;
        }
        return told(behind != "to" && (!is_past(behind) || ARTICLES.contains(&next)));
    }
    if COPULAS.contains(&word) {
        return told(tells_state_behind_copula(next, behind, clause));
    }
    if word == "cost" || word == "costs" {
        return told(is_price_of_many(clause));
    }
    if let Some((_, words)) = STATES_BEFORE.iter().find(|(verb, _)| *verb == word) {
        return told(is_in(behind, words) || is_number(behind));
    }
    if is_in(word, STATES) {
        let moves = ["led", "leads", "ran", "runs"].contains(&word);
        return told(!moves || !EVENTS_BEFORE.contains(&next));
    }
    if is_in(word, FLOWS) && is_number(behind) {
        return told(true);
    }
    let adjective = word.ends_with("ed") && ARTICLES.contains(&before);
    if is_past(word) && !adjective {
        return told(is_count_of_survey(word, clause));
    }
    None
}

fn tells_state_behind_copula(next: &str, behind: &str, clause: &str) -> bool {
    if ARTICLES.contains(&next) || next == "no" {
        return true;
    }
    if behind == "held" {
        const HELD: [&str; 8] = [
            "office", "title", "record", "post", "seat", "castle", "manor", "land",
        ];
        return HELD.iter().any(|word| clause.contains(word));
    }
    let believed = behind == "known" && clause.contains("known to ");
    let made = believed || ["by", "from"].contains(&behind) || behind.ends_with("ing");
    !made && (!is_past(behind) || is_in(behind, STATE_PARTICIPLES))
}

/// "A survey found 40 %", "the census counted 5,000".
fn is_count_of_survey(verb: &str, clause: &str) -> bool {
    is_in(verb, "found counted recorded showed")
        && ["survey", "census", "poll"]
            .iter()
            .any(|word| clause.contains(word))
}

/// Whether what costs something is sold again and again, and not built but once.
fn is_price_of_many(clause: &str) -> bool {
    const SOLD: &str = "ticket entry entrance admission fare litre liter loaf kilo kilogram room night stamp bread milk \
        beer petrol gas rent pint ounce barrel tuition membership licence subscription";
    let mut words = clause.split(|c: char| !c.is_alphanumeric());
    let first = clause.trim_start().split(' ').next().unwrap_or_default();
    ["a", "an"].contains(&first) || words.any(|word| is_in(word.trim_end_matches('s'), SOLD))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || number_word(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_the_first_verb_tells_a_state_or_an_event() {
        for state in [
            "the mayor was Ann Lee",
            "the hall had 5 rooms",
            "Acme was owned by Borg",
            "the gauge read 2 metres",
            "the plant sold 4,000 cars",
            "the walled town had 3 gates",
            "a ticket cost 5 euros",
            "in Westby Ann Reed was mayor",
            "the output grew by 5.2 %",
            "prices rose about 3 %",
            "the town grew to 5,000 people",
            "inflation fell to 3.4 %",
            "revenue rose to $64.2 billion",
        ] {
            assert_eq!(english(state), Told::State, "{state}");
        }
        for event in [
            "the dam burst",
            "the city fell to the king with 4,000 dead",
            "the city fell to 3 armies",
            "the planes dropped 300 bombs",
            "the bell was cast",
            "the vase was unearthed with 3 others",
            "the ship ran aground",
            "the painting was sold for 5 million euros",
            "the tunnel cost 5 million euros",
            "the congress was held in Rome",
            "the picture is by Lee",
            "the war is known to have cost 5,000 lives",
        ] {
            assert_eq!(english(event), Told::Event, "{event}");
        }
        assert_eq!(english("5,000 inhabitants"), Told::Nothing);
    }
}
