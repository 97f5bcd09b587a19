//! Facts about the user by what their sentences begin with: knowledge without a model.

use super::super::entry::Fact;
use super::super::excerpt::Excerpt;
use super::knowledge::{FactReply, FactsReply, FactsRequest, MAX_FACTS};
use super::own_statements::own_statements;

/// Characters of a value; what is longer is a story and no fact.
const MAX_VALUE_CHARS: usize = 80;

/// What an English sentence about oneself begins with, in lower case, and the relation it states.
const ENGLISH: &[(&str, &str)] = &[
    ("i don't like ", "dislikes"),
    ("i do not like ", "dislikes"),
    ("i dislike ", "dislikes"),
    ("i hate ", "dislikes"),
    ("i like ", "likes"),
    ("i love ", "likes"),
    ("i prefer ", "prefers"),
    ("i use ", "uses"),
    ("i live in ", "lives in"),
    ("i work at ", "works at"),
    ("i work for ", "works at"),
    ("i work as ", "works as"),
    ("i come from ", "is from"),
    ("i am from ", "is from"),
    ("i'm from ", "is from"),
    ("i am allergic to ", "is allergic to"),
    ("i'm allergic to ", "is allergic to"),
    ("my name is ", "name"),
    ("call me ", "name"),
    ("i am a ", "is"),
    ("i am an ", "is"),
    ("i'm a ", "is"),
    ("i'm an ", "is"),
    ("the user likes ", "likes"),
    ("the user prefers ", "prefers"),
    ("the user dislikes ", "dislikes"),
    ("the user uses ", "uses"),
    ("the user lives in ", "lives in"),
    ("the user is a ", "is"),
    ("the user is an ", "is"),
];

/// The same in Chinese; each after 我, 用户 or 本人.
const CHINESE: &[(&str, &str)] = &[
    ("不喜欢", "不喜欢"),
    ("讨厌", "不喜欢"),
    ("喜欢", "喜欢"),
    ("偏好", "喜欢"),
    ("住在", "住在"),
    ("来自", "来自"),
    ("的名字是", "名字"),
    ("的名字叫", "名字"),
    ("叫", "名字"),
    ("的生日是", "生日"),
    ("使用", "使用"),
    ("在用", "使用"),
    ("在学", "在学"),
    ("是", "是"),
];

/// The facts that sentences of first-hand memories begin to state: "I like tea", "我喜欢茶". A
/// question and a negation state nothing, and what others write is not read for facts without a model, nor what the user
/// quotes of them or asks about.
#[must_use]
pub fn pattern_facts(request: &FactsRequest) -> FactsReply {
    let mut facts = Vec::new();
    if request.may_speak_of_user {
        for memory in &request.memories {
            facts.extend(facts_of(memory));
        }
    }
    facts.truncate(MAX_FACTS);
    FactsReply { facts }
}

fn facts_of(memory: &Excerpt) -> Vec<FactReply> {
    let content = memory.content.replace('’', "'");
    let statements = own_statements(&content);
    let stated = statements.iter().filter_map(|sentence| stated(sentence));
    stated
        .map(|(relation, value)| FactReply {
            subject: Fact::USER.to_owned(),
            relation: relation.to_owned(),
            value: value.to_owned(),
            source_ids: vec![memory.id.clone()],
        })
        .collect()
}

/// The relation and value that a sentence, its apostrophes straight, states of the user.
fn stated(sentence: &str) -> Option<(&str, &str)> {
    let sentence = sentence.trim();
    if sentence.ends_with(['?', '？']) || sentence.ends_with('吗') {
        return None;
    }
    let (relation, value) = english(sentence)
        .or_else(|| possession(sentence))
        .or_else(|| chinese(sentence))?;
    let value = value
        .trim()
        .trim_end_matches(['.', '!', '。', '！', '；', ';', ','])
        .trim();
    if is_negated(value) {
        return None;
    }
    let chars = value.chars().count();
    (1..=MAX_VALUE_CHARS)
        .contains(&chars)
        .then_some((relation, value))
}

/// "My name is not Carl", 我是不会说的, 我是说: no value follows.
fn is_negated(value: &str) -> bool {
    const WORDS: [&str; 4] = ["not", "no", "never", "neither"];
    let first = value.split_whitespace().next().unwrap_or_default();
    let lower = first.to_lowercase();
    WORDS.contains(&lower.as_str()) || value.starts_with(['不', '否', '没', '说', '想'])
}

fn english(sentence: &str) -> Option<(&str, &str)> {
    ENGLISH.iter().find_map(|(beginning, relation)| {
        let head = sentence.get(..beginning.len())?;
        head.eq_ignore_ascii_case(beginning)
            .then_some((*relation, sentence.get(beginning.len()..)?))
    })
}

/// "My favourite drink is tea": the relation is what is owned, of at most three words.
fn possession(sentence: &str) -> Option<(&str, &str)> {
    let head = sentence.get(..3)?;
    let rest = sentence
        .get(3..)
        .filter(|_| head.eq_ignore_ascii_case("my "))?;
    let (relation, value) = rest.split_once(" is ")?;
    let words = relation.split_whitespace().count();
    (1..=3).contains(&words).then_some((relation, value))
}

fn chinese(sentence: &str) -> Option<(&str, &str)> {
    let said = ["我", "用户", "本人"]
        .iter()
        .find_map(|subject| sentence.strip_prefix(subject))?;
    if let Some(rest) = said.strip_prefix('对') {
        let (value, _) = rest.split_once("过敏")?;
        return Some(("过敏", value));
    }
    CHINESE
        .iter()
        .find_map(|(verb, relation)| Some((*relation, said.strip_prefix(verb)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_09_sentences_about_oneself_state_facts() {
        for (sentence, relation, value) in [
            ("I like green tea.", "likes", "green tea"),
            ("I don't like coffee!", "dislikes", "coffee"),
            ("My name is Ada", "name", "Ada"),
            ("My favourite drink is tea.", "favourite drink", "tea"),
            ("I'm a Rust developer.", "is", "Rust developer"),
            ("我喜欢绿茶。", "喜欢", "绿茶"),
            ("我不喜欢咖啡", "不喜欢", "咖啡"),
            ("用户是Python开发者", "是", "Python开发者"),
            ("我对花生过敏。", "过敏", "花生"),
        ] {
            assert_eq!(stated(sentence), Some((relation, value)), "{sentence}");
        }
    }

    #[test]
    fn af_09_other_sentences_state_none() {
        for sentence in [
            "Do I like tea?",
            "I like tea, or do I?",
            "He said: I like tea.",
            "If I like tea, I drink it.",
            "我喜欢茶吗",
            "I like ",
            "我",
            "",
            "İ like tea",
            "My name is not Carl.",
            "我是说这样不好",
        ] {
            assert_eq!(stated(sentence), None, "{sentence}");
        }
    }
}
