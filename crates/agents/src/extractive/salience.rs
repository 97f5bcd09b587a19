//! Salience of a sentence: its weight in a summary of the text around it.

use std::collections::BTreeSet;

use amb_memory::text::{Language, Span, Structure, UnitKind, language};

use super::script::weight;
use super::statement::states_value;
use super::terms::{Rarity, TermCounts, cosine, sum, term_counts};

/// Kind of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Told.
    Prose,
    /// A title.
    Heading,
    /// A program, a session, a table row.
    Code,
}

/// A sentence of a text, with what is needed to weigh it.
#[derive(Debug)]
pub(super) struct Sentence {
    /// Its position in the text.
    pub(super) span: Span,
    /// Its words.
    pub(super) text: String,
    /// Number of its paragraph.
    pub(super) paragraph: usize,
    /// True if it begins its paragraph.
    pub(super) opens: bool,
    /// Its kind.
    pub(super) kind: Kind,
    terms: TermCounts,
}

/// Returns the sentences of a part of a text, in order.
pub(super) fn read(text: &str, structure: &Structure, part: Span) -> Vec<Sentence> {
    let block = |at: usize| {
        structure
            .blocks
            .partition_point(|block| block.span.end <= at)
    };
    let mut last_paragraph = None;
    let units = structure.units(text, part).into_iter();
    units
        .map(|unit| {
            let paragraph = block(unit.span.start);
            Sentence {
                span: unit.span,
                paragraph,
                opens: last_paragraph.replace(paragraph) != Some(paragraph),
                kind: kind(unit.kind, &unit.words),
                terms: term_counts(&unit.words),
                text: unit.words,
            }
        })
        .collect()
}

fn kind(kind: UnitKind, words: &str) -> Kind {
    match kind {
        UnitKind::Heading => Kind::Heading,
        UnitKind::Code | UnitKind::Row | UnitKind::TableHead => Kind::Code,
        UnitKind::Sentence | UnitKind::Item | UnitKind::List if is_code(words) => Kind::Code,
        UnitKind::Sentence | UnitKind::Item | UnitKind::List => Kind::Prose,
    }
}

/// Returns true if words are for a machine: they have far more signs than sentences have.
pub(super) fn is_code(words: &str) -> bool {
    if ["```", "~~~", "$ ", "# ", "//", "|"]
        .iter()
        .any(|mark| words.starts_with(mark))
    {
        return true;
    }
    let (mut signs, mut others) = (0_usize, 0_usize);
    for c in words.chars().filter(|c| !c.is_whitespace()) {
        if "{}[]<>=$#/\\|_&@;+~".contains(c) {
            signs += 1
        } else {
            others += 1
        }
    }
    signs * 9 > others
}

/// Returns the salience of each sentence, 0 to about 2: its likeness to the whole, its place, and its evidence
/// (numbers, dates, names, definitions).
pub(super) fn salience(sentences: &[Sentence]) -> Vec<f32> {
    let rarity = Rarity::over(sentences.iter().map(|sentence| &sentence.terms));
    let weighed: Vec<TermCounts> = sentences.iter().map(|s| rarity.weigh(&s.terms)).collect();
    let prose = sentences
        .iter()
        .zip(&weighed)
        .filter(|(s, _)| s.kind == Kind::Prose);
    let whole = sum(prose.map(|(_, terms)| terms));
    let mut said = BTreeSet::new();
    sentences
        .iter()
        .zip(&weighed)
        .enumerate()
        .map(|(at, (sentence, terms))| {
            if !said.insert(sentence.text.as_str()) {
                return 0.0;
            }
            let told = cosine(terms, &whole) + place(at, sentence) + evidence(sentence);
            match sentence.kind {
                Kind::Prose => told * completeness(&sentence.text),
                Kind::Heading => 0.1,
                Kind::Code => 0.25 * cosine(terms, &whole),
            }
        })
        .collect()
}

fn place(at: usize, sentence: &Sentence) -> f32 {
    let first = if at <= 1 { 0.15 } else { 0.0 };
    first + if sentence.opens { 0.1 } else { 0.0 }
}

fn evidence(sentence: &Sentence) -> f32 {
    let words = sentence.text.as_str();
    let fact = states_value(words);
    let number = words.chars().any(|c| c.is_ascii_digit());
    let definition = defines(words);
    let name = words
        .split_whitespace()
        .skip(1)
        .any(|word| word.starts_with(|c: char| c.is_uppercase()) && word.len() > 1);
    f32::from(u8::from(fact)) * 0.35
        + f32::from(u8::from(number)) * 0.05
        + f32::from(u8::from(definition)) * 0.15
        + f32::from(u8::from(name)) * 0.05
}

/// Returns true if a sentence defines something.
pub(super) fn defines(words: &str) -> bool {
    const ENGLISH: [&str; 8] = [
        " is a ",
        " is an ",
        " is the ",
        " are the ",
        " means ",
        " refers to ",
        " is called ",
        " is known as ",
    ];
    const CHINESE: [&str; 6] = ["是一", "是指", "指的是", "称为", "叫做", "即为"];
    match language(words) {
        Language::English => ENGLISH.iter().any(|mark| words.contains(mark)),
        Language::Chinese => CHINESE.iter().any(|mark| words.contains(mark)),
    }
}

/// A sentence of a few words, or one that leads to a list, says little by itself.
fn completeness(words: &str) -> f32 {
    if weight(words) < 25 || words.ends_with([':', '：']) {
        0.5
    } else {
        1.0
    }
}

/// Returns the sentence that stands most for a part of a text; none in one without prose.
pub(super) fn most_central(text: &str, structure: &Structure, part: Span) -> Option<String> {
    let sentences = read(text, structure, part);
    let scores = salience(&sentences);
    sentences
        .iter()
        .zip(scores)
        .filter(|(sentence, _)| sentence.kind == Kind::Prose)
        .filter(|(sentence, _)| sentence.text.chars().any(char::is_alphanumeric))
        .max_by(|left, right| {
            left.1
                .total_cmp(&right.1)
                .then(right.0.span.cmp(&left.0.span))
        })
        .map(|(sentence, _)| sentence.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn central(text: &str) -> Option<String> {
        most_central(text, &Structure::plain(text), Span::new(0, text.len()))
    }

    #[test]
    fn evidence_outweighs_filler() {
        let text = "Well, that is how it goes with bridges. The bridge was completed in 1932 and \
                    spans 503 metres. People like looking at it a lot.";
        assert!(central(text).is_some_and(|sentence| sentence.contains("1932")));
    }

    #[test]
    fn code_and_titles_are_told_from_prose() {
        let text = "# Loops\n\nA loop repeats.\n\n```\nlet x = [1, 2];\n```\n";
        let structure = Structure::plain(text);
        let sentences = read(text, &structure, Span::new(0, text.len()));
        let kinds: Vec<Kind> = sentences.iter().map(|sentence| sentence.kind).collect();
        assert_eq!(kinds.first(), Some(&Kind::Heading));
        assert!(
            kinds.contains(&Kind::Prose) && kinds.contains(&Kind::Code),
            "{kinds:?}"
        );
    }

    #[test]
    fn a_text_without_prose_has_no_central_sentence() {
        assert_eq!(central(" \0\n"), None);
    }
}
