//! Claims of which nothing stands in the texts they rest on (BX-04).

use std::collections::BTreeSet;

use amb_memory::retrieval::{analyze, is_stop_word};

use super::languages::known_language;
use super::script::is_cjk;
use super::terms::term_set;
use amb_memory::text::quantity::{read, with_digits};

/// Returns true if none of a claim's own words stands in any of the texts. Own words are those that are not in
/// `repeated` (the question, titles).
///
/// Texts may say the same in other words. Therefore the function returns false for a claim that has a figure (figures
/// are checked apart), speaks of its sources, or is in another language than a text.
#[must_use]
pub fn is_unheard_of(claim: &str, repeated: &str, texts: &[&str]) -> bool {
    let language = known_language(claim);
    let is_comparable =
        language.is_some() && texts.iter().all(|text| known_language(text) == language);
    let claim = with_digits(claim);
    if !is_comparable || speaks_of_sources(&claim) || !read(&claim).values.is_empty() {
        return false;
    }
    let repeated = words_of(repeated);
    let own: Vec<String> = words_of(&claim)
        .into_iter()
        .filter(|word| !repeated.contains(word))
        .collect();
    let told: BTreeSet<String> = texts.iter().flat_map(|text| words_of(text)).collect();
    let stands = |word: &String| told.iter().any(|other| is_akin(word, other));
    !own.is_empty() && !own.iter().any(stands)
}

/// Returns the terms of a text; of Chinese, its characters. Stop words and words of assent or certainty are left out.
fn words_of(text: &str) -> BTreeSet<String> {
    const ASSENT: &str = "yes no correct true false right wrong indeed answer likely probably possibly therefore thus";
    const SMALL: &str =
        "的了是在有和与为于一个这那其之也都不就而及或被把从到由它他她们对错正确真可能因此所以";
    let characters = text.chars().filter(|c| is_cjk(*c) && !SMALL.contains(*c));
    let blanked = |c: char| if is_cjk(c) { ' ' } else { c };
    let spaced: String = text.chars().map(blanked).collect();
    let assent = term_set(ASSENT);
    let words = term_set(&spaced).into_iter();
    let words = words.filter(|word| !is_stop_word(word) && !assent.contains(word));
    characters.map(String::from).chain(words).collect()
}

/// Returns true if both words are equal or begin with the same four characters, as forms of one word do.
fn is_akin(word: &str, other: &str) -> bool {
    const SAME: usize = 4;
    let shared = word.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    word == other || shared.count() >= SAME
}

/// Returns true if a claim names its sources, or says that they agree, differ or are silent.
fn speaks_of_sources(claim: &str) -> bool {
    const ENGLISH: &str = "source evidence snippet search page document passage text file model image dispute refute \
        claim statement agree disagree contradict conflict confirm import unknown mention";
    const CHINESE: [&str; 16] = [
        "证据", "来源", "搜索", "摘要", "争议", "反驳", "说法", "资料", "文件", "模型", "片段",
        "网页", "一致", "矛盾", "提到", "未知",
    ];
    let told = term_set(claim);
    analyze(ENGLISH).iter().any(|word| told.contains(word))
        || CHINESE.iter().any(|word| claim.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "The tower was opened in 1884 and painted red. The keeper lives beside it.";

    #[test]
    fn bx_04_a_claim_of_which_no_source_has_a_word_is_found() {
        for (claim, question, text) in [
            ("The keeper eats fish", "What does the keeper eat?", GUIDE),
            ("Bananas are yellow by nature", "?", GUIDE),
            ("守塔人吃鱼", "守塔人吃什么？", "灯塔高四十二米。"),
        ] {
            assert!(is_unheard_of(claim, question, &[text]), "{claim}");
            assert!(!is_unheard_of(claim, question, &[text, claim]), "{claim}");
        }
    }

    #[test]
    fn bx_04_nothing_is_said_of_what_may_be_borne_out() {
        for (claim, text) in [
            ("The keeper eats fish beside the tower", GUIDE),
            ("It is the colour of paint", GUIDE),
            ("It is 12 feet wide", GUIDE),
            ("The sources disagree by far", GUIDE),
            ("It is known from a search snippet", GUIDE),
            ("It is so", GUIDE),
            ("Yes, that is correct", GUIDE),
            ("是的，正确", "灯塔高四十二米。"),
            ("Fish", GUIDE),
            ("The keeper eats fish", "Der Wärter isst gern."),
            ("The keeper eats fish", "守塔人吃鱼。"),
            ("守塔人吃鱼", "The keeper eats fish."),
            ("灯塔很高", "塔高四十二米。"),
            ("", ""),
        ] {
            assert!(!is_unheard_of(claim, "?", &[text]), "{claim}");
        }
    }
}
