//! A page's text for memory: its own words, independent of the reading model's wording (BX-04).

use std::cell::OnceCell;
use std::collections::BTreeSet;

use amb_memory::retrieval::analyze;
use amb_memory::text::sentences;

/// Most words of a sentence, in percent, that a quotation may lack to count as that sentence.
const LACKING: usize = 40;

/// Most quotations of a page that are searched for: as many as the reading model is asked for.
const QUOTATIONS: usize = 10;

/// Returns the page's own words for each quotation, in order and once: the quotation where it stands in the page except
/// for blanks, else the sentence that most of its words come from. Quotations that the page does not contain are left
/// out, and so are those after the first ten.
pub(super) fn own_words(page: &str, quotations: &[String]) -> Vec<String> {
    let whole = tight(page);
    let said = OnceCell::new();
    let said = || said.get_or_init(|| sentences_of(page));
    let mut own: Vec<String> = Vec::new();
    for quotation in quotations.iter().take(QUOTATIONS) {
        let quotation = quotation.trim();
        let words = if quotation.is_empty() {
            None
        } else if whole.contains(&tight(quotation)) {
            Some(quotation.to_owned())
        } else {
            nearest(said(), quotation)
        };
        own.extend(words.filter(|words| !own.contains(words)));
    }
    own
}

/// Returns a text without blanks, except those between digits, which separate two numbers.
fn tight(text: &str) -> String {
    let mut tight = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if is_digit(tight.chars().next_back()) && is_digit(word.chars().next()) {
            tight.push(' ');
        }
        tight.push_str(word);
    }
    tight
}

/// A sentence, and its terms.
type Sentence<'p> = (&'p str, BTreeSet<String>);

fn sentences_of(page: &str) -> Vec<Sentence<'_>> {
    let spans = sentences(page).into_iter();
    let told = spans.map(|span| span.of(page).trim());
    told.map(|sentence| (sentence, terms(sentence))).collect()
}

/// Returns the sentence of a page that a quotation was made from, if there is one: both hold the same numbers.
fn nearest(page: &[Sentence<'_>], quotation: &str) -> Option<String> {
    let asked = terms(quotation);
    let (shared, of, sentence) = page
        .iter()
        .map(|(sentence, said)| {
            let apart = said.symmetric_difference(&asked);
            let same_numbers = apart.filter(|term| is_number(term)).count() == 0;
            let shared = said.intersection(&asked).count();
            let shared = if same_numbers { shared } else { 0 };
            (shared, said.len().max(asked.len()), sentence)
        })
        .max_by_key(|(shared, of, _)| (*shared, std::cmp::Reverse(*of)))?;
    let is_near = shared > 0 && (of - shared) * 100 <= of * LACKING;
    is_near.then(|| (*sentence).to_owned())
}

fn terms(text: &str) -> BTreeSet<String> {
    analyze(text).into_iter().collect()
}

fn is_number(term: &str) -> bool {
    term.chars().any(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "The Westby lighthouse is 42 metres tall. It was  built\nin 1884. 灯塔高四十二米。";

    fn kept(quotation: &str) -> Vec<String> {
        own_words(PAGE, &[quotation.to_owned(), quotation.to_owned()])
    }

    #[test]
    fn bx_04_a_quotation_that_stands_in_the_page_is_kept_once() {
        assert_eq!(kept("It was built in 1884."), ["It was built in 1884."]);
        assert_eq!(kept("灯塔高四十二米。"), ["灯塔高四十二米。"]);
    }

    #[test]
    fn bx_04_one_in_other_words_becomes_the_sentence_it_was_made_of() {
        assert_eq!(
            kept("The lighthouse of Westby stands 42 metres tall"),
            ["The Westby lighthouse is 42 metres tall."]
        );
    }

    #[test]
    fn mb_20_no_more_is_looked_for_than_was_asked_for() {
        let mut quotations: Vec<String> = (0..QUOTATIONS).map(|n| format!("No. {n}.")).collect();
        quotations.push("It was built in 1884.".to_owned());
        assert!(own_words(PAGE, &quotations).is_empty());
        assert_eq!(own_words(PAGE, &quotations[1..]).len(), 1);
    }

    #[test]
    fn bx_04_what_the_page_does_not_say_is_not_kept() {
        for invented in [
            "The Westby lighthouse is 43 metres tall.",
            "The keeper has a dog.",
            "The Westby lighthouse is 4 2 metres tall.",
            "  ",
        ] {
            assert!(kept(invented).is_empty(), "{invented}");
        }
    }
}
