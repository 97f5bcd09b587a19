use std::cell::RefCell;
use std::rc::Rc;

use rust_stemmers::{Algorithm, Stemmer};

use super::stop_words::is_stop_word;

/// The form of a lower-case ASCII word.
#[derive(Debug, Default)]
pub(super) struct WordForm {
    word: Box<str>,
    /// Snowball's English stem; a stop word is unchanged.
    pub(super) stem: Box<str>,
    pub(super) is_stop_word: bool,
}

impl WordForm {
    fn of(word: &str) -> Self {
        let is_stop_word = is_stop_word(word);
        let stem = if is_stop_word {
            word.into()
        } else {
            Stemmer::create(Algorithm::English).stem(word).into()
        };
        Self {
            word: word.into(),
            stem,
            is_stop_word,
        }
    }
}

/// Words whose forms are cached: enough for nine in ten words of English running text.
const PLACES: usize = 4096;

thread_local! {
    /// Recent words' forms: stemming costs more than the rest of an analysis, and most words of a text recur. Each
    /// word has one place, which words of the same hash share in turn. The cache never changes a result.
    static FORMS: RefCell<Vec<Rc<WordForm>>> = const { RefCell::new(Vec::new()) };
}

/// Returns the form of a lower-case ASCII word.
pub(super) fn form_of(word: &str) -> Rc<WordForm> {
    FORMS.with_borrow_mut(|forms| {
        if forms.is_empty() {
            *forms = vec![Rc::default(); PLACES];
        }
        let place = hash(word) as usize % PLACES;
        match forms.get_mut(place) {
            Some(form) if *form.word == *word => Rc::clone(form),
            Some(place) => {
                *place = Rc::new(WordForm::of(word));
                Rc::clone(place)
            }
            None => Rc::new(WordForm::of(word)),
        }
    })
}

/// FNV-1a: short words, and nothing lost when they collide.
fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_share_a_place_keep_their_own_forms() {
        let place = |word: &str| hash(word) as usize % PLACES;
        let other = (0_u32..)
            .map(|number| {
                let letter = |shift: u32| char::from(b'a' + (number >> shift & 0xF) as u8);
                format!("{}{}{}{}ing", letter(0), letter(4), letter(8), letter(12))
            })
            .find(|word| word != "running" && place(word) == place("running"))
            .unwrap();
        for word in ["running", &other, "running"] {
            let form = form_of(word);
            assert_eq!(&*form.word, word);
            assert!(!form.stem.ends_with("ing"), "{}", form.stem);
        }
        assert!(form_of("this").is_stop_word);
    }
}
