//! The long-term memory of a scenario's world.

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::rc::Rc;

use amb_agents::host::HostError;
use amb_long_term::{
    EmbeddingFuture, HierarchicalMemory, LongTermMemory, PlainWords, TrajectoryMemory, Urgency,
    World,
};
use amb_memory::hierarchy::{HierarchySettings, MemoryType, Speaker};
use amb_memory::retrieval::Embedding;
use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::Occasion;
use amb_memory::trajectory::records::RawTrajectory;
use amb_store::long_term::{
    HierarchyInMemory, MAX_TOLD, MemoryCall, MemoryReply, ToldText, TrajectoriesInMemory,
};
use anyhow::{Context, Result, bail};
use futures::executor::block_on;
use futures::future::AbortHandle;
use serde::Deserialize;

use crate::host::{HttpHost, embed_words};
use crate::run::{network, run, settings};
use crate::scenario::Scenario;
use crate::server::Server;

/// The fixed time of all calls, in milliseconds since 1970.
const NOW: i64 = 1_795_000_000_000;

/// The content of memory before a run begins.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MemoryScript {
    /// Scenarios that were played before in the same memory, in this order, each with its request, world and settings.
    /// Their own initial memory is not included. Memory is consolidated after each.
    pub after: Vec<String>,
    /// Runs that were learned.
    pub learned: Vec<RawTrajectory>,
    /// The user's statements, in their own words.
    pub said: Vec<String>,
    /// Calls that are answered before memory fails for good; all if not given.
    pub fails_after: Option<usize>,
}

/// The drivers of long-term memory, over stores in memory.
pub struct PlayedMemory {
    memory: LongTermMemory,
    left: Cell<Option<usize>>,
    calls: RefCell<Vec<MemoryCall>>,
}

/// Standing time, ids that count, the scenarios' embedder.
#[derive(Default)]
struct Still(Cell<u128>);

impl World for Still {
    fn now(&self) -> i64 {
        NOW
    }

    fn random(&self) -> [u8; 16] {
        self.0.set(self.0.get() + 1);
        self.0.get().to_be_bytes()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> EmbeddingFuture<'a> {
        let vectors = texts.iter().filter_map(|text| {
            let vector = embed_words(text).vector;
            Embedding::new("hashed-words", &vector).ok()
        });
        Box::pin(ready(Ok(Some(vectors.collect()))))
    }
}

impl PlayedMemory {
    /// A memory that has taken this in.
    ///
    /// # Errors
    /// It cannot be taken in.
    pub fn new(script: &MemoryScript) -> Result<Self> {
        let world: Rc<dyn World> = Rc::new(Still::default());
        let memory = LongTermMemory {
            hierarchy: HierarchicalMemory::new(
                Rc::new(HierarchyInMemory::default()),
                Rc::clone(&world),
                Rc::new(PlainWords),
                HierarchySettings::default(),
            )?,
            trajectories: TrajectoryMemory::new(
                Rc::new(TrajectoriesInMemory::default()),
                world,
                Rc::new(PlainWords),
                TrajectorySettings::default(),
            )?,
        };
        let mut played = Self::over(memory);
        for run in &script.learned {
            let run = Box::new(run.clone());
            taken(&played.memory, MemoryCall::Learn { run })?;
        }
        for said in script.said.chunks(MAX_TOLD) {
            let told = said.iter().map(|text| ToldText {
                text: text.clone(),
                memory_type: MemoryType::Conversation,
                speaker: Speaker::User,
                trust: Trust::Given,
            });
            let told = told.collect();
            taken(&played.memory, MemoryCall::Observe { told })?;
        }
        for (name, number) in script.after.iter().zip(1..) {
            played = played.after(name, number)?;
        }
        played.calls.borrow_mut().clear();
        played.left.set(script.fails_after);
        Ok(played)
    }

    /// The same after the scenario of this name was played with it, as the `number`-th of several.
    fn after(self, name: &str, number: u128) -> Result<Self> {
        let scenario = Scenario::named(name)?;
        let server = Server::start(scenario.clone(), 0)?;
        let settings = settings(&scenario, server.address())?;
        let mut host = HttpHost::new(network(server.address())?)
            .drawing_from(number << 64)
            .with_memory(Some(self));
        let (_, never) = AbortHandle::new_pair();
        let ran = run(&scenario, &settings, &host, never)?;
        if ran.result.error.is_some() {
            bail!("{name}: {:?}", ran.result.error);
        }
        let played = host.take_memory();
        let played = played.context("the host has lost its memory")?;
        // As in idle time after a run.
        block_on(played.memory.trajectories.consolidate(Occasion::Idle))?;
        Ok(played)
    }

    /// Returns the exported memory, after a consolidation.
    ///
    /// # Errors
    /// The export failed.
    pub fn remembered(&self) -> Result<String> {
        block_on(async {
            let LongTermMemory {
                hierarchy,
                trajectories,
            } = &self.memory;
            trajectories.consolidate(Occasion::Demanded).await?;
            hierarchy.consolidate(Urgency::Now).await?;
            let mut text = String::new();
            let mut page = hierarchy.export(None).await?;
            text.push_str(&page.text);
            while let Some(next) = page.next {
                page = hierarchy.export(Some(&next)).await?;
                text.push_str(&page.text);
            }
            let mut page = trajectories.export(None).await?;
            text.push_str(&page.text);
            while let Some(next) = page.next {
                page = trajectories.export(Some(&next)).await?;
                text.push_str(&page.text);
            }
            Ok(text)
        })
    }

    /// Wraps this memory, on any store.
    #[must_use]
    pub fn over(memory: LongTermMemory) -> Self {
        Self {
            memory,
            left: Cell::new(None),
            calls: RefCell::default(),
        }
    }

    /// Returns the calls of runs.
    #[must_use]
    pub fn calls(&self) -> Vec<MemoryCall> {
        self.calls.borrow().clone()
    }

    /// The memory itself.
    #[must_use]
    pub fn memory(&self) -> &LongTermMemory {
        &self.memory
    }

    /// Answers a run.
    pub(crate) async fn answer(&self, call: &MemoryCall) -> Result<MemoryReply, HostError> {
        self.calls.borrow_mut().push(call.clone());
        match self.left.get() {
            Some(0) => Err(HostError::Storage {
                detail: "the disk is gone".to_owned(),
            }),
            left => {
                self.left.set(left.map(|left| left - 1));
                Ok(self.memory.answer(call.clone()).await)
            }
        }
    }
}

fn taken(memory: &LongTermMemory, call: MemoryCall) -> Result<()> {
    match block_on(memory.answer(call)) {
        MemoryReply::Unavailable { why, .. } => bail!(why),
        _ => Ok(()),
    }
}
