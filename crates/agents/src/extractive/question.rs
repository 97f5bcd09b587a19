//! The terms and subjects of a question.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::analyze;
use amb_memory::text::simplified;

use super::question_words::{Asked, content_of, counted, named_kind};
use super::script::is_cjk;
use super::terms::term_set;

/// Weight of one Chinese character; a word has about two.
const CHARACTER: f32 = 0.5;

/// Share of a word for a sentence that has one of its characters, but not the word.
const SHARED_CHARACTER: f32 = 0.3;

/// Weight factor of the word that names the kind of the answer: "colour" in "what colour".
const NAMED_KIND: f32 = 0.5;

/// Something a question speaks of: a word, or a character of a language written without blanks.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Subject {
    /// The terms that tell of it, any of them: a word's stem, or both pairs of characters that a
    /// character may belong to, one of which may straddle two words.
    terms: Vec<String>,
    /// The character, where it is one.
    character: Option<char>,
    /// Weight in the question.
    weight: f32,
}

/// A question taken apart.
#[derive(Debug)]
pub(super) struct Question {
    subjects: Vec<Subject>,
    /// The kind of thing that is asked for.
    pub(super) asked: Asked,
    /// Its words, as they were asked.
    pub(super) words: String,
    /// Terms of the names, numbers and code in it.
    named: BTreeSet<String>,
    /// The things that it asks the number of.
    counted: Vec<Subject>,
}

/// Terms of a sentence, a title or a passage.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    terms: BTreeSet<String>,
    characters: BTreeSet<char>,
}

impl Told {
    /// Reads a text.
    pub(super) fn read(text: &str) -> Self {
        Self {
            terms: term_set(text),
            characters: simplified(text).chars().filter(|c| is_cjk(*c)).collect(),
        }
    }

    /// Returns how far it tells of a subject, 0 to 1.
    pub(super) fn tells(&self, subject: &Subject) -> f32 {
        if subject.terms.iter().any(|term| self.terms.contains(term)) {
            return 1.0;
        }
        match subject.character {
            Some(c) if self.characters.contains(&c) && subject.terms.is_empty() => 1.0,
            Some(c) if self.characters.contains(&c) => SHARED_CHARACTER,
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
        let kind = named_kind(question).unwrap_or_default();
        let kind_terms = analyze(&kind);
        let mut subjects = subjects(&content_of(question), &known);
        for subject in &mut subjects {
            let names_kind = match subject.character {
                Some(character) => kind.contains(character),
                None => subject.terms.iter().any(|term| kind_terms.contains(term)),
            };
            if names_kind {
                subject.weight *= NAMED_KIND;
            }
        }
        Self {
            subjects,
            asked: Asked::of(question),
            words: question.to_owned(),
            named: named(question).into_iter().collect(),
            counted: counted(question).map_or_else(Vec::new, |things| counted_subjects(&things)),
        }
    }

    /// Returns the share of the question's rarity that is covered, 0 to 1.
    pub(super) fn covered(&self, by: impl Fn(&Subject) -> f32) -> f32 {
        let whole: f32 = self.subjects.iter().map(|subject| subject.weight).sum();
        let held: f32 = self
            .subjects
            .iter()
            .map(|subject| subject.weight * by(subject))
            .sum();
        if whole > 0.0 { held / whole } else { 0.0 }
    }

    /// Returns true if the things that it asks the number of are told, or it does not name any.
    pub(super) fn counted_is_told(&self, told: &[&Told]) -> bool {
        let is_told = |thing: &Subject| told.iter().any(|one| one.tells(thing) >= 1.0);
        self.counted.iter().all(is_told)
    }

    /// Returns the share of its names, numbers and code that are not told; 0 where it has none.
    #[expect(clippy::cast_precision_loss, reason = "a handful of names")]
    pub(super) fn names_missing(&self, told: &[&Told]) -> f32 {
        let is_missing = |term: &&String| !told.iter().any(|one| one.terms.contains(*term));
        let missing = self.named.iter().filter(is_missing).count();
        missing as f32 / self.named.len().max(1) as f32
    }
}

/// Terms of words that name one thing, by their shape: with a digit, a capital inside or (not first) before, in
/// backquotes, or in Latin letters within Chinese.
pub(super) fn named(question: &str) -> Vec<String> {
    let chinese = question.chars().any(is_cjk);
    let split =
        |c: char| c.is_whitespace() || is_cjk(c) || "，。？?,;；：:“”\"()（）《》".contains(c);
    let words = question.split(split).filter(|word| !word.is_empty());
    let names = |(at, word): (usize, &str)| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
        let capital = bare.starts_with(char::is_uppercase) && at > 0;
        let mut inner = bare.chars().skip(1);
        let inner = inner.any(|c| c.is_uppercase() || "_.:/".contains(c));
        let digit = bare.contains(|c: char| c.is_ascii_digit());
        let name = letters > 0 && (capital || inner || digit || chinese || word.starts_with('`'));
        let number = letters == 0 && digit && bare.len() > 1;
        (bare != "I" && (name || number)).then(|| analyze(bare))
    };
    words.enumerate().filter_map(names).flatten().collect()
}

/// The stem of a counted word, or each of its characters.
fn counted_subjects(things: &str) -> Vec<Subject> {
    let subject = |terms, character| Subject {
        terms,
        character,
        weight: 1.0,
    };
    if things.chars().any(is_cjk) {
        let characters = things.chars();
        return characters.map(|c| subject(Vec::new(), Some(c))).collect();
    }
    let terms = analyze(things).into_iter();
    terms.map(|term| subject(vec![term], None)).collect()
}

/// Returns true for a Chinese particle, pronoun, preposition or auxiliary of one character.
pub(super) fn is_particle(c: char) -> bool {
    "的了吗呢吧着过把被和与或就也很太才都这那它他她我你您给是有在从用对为向由于会能要应该可以得地个"
        .contains(c)
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
    let stops = |term: &String| amb_memory::retrieval::is_stop_word(term);
    analyze(text)
        .into_iter()
        .filter(|term| !stops(term))
        .filter_map(|term| {
            let rarity = rarity(&term)?;
            Some(Subject {
                weight: rarity,
                terms: vec![term],
                character: None,
            })
        })
        .collect()
}

/// Each character with the pairs it belongs to; as rare as the commoner of them, because the other
/// may straddle two words. A particle has no weight.
fn characters(run: &str, known: &BTreeMap<&str, f32>) -> Vec<Subject> {
    let characters: Vec<char> = run.chars().collect();
    let pairs: Vec<String> = characters
        .windows(2)
        .map(|pair| pair.iter().collect())
        .collect();
    let rarest = known.values().copied().fold(f32::EPSILON, f32::max);
    let is_alone = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)];
        let beside = beside.into_iter().flatten();
        let mut beside = beside.filter_map(|at| characters.get(at));
        beside.all(|c| is_particle(*c))
    };
    characters
        .iter()
        .enumerate()
        .filter(|(_, c)| !is_particle(**c))
        .map(|(at, character)| {
            let alone = is_alone(at);
            let around = [at.checked_sub(1), Some(at)];
            let terms: Vec<String> = around
                .into_iter()
                .flatten()
                .filter_map(|at| pairs.get(at).cloned())
                .filter(|_| !alone)
                .collect();
            let rarity = terms
                .iter()
                .filter_map(|term| known.get(term.as_str()).copied())
                .fold(rarest, f32::min);
            Subject {
                weight: rarity * if alone { 1.0 } else { CHARACTER },
                terms,
                character: Some(*character),
            }
        })
        .collect()
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
        assert!(covered("狗叫什么？", "他的狗叫豆豆。") > 0.99);
    }

    #[test]
    fn a_word_is_told_by_its_stem() {
        assert!(covered("Which bridges were opened?", "The bridge opened.") > 0.99);
        assert!(covered("Which bridges were opened?", "The road opened.") < 0.8);
    }
}
