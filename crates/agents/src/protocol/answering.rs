//! Results of carrying out a task: validations and answers that rest on evidence.

use std::collections::BTreeSet;

use amb_memory::task::{CompletedTask, Conflict, Dissent, EntryId, NodeId, Trust};
use amb_memory::text::{Language, Span, Unit, visible};
use serde::{Deserialize, Serialize};

use super::{AnswerDispute, ConflictNotification, Doubt, EngineLabel, FoundText, NodeInfo};

/// A retrieved passage of an original text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct EvidencePassage {
    /// The node whose Interaction Tree holds it.
    pub node_id: NodeId,
    /// The entry that holds it.
    pub entry_id: EntryId,
    /// Name of the document, or address of the page.
    pub document: String,
    /// The page's title, where it has one.
    #[serde(default)]
    pub title: Option<String>,
    /// When the page was published, as it writes it.
    #[serde(default)]
    pub published: Option<String>,
    /// Trust label of its entry.
    #[serde(default)]
    pub trust: Trust,
    /// Doubts about its node.
    #[serde(default)]
    pub doubts: Vec<Doubt>,
    /// Its position in the document's text, in Unicode characters.
    pub chars: Span,
    /// Its position in the document's text, in UTF-8 bytes.
    pub bytes: Span,
    /// Titles above it, outermost first.
    pub headings: Vec<String>,
    /// The passage, verbatim.
    pub text: String,
    /// Its units, in order: what can be ranked, shown and cited by itself. Their bytes count from the passage's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Unit>>"))]
    pub units: Vec<Unit>,
    /// Fused score, 0 to 1.
    pub score: f32,
    /// Its keyword part, normalised by the best keyword score of the search.
    pub keyword: f32,
    /// Its cosine part.
    pub semantic: f32,
}

/// A conflict and what memory holds about it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ValidationInput {
    /// The conflict.
    pub conflict: ConflictNotification,
    /// Its nodes.
    pub nodes: Vec<NodeInfo>,
    /// Passages that retrieval found for the conflict.
    pub evidence: Vec<EvidencePassage>,
    /// The conflict as data, one for each contradiction.
    pub dissents: Vec<Dissent>,
}

impl EvidencePassage {
    /// A text that memory does not hold yet, in the shape of evidence.
    #[must_use]
    pub fn of_found(found: &FoundText) -> Self {
        let structure = found.structure();
        Self {
            units: structure.units(&found.text, Span::new(0, found.text.len())),
            node_id: NodeId::from(""),
            entry_id: EntryId::from(""),
            document: found.document.clone(),
            title: found.title.clone(),
            published: found.published.clone(),
            trust: found.trust,
            doubts: Vec::new(),
            chars: Span::new(0, found.text.chars().count()),
            bytes: Span::new(0, found.text.len()),
            headings: Vec::new(),
            text: found.text.clone(),
            score: 1.0,
            keyword: 1.0,
            semantic: 1.0,
        }
    }
}

impl AnswerInput {
    /// The same from the passages alone that fit the question best, in that order.
    #[must_use]
    pub fn best(&self, k: usize) -> Self {
        let mut best = self.clone();
        best.evidence
            .sort_by(|one, other| other.score.total_cmp(&one.score));
        best.evidence.truncate(k);
        best
    }
}

impl ValidationInput {
    /// Returns the trust of a verdict: the lowest of the evidence.
    #[must_use]
    pub fn trust(&self) -> Trust {
        Trust::least(self.evidence.iter().map(|passage| passage.trust))
    }
}

/// Which side the evidence supports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// One node's statement holds.
    Supported {
        /// That node.
        node: NodeId,
    },
    /// The two do not contradict each other after all: both stay.
    Compatible,
    /// The evidence does not decide: both sides stay visible as disputed.
    Inconclusive,
}

/// The result of a cross-validation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationOutput {
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict and its grounds, told in one or two sentences.
    pub explanation: String,
}

impl ValidationOutput {
    /// The verdict, where something was found that it can rest on; where nothing was, the dispute stays open, and the
    /// explanation says why: a model's word alone neither supports a side nor reconciles the two.
    #[must_use]
    pub fn resting_on(self, something: bool, language: Language) -> Self {
        if something || self.verdict == Verdict::Inconclusive {
            return self;
        }
        let said = self.explanation;
        let explanation = match language {
            Language::English => {
                format!(
                    "Undecided: nothing was found that a verdict could rest on. A model alone said: {said}"
                )
            }
            Language::Chinese => {
                format!("未有定论：没有查到可作为依据的证据，只有模型自己的说法：{said}")
            }
        };
        Self {
            verdict: Verdict::Inconclusive,
            explanation,
        }
    }
}

/// A question and what retrieval found for it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct AnswerInput {
    /// The question.
    pub question: String,
    /// Passages, best first.
    pub evidence: Vec<EvidencePassage>,
    /// Share of the question's tokens that the embedding model knows; 0 without a model.
    pub question_coverage: f32,
    /// Rarity (inverse document frequency) of each of the question's analysed terms over all
    /// passages; terms that occur nowhere have the highest.
    pub term_rarity: Vec<(String, f32)>,
    /// Open disputes of the evidence's nodes.
    pub disputes: Vec<AnswerDispute>,
    /// Conflicts that are over: settled, or with one side refuted.
    pub closed: Vec<Conflict>,
    /// Addresses of the pages that the run has retrieved, or a search has shown.
    pub retrieved: Vec<String>,
    /// Steps that the run has completed.
    pub completed: Vec<CompletedTask>,
}

/// An answer made of statements, each with its citations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The whole answer as text, with `[1]` marks.
    pub text: String,
    /// True if the evidence holds an answer. False if `text` says that it does not, or if there are statements without
    /// citations, which no evidence supports.
    pub found: bool,
    /// Confidence that the evidence holds the answer, 0 to 1.
    pub confidence: f32,
    /// The parts of the answer; empty when nothing was found.
    pub statements: Vec<AnswerStatement>,
    /// Every citation, numbered from 1 in this order.
    pub citations: Vec<Citation>,
    /// Open disputes about what it was made from, and refutations of what it cites.
    pub disputes: Vec<AnswerDispute>,
    /// The least trusted of what it cites; [`Trust::Model`] where it cites nothing.
    #[serde(default)]
    pub trust: Trust,
    /// Numbers and links in what the model wrote that the run has not retrieved, which are no sources, and figures
    /// that stand in none of the sources it names for them (BX-04). Always empty without a language model.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Contradictions that only the answer's sentences showed, the summaries of their nodes being silent: the
    /// run takes them up, and no result holds them.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub conflicts: Vec<NewConflict>,
    /// Who made the answer.
    pub engine: EngineLabel,
}

impl Answer {
    /// Returns true if another answer says the same: the same statements, in whatever order, and the same disputes.
    #[must_use]
    pub fn says_the_same_as(&self, other: &Self) -> bool {
        fn statements(answer: &Answer) -> BTreeSet<&str> {
            match &*answer.statements {
                [] => BTreeSet::from([&*answer.text]),
                told => told.iter().map(|one| &*one.text).collect(),
            }
        }
        self.found == other.found
            && self.disputes == other.disputes
            && statements(self) == statements(other)
    }
}

/// A contradiction between two nodes that the memory does not have yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewConflict {
    /// The nodes.
    pub about: [NodeId; 2],
    /// The contradiction; its sides are in the order of `about`.
    pub dissent: Dissent,
}

/// One statement of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct AnswerStatement {
    /// The statement.
    pub text: String,
    /// Numbers of its citations, from 1.
    pub citations: Vec<usize>,
}

/// A quotation that a statement rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// Its number in the answer, from 1.
    pub number: usize,
    /// The node whose Interaction Tree holds it.
    pub node_id: NodeId,
    /// The entry that holds it.
    pub entry_id: EntryId,
    /// Name of the document, or address of the page.
    pub document: String,
    /// The page's title, where it has one.
    #[serde(default)]
    pub title: Option<String>,
    /// When the page was published, as it writes it.
    #[serde(default)]
    pub published: Option<String>,
    /// Trust label of its entry.
    #[serde(default)]
    pub trust: Trust,
    /// Doubts about its node.
    #[serde(default)]
    pub doubts: Vec<Doubt>,
    /// The quoted words, verbatim: the document's text at `chars`.
    pub quote: String,
    /// Position of the quote in the document's text, in Unicode characters.
    pub chars: Span,
    /// Position of the quote in the document's text, in UTF-8 bytes.
    pub bytes: Span,
    /// Titles above it, outermost first.
    pub headings: Vec<String>,
    /// The page of the document that it begins on, from 1; `None` for a document without pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub page: Option<usize>,
}

impl Citation {
    /// Returns true if the quotation contains these words, whitespace ignored; false for empty words.
    #[must_use]
    pub fn says(&self, words: &str) -> bool {
        let letters = |text: &str| {
            let shown = visible(text);
            shown
                .chars()
                .filter(|c| !c.is_whitespace())
                .collect::<String>()
        };
        !words.is_empty() && letters(&self.quote).contains(&letters(words))
    }

    /// The citation of a part of a passage, given in bytes of the passage. The run adds the page.
    #[must_use]
    pub fn of(number: usize, passage: &EvidencePassage, span: Span) -> Self {
        let before = passage
            .text
            .get(..span.start)
            .unwrap_or_default()
            .chars()
            .count();
        let quote = span.of(&passage.text).to_owned();
        let start = passage.chars.start + before;
        Self {
            number,
            node_id: passage.node_id.clone(),
            entry_id: passage.entry_id.clone(),
            document: passage.document.clone(),
            title: passage.title.clone(),
            published: passage.published.clone(),
            trust: passage.trust,
            doubts: passage.doubts.clone(),
            chars: Span::new(start, start + quote.chars().count()),
            bytes: Span::new(
                passage.bytes.start + span.start,
                passage.bytes.start + span.end,
            ),
            headings: passage.headings.clone(),
            page: None,
            quote,
        }
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::Quote;

    use super::*;

    fn saying(statements: &[&str]) -> Answer {
        let statement = |text: &&str| AnswerStatement {
            text: (*text).to_owned(),
            citations: vec![1],
        };
        Answer {
            text: statements.join("\n"),
            found: !statements.is_empty(),
            confidence: 0.8,
            statements: statements.iter().map(statement).collect(),
            citations: Vec::new(),
            disputes: Vec::new(),
            trust: Trust::Given,
            flags: Vec::new(),
            conflicts: Vec::new(),
            engine: EngineLabel::of_model("a model"),
        }
    }

    #[test]
    fn mb_24_an_answer_says_the_same_in_whatever_order() {
        let answer = saying(&["It is red.", "It is old."]);
        assert!(answer.says_the_same_as(&saying(&["It is old.", "It is red."])));
        assert!(!answer.says_the_same_as(&saying(&["It is red."])));
        assert!(!answer.says_the_same_as(&saying(&[])));
        let sides = ["It is red.", "It is blue."].map(Quote::from);
        let mut disputed = answer.clone();
        let dissent = Dissent::of(Language::English, sides);
        disputed.disputes.push(AnswerDispute::open(dissent));
        assert!(!answer.says_the_same_as(&disputed));
    }

    #[test]
    fn mb_12_a_dispute_ends_only_by_something_that_was_found() {
        let node = NodeId::from("id-1");
        let decided = [Verdict::Supported { node }, Verdict::Compatible];
        for language in [Language::English, Language::Chinese] {
            for verdict in decided.iter().chain([&Verdict::Inconclusive]) {
                let output = ValidationOutput {
                    verdict: verdict.clone(),
                    explanation: "I know it.".to_owned(),
                };
                assert_eq!(output.clone().resting_on(true, language), output);
                let open = output.clone().resting_on(false, language);
                assert_eq!(open.verdict, Verdict::Inconclusive);
                assert!(open.explanation.ends_with("I know it."));
                let is_told = open.explanation != output.explanation;
                assert_eq!(is_told, *verdict != Verdict::Inconclusive);
            }
        }
    }
}
