//! Questions over documents: retrieved, answered from the right passage, refused.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use amb_bench_recall::{BenchHost, Document, Memory, Outcome, ask_all};
use anyhow::Result;

use crate::tally::{Group, share};

/// Counts of one group of questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerTally {
    /// Questions that the document answers.
    pub answerable: usize,
    /// Questions whose passage is among those retrieved.
    pub retrieved: usize,
    /// Answerable questions whose passage plain BM25 retrieves.
    pub by_keywords: usize,
    /// Retrieved questions that are answered from the right passage.
    pub from_passage: usize,
    /// Retrieved questions whose answer quotes the right sentence or row.
    pub right_of_retrieved: usize,
    /// Answerable questions that are answered, rightly or not.
    pub answered: usize,
    /// Answerable questions whose answer quotes the right sentence or row.
    pub right: usize,
    /// Questions that the document does not answer.
    pub unanswerable: usize,
    /// Unanswerable questions that are refused.
    pub refused: usize,
}

impl AnswerTally {
    fn of(outcome: &Outcome) -> Self {
        let counted = usize::from;
        if !outcome.question.answerable {
            return Self {
                unanswerable: 1,
                refused: counted(!outcome.answered),
                ..Self::default()
            };
        }
        let (retrieved, right) = (outcome.ours.is_some(), outcome.answered && outcome.quoted);
        Self {
            answerable: 1,
            retrieved: counted(retrieved),
            by_keywords: counted(outcome.by_keywords.is_some()),
            from_passage: counted(retrieved && outcome.answered && outcome.from_passage),
            right_of_retrieved: counted(retrieved && right),
            answered: counted(outcome.answered),
            right: counted(right),
            ..Self::default()
        }
    }

    /// Returns the share of the answerable questions whose passage is retrieved.
    #[must_use]
    pub fn retrieval(&self) -> Option<f64> {
        share(self.retrieved, self.answerable)
    }

    /// Returns the share of the answerable questions whose passage plain BM25 retrieves.
    #[must_use]
    pub fn keyword_retrieval(&self) -> Option<f64> {
        share(self.by_keywords, self.answerable)
    }

    /// Share of the questions with a retrieved passage that are answered from it.
    #[must_use]
    pub fn answered_from_passage(&self) -> Option<f64> {
        share(self.from_passage, self.retrieved)
    }

    /// Returns the share of the questions with a retrieved passage whose answer quotes the right sentence or row.
    #[must_use]
    pub fn answered_of_retrieved(&self) -> Option<f64> {
        share(self.right_of_retrieved, self.retrieved)
    }

    /// Share of the unanswerable questions that are refused.
    #[must_use]
    pub fn refusal(&self) -> Option<f64> {
        share(self.refused, self.unanswerable)
    }

    /// Share of all answers that quote the right sentence or row.
    #[must_use]
    pub fn precision(&self) -> Option<f64> {
        let answers = self.answered + self.unanswerable - self.refused;
        share(self.right, answers)
    }

    /// Returns the share of the answerable questions whose answer quotes the right sentence or row.
    #[must_use]
    pub fn recall(&self) -> Option<f64> {
        share(self.right, self.answerable)
    }
}

impl AddAssign for AnswerTally {
    fn add_assign(&mut self, other: Self) {
        self.answerable += other.answerable;
        self.retrieved += other.retrieved;
        self.by_keywords += other.by_keywords;
        self.from_passage += other.from_passage;
        self.right_of_retrieved += other.right_of_retrieved;
        self.answered += other.answered;
        self.right += other.right;
        self.unanswerable += other.unanswerable;
        self.refused += other.refused;
    }
}

/// Receives a JSON value for each candidate sentence, and one without signals for a question that has none.
pub type Candidates<'c> = &'c mut dyn FnMut(serde_json::Value) -> Result<()>;

/// The answers to the questions of some documents.
#[derive(Default)]
pub struct Answers {
    /// Counts for each group.
    pub groups: BTreeMap<Group, AnswerTally>,
    /// Questions that came out wrong, a line each.
    pub wrong: Vec<String>,
}

/// Runs every question of every document and counts the outcomes.
///
/// # Errors
/// A run, retrieval or the engine failed, or the receiver of candidates did.
pub fn judge_answers(
    host: &BenchHost,
    documents: &[Document],
    mut candidates: Option<Candidates<'_>>,
) -> Result<Answers> {
    let mut answers = Answers::default();
    for document in documents {
        let memory = Memory::read(host, document)?;
        for outcome in ask_all(host, &memory, document)? {
            let group = Group {
                half: document.half,
                language: document.language.clone(),
                kind: document.kind.clone(),
            };
            answers.wrong.extend(wrong(document, &outcome));
            *answers.groups.entry(group).or_default() += AnswerTally::of(&outcome);
        }
        if let Some(receive) = candidates.as_mut() {
            features(host, &memory, document, receive)?;
        }
    }
    Ok(answers)
}

/// The line of a wrong outcome; `None` of a right one.
fn wrong(document: &Document, outcome: &Outcome) -> Option<String> {
    let question = &outcome.question;
    let what = match (question.answerable, outcome.answered, outcome.quoted) {
        (false, false, _) | (true, true, true) => return None,
        (false, true, _) => "answered, not to be",
        (true, false, _) => "refused",
        (true, true, false) => "answered from elsewhere",
    };
    let rank = outcome
        .ours
        .map_or_else(|| "not retrieved".to_owned(), |rank| format!("rank {rank}"));
    let first = outcome.answer.lines().next().unwrap_or_default();
    Some(format!(
        "{}\t{}\t{what}\t{rank}\t{:.2}\t{}\t{first}",
        document.half, question.id, outcome.confidence, question.question
    ))
}

fn features(
    host: &BenchHost,
    memory: &Memory,
    document: &Document,
    receive: Candidates<'_>,
) -> Result<()> {
    for question in &document.questions {
        let common = serde_json::json!({
            "question": question.id,
            "asked": question.question,
            "document": document.text.name,
            "half": document.half,
            "language": document.language,
            "kind": document.kind,
            "answerable": question.answerable,
        });
        let candidates = memory.candidates(host, question)?;
        if candidates.is_empty() {
            receive(common.clone())?;
        }
        for candidate in candidates {
            let mut line = common.clone();
            if let Some(fields) = line.as_object_mut() {
                fields.insert("right".to_owned(), candidate.is_right.into());
                fields.insert("in_passage".to_owned(), candidate.is_in_passage.into());
                fields.insert("text".to_owned(), candidate.text.into());
                fields.insert("signals".to_owned(), serde_json::json!(candidate.signals));
            }
            receive(line)?;
        }
    }
    Ok(())
}
