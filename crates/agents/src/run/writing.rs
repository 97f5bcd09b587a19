//! Passages that the writer of an answer is shown: as many as its prompt has room for.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::task::{CompletedTask, TaskBank, Trust};
use amb_memory::text::{estimate_tokens, folded};

use super::disputes::{closed, of_passages};
use super::evidence::{latest_evidence, passages_of, passages_with, retrieve_evidence};
use super::{Research, term_rarity};
use crate::protocol::{AnswerInput, Doubt, EvidencePassage};
use crate::task::{Adapter, AdapterError};

/// Passages that are ranked for the question.
const RANKED: usize = 100;

/// Passages that are ranked for each of the last steps, and the steps.
const RANKED_BY_STEP: usize = 20;
const STEPS: usize = 20;

/// The constant of reciprocal rank fusion.
const RANK_CONSTANT: f32 = 60.0;

/// Tokens of a passage's number, origin, title and address in the prompt.
const FRAME: usize = 60;

/// The room is shared: one in so many parts of it is kept for the documents that the user gave.
const GIVEN_SHARE: usize = 2;

impl Research<'_> {
    /// Returns the input that an answer is made from.
    ///
    /// # Errors
    /// As [`retrieve_evidence`], and errors of reading the prompt.
    pub(super) async fn answer_input(
        &self,
        adapter: &mut Adapter<'_>,
        question: &str,
    ) -> Result<AnswerInput, AdapterError> {
        let k = self.settings.retrieval_k;
        let ranked = if self.actor.is_some() {
            k.max(RANKED)
        } else {
            k
        };
        let embeddings = adapter.context.embeddings;
        let bank = &mut adapter.session.bank;
        let found = retrieve_evidence(bank, embeddings, self.settings, question, ranked).await?;
        let bank = &adapter.session.bank;
        let mut passages = found.passages;
        if passages.is_empty() && self.actor.is_some() {
            passages = latest_evidence(bank, ranked);
        }
        let mut input = AnswerInput {
            question: question.to_owned(),
            question_coverage: found.coverage,
            term_rarity: term_rarity(bank, question),
            disputes: of_passages(bank, &passages),
            closed: closed(bank),
            retrieved: retrieved(adapter),
            completed: bank.insight_doc().completed_tasks().to_vec(),
            evidence: Vec::new(),
        };
        if let Some(room) = self.engine.room_for_evidence(&adapter.context, &input)? {
            passages = for_writer(bank, passages, &input.completed, room)?;
            input.disputes = of_passages(bank, &passages);
        } else if self.actor.is_some() {
            passages.truncate(k);
        }
        input.evidence = passages;
        Ok(input)
    }
}

/// Addresses of pages that were read, or shown by a search; what an imported file says of its own is none.
fn retrieved(adapter: &Adapter<'_>) -> Vec<String> {
    let entries = adapter.session.bank.interaction_tree().entries();
    let pages = entries.filter(|entry| {
        let trust = entry.metadata.trust;
        (Trust::Snippet..=Trust::NamedPage).contains(&trust)
    });
    let sources = pages.filter_map(|entry| entry.metadata.source.as_ref());
    let addresses: BTreeSet<&str> = sources.map(|source| source.document.as_str()).collect();
    addresses.into_iter().map(str::to_owned).collect()
}

/// Returns the passages for an answer: the best of each document that the user gave, then by rank as many as fit.
/// `found` are those that fit the question, best first. Searches, conclusions and citations of the steps raise a
/// passage. Of passages with the same words one is shown.
fn for_writer(
    bank: &TaskBank,
    found: Vec<EvidencePassage>,
    steps: &[CompletedTask],
    room: usize,
) -> Result<Vec<EvidencePassage>, AdapterError> {
    let mut ranking = Ranking::default();
    ranking.add(found);
    let recent = steps.iter().rev().take(STEPS);
    for step in recent.clone() {
        let told = format!("{} {}", step.description, step.context);
        let unasked = passages_with(bank, &told, RANKED_BY_STEP)?.into_iter();
        ranking.raise(unasked.map(|passage| EvidencePassage {
            score: 0.0,
            keyword: 0.0,
            semantic: 0.0,
            ..passage
        }));
    }
    let told: Vec<&str> = recent.map(|step| step.context.as_str()).collect();
    let passages = ranking.by_rank(|passage| {
        let is_page = passage.document.starts_with("http");
        let name = if is_page {
            passage.document.as_str()
        } else {
            passage.node_id.as_str()
        };
        !name.is_empty() && told.iter().any(|words| words.contains(name))
    });
    Ok(within(room, first_of_given(bank, passages)))
}

/// The passages, and behind them the first one of each document that the user gave and of which there is none.
fn first_of_given(bank: &TaskBank, mut passages: Vec<EvidencePassage>) -> Vec<EvidencePassage> {
    let known: BTreeSet<&str> = given(&passages).map(|one| one.document.as_str()).collect();
    let mut first = BTreeMap::new();
    for entry in bank.interaction_tree().entries() {
        let source = entry.metadata.source.as_ref();
        let Some(source) = source.filter(|_| entry.metadata.trust == Trust::Given) else {
            continue;
        };
        if !known.contains(source.document.as_str()) {
            let place = first
                .entry(source.document.clone())
                .or_insert((source.span.start, entry));
            if source.span.start < place.0 {
                *place = (source.span.start, entry);
            }
        }
    }
    let first = first
        .into_values()
        .filter_map(|(_, entry)| passages_of(bank, &entry.entry_id).next());
    let first: Vec<EvidencePassage> = first.collect();
    passages.extend(first);
    passages
}

fn given(passages: &[EvidencePassage]) -> impl Iterator<Item = &EvidencePassage> {
    passages.iter().filter(|one| one.trust == Trust::Given)
}

/// Those of the passages that have room, in their order.
fn within(room: usize, passages: Vec<EvidencePassage>) -> Vec<EvidencePassage> {
    let mut documents = BTreeSet::new();
    let best = |(_, one): &(usize, &EvidencePassage)| {
        one.trust == Trust::Given && documents.insert(one.document.clone())
    };
    let best: Vec<usize> = passages
        .iter()
        .enumerate()
        .filter(best)
        .map(|(at, _)| at)
        .collect();
    let (mut said, mut shown) = (BTreeSet::new(), BTreeSet::new());
    let mut taken = 0;
    let shares = best.into_iter().map(|at| (at, room / GIVEN_SHARE));
    let all = (0..passages.len()).map(|at| (at, room));
    for (at, most) in shares.chain(all) {
        let Some(passage) = passages.get(at).filter(|_| !shown.contains(&at)) else {
            continue;
        };
        let tokens = tokens_of(passage);
        let fits = taken + tokens <= most || shown.is_empty();
        if fits && said.insert(words_of(&passage.text)) {
            taken += tokens;
            shown.insert(at);
        }
    }
    let passages = passages.into_iter().enumerate();
    passages
        .filter(|(at, _)| shown.contains(at))
        .map(|(_, passage)| passage)
        .collect()
}

/// Tokens that a passage takes in a prompt.
fn tokens_of(passage: &EvidencePassage) -> usize {
    let doubts = passage.doubts.iter().map(|doubt| match doubt {
        Doubt::Refuted {
            dissent, grounds, ..
        } => estimate_tokens(&dissent.description) + estimate_tokens(grounds),
        Doubt::Disputed { .. } => 0,
    });
    let headings = passage.headings.iter().map(|title| estimate_tokens(title));
    let words = passage
        .units
        .iter()
        .map(|unit| estimate_tokens(&unit.words));
    let text = estimate_tokens(&passage.text).max(words.sum());
    FRAME + text + headings.sum::<usize>() + doubts.sum::<usize>()
}

/// The words of a text, whatever their order, case and number.
fn words_of(text: &str) -> BTreeSet<String> {
    let text = folded(text).to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Passages by their ranks in several rankings.
#[derive(Default)]
struct Ranking {
    passages: Vec<EvidencePassage>,
    places: BTreeMap<(String, usize), usize>,
    /// Scores of each passage: for the question, and the best one for a step.
    scores: Vec<[f32; 2]>,
}

impl Ranking {
    /// Takes the passages for the question in, best first.
    fn add(&mut self, passages: Vec<EvidencePassage>) {
        self.take(0, passages.into_iter());
    }

    /// Takes those for a step in, best first.
    fn raise(&mut self, passages: impl Iterator<Item = EvidencePassage>) {
        self.take(1, passages);
    }

    fn take(&mut self, of: usize, passages: impl Iterator<Item = EvidencePassage>) {
        for (rank, passage) in (1_u16..).zip(passages) {
            let key = (passage.entry_id.to_string(), passage.bytes.start);
            let next = self.passages.len();
            let at = *self.places.entry(key).or_insert(next);
            if at == next {
                self.passages.push(passage);
                self.scores.push([0.0; 2]);
            }
            let score = self
                .scores
                .get_mut(at)
                .and_then(|scores| scores.get_mut(of));
            if let Some(score) = score {
                *score = score.max(1.0 / (RANK_CONSTANT + f32::from(rank)));
            }
        }
    }

    /// All of them, best first; those that are cited are raised as the best of a step is.
    fn by_rank(self, is_cited: impl Fn(&EvidencePassage) -> bool) -> Vec<EvidencePassage> {
        let scored = self.passages.into_iter().zip(self.scores);
        let scored = scored.map(|(passage, [asked, found])| {
            let cited = if is_cited(&passage) {
                1.0 / (RANK_CONSTANT + 1.0)
            } else {
                0.0
            };
            (asked + found + cited, passage)
        });
        let mut scored: Vec<(f32, EvidencePassage)> = scored.collect();
        scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        scored.into_iter().map(|(_, passage)| passage).collect()
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::text::Span;

    use super::*;
    use crate::protocol::FoundText;

    fn passage(document: &str, trust: Trust, text: &str) -> EvidencePassage {
        EvidencePassage {
            entry_id: document.into(),
            bytes: Span::new(0, text.len()),
            ..EvidencePassage::of_found(&FoundText {
                document: document.to_owned(),
                title: None,
                published: None,
                text: text.to_owned(),
                structure: None,
                trust,
            })
        }
    }

    fn documents(passages: &[EvidencePassage]) -> Vec<&str> {
        passages.iter().map(|one| one.document.as_str()).collect()
    }

    /// BX-04: the user's own documents are not crowded out, and the same words stand once.
    #[test]
    fn bx_04_the_best_of_each_given_document_has_room() {
        let page =
            |n: usize, text: &str| passage(&format!("https://{n}.example"), Trust::FoundPage, text);
        let mut passages: Vec<EvidencePassage> = (0..50)
            .map(|n| page(n, &format!("Berths and fees, part {n}.")))
            .collect();
        passages.push(page(98, "Fees, and berths: PART 7."));
        passages.push(passage("own.txt", Trust::Given, "We measured 6.3 metres."));
        passages.push(passage(
            "own.txt",
            Trust::Given,
            "And 7.1 metres at the new quay.",
        ));
        let all = within(100_000, passages.clone());
        assert_eq!(all.len(), 51 - 1 + 2);
        let few = within(5 * (FRAME + 10), passages.clone());
        assert!(few.len() >= 4 && few.len() <= 5);
        assert_eq!(documents(&few).last(), Some(&"own.txt"));
        assert_eq!(documents(&within(1, passages)), ["own.txt"]);
    }

    #[test]
    fn bx_04_what_the_steps_found_and_cited_is_raised() {
        let [a, b, c] = ["a", "b", "c"].map(|name| passage(name, Trust::FoundPage, name));
        let mut ranking = Ranking::default();
        ranking.add(vec![a.clone(), b.clone(), c.clone()]);
        assert_eq!(
            documents(&ranking.by_rank(|one| one.document == "c")),
            ["c", "a", "b"]
        );
        let mut ranking = Ranking::default();
        ranking.add(vec![a, b.clone()]);
        ranking.raise([b, c].into_iter());
        assert_eq!(documents(&ranking.by_rank(|_| false)), ["b", "a", "c"]);
    }
}
