//! The peer: a plain ReAct agent. It is the engine's own conversation with the same tools, but for the whole question:
//! without plans or memory. Every result stays in it, and all of it is sent again at each turn.

use amb_agents::engine::{Embeddings, Progress, RunContext};
use amb_agents::long_term::{Guide, LongTerm, Trail};
use amb_agents::protocol::Event;
use amb_agents::react::{ReactAgent, StepEnd, Toolbox};
use amb_agents::spending::Meter;
use amb_agents::task::format_prompt;
use amb_bench_run::pages::Pages;
use amb_bench_run::scenario::{QUESTION, settings};
use amb_bench_run::script::{Script, Way};
use amb_bench_run::traffic::Traffic;
use amb_memory::task::{InsightDoc, TaskBank};
use amb_memory::text::Language;
use amb_memory::trajectory::TrajectorySettings;
use anyhow::{Context, Result};
use futures::executor::block_on;

use crate::world::World;

/// A conversation that ended.
pub struct Talked {
    /// The traffic to the model.
    pub traffic: Traffic,
    /// Steps with a search and a visit; fewer than requested if the conversation was full.
    pub steps: usize,
    /// True if its token limit ended it, as it would end a step of the engine.
    pub was_full: bool,
}

/// Works through this many steps in one conversation.
pub fn talk(pages: &Pages, steps: usize) -> Result<Talked> {
    let settings = settings(steps)?;
    let llm = settings.llm.as_ref().context("a language model")?;
    let script = Script::new(pages, 0, steps, Way::AllInOne);
    let world = World::new(pages, script, Traffic::compared(), 0);
    let host = &world;
    let emit = |_: Event| {};
    let progress = Progress::new(&emit);
    let meter = Meter::begin(&settings, None, &host)?;
    let embeddings = Embeddings::new(&host, &progress, &emit, settings.embedding_batch)?;
    let context = RunContext {
        embeddings: &embeddings,
        language: Language::English,
        progress: &progress,
        settings: &settings,
        host: &host,
        meter: &meter,
        emit: &emit,
    };
    let agent = ReactAgent {
        context: &context,
        settings: llm,
        tools: &Toolbox::new(&settings, &[QUESTION]),
        guide: Guide {
            long_term: &LongTerm::default(),
            trail: &Trail::new(QUESTION, Vec::new(), &TrajectorySettings::default()),
        },
    };
    let mut doc = InsightDoc::new("plain", QUESTION);
    doc.set_pending(Some(QUESTION.to_owned()));
    let prompt = format_prompt(Language::English, &doc, &[], &[]);
    let bank = TaskBank::new(doc, embeddings.dimensions());
    let outcome = block_on(agent.run(&bank, &prompt, Vec::new()))?;
    Ok(Talked {
        traffic: world.traffic(),
        steps: outcome.observations.len() / 2,
        was_full: outcome.end == StepEnd::TokenLimit,
    })
}
