//! A host for tests: its clock ticks, its randomness counts, its embedder hashes words.

#![allow(
    dead_code,
    missing_docs,
    reason = "each test binary uses its part of this"
)]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use amb_agents::extractive::ExtractiveEngine;
use amb_agents::host::{ContentHash, EmbedderInfo, Embedding, Host, HostError, HostFuture};
use amb_agents::journal::Requested;
use amb_agents::protocol::{Event, ResearchRequest, ResearchResult, SourceText};
use amb_agents::run::Research;
use amb_agents::settings::Settings;
use amb_agents::task::Session;
use amb_memory::retrieval::analyze;
use futures::executor::block_on;
use futures::future::AbortHandle;

/// Numbers in a vector of the test embedder.
pub const DIMENSIONS: usize = 64;

/// Called with the number of effects performed.
type Hook = Rc<dyn Fn(usize)>;

/// Deterministic, with faults on order.
#[derive(Default)]
pub struct TestHost {
    ticks: Cell<i64>,
    drawn: Cell<u128>,
    /// Effects performed so far; a run that is killed is one whose host is asked no more.
    performed: Cell<usize>,
    /// True if there is no embedder.
    no_embedder: bool,
    /// True if the embedder is another model.
    has_other_model: bool,
    /// The embedder fails from this call on.
    embedder_fails_from: Option<usize>,
    embed_calls: Cell<usize>,
    /// Called before each effect that waits, with the number of effects performed.
    pub before_effect: RefCell<Option<Hook>>,
    blobs: RefCell<BTreeMap<ContentHash, Vec<u8>>>,
}

impl TestHost {
    /// Without an embedder.
    pub fn keyword_only() -> Self {
        Self {
            no_embedder: true,
            ..Self::default()
        }
    }

    /// With an embedder of another model, which nobody may ask: vectors of two models are not comparable.
    pub fn other_model() -> Self {
        Self {
            has_other_model: true,
            ..Self::later_world()
        }
    }

    /// Later in the life of the world: other times, other random bits.
    pub fn later_world() -> Self {
        Self {
            ticks: Cell::new(100_000),
            ..Self::default().drawing_from(1 << 64)
        }
    }

    /// The same with random bits that begin elsewhere.
    pub fn drawing_from(self, begin: u128) -> Self {
        Self {
            drawn: Cell::new(begin),
            ..self
        }
    }

    /// With an embedder that fails from this call on.
    pub fn failing_from(call: usize) -> Self {
        Self {
            embedder_fails_from: Some(call),
            ..Self::default()
        }
    }

    fn count(&self) -> usize {
        let number = self.performed.get();
        self.performed.set(number + 1);
        number
    }

    /// Waits once, so that an abort can take effect, then performs.
    fn later<'a, T: 'a>(
        &'a self,
        perform: impl FnOnce() -> Result<T, HostError> + 'a,
    ) -> HostFuture<'a, T> {
        let number = self.count();
        Box::pin(async move {
            if let Some(hook) = self.before_effect.borrow().as_ref() {
                hook(number);
            }
            yield_once().await;
            perform()
        })
    }
}

async fn yield_once() {
    let mut yielded = false;
    futures::future::poll_fn(|context| {
        if yielded {
            return std::task::Poll::Ready(());
        }
        yielded = true;
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// A bag of hashed words, normalised: enough for texts with the same words to be near.
fn hashed(text: &str) -> Embedding {
    let mut vector = vec![0.01_f32; DIMENSIONS];
    for term in analyze(text) {
        let hash = ContentHash::of(term.as_bytes());
        let place = hash
            .as_str()
            .bytes()
            .rev()
            .take(4)
            .fold(0, |sum, digit| sum * 31 + digit as usize);
        vector[place % DIMENSIONS] += 1.0;
    }
    let norm = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    vector.iter_mut().for_each(|number| *number /= norm);
    Embedding {
        vector,
        coverage: latin_share(text),
    }
}

/// Share of the letters that a model of English knows.
fn latin_share(text: &str) -> f32 {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    let (latin, others): (Vec<char>, Vec<char>) = letters.partition(char::is_ascii);
    match latin.len() + others.len() {
        0 => 1.0,
        all => latin.len() as f32 / all as f32,
    }
}

impl Host for TestHost {
    fn now(&self) -> Result<i64, HostError> {
        self.count();
        self.ticks.set(self.ticks.get() + 1);
        Ok(1_700_000_000_000 + self.ticks.get())
    }

    fn random(&self) -> Result<[u8; 16], HostError> {
        self.count();
        self.drawn.set(self.drawn.get() + 1);
        Ok(ContentHash::of(&self.drawn.get().to_le_bytes())
            .as_str()
            .as_bytes()[7..23]
            .try_into()
            .unwrap())
    }

    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError> {
        self.count();
        let info = EmbedderInfo {
            model_id: if self.has_other_model {
                "other-words".to_owned()
            } else {
                "test-words".to_owned()
            },
            dimensions: DIMENSIONS,
        };
        Ok((!self.no_embedder).then_some(info))
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>> {
        assert!(!self.has_other_model, "another model was asked");
        let call = self.embed_calls.get();
        self.embed_calls.set(call + 1);
        let fails = self.embedder_fails_from.is_some_and(|from| call >= from);
        self.later(move || {
            if fails {
                return Err(HostError::Embedding {
                    detail: "the test says so".to_owned(),
                });
            }
            Ok(texts.iter().map(|text| hashed(text)).collect())
        })
    }

    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        self.later(move || {
            let hash = ContentHash::of(bytes);
            self.blobs.borrow_mut().insert(hash.clone(), bytes.to_vec());
            Ok(hash)
        })
    }

    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        self.later(move || Ok(self.blobs.borrow().get(hash).cloned()))
    }

    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        self.later(move || {
            self.blobs.borrow_mut().remove(hash);
            Ok(())
        })
    }

    fn sleep(&self, _milliseconds: u32) -> HostFuture<'_, ()> {
        self.later(|| Ok(()))
    }
}

/// A run, everything it told, and the session it leaves behind.
pub struct Ran {
    pub result: ResearchResult,
    pub events: Vec<Event>,
    pub session: Session,
}

/// Settings whose windows are small, so that a short text has several.
pub fn small_windows() -> Settings {
    Settings {
        classification_window: 400,
        ..Settings::default()
    }
}

/// Runs a request in a new session.
pub fn run(
    host: &dyn Host,
    settings: &Settings,
    request: &ResearchRequest,
) -> Result<Ran, HostError> {
    let (_handle, registration) = AbortHandle::new_pair();
    run_until(host, settings, request, registration)
}

/// Runs a request in a new session until it ends or is aborted.
pub fn run_until(
    host: &dyn Host,
    settings: &Settings,
    request: &ResearchRequest,
    stop: futures::future::AbortRegistration,
) -> Result<Ran, HostError> {
    let events = RefCell::new(Vec::new());
    let emit = |event| events.borrow_mut().push(event);
    let mut session = Session::begin(host, &request.question)?;
    let result = run_in(&mut session, host, settings, request, stop, &emit)?;
    Ok(Ran {
        result,
        events: events.into_inner(),
        session,
    })
}

/// Asks a session that knows something already, until the run ends.
pub fn ask_again(
    host: &dyn Host,
    session: &mut Session,
    request: &ResearchRequest,
) -> ResearchResult {
    let (_handle, stop) = AbortHandle::new_pair();
    session.ask_again(host, &request.question).unwrap();
    run_in(session, host, &small_windows(), request, stop, &|_| {}).unwrap()
}

fn run_in(
    session: &mut Session,
    host: &dyn Host,
    settings: &Settings,
    request: &ResearchRequest,
    stop: futures::future::AbortRegistration,
    emit: &dyn Fn(Event),
) -> Result<ResearchResult, HostError> {
    let engine = ExtractiveEngine::new();
    let research = Research {
        host,
        engine: &engine,
        actor: None,
        settings,
        emit,
    };
    block_on(research.run(session, request, stop))
}

/// A request about one document.
pub fn about(text: &str, question: &str) -> ResearchRequest {
    ResearchRequest {
        question: question.to_owned(),
        documents: vec![SourceText {
            name: "document.txt".to_owned(),
            text: text.to_owned(),
            ..SourceText::default()
        }],
        ..ResearchRequest::default()
    }
}

/// A request carried out in small windows.
pub fn asked(request: &ResearchRequest) -> Requested {
    Requested {
        request: request.clone(),
        settings: small_windows(),
        from: 0,
    }
}

/// Three short chapters on unlike subjects, of a few windows each.
pub const HARBOUR: &str = include_str!("harbour.txt");

/// Two sentences that stand against each other, and nothing that decides.
pub const TOLL: &str = "# The charter\n\nThe toll for a cart on the Westby bridge is five crowns. Dogs cross the bridge for nothing.\n\n\
        # The notice\n\nThe toll for a cart on the Westby bridge is seven crowns. Riders pay at the lodge.";

/// A run over one document in small windows.
pub fn ran(text: &str, question: &str) -> Ran {
    run(
        &TestHost::default(),
        &small_windows(),
        &about(text, question),
    )
    .unwrap()
}

/// A run over documents of these texts.
pub fn ran_over(texts: &[&str], question: &str) -> Ran {
    run(
        &TestHost::default(),
        &small_windows(),
        &over(texts, question),
    )
    .unwrap()
}

/// A question about several documents.
pub fn over(texts: &[&str], question: &str) -> ResearchRequest {
    let mut request = about(texts[0], question);
    for (at, text) in texts.iter().enumerate().skip(1) {
        let mut document = request.documents[0].clone();
        document.name = format!("{at}.txt");
        document.text = (*text).to_owned();
        request.documents.push(document);
    }
    request
}

/// Returns the texts of a run's entries, in the order of the document.
pub fn original_text(ran: &Ran) -> String {
    let entries = ran.result.interaction_tree.entries.values();
    let mut parts: Vec<_> = entries
        .map(|entry| {
            (
                entry.metadata.source.as_ref().unwrap().span.start,
                entry.text.clone(),
            )
        })
        .collect();
    parts.sort();
    parts.into_iter().map(|(_, text)| text).collect()
}
