//! English forms of verbs that tell what was done: participles and pasts.

/// Participles and pasts that do not end in "ed". What is a noun as well stands here too: in doubt a word is a verb.
const IRREGULAR: &str = "arose arisen ate eaten awoke beat beaten became become befell began begun bent bit bitten bled \
    blew blown bore born borne bought bound broke broken brought built burnt burst came cast caught chose chosen clung \
    crept cut dealt did done dove drank drawn drew driven drove drunk dug fallen fed fell felt fled flew flown flung \
    forbade forgot forgotten forsook fought found froze frozen gave given gone got gotten grew grown heard held hewn hid \
    hidden hit hung hurt kept knelt knew known laid lain lay leapt learnt left lent let lit lost made meant met mown \
    overcame overthrew overthrown overtook paid put quit rang ran read rebuilt rent reset ridden risen rode rose rung \
    said sang sank saw sawn seen sent set sewn shaken shed shone shook shot shown shrank shrunk shut slain slept slew \
    slid smitten snuck sold sought sown spelt spent spilt split spoke spoken sprang spread sprung spun stole stolen stood \
    strewn strode struck strung stuck stung sung sunk swam swept swore sworn swum swung taken taught tore torn thought \
    threw thrown thrust told took trod trodden undertook undone unwound upheld wed went wept withdrawn withdrew withstood \
    woke woken won wore worn wound wove woven wrote written wrung";

/// Words that end like participles, and are none.
const NO_PARTICIPLES: [&str; 14] = [
    "red", "used", "bed", "seed", "speed", "need", "hundred", "united", "limited", "sacred",
    "shed", "breed", "indeed", "feed",
];

/// Whether a word, in small letters, may be a past or a participle.
pub(super) fn is_past(word: &str) -> bool {
    !NO_PARTICIPLES.contains(&word) && (word.ends_with("ed") || is_irregular(word))
}

fn is_irregular(word: &str) -> bool {
    IRREGULAR.split_whitespace().any(|form| form == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_pasts_are_known_by_their_form() {
        for word in ["burst", "cast", "unearthed", "fell", "rebuilt"] {
            assert!(is_past(word), "{word}");
        }
        for word in ["red", "hundred", "mayor", "has", "united"] {
            assert!(!is_past(word), "{word}");
        }
    }
}
