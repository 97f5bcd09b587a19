use rust_stemmers::{Algorithm, Stemmer};

use super::stop_words::is_stop_word;

/// What a lower-case ASCII word becomes.
#[derive(Debug, Clone, Default)]
pub(super) struct WordForm {
    word: Box<str>,
    /// Snowball's English stem; a stop word stays as it is.
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

/// The forms of the words met last, since stemming costs more than all else in an analysis and most
/// words of a text have been met before. Each word has one place, which words of the same hash share
/// in turn; what is remembered never changes what an analysis gives.
#[derive(Debug, Clone)]
pub(crate) struct WordForms {
    places: Vec<WordForm>,
}

impl WordForms {
    /// Remembers at most `places` words; at least one.
    pub(crate) fn new(places: usize) -> Self {
        Self {
            places: vec![WordForm::default(); places.max(1)],
        }
    }

    /// The form of a lower-case ASCII word that is not empty.
    pub(super) fn of(&mut self, word: &str) -> Option<&WordForm> {
        let place = hash(word) as usize % self.places.len();
        let remembered = self.places.get_mut(place)?;
        if &*remembered.word != word {
            *remembered = WordForm::of(word);
        }
        Some(remembered)
    }
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
        let mut forms = WordForms::new(1);
        for (word, stem, is_stop_word) in [
            ("running", "run", false),
            ("this", "this", true),
            ("running", "run", false),
        ] {
            let form = forms.of(word).unwrap();
            assert_eq!((&*form.stem, form.is_stop_word), (stem, is_stop_word));
        }
    }
}
