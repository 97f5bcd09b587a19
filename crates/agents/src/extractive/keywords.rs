//! Keywords of a cluster: frequent here, rare elsewhere in the window, in the text's own spelling.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::{analyze, is_stop_word};
use amb_memory::text::visible;

use super::script::is_cjk;
use super::terms::inverse_frequency;

/// Most keywords of a cluster.
const MOST: usize = 10;

/// Characters of the longest Chinese keyword.
const LONGEST_CJK: usize = 6;

/// Characters that join or follow Chinese words and are part of none.
const PARTICLES: &str = "的了是在和与及或也就都而被把这那其之于为以对从到让使所但并且则会将可要不没有个们你我他它您请如果因此时后前中上下里每各该此种些等后还再又只已很更最吗呢吧啊呀去来说用";

/// Candidates of every unit of a window, so that rarity can be judged.
pub(super) struct Keywords {
    units: usize,
    containing: BTreeMap<String, usize>,
}

/// Occurrences of a word, by spelling.
type Spellings = BTreeMap<String, usize>;

impl Keywords {
    /// Counts in how many of the window's units each candidate occurs.
    pub(super) fn over<'u>(units: impl Iterator<Item = &'u str>) -> Self {
        let mut keywords = Self {
            units: 0,
            containing: BTreeMap::new(),
        };
        for unit in units {
            keywords.units += 1;
            for key in candidates(unit).into_keys() {
                *keywords.containing.entry(key).or_default() += 1;
            }
        }
        keywords
    }

    /// The most telling words of `text`, at most ten, most telling first.
    pub(super) fn of(&self, text: &str) -> Vec<String> {
        let candidates = without_parts(candidates(text));
        let mut scored: Vec<(f32, String)> = candidates
            .into_iter()
            .filter_map(|(key, spellings)| {
                let count: usize = spellings.values().sum();
                let spelling = usual(spellings)?;
                Some((self.score(&key, &spelling, count), spelling))
            })
            .collect();
        scored.sort_by(|left, right| {
            right
                .0
                .total_cmp(&left.0)
                .then_with(|| left.1.cmp(&right.1))
        });
        let mut seen = BTreeSet::new();
        scored
            .into_iter()
            .filter(|(score, spelling)| *score > 0.0 && seen.insert(spelling.to_lowercase()))
            .map(|(_, spelling)| spelling)
            .take(MOST)
            .collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "counts within a window of text")]
    fn score(&self, key: &str, spelling: &str, count: usize) -> f32 {
        let containing = self.containing.get(key).copied().unwrap_or_default();
        let length = spelling.chars().count();
        let cjk = spelling.chars().any(is_cjk);
        let substance = match (cjk, length) {
            (true, 2) => 0.8,
            (true, _) => 1.2,
            (false, ..=2) => 0.5,
            (false, _) => 1.0,
        };
        (1.0 + count as f32).ln() * inverse_frequency(self.units, containing) * substance
    }
}

/// Keyword candidates by their analysed form.
fn candidates(text: &str) -> BTreeMap<String, Spellings> {
    let shown = visible(text);
    let mut found: BTreeMap<String, Spellings> = BTreeMap::new();
    for word in words(&shown) {
        if word.chars().any(is_cjk) {
            for gram in grams(word) {
                note(&mut found, gram.to_owned(), gram);
            }
        } else if let Some(key) = key_of(word) {
            note(&mut found, key, word);
        }
    }
    found
}

fn note(found: &mut BTreeMap<String, Spellings>, key: String, spelling: &str) {
    *found
        .entry(key)
        .or_default()
        .entry(spelling.to_owned())
        .or_default() += 1;
}

/// The analysed form of a word worth a keyword: it has letters and is no stop word.
fn key_of(word: &str) -> Option<String> {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let length = word.chars().count();
    if letters < 2 || length > 40 || 2 * letters < length {
        return None;
    }
    if is_stop_word(&word.to_lowercase()) {
        return None;
    }
    analyze(word).into_iter().next()
}

/// Runs of letters and digits, with the hyphens, underscores and points inside them; CJK runs and
/// others apart.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for run in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')) {
        let mut start = 0;
        let mut previous: Option<bool> = None;
        for (at, c) in run.char_indices() {
            let cjk = is_cjk(c);
            if previous.is_some_and(|previous| previous != cjk) {
                words.extend(run.get(start..at));
                start = at;
            }
            previous = Some(cjk);
        }
        words.extend(run.get(start..));
    }
    words
        .into_iter()
        .map(|word| word.trim_matches(['-', '_']))
        .filter(|w| !w.is_empty())
        .collect()
}

/// Runs of 2 to 6 characters between particles.
fn grams(run: &str) -> Vec<&str> {
    let mut grams = Vec::new();
    for part in run.split(|c| PARTICLES.contains(c)) {
        let bounds: Vec<usize> = part
            .char_indices()
            .map(|(at, _)| at)
            .chain([part.len()])
            .collect();
        for (from, start) in bounds.iter().enumerate() {
            for end in bounds.iter().skip(from + 2).take(LONGEST_CJK - 1) {
                grams.extend(part.get(*start..*end));
            }
        }
    }
    grams
}

/// Leaves out Chinese candidates that occur once (unless nothing occurs more often) and those that
/// occur mostly within a longer one.
fn without_parts(mut candidates: BTreeMap<String, Spellings>) -> BTreeMap<String, Spellings> {
    let count_of = |spellings: &Spellings| spellings.values().sum::<usize>();
    let is_gram = |key: &str| key.chars().any(is_cjk);
    let repeated = candidates
        .iter()
        .any(|(key, s)| is_gram(key) && count_of(s) > 1);
    if repeated {
        candidates.retain(|key, spellings| !is_gram(key) || count_of(spellings) > 1);
    }
    let mut grams: Vec<(String, usize)> = candidates
        .iter()
        .filter(|(key, _)| is_gram(key))
        .map(|(key, spellings)| (key.clone(), count_of(spellings)))
        .collect();
    grams.sort_by_key(|(key, _)| std::cmp::Reverse(key.chars().count()));
    let mut covered: BTreeMap<String, usize> = BTreeMap::new();
    for (gram, count) in grams {
        if 10 * covered.get(&gram).copied().unwrap_or_default() >= 7 * count {
            candidates.remove(&gram);
        }
        for part in parts(&gram) {
            let within = covered.entry(part.to_owned()).or_default();
            *within = (*within).max(count);
        }
    }
    candidates
}

/// The shorter runs within a gram.
fn parts(gram: &str) -> Vec<&str> {
    let bounds: Vec<usize> = gram
        .char_indices()
        .map(|(at, _)| at)
        .chain([gram.len()])
        .collect();
    let mut parts = Vec::new();
    for (from, start) in bounds.iter().enumerate() {
        for end in bounds.iter().skip(from + 2) {
            parts.extend(
                gram.get(*start..*end)
                    .filter(|part| part.len() < gram.len()),
            );
        }
    }
    parts
}

/// The most frequent spelling; the first of equals.
fn usual(spellings: Spellings) -> Option<String> {
    let most = spellings.values().copied().max()?;
    spellings
        .into_iter()
        .find(|(_, count)| *count == most)
        .map(|(spelling, _)| spelling)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keywords(units: &[&str], text: &str) -> Vec<String> {
        Keywords::over(units.iter().copied()).of(text)
    }

    #[test]
    fn keywords_keep_the_spelling_of_the_text() {
        let units = [
            "Ownership moves values. Ownership is checked.",
            "The tea is green.",
        ];
        let found = keywords(&units, units[0]);
        assert!(found.contains(&"Ownership".to_owned()), "{found:?}");
        assert!(
            !found.iter().any(|word| word == "The" || word == "is"),
            "{found:?}"
        );
    }

    #[test]
    fn chinese_keywords_are_whole_words_not_their_parts() {
        let units = [
            "量子计算机使用量子比特。量子计算机的量子比特会出错。",
            "茶是绿色的。",
        ];
        let found = keywords(&units, units[0]);
        assert!(found.contains(&"量子计算机".to_owned()), "{found:?}");
        assert!(found.contains(&"量子比特".to_owned()), "{found:?}");
        assert!(!found.contains(&"子计".to_owned()), "{found:?}");
    }

    #[test]
    fn nothing_has_no_keywords() {
        assert_eq!(keywords(&[], ""), Vec::<String>::new());
        assert_eq!(keywords(&["🙂 \0"], "🙂 \0 --- 42"), Vec::<String>::new());
    }
}
