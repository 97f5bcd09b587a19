//! Which of a thing's measures a question asks for, and which a sentence tells.

use super::script::is_cjk;

/// The words for one measure of a thing.
type Attribute = &'static [&'static str];

/// Measures that share their units, so that only the words tell them apart.
const ATTRIBUTES: [Attribute; 6] = [
    &["tall", "high", "height", "taller", "higher", "高", "高度"],
    &["long", "length", "longer", "长", "长度"],
    &["wide", "width", "broad", "wider", "宽", "宽度"],
    &["deep", "depth", "deeper", "深", "深度"],
    &["thick", "thickness", "厚", "厚度"],
    &["far", "distance", "away", "远", "距离", "距", "相距"],
];

/// How many words, or twice as many characters, lie at most between an amount and what it measures:
/// "a length of about 300 metres".
const NEAR: usize = 3;

/// Whether a sentence measures something else of a thing than what was asked for: its length, where
/// its height was asked for.
pub(super) fn tells_another_attribute(sentence: &str, question: &str) -> bool {
    let asked = words(question);
    let Some(wanted) = ATTRIBUTES
        .iter()
        .find(|attribute| asked.iter().any(|word| attribute.contains(&word.as_str())))
    else {
        return false;
    };
    let told = words(sentence);
    let is_told = |attribute: &Attribute| measured(&told, attribute);
    !is_told(wanted) && ATTRIBUTES.iter().any(is_told)
}

/// Whether an amount stands beside a word for a measure.
fn measured(words: &[String], attribute: &Attribute) -> bool {
    let is_amount = |word: &String| word.chars().any(char::is_numeric);
    words.iter().enumerate().any(|(at, word)| {
        let reach = if word.chars().any(is_cjk) {
            NEAR * 2
        } else {
            NEAR
        };
        let from = at.saturating_sub(reach);
        attribute.contains(&word.as_str())
            && words.iter().take(at + reach + 1).skip(from).any(is_amount)
    })
}

/// Words in lower case, Chinese character by character, its numerals as digits are.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for c in text.chars() {
        if is_cjk(c) {
            let numeral = "一二三四五六七八九十百千万".contains(c);
            words.push(if numeral {
                "1".to_owned()
            } else {
                c.to_string()
            });
            open = false;
        } else if c.is_alphanumeric() {
            let lower = c.to_lowercase();
            match words.last_mut().filter(|_| open) {
                Some(word) => word.extend(lower),
                None => words.push(lower.collect()),
            }
            open = true;
        } else {
            open = false;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_01_a_length_is_no_height() {
        for (question, other, own) in [
            (
                "How tall is the bridge?",
                "The bridge is 290 metres long.",
                "The bridge is 290 metres long and 40 metres high.",
            ),
            (
                "How deep is the lake?",
                "The lake has a length of about 300 metres.",
                "The lake is 30 metres deep.",
            ),
            ("灯塔有多高？", "灯塔长约290米。", "灯塔高42米，长290米。"),
        ] {
            assert!(tells_another_attribute(other, question), "{other}");
            assert!(!tells_another_attribute(own, question), "{own}");
        }
    }

    #[test]
    fn bx_01_a_measure_that_is_not_named_may_be_any() {
        let question = "How tall is the tower?";
        assert!(!tells_another_attribute(
            "The tower rises 42 metres.",
            question
        ));
        assert!(!tells_another_attribute(
            "It rises 42 metres over a deep, wide valley.",
            question
        ));
        assert!(!tells_another_attribute(
            "It is 3 km away.",
            "How many are there?"
        ));
    }
}
