//! What cross-validation refuted (MB-11): a merged node's summary marks it, and no answer may quote it
//! as if it held.

use amb_memory::text::{Language, sentences};

use super::contradiction::statements;
use super::measure::Value;
use super::script::one_line;
use super::statement::Statement;
use super::wording::{REFUTED, either};

/// The refuted sentences of some summaries.
#[derive(Debug, Default)]
pub(super) struct Refuted(Vec<String>);

impl Refuted {
    /// Reads the marks in the summaries of merged nodes.
    pub(super) fn read(summaries: &[String]) -> Self {
        let marked = |summary: &String| -> Vec<String> {
            REFUTED
                .iter()
                .flat_map(|mark| summary.split(mark).skip(1))
                .filter_map(|rest| Some(sentences(rest).first()?.of(rest).to_owned()))
                .collect()
        };
        Self(summaries.iter().flat_map(marked).collect())
    }

    /// Whether a sentence is refuted, or claims the same in other words.
    pub(super) fn holds(&self, sentence: &str) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let words = one_line(sentence);
        let claims = statements(sentence);
        self.0.iter().any(|refuted| {
            words.contains(&one_line(refuted))
                || statements(refuted)
                    .iter()
                    .any(|one| claims.iter().any(|claim| is_same(claim, one)))
        })
    }

    /// A quotation, each refuted sentence of it marked.
    pub(super) fn marked(&self, language: Language, quotation: &str) -> String {
        let [english, chinese] = REFUTED;
        let mut marked = String::with_capacity(quotation.len());
        let mut end = 0;
        for span in sentences(quotation) {
            marked.push_str(quotation.get(end..span.start).unwrap_or_default());
            if self.holds(span.of(quotation)) {
                marked.push_str(either(language, english, chinese));
            }
            marked.push_str(span.of(quotation));
            end = span.end;
        }
        marked.push_str(quotation.get(end..).unwrap_or_default());
        marked
    }
}

/// Whether one sentence claims of the same subject the same values as another.
fn is_same(claim: &Statement<'_>, other: &Statement<'_>) -> bool {
    let told = |value: &Value| {
        let mut values = claim.values.iter();
        values.any(|own: &Value| own.measure.agrees(&value.measure) == Some(true))
    };
    claim.negated == other.negated
        && !other.values.is_empty()
        && claim.tells_of(other)
        && other.values.iter().all(told)
}

/// A text cut before each mark of refutation: a mark's brackets must not join what it marks to the sentence before.
pub(super) fn parted_at_marks(text: &str) -> Vec<&str> {
    let found = REFUTED
        .iter()
        .flat_map(|mark| text.match_indices(mark.trim_end()));
    let mut bounds: Vec<usize> = found.map(|(at, _)| at).chain([0, text.len()]).collect();
    bounds.sort_unstable();
    bounds.dedup();
    let parts = bounds.iter().zip(bounds.iter().skip(1));
    parts
        .filter_map(|(start, end)| text.get(*start..*end))
        .collect()
}

/// A quotation without the marks of refutation.
#[must_use]
pub fn without_marks(quotation: &str) -> String {
    let mut bare = quotation.to_owned();
    for mark in REFUTED {
        bare = bare.replace(mark, "");
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_11_a_refuted_sentence_is_known_again() {
        for (summary, refuted, held) in [
            (
                "The bridge was completed in 1932. (refuted) The bridge was completed in 1937. It is steel.",
                "The bridge was completed in 1937.",
                "The bridge was completed in 1932.",
            ),
            (
                "大桥于1932年建成。（已被否定）大桥于1937年建成。",
                "大桥于1937年建成。",
                "大桥于1932年建成。",
            ),
        ] {
            let found = Refuted::read(&[summary.to_owned()]);
            assert!(found.holds(refuted), "{refuted}");
            assert!(!found.holds(held), "{held}");
        }
    }

    #[test]
    fn mb_11_the_same_claim_in_other_words_is_refuted_too() {
        let summary = "(refuted) The bridge was completed in 1937.".to_owned();
        let found = Refuted::read(&[summary]);
        assert!(found.holds("In 1937 the bridge was completed."));
        assert!(!found.holds("The bridge was painted in 1937."));
    }

    #[test]
    fn mb_11_what_holds_beside_a_refuted_sentence_is_read_alone() {
        for (summary, holds) in [
            (
                "The bridge was completed in 1932.\n(refuted) The bridge was completed in 1937.",
                "The bridge was completed in 1932.",
            ),
            (
                "(refuted) The bridge was completed in 1937. The bridge is of grey steel.",
                "The bridge is of grey steel.",
            ),
            (
                "大桥于1932年建成。（已被否定）大桥于1937年建成。",
                "大桥于1932年建成。",
            ),
        ] {
            let told = statements(summary);
            let told: Vec<&str> = told.iter().map(|one| one.sentence).collect();
            assert_eq!(told, [holds]);
        }
    }

    #[test]
    fn mb_11_a_quotation_says_what_of_it_was_refuted() {
        let refuted = Refuted::read(&["(refuted) The bridge was completed in 1937.".to_owned()]);
        let quotation = "The bridge is steel. The bridge was completed in 1937. It is long.";
        let marked = refuted.marked(Language::English, quotation);
        assert_eq!(
            marked,
            "The bridge is steel. (refuted) The bridge was completed in 1937. It is long."
        );
        assert_eq!(without_marks(&marked), quotation);
    }
}
