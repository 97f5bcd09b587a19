/// English function words: articles, pronouns, auxiliaries, the commonest prepositions and
/// conjunctions, and the words that only make a sentence a question. Sorted, lower case.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been", "being",
    "but", "by", "can", "could", "did", "do", "does", "doing", "for", "from", "had", "has", "have",
    "having", "he", "her", "hers", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its",
    "me", "might", "must", "my", "no", "nor", "not", "of", "on", "or", "our", "ours", "shall",
    "she", "should", "so", "such", "than", "that", "the", "their", "theirs", "them", "then",
    "there", "these", "they", "this", "those", "to", "was", "we", "were", "what", "when", "where",
    "which", "while", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
    "yours",
];

/// Chinese function characters: pronouns, question words, particles, the copula, and the commonest prepositions,
/// conjunctions and adverbs.
const FUNCTION_CHARACTERS: &str =
    "我你您他她它们咱的地得了着过吗呢吧啊么什哪谁怎几多少是有在和与就都也还很不没这那为个";

/// Returns true for an English stop word, or a Chinese function character.
pub fn is_function_word(word: &str) -> bool {
    is_stop_word(word) || FUNCTION_CHARACTERS.contains(word)
}

/// Letters of the longest stop word; longer words need no look-up.
const LONGEST: usize = 7;

/// Returns true if a lower-case word says nothing about a text's subject. A contraction is judged by its head (`it's`,
/// `we'll`), and one with "not" is always a stop word (`don't`).
#[must_use]
pub fn is_stop_word(word: &str) -> bool {
    if let Some((head, tail)) = word.split_once('\'') {
        return (tail == "t" && head.ends_with('n')) || is_listed(head);
    }
    is_listed(word)
}

fn is_listed(word: &str) -> bool {
    word.len() <= LONGEST && STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_sorted_and_within_its_longest() {
        assert!(STOP_WORDS.is_sorted());
        let longest = STOP_WORDS.iter().map(|word| word.len()).max();
        assert_eq!(longest, Some(LONGEST));
    }

    #[test]
    fn contractions_of_stop_words_are_stop_words() {
        for word in ["the", "don't", "it's", "who's", "we'll"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["ownership", "o'reilly", "dog's", "won"] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}
