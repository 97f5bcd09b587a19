//! What a question speaks of and asks for.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::analyze;

use super::asking::{content_words, with_plain_bans};
use super::expectation::{Expectation, Fit};
use super::script::is_cjk;
use super::terms::term_set;

/// What one character of Chinese counts for: a word has about two.
const CHARACTER: f32 = 0.5;

/// What a sentence holds of a word of which it has a character, but not the word.
const SHARED_CHARACTER: f32 = 0.3;

/// Something a question speaks of: a word, or a character of a language written without blanks.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Subject {
    /// The terms that tell of it, any of them: a word's stem, or both pairs of characters that a
    /// character may belong to, one of which may straddle two words.
    terms: Vec<String>,
    /// The character, where it is one.
    character: Option<char>,
    /// How rare it is among the passages.
    rarity: f32,
}

impl Subject {
    /// What it counts for.
    fn weight(&self) -> f32 {
        let alone = self.character.is_none() || self.terms.is_empty();
        self.rarity * if alone { 1.0 } else { CHARACTER }
    }
}

/// A question taken apart.
#[derive(Debug)]
pub(super) struct Question {
    /// What it speaks of, the words of asking left out.
    subjects: Vec<Subject>,
    /// What would answer.
    pub(super) expectation: Expectation,
    /// Its words.
    words: String,
    /// Terms of names, quoted words, numbers and code in it.
    pub(super) named: BTreeSet<String>,
    /// Whether it is in Chinese, or another language written in CJK characters.
    pub(super) chinese: bool,
}

/// What a sentence, a title or a passage tells.
#[derive(Debug, Default)]
pub(super) struct Told {
    terms: BTreeSet<String>,
    characters: BTreeSet<char>,
}

impl Told {
    /// Reads a text.
    pub(super) fn read(text: &str) -> Self {
        let text = with_plain_bans(text);
        Self {
            terms: term_set(&text),
            characters: text.chars().filter(|c| is_cjk(*c)).collect(),
        }
    }

    /// Whether it has an analysed term.
    pub(super) fn has(&self, term: &str) -> bool {
        self.terms.contains(term)
    }

    /// How far it tells of a subject, 0 to 1.
    pub(super) fn tells(&self, subject: &Subject) -> f32 {
        if subject.terms.iter().any(|term| self.has(term)) {
            return 1.0;
        }
        match subject.character {
            Some(c) if self.characters.contains(&c) => {
                if subject.terms.is_empty() {
                    1.0
                } else {
                    SHARED_CHARACTER
                }
            }
            _ => 0.0,
        }
    }
}

impl Question {
    /// Takes a question apart; `rarity` holds the rarity of its analysed terms.
    pub(super) fn read(question: &str, rarity: &[(String, f32)]) -> Self {
        let known: BTreeMap<&str, f32> = rarity
            .iter()
            .map(|(term, value)| (term.as_str(), value.max(0.05)))
            .collect();
        let expectation = Expectation::of(question);
        let content = content_words(&with_plain_bans(question));
        let content = expectation.without_its_words(&content);
        Self {
            subjects: subjects(&content, &known),
            expectation,
            words: question.to_owned(),
            named: named(question)
                .into_iter()
                .filter(|term| known.contains_key(term.as_str()))
                .collect(),
            chinese: question.chars().any(is_cjk),
        }
    }

    /// Whether a sentence is of the kind that would answer.
    pub(super) fn fit(&self, sentence: &str) -> Fit {
        self.expectation.fit(sentence, &self.words)
    }

    /// How far the rarest thing that the question speaks of is told of, 0 to 1; where several are as
    /// rare, the one told of least.
    pub(super) fn rarest_told(&self, by: impl Fn(&Subject) -> f32) -> f32 {
        let rarest = self.rarest();
        self.subjects
            .iter()
            .filter(|subject| subject.rarity >= rarest - 1e-3)
            .map(by)
            .fold(1.0, f32::min)
    }

    fn rarest(&self) -> f32 {
        self.subjects
            .iter()
            .map(|subject| subject.rarity)
            .fold(f32::EPSILON, f32::max)
    }

    /// How many words as rare as the rarest the question amounts to.
    pub(super) fn size(&self) -> f32 {
        let rarest = self.rarest();
        self.subjects
            .iter()
            .map(|subject| subject.weight() / rarest)
            .sum()
    }

    /// The share of the question's rarity that is covered, 0 to 1.
    pub(super) fn covered(&self, by: impl Fn(&Subject) -> f32) -> f32 {
        let whole: f32 = self.subjects.iter().map(Subject::weight).sum();
        let held: f32 = self
            .subjects
            .iter()
            .map(|subject| subject.weight() * by(subject))
            .sum();
        if whole > 0.0 { held / whole } else { 0.0 }
    }
}

/// The subjects of a question's content words, each once.
fn subjects(content: &str, known: &BTreeMap<&str, f32>) -> Vec<Subject> {
    let mut found: Vec<Subject> = Vec::new();
    for word in runs(content) {
        let subjects = if word.chars().all(is_cjk) {
            characters(word, known)
        } else {
            words(word, known)
        };
        for subject in subjects {
            if !found.contains(&subject) {
                found.push(subject);
            }
        }
    }
    found
}

/// The stretches of a text that are written in CJK characters, and those that are not.
fn runs(text: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let kind = (is_cjk(c), c.is_whitespace());
        if last.is_some_and(|last| last != kind) {
            runs.extend(text.get(start..at));
            start = at;
        }
        last = Some(kind);
    }
    runs.extend(text.get(start..));
    runs.retain(|run| !run.trim().is_empty());
    runs
}

fn words(text: &str, known: &BTreeMap<&str, f32>) -> Vec<Subject> {
    let rarity = |term: &String| known.get(term.as_str()).copied();
    analyze(text)
        .into_iter()
        .filter_map(|term| {
            Some(Subject {
                rarity: rarity(&term)?,
                terms: vec![term],
                character: None,
            })
        })
        .collect()
}

/// Each character with the pairs it belongs to; as rare as the commoner of them, because the other
/// may straddle two words.
fn characters(run: &str, known: &BTreeMap<&str, f32>) -> Vec<Subject> {
    let characters: Vec<char> = run.chars().collect();
    let pairs: Vec<String> = characters
        .windows(2)
        .map(|pair| pair.iter().collect())
        .collect();
    let rarest = known.values().copied().fold(f32::EPSILON, f32::max);
    characters
        .iter()
        .enumerate()
        .map(|(at, character)| {
            let around = [at.checked_sub(1), Some(at)];
            let terms: Vec<String> = around
                .into_iter()
                .flatten()
                .filter_map(|at| pairs.get(at).cloned())
                .collect();
            let rarity = terms
                .iter()
                .filter_map(|term| known.get(term.as_str()).copied())
                .fold(rarest, f32::min);
            Subject {
                terms,
                character: Some(*character),
                rarity,
            }
        })
        .collect()
}

/// Terms of words that name one thing: with a digit, a capital inside or (not first) before, in
/// backquotes, or in Latin letters within Chinese.
fn named(question: &str) -> Vec<String> {
    let chinese = question.chars().any(is_cjk);
    let mut named = Vec::new();
    let split =
        |c: char| c.is_whitespace() || is_cjk(c) || "，。？?,;；：:“”\"()（）《》".contains(c);
    for (at, word) in question
        .split(split)
        .filter(|word| !word.is_empty())
        .enumerate()
    {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = bare.chars().next().is_some_and(char::is_uppercase) && at > 0;
        let inner = bare
            .chars()
            .skip(1)
            .any(|c| c.is_uppercase() || "_.:/".contains(c));
        let digit = bare.chars().any(|c| c.is_ascii_digit());
        // "2 bridges" may be "two bridges"; 99 and 1.0 are written as they are.
        let number = letters == 0 && digit && bare.len() > 1;
        let code = word.starts_with('`');
        let name = letters > 0 && (capital || inner || digit || code || chinese);
        if bare != "I" && (name || number) {
            named.extend(analyze(bare));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str) -> Question {
        let rarity: Vec<(String, f32)> =
            analyze(text).into_iter().map(|term| (term, 3.0)).collect();
        Question::read(text, &rarity)
    }

    fn covered(asked: &str, told: &str) -> f32 {
        let told = Told::read(told);
        question(asked).covered(|subject| told.tells(subject))
    }

    #[test]
    fn pairs_of_characters_across_two_words_cost_nothing() {
        let told = "灯塔由工程师李安娜于1884年建造。";
        assert!(covered("灯塔是谁建造的？", told) > 0.99);
        assert!(covered("谁下令修复灯塔？", told) < 0.6);
    }

    #[test]
    fn a_single_character_is_looked_for_by_itself() {
        assert!(covered("狗叫什么名字？", "他的狗名叫豆豆。") > 0.99);
    }

    #[test]
    fn what_is_forbidden_is_what_one_cannot_do() {
        assert!(covered("哪里不能生火？", "林中禁止生火。") > 0.99);
        assert!(covered("哪里禁止生火？", "林中不得生火。") > 0.99);
    }

    #[test]
    fn a_word_is_told_by_its_stem() {
        assert!(covered("Which bridges were opened?", "The bridge opened.") > 0.99);
        assert!(covered("Which bridges were opened?", "The road opened.") < 0.6);
    }

    #[test]
    fn names_are_seen() {
        assert!(named("Does it speak of Neo4j?").contains(&"neo4j".to_owned()));
        assert!(named("怎样安装 Docker？").contains(&"docker".to_owned()));
        assert!(named("What has farmer number 99?").contains(&"99".to_owned()));
        assert_eq!(named("is it big in 2 ways"), Vec::<String>::new());
    }
}
