//! A clock that is set, ids that count, an embedder that hashes words, and a model that can be told what to say.

use amb_long_term::*;
use amb_memory::hierarchy::*;
use amb_memory::retrieval::Embedding;
use amb_memory::task::Trust;
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest};
use futures::FutureExt;
use std::cell::{Cell, RefCell};
use std::future::{Future, ready};
use std::rc::Rc;

pub const DAY: i64 = 86_400_000;
/// 22 November 2026, 15:00 UTC.
pub const NOW: i64 = 20_779 * DAY + 15 * 3_600_000;

/// Returns the output of a future; nothing here waits for anything.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().expect("it is there at once")
}

pub struct Scripted {
    pub now: Cell<i64>,
    pub offset: Cell<UtcOffset>,
    pub model: RefCell<&'static str>,
    /// Batches that the embedder still answers; none: it does not run.
    pub batches: Cell<Option<u32>>,
    /// True if the model knows any word: the vector of a text that it hardly knows is zero.
    pub knows_words: Cell<bool>,
    /// Number of vectors that each answer lacks.
    pub missing: Cell<usize>,
    pub asked: RefCell<Vec<usize>>,
    pub ids: Cell<u128>,
}

impl Scripted {
    pub fn new() -> Rc<Self> {
        Rc::new(Self {
            now: Cell::new(NOW),
            offset: Cell::default(),
            model: RefCell::new("mini-1"),
            batches: Cell::new(Some(u32::MAX)),
            knows_words: Cell::new(true),
            missing: Cell::new(0),
            asked: RefCell::default(),
            ids: Cell::new(0),
        })
    }
}

impl World for Scripted {
    fn now(&self) -> i64 {
        self.now.get()
    }

    fn offset(&self) -> UtcOffset {
        self.offset.get()
    }

    fn random(&self) -> [u8; 16] {
        self.ids.set(self.ids.get() + 1);
        self.ids.get().to_be_bytes()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> EmbeddingFuture<'a> {
        self.asked.borrow_mut().push(texts.len());
        let answer = match self.batches.get() {
            None => Ok(None),
            Some(0) => Err(EmbedderFailure {
                detail: "out of memory".to_owned(),
            }),
            Some(left) => {
                self.batches.set(Some(left - 1));
                let kept = texts.len() - self.missing.get();
                let texts = texts.iter().take(kept);
                let model = self.model.borrow();
                let vector = |text: &&str| match self.knows_words.get() {
                    true => embedding(&model, text),
                    false => Embedding::new(&model, &[0.0; 64]).unwrap(),
                };
                Ok(Some(texts.map(vector).collect()))
            }
        };
        Box::pin(ready(answer))
    }
}

/// Returns the frequency of each word, in one of 64 places: texts of like words have like vectors.
pub fn embedding(model: &str, text: &str) -> Embedding {
    let mut words = vec![0.001_f32; 64];
    for word in text.split_whitespace() {
        let hash = word.bytes().fold(7_usize, |hash, byte| {
            hash.wrapping_mul(31) ^ usize::from(byte)
        });
        words[(hash >> 3) % 64] += 1.0;
    }
    Embedding::new(model, &words).unwrap()
}

/// Behaviour of a model.
#[derive(Clone, Copy, PartialEq)]
pub enum Temper {
    Plain,
    /// Fails at all it is asked.
    Fails,
    /// Answers with nothing, or too much of it.
    Malformed,
    /// Says of the user whatever it was shown.
    Repeats,
}

pub struct Model {
    pub temper: Cell<Temper>,
    /// Importance that the model gives to everything.
    pub share: Cell<f32>,
    /// True if the model fails because it cannot be reached.
    pub unreachable: Cell<bool>,
    /// Summary that the model gives for everything.
    pub phrase: Cell<Option<&'static str>>,
    pub requests: RefCell<Vec<String>>,
    /// Texts that the model was shown in requests that allow statements about the user.
    pub about_user: RefCell<Vec<String>>,
    /// Called with each request for a summary or facts, before it is answered.
    #[allow(clippy::type_complexity, reason = "it is named nowhere else")]
    pub meanwhile: RefCell<Option<Box<dyn FnOnce()>>>,
}

impl Model {
    pub fn new(temper: Temper) -> Rc<Self> {
        Rc::new(Self {
            temper: Cell::new(temper),
            share: Cell::new(0.9),
            unreachable: Cell::default(),
            phrase: Cell::default(),
            requests: RefCell::default(),
            about_user: RefCell::default(),
            meanwhile: RefCell::default(),
        })
    }

    fn note(&self, may_speak_of_user: bool, shown: &[Excerpt]) -> String {
        let shown = all_of(shown);
        if may_speak_of_user {
            self.about_user.borrow_mut().push(shown.clone());
        }
        shown
    }

    fn answer<'a, T: 'a>(
        &'a self,
        request: String,
        plain: WordsFuture<'a, T>,
        malformed: T,
        repeated: impl FnOnce() -> T,
    ) -> WordsFuture<'a, T> {
        self.requests.borrow_mut().push(request);
        if let Some(meanwhile) = self.meanwhile.borrow_mut().take() {
            meanwhile();
        }
        match self.temper.get() {
            Temper::Plain => plain,
            Temper::Fails => Box::pin(ready(Err(WordsFailure {
                detail: "HTTP 503".to_owned(),
                unreachable: self.unreachable.get(),
            }))),
            Temper::Malformed => Box::pin(ready(Ok(malformed))),
            Temper::Repeats => Box::pin(ready(Ok(repeated()))),
        }
    }
}

fn all_of(shown: &[Excerpt]) -> String {
    let contents = shown.iter().map(|shown| shown.content.as_str());
    contents.collect::<Vec<_>>().join(" ")
}

/// A stand-in for a model: reads facts off sentences with these beginnings.
fn model_facts(request: &FactsRequest) -> FactsReply {
    const BEGINNINGS: [(&str, &str); 7] = [
        ("I live in ", "lives in"),
        ("I like ", "likes"),
        ("I don’t like ", "dislikes"),
        ("I prefer ", "prefers"),
        ("我住在", "住在"),
        ("我喜欢", "喜欢"),
        ("My name is ", "name"),
    ];
    let mut facts = Vec::new();
    for memory in request
        .memories
        .iter()
        .filter(|_| request.may_speak_of_user)
    {
        for sentence in memory.content.split_inclusive(['.', '!', '。']) {
            let sentence = sentence.trim().trim_start_matches("Remember: ");
            let read = BEGINNINGS
                .iter()
                .find_map(|(begins, relation)| Some((relation, sentence.strip_prefix(begins)?)));
            facts.extend(read.map(|(relation, value)| FactReply {
                subject: Fact::USER.to_owned(),
                relation: (*relation).to_owned(),
                value: value.trim_end_matches(['.', '!', '。']).to_owned(),
                source_ids: vec![memory.id.clone()],
            }));
        }
    }
    FactsReply { facts }
}

impl Words for Model {
    fn importance<'a>(&'a self, texts: &'a [&'a str]) -> WordsFuture<'a, Option<Vec<f32>>> {
        let plain = PlainWords.importance(texts);
        self.answer(texts.join(" "), plain, Some(vec![7.0]), || {
            Some(vec![self.share.get(); texts.len()])
        })
    }

    fn questions<'a>(&'a self, request: &'a QuestionsRequest) -> WordsFuture<'a, QuestionsReply> {
        let repeated = || QuestionsReply {
            questions: request
                .memories
                .iter()
                .map(|shown| Question {
                    question: format!("Does the user want this: {}?", shown.content),
                    query: Some(shown.content.clone()),
                })
                .collect(),
        };
        let plain = PlainWords.questions(request);
        let nothing = QuestionsReply::default();
        let shown = self.note(request.may_speak_of_user, &request.memories);
        self.answer(shown, plain, nothing, repeated)
    }

    fn insight<'a>(&'a self, request: &'a InsightRequest) -> WordsFuture<'a, InsightReply> {
        let repeated = || InsightReply {
            insight: Some(format!("The user: {}", all_of(&request.evidence))),
            source_ids: Vec::new(),
        };
        let plain = PlainWords.insight(request);
        let nothing = InsightReply::default();
        let shown = self.note(request.may_speak_of_user, &request.evidence);
        self.answer(shown, plain, nothing, repeated)
    }

    fn summary<'a>(&'a self, request: &'a SummaryRequest) -> WordsFuture<'a, SummaryReply> {
        let repeated = || SummaryReply {
            summary: format!("The user: {}", all_of(&request.memories)),
        };
        let plain: WordsFuture<'a, SummaryReply> = match self.phrase.get() {
            Some(phrase) => Box::pin(ready(Ok(SummaryReply {
                summary: phrase.to_owned(),
            }))),
            None => PlainWords.summary(request),
        };
        let nothing = SummaryReply::default();
        self.answer(all_of(&request.memories), plain, nothing, repeated)
    }

    fn facts<'a>(&'a self, request: &'a FactsRequest) -> WordsFuture<'a, FactsReply> {
        let fact = |shown: &Excerpt| FactReply {
            subject: "the user".to_owned(),
            relation: "wants".to_owned(),
            value: shown.content.clone(),
            source_ids: vec![shown.id.clone()],
        };
        let repeated = || FactsReply {
            facts: request.memories.iter().map(fact).collect(),
        };
        let malformed = FactsReply {
            facts: vec![FactReply::default(); 101],
        };
        let plain: WordsFuture<'a, FactsReply> = Box::pin(ready(Ok(model_facts(request))));
        let shown = self.note(request.may_speak_of_user, &request.memories);
        self.answer(shown, plain, malformed, repeated)
    }

    fn abstraction<'a>(&'a self, request: &'a AbstractionRequest) -> WordsFuture<'a, Abstraction> {
        let shown = format!("{request:?}");
        let words = |text: &str| Abstraction {
            situation: text.to_owned(),
            strategy: text.to_owned(),
            trust: Trust::Given,
        };
        let plain = PlainWords.abstraction(request);
        let repeated = shown.clone();
        self.answer(shown, plain, words(" "), move || words(&repeated))
    }
}

/// Returns the number of requests and the replacement in the note that the model failed at this task.
pub fn words_failed(notes: &[MemoryNote], of: WordsTask) -> Option<(usize, Instead)> {
    notes.iter().find_map(|note| match note {
        MemoryNote::WordsFailed {
            task,
            requests,
            instead,
            ..
        } if *task == of => Some((*requests, *instead)),
        _ => None,
    })
}

pub fn embedder_failed(notes: &[MemoryNote]) -> Option<usize> {
    notes.iter().find_map(|note| match note {
        MemoryNote::EmbedderFailed { texts, .. } => Some(*texts),
        _ => None,
    })
}

/// Returns an observation of the user's words.
pub fn said(text: &str) -> Observation {
    Observation {
        content: text.to_owned(),
        memory_type: MemoryType::Conversation,
        speaker: Speaker::User,
        trust: Trust::Given,
        ..Observation::default()
    }
}

/// Returns an observation of a page's words.
pub fn page(text: &str) -> Observation {
    Observation {
        content: text.to_owned(),
        trust: Trust::FoundPage,
        ..Observation::default()
    }
}

/// Ends a call after so many batches.
#[derive(Default)]
pub struct After {
    pub batches: usize,
    pub seen: RefCell<Vec<(usize, Option<usize>)>>,
}

impl Control for After {
    fn progress(&self, done: usize, of: Option<usize>) {
        self.seen.borrow_mut().push((done, of));
    }

    fn is_cancelled(&self) -> bool {
        self.seen.borrow().len() >= self.batches
    }
}
