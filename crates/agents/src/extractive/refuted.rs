//! What cross-validation refuted (MB-11): no answer may quote it as if it held. Rulings tell it, and the marks in a summary
//! only where a ruling does not: a document may be written with any mark.

use amb_memory::task::{Decided, InteractionTree, TaskBank};
use amb_memory::text::{Language, sentences};

use super::contradiction::statements;
use super::measure::Value;
use super::quotation_marks::sides;
use super::script::one_line;
use super::statement::Statement;
use super::wording::{REFUTED, either};

/// What validation decided between sentences, oldest first, unless a later entry says again what was refuted. Of a ruling that has
/// no sentences, as a model's, the marks tell it that the merged summary has.
#[must_use]
pub fn decided(bank: &TaskBank) -> Vec<Decided> {
    let tree = bank.interaction_tree();
    let mut decided = Vec::new();
    for merge in tree.merge_events() {
        let Some(ruling) = &merge.ruling else {
            continue;
        };
        if ruling.held.is_empty() {
            let node = bank
                .query_graph()
                .node(tree.current_node(&merge.new_node_id));
            decided.extend(
                node.map(|node| marked_in(&node.summary))
                    .unwrap_or_default(),
            );
        }
        for (held, refuted) in ruling.held.iter().zip(&ruling.refuted) {
            if !is_said_after(tree, merge.timestamp, refuted) {
                decided.push(Decided {
                    held: held.clone(),
                    refuted: refuted.clone(),
                });
            }
        }
    }
    decided
}

/// Whether an entry from after a time has this sentence; what quotes it, or has it in another, says something else.
fn is_said_after(tree: &InteractionTree, time: i64, sentence: &str) -> bool {
    let bare = sentence.trim();
    // Most entries hold it nowhere, and are not read sentence by sentence.
    let mut later = tree
        .entries()
        .filter(|entry| entry.timestamp > time && entry.text.contains(bare));
    later.any(|entry| {
        let mut told = sentences(&entry.text).into_iter();
        told.any(|span| span.of(&entry.text).trim() == bare)
    })
}

/// The sentences that a summary marks as refuted.
fn marked_in(summary: &str) -> Vec<Decided> {
    let marked = REFUTED.iter().flat_map(|mark| summary.split(mark).skip(1));
    marked
        .filter_map(|rest| {
            Some(Decided {
                held: String::new(),
                refuted: sentences(rest).first()?.of(rest).to_owned(),
            })
        })
        .collect()
}

/// The sentences that were refuted, and those that are open.
#[derive(Debug, Default)]
pub(super) struct Refuted {
    lost: Vec<String>,
    open: Vec<String>,
}

impl Refuted {
    /// What was decided, oldest first, leaves: what a later decision upholds is refuted no more, and what `disputes` quote is
    /// open.
    pub(super) fn of<'d>(
        decided: impl IntoIterator<Item = &'d Decided>,
        disputes: &[String],
    ) -> Self {
        let mut lost: Vec<String> = Vec::new();
        for one in decided {
            lost.retain(|before| !claims_the_same(before, &one.held));
            lost.push(one.refuted.clone());
        }
        let quoted = disputes.iter().flat_map(|dispute| sides(dispute)).flatten();
        Self {
            lost,
            open: quoted.map(str::to_owned).collect(),
        }
    }

    /// Whether a sentence is refuted, or claims the same in other words.
    pub(super) fn holds(&self, sentence: &str) -> bool {
        let is_it = |told: &String| claims_the_same(sentence, told);
        self.lost.iter().any(is_it) && !self.open.iter().any(is_it)
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

/// Whether a sentence says what another does, in the same words or in others, perhaps with more detail.
pub(super) fn claims_the_same(sentence: &str, other: &str) -> bool {
    let bare = |text| {
        let line = one_line(text);
        line.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
    };
    if bare(sentence) == bare(other) {
        return true;
    }
    let claims = statements(sentence);
    statements(other)
        .iter()
        .any(|other| claims.iter().any(|claim| is_same(claim, other)))
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

    fn decided(held: &str, refuted: &str) -> Decided {
        Decided {
            held: held.to_owned(),
            refuted: refuted.to_owned(),
        }
    }

    const FIRST: &str = "The bridge was completed in 1932.";
    const SECOND: &str = "The bridge was completed in 1937.";

    #[test]
    fn mb_11_a_refuted_sentence_is_known_again() {
        for (held, refuted, same, others) in [
            (
                FIRST,
                SECOND,
                &[
                    SECOND,
                    "- The bridge was completed in 1937",
                    "In 1937 the bridge was completed.",
                ][..],
                &[FIRST, "The bridge was painted in 1937."][..],
            ),
            (
                "大桥于1932年建成。",
                "大桥于1937年建成。",
                &["大桥于1937年建成。"],
                &["大桥于1932年建成。"],
            ),
            // What ends alike speaks of something else.
            (
                "青石大桥全长412米。",
                "青石大桥全长398米。",
                &["青石大桥全长398米。"],
                &["新青石大桥全长398米。", "小青石大桥全长398米。"],
            ),
            (
                "Kerrow is 412 metres high.",
                "Kerrow is 398 metres high.",
                &["Kerrow is 398 metres high."],
                &["Little Kerrow is 398 metres high."],
            ),
        ] {
            let found = Refuted::of(&[decided(held, refuted)], &[]);
            for sentence in same {
                assert!(found.holds(sentence), "{sentence}");
            }
            for sentence in others {
                assert!(!found.holds(sentence), "{sentence}");
            }
        }
    }

    /// MB-11: what a model's ruling refuted is told by the marks in the summary that it led to.
    #[test]
    fn mb_11_a_ruling_without_sentences_is_read_by_its_marks() {
        let summary =
            format!("{FIRST} (refuted) {SECOND} It is steel.\n（已被否定）大桥于1937年建成。");
        let marked: Vec<String> = marked_in(&summary)
            .into_iter()
            .map(|one| one.refuted)
            .collect();
        assert_eq!(marked, [SECOND, "大桥于1937年建成。"]);
    }

    /// MB-11: a later decision overrules an earlier one, and what is disputed again is open.
    #[test]
    fn mb_11_what_holds_or_is_open_by_now_is_not_refuted() {
        let turned = [decided(FIRST, SECOND), decided(SECOND, FIRST)];
        let found = Refuted::of(&turned, &[]);
        assert!(found.holds(FIRST) && !found.holds(SECOND));
        let dispute = format!("“{FIRST}” stands against “{SECOND}”");
        let found = Refuted::of(&turned, &[dispute]);
        assert!(!found.holds(FIRST) && !found.holds(SECOND));
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
        let refuted = Refuted::of(&[decided(FIRST, SECOND)], &[]);
        let quotation = "The bridge is steel. The bridge was completed in 1937. It is long.";
        let marked = refuted.marked(Language::English, quotation);
        assert_eq!(
            marked,
            "The bridge is steel. (refuted) The bridge was completed in 1937. It is long."
        );
        assert_eq!(without_marks(&marked), quotation);
    }
}
