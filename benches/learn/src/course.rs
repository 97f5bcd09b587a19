//! The tasks one after the other, each a run of its own, in a world with long-term memory or without.

use std::cell::Cell;
use std::future::ready;
use std::rc::Rc;

use amb_agents::protocol::Event;
use amb_long_term::{
    EmbeddingFuture, HierarchicalMemory, LongTermMemory, PlainWords, TrajectoryMemory, Urgency,
    World,
};
use amb_memory::hierarchy::HierarchySettings;
use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::Occasion;
use amb_scenarios::{
    HttpHost, Play, PlayedMemory, Ran, Server, embed_words, network, run, settings,
};
use amb_sqlite::SqliteStore;
use anyhow::{Context, Result, ensure};
use futures::executor::block_on;
use futures::future::AbortHandle;
use tempfile::TempDir;

use crate::policy::Policy;
use crate::tasks::{self, Kind, Task};

/// Start of the first task, in milliseconds since 1970, and the interval between tasks: an hour.
const START: i64 = 1_795_000_000_000;
const HOUR: i64 = 3_600_000;

/// The course of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// The kind of its task.
    pub kind: Kind,
    /// Calls of tools.
    pub steps: usize,
    /// Failed steps.
    pub failed: usize,
    /// Requests over the network: to the model, the search, readers and pages.
    pub requests: usize,
}

/// A memory in a file, as the product keeps it.
struct Kept {
    memory: PlayedMemory,
    clock: Rc<Clock>,
    _folder: TempDir,
}

/// The time of the current task; ids that count up; the scenarios' embedder.
#[derive(Default)]
struct Clock {
    now: Cell<i64>,
    drawn: Cell<u128>,
}

impl World for Clock {
    fn now(&self) -> i64 {
        self.now.get()
    }

    fn random(&self) -> [u8; 16] {
        self.drawn.set(self.drawn.get() + 1);
        self.drawn.get().to_be_bytes()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> EmbeddingFuture<'a> {
        let vectors = texts.iter().filter_map(|text| {
            let vector = embed_words(text).vector;
            Embedding::new("hashed-words", &vector).ok()
        });
        Box::pin(ready(Ok(Some(vectors.collect()))))
    }
}

impl Kept {
    fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let store = block_on(SqliteStore::file(&folder.path().join("memory.sqlite")))?;
        let store = Rc::new(store);
        let clock = Rc::new(Clock::default());
        let memory = LongTermMemory {
            hierarchy: HierarchicalMemory::new(
                Rc::clone(&store) as _,
                Rc::clone(&clock) as _,
                Rc::new(PlainWords),
                HierarchySettings::default(),
            )?,
            trajectories: TrajectoryMemory::new(
                store,
                Rc::clone(&clock) as _,
                Rc::new(PlainWords),
                TrajectorySettings::default(),
            )?,
        };
        Ok(Self {
            memory: PlayedMemory::over(memory),
            clock,
            _folder: folder,
        })
    }
}

/// Does the upkeep between two runs, as in idle time.
fn keep_up(memory: &LongTermMemory) -> Result<()> {
    block_on(async {
        memory.trajectories.consolidate(Occasion::Idle).await?;
        memory.hierarchy.reflect(Urgency::WhenDue).await?;
        memory.hierarchy.consolidate(Urgency::WhenDue).await?;
        Ok(())
    })
}

/// Carries out these tasks.
///
/// # Errors
/// A run that does not come to the right answer.
pub fn without_memory(tasks: &[Task]) -> Result<Vec<Course>> {
    let server = server()?;
    let host = HttpHost::new(network(server.address())?);
    let tasks = tasks.iter();
    tasks.map(|task| carry_out(task, &server, &host)).collect()
}

/// Runs the same with a memory that lasts from task to task.
///
/// # Errors
/// As [`without_memory`], or the memory fails.
pub fn with_memory(tasks: &[Task]) -> Result<Vec<Course>> {
    let server = server()?;
    let Kept {
        memory,
        clock,
        _folder,
    } = Kept::new()?;
    let host = HttpHost::new(network(server.address())?).with_memory(Some(memory));
    let mut courses = Vec::new();
    for (task, at) in tasks.iter().zip(0..) {
        clock.now.set(START + at * HOUR);
        courses.push(carry_out(task, &server, &host)?);
        let memory = host.memory().context("the host lost its memory")?;
        keep_up(memory.memory())?;
    }
    Ok(courses)
}

fn server() -> Result<Server> {
    let play = Play::new(tasks::world()?).with_mind(Box::new(Policy));
    Server::play(play, 0)
}

/// Fails if memory failed: it would be measured as memory that does not help.
fn told_of_failures(ran: &Ran) -> Result<()> {
    let mut warnings = ran.events.iter().filter_map(|event| match event {
        Event::Warning { message, .. } => Some(message),
        _ => None,
    });
    match warnings.find(|message| message.contains("Long-term memory")) {
        Some(message) => anyhow::bail!("{message}"),
        None => Ok(()),
    }
}

fn carry_out(task: &Task, server: &Server, host: &HttpHost) -> Result<Course> {
    let mut scenario = tasks::world()?;
    scenario.request.question = task.question();
    let settings = settings(&scenario, server.address())?;
    let before = server.exchanges().len();
    let (_, never) = AbortHandle::new_pair();
    let ran = run(&scenario, &settings, host, never)?;
    let called = ran.events.iter().filter_map(|event| match event {
        Event::ToolCall { succeeded, .. } => Some(*succeeded),
        _ => None,
    });
    let called: Vec<bool> = called.collect();
    let answer = ran.result.answer.as_ref();
    let is_right = answer.is_some_and(|answer| answer.text.contains(&task.fact()));
    // A run that gave up would seem to be quick.
    ensure!(is_right, "{}: {answer:?}", task.question());
    told_of_failures(&ran)?;
    Ok(Course {
        kind: task.kind,
        steps: called.len(),
        failed: called.iter().filter(|succeeded| !**succeeded).count(),
        requests: server.exchanges().len() - before,
    })
}
