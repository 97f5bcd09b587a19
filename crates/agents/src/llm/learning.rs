//! Texts that long-term memory asks a model for (AF-08, AF-09, CG-05): methodologies, questions, insights, summaries,
//! facts, importance.

use std::collections::BTreeSet;

use amb_memory::hierarchy::{
    Excerpt, FactReply, FactsReply, FactsRequest, InsightReply, InsightRequest, MemoryId, Question,
    QuestionsReply, QuestionsRequest, Speaker, SummaryReply, SummaryRequest,
};
use amb_memory::task::Trust;
use amb_memory::text::{Language, estimate_tokens, is_blank, language};
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest, Case};
use amb_memory::trajectory::records::{Action, MethodologyKind};
use amb_store::long_term::{WordsReply, WordsRequest};
use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::{Digest, Facts, Guidance, Insights, Questions, Ratings};
use crate::engine::EngineError;
use crate::fitting::{level, shortened};
use crate::host::Host;
use crate::protocol::Event;
use crate::settings::{Agent, LlmSettings};
use crate::spending::Meter;

/// Puts into words what long-term memory found, by the language model.
pub struct Scribe<'a> {
    /// The world.
    pub host: &'a dyn Host,
    /// The model's settings; those of the structure agent apply.
    pub settings: &'a LlmSettings,
    /// The account that it is paid from.
    pub meter: &'a Meter,
    /// Receiver of events.
    pub emit: &'a dyn Fn(Event),
}

/// Who writes: the agent that condenses, exact.
const AGENT: Agent = Agent::Structure;

/// Characters of a part of a methodology, at most.
const GUIDANCE_CHARS: usize = 2000;

/// Actions of a case that are shown, of each list.
const SHOWN_ACTIONS: usize = 12;

/// Tokens of a text beside its words: its number, its origin, labels.
const LABEL_TOKENS: usize = 32;

/// The greatest importance that a text is rated with.
const GREATEST: u8 = 10;

#[derive(Serialize)]
struct Shown<'v> {
    number: usize,
    speaker: &'static str,
    trust: Trust,
    content: std::borrow::Cow<'v, str>,
}

#[derive(Serialize)]
struct Memories<'v> {
    fence: String,
    memories: Vec<Shown<'v>>,
    may_speak_of_user: bool,
    /// The question of an insight.
    question: &'v str,
    /// The number of questions.
    count: usize,
    /// The limit of a summary.
    max_tokens: usize,
}

#[derive(Serialize)]
struct Texts<'v> {
    fence: String,
    texts: Vec<std::borrow::Cow<'v, str>>,
}

#[derive(Serialize)]
struct Cases<'v> {
    fence: String,
    is_warning: bool,
    total: u32,
    task_type: &'v str,
    error_type: Option<&'v str>,
    existing: Option<&'v Abstraction>,
    cases: Vec<ShownCase<'v>>,
}

#[derive(Serialize)]
struct ShownCase<'v> {
    number: usize,
    trust: Trust,
    occurrences: u32,
    steps: u32,
    description: std::borrow::Cow<'v, str>,
    actions: Vec<&'v str>,
    resolution: Vec<&'v str>,
}

impl Scribe<'_> {
    /// The words that are asked for. What they are made of is untrusted: it stands behind a fence, and whoever asked
    /// checks what came back.
    ///
    /// # Errors
    /// As the model's other calls: [`EngineError::Model`], [`EngineError::Budget`], [`EngineError::Host`].
    pub async fn put_into_words(&self, request: &WordsRequest) -> Result<WordsReply, EngineError> {
        Ok(match request {
            WordsRequest::Importance(texts) => {
                WordsReply::Importance(self.importance(texts).await?)
            }
            WordsRequest::Questions(request) => {
                WordsReply::Questions(self.questions(request).await?)
            }
            WordsRequest::Insight(request) => WordsReply::Insight(self.insight(request).await?),
            WordsRequest::Summary(request) => WordsReply::Summary(self.summary(request).await?),
            WordsRequest::Facts(request) => WordsReply::Facts(self.facts(request).await?),
            WordsRequest::Abstraction(request) => {
                WordsReply::Abstraction(self.abstraction(request).await?)
            }
        })
    }

    fn asker(&self, language: Language) -> Asker<'_> {
        Asker::outside_of_runs(
            (self.host, self.emit),
            self.settings,
            self.meter,
            AGENT,
            language,
        )
    }

    async fn importance(&self, texts: &[String]) -> Result<Vec<f32>, EngineError> {
        let asker = self.asker(language(&texts.join("\n")));
        let bare = Texts {
            fence: String::new(),
            texts: Vec::new(),
        };
        let room = asker.room(&Prompt::IMPORTANCE, &bare)?;
        let cap = share(texts.iter().map(String::as_str), room);
        let variables = Texts {
            fence: asker.fence()?,
            texts: texts.iter().map(|text| shortened(text, cap)).collect(),
        };
        let check = |wire: &Ratings| rated(wire, texts.len());
        let shape = ("importance", true);
        let asked = asker.ask_sound(&Prompt::IMPORTANCE, &variables, shape, check);
        let Ratings { importance } = asked.await?;
        let shares = importance
            .iter()
            .map(|rating| f32::from(*rating) / f32::from(GREATEST));
        Ok(shares.collect())
    }

    async fn questions(&self, request: &QuestionsRequest) -> Result<QuestionsReply, EngineError> {
        let asker = self.asker(request.language);
        let memories = Memories {
            may_speak_of_user: request.may_speak_of_user,
            count: request.count,
            ..Memories::bare()
        };
        let variables = memories.filled(
            &asker,
            &Prompt::QUESTIONS,
            &request.memories,
            request.language,
        )?;
        let asked: Questions = asker
            .ask(&Prompt::QUESTIONS, &variables, "questions", true)
            .await?;
        let asked = asked.questions.into_iter();
        let questions = asked
            .filter(|one| !is_blank(&one.question))
            .take(request.count)
            .map(|one| Question {
                question: one.question,
                query: one.query.filter(|query| !is_blank(query)),
            });
        Ok(QuestionsReply {
            questions: questions.collect(),
        })
    }

    async fn insight(&self, request: &InsightRequest) -> Result<InsightReply, EngineError> {
        let spoken = language(&request.question);
        let asker = self.asker(spoken);
        let memories = Memories {
            may_speak_of_user: request.may_speak_of_user,
            question: &request.question,
            ..Memories::bare()
        };
        let variables = memories.filled(&asker, &Prompt::INSIGHT, &request.evidence, spoken)?;
        let found: Insights = asker
            .ask(&Prompt::INSIGHT, &variables, "insight", true)
            .await?;
        Ok(InsightReply {
            insight: found.insight.filter(|insight| !is_blank(insight)),
            source_ids: named(&found.sources, &request.evidence),
        })
    }

    async fn summary(&self, request: &SummaryRequest) -> Result<SummaryReply, EngineError> {
        let asker = self.asker(request.language);
        let memories = Memories {
            max_tokens: request.max_tokens,
            ..Memories::bare()
        };
        let variables =
            memories.filled(&asker, &Prompt::DIGEST, &request.memories, request.language)?;
        let asked = asker.ask_sound(
            &Prompt::DIGEST,
            &variables,
            ("digest", true),
            says_something,
        );
        let Digest { summary } = asked.await?;
        Ok(SummaryReply {
            summary: shortened(&summary, request.max_tokens).into_owned(),
        })
    }

    async fn facts(&self, request: &FactsRequest) -> Result<FactsReply, EngineError> {
        let contents = request.memories.iter().map(|shown| shown.content.as_str());
        let spoken = language(&contents.collect::<Vec<_>>().join("\n"));
        let asker = self.asker(spoken);
        let memories = Memories {
            may_speak_of_user: request.may_speak_of_user,
            ..Memories::bare()
        };
        let variables = memories.filled(&asker, &Prompt::FACTS, &request.memories, spoken)?;
        let found: Facts = asker.ask(&Prompt::FACTS, &variables, "facts", true).await?;
        let facts = found.facts.into_iter().map(|fact| FactReply {
            subject: fact.subject,
            relation: fact.relation,
            value: fact.value,
            source_ids: named(&fact.sources, &request.memories),
        });
        Ok(FactsReply {
            facts: facts.filter(|fact| !fact.source_ids.is_empty()).collect(),
        })
    }

    async fn abstraction(&self, request: &AbstractionRequest) -> Result<Abstraction, EngineError> {
        let asker = self.asker(request.language);
        let bare = Cases {
            fence: String::new(),
            is_warning: request.kind == MethodologyKind::Warning,
            total: request.total_cases,
            task_type: &request.task_type,
            error_type: request.error_type.as_deref(),
            existing: request.existing.as_ref(),
            cases: Vec::new(),
        };
        let room = asker.room(&Prompt::ABSTRACTION, &bare)?;
        // Half of it is for their actions, which are short lines.
        let descriptions = request.cases.iter().map(|case| case.description.as_str());
        let cap = share(descriptions, room / 2);
        let cases = request.cases.iter().zip(1..);
        let most = cases_within(&request.cases, cap, room);
        let variables = Cases {
            fence: asker.fence()?,
            cases: cases
                .take(most)
                .map(|(case, number)| shown(case, number, cap))
                .collect(),
            ..bare
        };
        let asked = asker.ask_sound(&Prompt::ABSTRACTION, &variables, ("guidance", true), guides);
        let Guidance {
            situation,
            strategy,
        } = asked.await?;
        Ok(Abstraction {
            situation,
            strategy,
            trust: Trust::Model,
        })
    }
}

impl<'v> Memories<'v> {
    fn bare() -> Self {
        Self {
            fence: String::new(),
            memories: Vec::new(),
            may_speak_of_user: false,
            question: "",
            count: 0,
            max_tokens: 0,
        }
    }

    /// With these memories, long ones shortened to fit the window.
    fn filled(
        self,
        asker: &Asker<'_>,
        prompt: &Prompt,
        excerpts: &'v [Excerpt],
        language: Language,
    ) -> Result<Self, EngineError> {
        let room = asker.room(prompt, &self)?;
        let cap = share(excerpts.iter().map(|shown| shown.content.as_str()), room);
        let memories = excerpts.iter().zip(1..).map(|(excerpt, number)| Shown {
            number,
            speaker: speaker(excerpt.speaker, language),
            trust: excerpt.trust,
            content: shortened(&excerpt.content, cap),
        });
        Ok(Self {
            fence: asker.fence()?,
            memories: memories.collect(),
            ..self
        })
    }
}

/// Tokens that each of these texts may take, so that all fit.
fn share<'t>(texts: impl Iterator<Item = &'t str> + Clone, room: usize) -> usize {
    let labels = texts.clone().count() * LABEL_TOKENS;
    level(texts.map(estimate_tokens), room.saturating_sub(labels))
}

/// Returns the number of cases that fit with their actions; at least one.
fn cases_within(cases: &[Case], cap: usize, room: usize) -> usize {
    let mut left = room;
    let fits = |case: &&Case| {
        let actions = lines(&case.actions)
            .into_iter()
            .chain(lines(&case.resolution));
        let actions: usize = actions.map(|line| estimate_tokens(line) + 2).sum();
        let taken = estimate_tokens(&case.description).min(cap) + actions + LABEL_TOKENS;
        let rest = left.checked_sub(taken);
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    cases.iter().take_while(fits).count().max(1)
}

fn shown(case: &Case, number: usize, cap: usize) -> ShownCase<'_> {
    ShownCase {
        number,
        trust: case.trust,
        occurrences: case.occurrences,
        steps: case.steps,
        description: shortened(&case.description, cap),
        actions: lines(&case.actions),
        resolution: lines(&case.resolution),
    }
}

fn lines(actions: &[Action]) -> Vec<&str> {
    let shown = actions.iter().take(SHOWN_ACTIONS);
    shown.map(Action::as_str).collect()
}

fn speaker(speaker: Speaker, language: Language) -> &'static str {
    match (language, speaker) {
        (Language::English, Speaker::User) => "the user",
        (Language::English, Speaker::Agent) => "the agent",
        (Language::English, Speaker::Source) => "a source",
        (Language::Chinese, Speaker::User) => "用户",
        (Language::Chinese, Speaker::Agent) => "智能体",
        (Language::Chinese, Speaker::Source) => "来源",
    }
}

/// The memories of these numbers, from 1; other numbers name none.
fn named(numbers: &[usize], shown: &[Excerpt]) -> Vec<MemoryId> {
    let numbers: BTreeSet<usize> = numbers.iter().copied().collect();
    let at = |number: usize| shown.get(number.checked_sub(1)?);
    let found = numbers.into_iter().filter_map(at);
    found.map(|excerpt| excerpt.id.clone()).collect()
}

fn rated(wire: &Ratings, texts: usize) -> Result<(), String> {
    let given = wire.importance.len();
    if given != texts {
        return Err(format!("importance has {given} numbers for {texts} texts"));
    }
    let is_rating = |rating: &u8| (1..=GREATEST).contains(rating);
    if !wire.importance.iter().all(is_rating) {
        return Err(format!(
            "importance holds a number that is not from 1 to {GREATEST}"
        ));
    }
    Ok(())
}

fn says_something(wire: &Digest) -> Result<(), String> {
    if is_blank(&wire.summary) {
        return Err("summary is blank".to_owned());
    }
    Ok(())
}

fn guides(wire: &Guidance) -> Result<(), String> {
    for (name, text) in [("situation", &wire.situation), ("strategy", &wire.strategy)] {
        if is_blank(text) {
            return Err(format!("{name} is blank"));
        }
        if text.chars().count() > GUIDANCE_CHARS {
            return Err(format!("{name} is longer than {GUIDANCE_CHARS} characters"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use amb_memory::hierarchy::MemoryType;

    use super::*;

    fn excerpt(id: &str) -> Excerpt {
        Excerpt {
            id: MemoryId::from(id),
            content: "I like tea.".to_owned(),
            memory_type: MemoryType::Conversation,
            created_at: 0,
            importance: 0.5,
            trust: Trust::Given,
            speaker: Speaker::User,
        }
    }

    /// AF-08: what a model names as its source is one that it was shown.
    #[test]
    fn af_08_sources_are_memories_that_were_shown() {
        let shown = [excerpt("a"), excerpt("b")];
        let ids = named(&[2, 9, 0, 2, 1], &shown);
        assert_eq!(ids, [MemoryId::from("a"), MemoryId::from("b")]);
        assert_eq!(named(&[], &shown), []);
    }

    #[test]
    fn af_06_ratings_are_one_for_each_text_and_in_their_range() {
        let wire = |importance: &[u8]| Ratings {
            importance: importance.to_vec(),
        };
        assert_eq!(rated(&wire(&[1, 10]), 2), Ok(()));
        for (ratings, texts) in [(&[1][..], 2), (&[0, 1], 2), (&[11], 1)] {
            assert!(rated(&wire(ratings), texts).is_err(), "{ratings:?}");
        }
    }

    #[test]
    fn cg_05_guidance_says_when_and_what_within_bounds() {
        let wire = |situation: &str, strategy: &str| Guidance {
            situation: situation.to_owned(),
            strategy: strategy.to_owned(),
        };
        assert_eq!(guides(&wire("A page is gone.", "Search again.")), Ok(()));
        let long = "x".repeat(GUIDANCE_CHARS + 1);
        for (situation, strategy) in [("", "b"), ("a", " \n"), ("a", long.as_str())] {
            assert!(guides(&wire(situation, strategy)).is_err());
        }
    }
}
