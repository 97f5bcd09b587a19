//! What carries out a task returns: validations and answers that rest on evidence.

use amb_memory::task::{CompletedTask, Decided, EntryId, NodeId, Trust};
use amb_memory::text::{Language, Span};
use serde::{Deserialize, Serialize};

use super::{ConflictNotification, Doubt, EngineLabel, FoundText, NodeInfo};

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
    /// How far it can be trusted: the label of its entry.
    #[serde(default)]
    pub trust: Trust,
    /// What is held against its node.
    #[serde(default)]
    pub doubts: Vec<Doubt>,
    /// Where it stands in the document's text, in Unicode characters.
    pub chars: Span,
    /// Where it stands in the document's text, in UTF-8 bytes.
    pub bytes: Span,
    /// Titles above it, outermost first.
    pub headings: Vec<String>,
    /// The passage, verbatim.
    pub text: String,
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
    /// What earlier validations decided between sentences, oldest first.
    #[serde(default)]
    pub decided: Vec<Decided>,
}

impl EvidencePassage {
    /// A text that memory does not hold yet, in the shape of evidence.
    #[must_use]
    pub fn of_found(found: &FoundText) -> Self {
        Self {
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

impl ValidationInput {
    /// How far a verdict on this can be trusted: as the least trusted of what it rests on.
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
    /// What it is about, in words, a line for each contradiction, where one of the topics was merged since the conflict was
    /// noted, so that a part of it may be decided. `None` for the conflict as it was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The sentences that it decides between, where it supports a side and the engine compares sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<Decided>,
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
            about: self.about,
            decided: Vec::new(),
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
    /// Descriptions of disputes that touch the evidence's nodes.
    pub disputes: Vec<String>,
    /// What validation decided between sentences, oldest first.
    pub decided: Vec<Decided>,
    /// Addresses of the pages that the run has retrieved, or a search has shown.
    pub retrieved: Vec<String>,
    /// What was done to find it.
    pub completed: Vec<CompletedTask>,
}

/// An answer made of statements, each with its citations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The whole answer as text, with `[1]` marks.
    pub text: String,
    /// Whether the evidence holds an answer; `false` means that `text` says it does not or, where there are statements
    /// and no citations, that no evidence supports what it says.
    pub found: bool,
    /// How sure the engine is that the evidence holds the answer, 0 to 1.
    pub confidence: f32,
    /// The parts of the answer; empty when nothing was found.
    pub statements: Vec<AnswerStatement>,
    /// Every citation, numbered from 1 in this order.
    pub citations: Vec<Citation>,
    /// Open disputes about what it was made from, and refutations of what it cites, told.
    pub disputes: Vec<String>,
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
    pub conflicts: Vec<ConflictNotification>,
    /// Who made the answer.
    pub engine: EngineLabel,
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
    /// How far it can be trusted: the label of its entry.
    #[serde(default)]
    pub trust: Trust,
    /// What is held against its node.
    #[serde(default)]
    pub doubts: Vec<Doubt>,
    /// The quoted words, verbatim: the document's text at `chars`.
    pub quote: String,
    /// Where the quote stands in the document's text, in Unicode characters.
    pub chars: Span,
    /// Where the quote stands in the document's text, in UTF-8 bytes.
    pub bytes: Span,
    /// Titles above it, outermost first.
    pub headings: Vec<String>,
    /// The page of the document that it begins on, from 1; `None` for a document without pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub page: Option<usize>,
}

impl Citation {
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
    use super::*;

    #[test]
    fn mb_12_a_dispute_ends_only_by_something_that_was_found() {
        let node = NodeId::from("id-1");
        let decided = [Verdict::Supported { node }, Verdict::Compatible];
        for language in [Language::English, Language::Chinese] {
            for verdict in decided.iter().chain([&Verdict::Inconclusive]) {
                let output = ValidationOutput {
                    verdict: verdict.clone(),
                    explanation: "I know it.".to_owned(),
                    about: None,
                    decided: Vec::new(),
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
