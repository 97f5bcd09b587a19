//! Keywords of an error, and the words that stand for them where people and models read them.

use super::kind::UNTYPED;
use super::masks::Masked;
use crate::retrieval::analyze;
use crate::text::is_cjk;
use crate::trajectory::wording;

/// Characters that are shown of a script that puts no blanks between words.
const RUN: usize = 8;

/// The terms that set an error apart, at most so many: those of its message's names, then of its words from the last on,
/// since a message ends with its subject. Other lines count only if the message has none.
pub(super) fn keywords(message: &str, text: &str, error_type: &str, most: usize) -> Vec<String> {
    let of_type = match error_type {
        UNTYPED => Vec::new(),
        printed => analyze(printed),
    };
    let mut found: Vec<String> = Vec::new();
    for line in [message, text] {
        let mut masked = Masked::default();
        line.lines().for_each(|line| masked.read(line));
        let names = masked.names.iter().flat_map(|name| analyze(name));
        for term in names.chain(analyze(&masked.words).into_iter().rev()) {
            let is_told = term.contains(char::is_alphabetic) && !of_type.contains(&term);
            if is_told && !found.contains(&term) {
                found.push(term);
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    let whole = wording::line(message, wording::NAME);
    if found.is_empty() {
        found.extend(of_type);
    }
    if found.is_empty() && !whole.is_empty() {
        found.push(whole);
    }
    found.truncate(most);
    found
}

/// Returns for each term the word of these texts that it was made from, each once: `numpy` for `numpi`, a run of Chinese for
/// a pair of it. A term that no text has stays as it is.
pub(in crate::trajectory) fn shown(terms: &[String], texts: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = Vec::with_capacity(terms.len());
    for term in terms {
        let is_shown =
            term.contains(is_cjk) && words.iter().any(|word| word.contains(term.as_str()));
        let word = texts.iter().find_map(|text| word_of(term, text));
        let word = word.unwrap_or_else(|| term.clone());
        if !is_shown && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn word_of(term: &str, text: &str) -> Option<String> {
    if term.contains(is_cjk) {
        let run = text.get(text.find(term)?..)?;
        return Some(run.chars().take_while(|c| is_cjk(*c)).take(RUN).collect());
    }
    let apart = |c: char| !(c.is_alphanumeric() || c == '_') || is_cjk(c);
    let mut words = text.split(apart).filter(|word| !word.is_empty());
    let word = words.find(|word| analyze(word).iter().any(|found| found == term))?;
    Some(word.to_owned())
}
