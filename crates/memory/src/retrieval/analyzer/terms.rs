use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::runs::{Run, Runs, is_apostrophe, is_invisible};
use super::word_forms::form_of;
use crate::text::simplified;

/// Characters of a word that are kept; the rest of a longer one (encoded data, mostly) is dropped.
const LONGEST_TERM: usize = 64;

/// The role of a term in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Names the text's subject: counted and searched.
    Content,
    /// An English stop word: counted and searched only if a text has no content.
    Stop,
    /// A character inside a longer run: indexed, never counted, never searched.
    Inner,
}

/// Returns the terms that a text is searched by, in its order and with repetitions: its content, or its stop words if
/// it has nothing else. Empty only for a text without letters and digits.
///
/// ```
/// use amb_memory::retrieval::analyze;
/// assert_eq!(analyze("The borrowed HashMap"), ["borrow", "hashmap", "hash", "map"]);
/// assert_eq!(analyze("量子计算"), ["量子", "子计", "计算"]);
/// assert_eq!(analyze("The Who"), ["the", "who"]);
/// ```
#[must_use]
pub fn analyze(text: &str) -> Vec<String> {
    analyze_document(text).counted
}

/// The terms a document is found by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentTerms {
    /// The terms of [`analyze`]; their number is the document's length.
    pub counted: Vec<String>,
    /// Terms that only make the document findable: stop words, and single characters of longer runs.
    pub uncounted: Vec<String>,
}

/// Returns the terms that a document is indexed under: all terms of [`analyze`] for the same text, and those for
/// queries of only stop words or of a single character.
#[must_use]
pub fn analyze_document(text: &str) -> DocumentTerms {
    let (mut content, mut stop, mut inner) = (Vec::new(), Vec::new(), Vec::new());
    visit_terms(text, &mut |term, role| {
        let terms = match role {
            Role::Content => &mut content,
            Role::Stop => &mut stop,
            Role::Inner => &mut inner,
        };
        terms.push(term.to_owned());
    });
    if content.is_empty() {
        content = std::mem::take(&mut stop);
    }
    stop.append(&mut inner);
    DocumentTerms {
        counted: content,
        uncounted: stop,
    }
}

/// Visits each term of a text with its role, in order, without allocating for terms with cached forms.
pub(crate) fn visit_terms(text: &str, visit: &mut impl FnMut(&str, Role)) {
    let folded = fold(text);
    let mut visitor = TermVisitor {
        term: String::new(),
        visit,
    };
    for run in Runs::of(&folded) {
        match run {
            Run::Word(word) => visitor.word(word),
            Run::Unspaced(run) => visitor.unspaced(run),
        }
    }
}

/// Returns a text in NFKC and in simplified Chinese characters; a text that is so already is not copied.
fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        return simplified(text);
    }
    let normal: String = text.nfkc().collect();
    let changed = match simplified(&normal) {
        Cow::Owned(changed) => Some(changed),
        Cow::Borrowed(_) => None,
    };
    Cow::Owned(changed.unwrap_or(normal))
}

struct TermVisitor<'v, F> {
    /// The term being made, kept for its memory.
    term: String,
    visit: &'v mut F,
}

impl<F: FnMut(&str, Role)> TermVisitor<'_, F> {
    /// A word, and if it is an identifier of several parts, each of them.
    fn word(&mut self, word: &str) {
        let word = word.trim_matches('_');
        self.simple_word(word);
        if word.is_ascii()
            && word
                .bytes()
                .skip(1)
                .any(|b| b == b'_' || b.is_ascii_uppercase())
        {
            for part in parts(word).filter(|part| part.len() < word.len()) {
                self.simple_word(part);
            }
        }
    }

    fn simple_word(&mut self, word: &str) {
        self.lower(word);
        let term = self.term.as_str();
        let english = term.bytes().all(|b| b.is_ascii_alphabetic() || b == b'\'');
        if term.is_empty() {
            return;
        }
        if !english {
            (self.visit)(term, Role::Content);
        } else {
            let form = form_of(term);
            let role = if form.is_stop_word && !is_acronym(word) {
                Role::Stop
            } else {
                Role::Content
            };
            (self.visit)(&form.stem, role);
        }
    }

    /// Sets `term` to the word in lower case, without invisible characters.
    fn lower(&mut self, word: &str) {
        self.term.clear();
        if word.is_ascii() {
            self.term.push_str(word.get(..LONGEST_TERM).unwrap_or(word));
            self.term.make_ascii_lowercase();
            return;
        }
        let visible = word.chars().filter(|c| !is_invisible(*c));
        let straight = visible.map(|c| if is_apostrophe(c) { '\'' } else { c });
        self.term
            .extend(straight.flat_map(char::to_lowercase).take(LONGEST_TERM));
    }

    /// The pairs of neighbouring characters and each character, or the one there is.
    fn unspaced(&mut self, run: &str) {
        let mut before = None;
        let mut chars = run.chars().filter(|c| !is_invisible(*c)).peekable();
        while let Some(c) = chars.next() {
            let alone = before.is_none() && chars.peek().is_none();
            if let Some(before) = before {
                self.show([before, c], Role::Content);
            }
            self.show([c], if alone { Role::Content } else { Role::Inner });
            before = Some(c);
        }
    }

    fn show<const N: usize>(&mut self, chars: [char; N], role: Role) {
        self.term.clear();
        self.term.extend(chars);
        (self.visit)(&self.term, role);
    }
}

/// Returns true for `IT`, `WHO`: capitals make a name of a stop word.
fn is_acronym(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase())
}

/// Returns the parts of an ASCII identifier: cut at underscores, before an upper-case letter that follows a lower-case
/// one (`hash|Map`), and before one that starts a word after capitals or digits (`HTTP|Server`, `Int8|Array`; not in
/// `APIs` or `3D`).
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split('_').flat_map(|mut rest| {
        std::iter::from_fn(move || {
            let end = (1..rest.len())
                .find(|at| starts_part(rest.as_bytes(), *at))
                .unwrap_or(rest.len());
            let (part, others) = rest.split_at_checked(end)?;
            rest = others;
            (!part.is_empty()).then_some(part)
        })
    })
}

fn starts_part(word: &[u8], at: usize) -> bool {
    let byte = |at: usize| word.get(at).copied().unwrap_or_default();
    let before = byte(at.saturating_sub(1));
    if !byte(at).is_ascii_uppercase() {
        return false;
    }
    before.is_ascii_lowercase()
        || ((before.is_ascii_uppercase() || before.is_ascii_digit())
            && byte(at + 1).is_ascii_lowercase()
            && byte(at + 2).is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_06_width_and_case_are_folded() {
        assert_eq!(analyze("Ｒｕｓｔ ÉTÉ ﬁle"), analyze("rust été file"));
        assert_eq!(analyze("ｶﾞｲﾄﾞ"), ["ガイ", "イド"]);
    }

    #[test]
    fn mb_06_english_is_stemmed_and_freed_of_stop_words() {
        let terms = analyze("The running dogs' owner doesn’t own the dog's memories");
        assert_eq!(terms, ["run", "dog", "owner", "own", "dog", "memori"]);
    }

    #[test]
    fn mb_06_scripts_without_spaces_give_pairs() {
        assert_eq!(analyze("量子计算"), ["量子", "子计", "计算"]);
        assert_eq!(analyze("データ"), ["デー", "ータ"]);
        assert_eq!(analyze("한국어"), ["한국", "국어"]);
        assert_eq!(analyze("ภาษา").len(), 3);
        assert_eq!(analyze("量 用Rust写"), ["量", "用", "rust", "写"]);
    }

    #[test]
    fn simplified_and_traditional_chinese_give_the_same_terms() {
        assert_eq!(analyze("燈塔於何年啟用"), analyze("灯塔于何年启用"));
        assert_eq!(analyze("神\u{FA19} 後"), analyze("神神 后"));
    }

    #[test]
    fn numbers_and_identifiers_are_kept_whole_and_in_parts() {
        assert_eq!(analyze("v1.95.0 3.14"), ["v1.95.0", "3.14"]);
        assert_eq!(
            analyze("__read_fileFast__"),
            ["read_filefast", "read", "file", "fast"]
        );
        assert_eq!(analyze("HTTPServer"), ["httpserver", "http", "server"]);
        assert_eq!(analyze("Int8Array"), ["int8array", "int8", "array"]);
        assert_eq!(analyze("APIs 3D RUST"), ["api", "3d", "rust"]);
        assert_eq!(analyze("_emphasis_"), ["emphasi"]);
    }

    #[test]
    fn stop_words_remain_where_there_is_nothing_else() {
        assert_eq!(
            analyze("to be or not to be"),
            ["to", "be", "or", "not", "to", "be"]
        );
        assert_eq!(analyze("WHO in the US"), ["who", "us"]);
        assert!(analyze("¿ — 🦀 \u{200b}_").is_empty());
    }

    #[test]
    fn documents_have_uncounted_terms_too() {
        let terms = analyze_document("the 量子");
        assert_eq!(terms.counted, ["量子"]);
        assert_eq!(terms.uncounted, ["the", "量", "子"]);
    }

    #[test]
    fn what_is_invisible_splits_nothing() {
        assert_eq!(
            analyze("own\u{ad}er\u{200b}ship 量\u{fe0f}子"),
            ["ownership", "量子"]
        );
    }

    #[test]
    fn a_long_run_of_letters_is_cut() {
        let ascii = analyze(&"x9".repeat(1000));
        let greek = analyze(&"λ".repeat(1000));
        assert_eq!(ascii[0].chars().count(), LONGEST_TERM);
        assert_eq!(greek[0].chars().count(), LONGEST_TERM);
    }
}
