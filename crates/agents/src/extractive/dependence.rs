//! How a sentence stands to what is outside of it: conditions, the reader, something named elsewhere.

use super::modality::permits;
use super::script::is_cjk;

/// Words that make a sentence depend on something outside it: conditions, examples, guesses, the
/// reader and the writer, bounds instead of values. Such a sentence contradicts nothing by itself.
const DEPENDENT: [&str; 57] = [
    "if",
    "when",
    "whenever",
    "unless",
    "until",
    "without",
    "except",
    "suppose",
    "assume",
    "imagine",
    "example",
    "examples",
    "e.g",
    "i.e",
    "might",
    "could",
    "would",
    "should",
    "let's",
    "say",
    "perhaps",
    "maybe",
    "i",
    "we",
    "our",
    "us",
    "my",
    "let",
    "listing",
    "figure",
    "table",
    "chapter",
    "above",
    "below",
    "following",
    "previous",
    "next",
    "some",
    "another",
    "other",
    "others",
    "each",
    "every",
    "any",
    "most",
    "many",
    "either",
    "instead",
    "least",
    "than",
    "yet",
    "still",
    "before",
    "after",
    "sometimes",
    "usually",
    "often",
];

const DEPENDENT_CHINESE: [&str; 40] = [
    "如果",
    "假如",
    "假设",
    "若",
    "例如",
    "比如",
    "譬如",
    "我们",
    "我",
    "可能",
    "或许",
    "也许",
    "大概",
    "以下",
    "以上",
    "上面",
    "下面",
    "如下",
    "下列",
    "至少",
    "最多",
    "不超过",
    "超过",
    "除非",
    "否则",
    "的话",
    "有时",
    "通常",
    "一些",
    "某些",
    "其他",
    "另一",
    "每个",
    "任何",
    "之前",
    "之后",
    "应该",
    "建议",
    "当",
    "默认",
];

/// Words that hold one of these and depend on nothing: everybody, and what 当 is only a part of.
const NOT_DEPENDENT_CHINESE: [&str; 9] = [
    "任何人",
    "每个人",
    "当选",
    "当地",
    "当年",
    "当局",
    "当代",
    "相当",
    "适当",
];

/// Words with which a sentence points at something named elsewhere.
const POINTING: [&str; 16] = [
    "it", "this", "that", "these", "those", "they", "he", "she", "its", "his", "her", "their",
    "here", "there", "such", "both",
];

const POINTING_CHINESE: [&str; 15] = [
    "它", "这是", "这里", "这些", "这样", "这种", "这个", "这将", "这会", "那", "该", "此", "其",
    "他", "她",
];

/// Words with which a sentence goes on from another.
const GOING_ON: [&str; 13] = [
    "and",
    "but",
    "so",
    "then",
    "also",
    "thus",
    "now",
    "finally",
    "first",
    "second",
    "third",
    "last",
    "otherwise",
];

const GOING_ON_CHINESE: [&str; 8] = ["但", "而", "并", "然后", "因此", "所以", "同时", "另外"];

/// Words for the reader: what is said to one reader may hold only as it is said.
const READER: [&str; 3] = ["you", "your", "yours"];

const READER_CHINESE: [&str; 2] = ["你", "您"];

/// How much of what a sentence speaks of is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// All of it.
    Alone,
    /// It speaks to the reader.
    Reader,
    /// Its subject is named elsewhere.
    Pointing,
}

/// How a sentence stands to what is outside of it; `None` where it asserts nothing by itself.
pub(super) fn standing(sentence: &str) -> Option<Standing> {
    let written: Vec<&str> = sentence
        .split(|c: char| !(c.is_alphanumeric() || "'’.".contains(c)) || is_cjk(c))
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
        .collect();
    let words: Vec<String> = written
        .iter()
        .map(|word| word.replace('’', "'").to_lowercase())
        .collect();
    let begins = |marks: &[&str]| {
        words
            .first()
            .is_some_and(|one| marks.contains(&one.as_str()))
    };
    let begins_chinese = |marks: &[&str]| marks.iter().any(|mark| sentence.starts_with(mark));
    let holds = |marks: &[&str]| words.iter().any(|word| marks.contains(&word.as_str()));
    let asserted = NOT_DEPENDENT_CHINESE
        .iter()
        .fold(sentence.to_owned(), |text, word| text.replace(word, ""));
    let holds_chinese = |marks: &[&str]| marks.iter().any(|mark| asserted.contains(mark));
    // The month is written with a capital letter, the guess is not; people are permitted something.
    let permitted = |at: usize| at.checked_sub(1).and_then(|at| words.get(at));
    let guesses = written
        .iter()
        .enumerate()
        .any(|(at, word)| *word == "may" && !permitted(at).is_some_and(|word| permits(word)));
    if guesses
        || begins(&GOING_ON)
        || begins_chinese(&GOING_ON_CHINESE)
        || holds(&DEPENDENT)
        || holds_chinese(&DEPENDENT_CHINESE)
    {
        return None;
    }
    Some(if begins(&POINTING) || begins_chinese(&POINTING_CHINESE) {
        Standing::Pointing
    } else if holds(&READER) || holds_chinese(&READER_CHINESE) {
        Standing::Reader
    } else {
        Standing::Alone
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_the_month_of_may_is_no_guess() {
        assert_eq!(standing("The fair opens on 3 May."), Some(Standing::Alone));
        assert_eq!(standing("The fair may open."), None);
        assert_eq!(standing("Visitors may enter."), Some(Standing::Alone));
    }

    #[test]
    fn mb_10_an_ordinal_inside_a_sentence_is_no_order_of_sentences() {
        assert_eq!(
            standing("The lamp was first lit in 1887."),
            Some(Standing::Alone)
        );
        assert_eq!(standing("First, the lamp was lit."), None);
    }

    #[test]
    fn mb_10_what_points_elsewhere_is_told_from_what_stands_alone() {
        assert_eq!(standing("It costs €20."), Some(Standing::Pointing));
        assert_eq!(standing("他出生于1902年。"), Some(Standing::Pointing));
        assert_eq!(standing("You can park here."), Some(Standing::Reader));
        assert_eq!(standing("But the lamp was lit."), None);
    }
}
