//! A run as the product does it: planned steps, each a conversation of its own, and a memory between them.

use std::cell::RefCell;

use amb_agents::journal::Journal;
use amb_agents::protocol::{Event, ResearchRequest, ResearchResult, Termination};
use amb_agents::run::{Crew, Research};
use amb_agents::task::Session;
use amb_bench_run::pages::Pages;
use amb_bench_run::scenario::{QUESTION, settings};
use amb_bench_run::script::{Script, Way};
use amb_bench_run::traffic::Traffic;
use anyhow::{Result, bail};
use futures::executor::block_on;
use futures::future::AbortHandle;

use crate::MEMORY;
use crate::course::{Course, Reading};
use crate::world::World;

/// A run that ended.
pub struct Ran {
    /// Its course.
    pub course: Course,
    /// The traffic to the model.
    pub traffic: Traffic,
    /// Bytes of the journal as a file.
    pub journal_file: usize,
    /// Bytes of the journal in memory.
    pub journal_memory: usize,
    /// Bytes of the texts that memory was given.
    pub texts: usize,
    /// The memory.
    pub session: Session,
}

/// The plan of a run.
pub struct Plan {
    /// Number of the first step's page.
    pub from: usize,
    /// Steps.
    pub steps: usize,
    /// The memory to work in; `None` for a new one.
    pub kept: Option<Session>,
    /// The counter of the traffic.
    pub traffic: Traffic,
}

/// Runs a plan.
pub fn run(pages: &Pages, plan: Plan) -> Result<Ran> {
    let Plan {
        from,
        steps,
        kept,
        traffic,
    } = plan;
    let script = Script::new(pages, from, steps, Way::StepByStep);
    let world = World::new(pages, script, traffic, u32::try_from(from)?);
    let journal = Journal::new(&world);
    let readings = RefCell::new(Vec::with_capacity(steps + 1));
    let emit = |event: Event| {
        if let Event::Plan { .. } = event {
            readings.borrow_mut().push(Reading {
                milliseconds: world.engine_time().as_secs_f64() * 1000.0,
                bytes: MEMORY.current_usage(),
            });
        }
    };
    let mut session = Session::open(&journal, kept, &request())?;
    let result = research(&journal, &emit, &mut session, steps)?;
    check(&result, &session, steps)?;
    drop(result);
    let journal_file = journal.file().to_json()?.len();
    let with_journal = MEMORY.current_usage();
    drop(journal);
    let entries = session.bank.interaction_tree().entries();
    let traffic = world.traffic();
    Ok(Ran {
        course: Course {
            readings: readings.into_inner(),
            nodes: session.bank.query_graph().len(),
            turns: traffic.calls_of("react"),
        },
        traffic,
        journal_file,
        journal_memory: with_journal.saturating_sub(MEMORY.current_usage()),
        texts: entries.map(|entry| entry.text.len()).sum(),
        session,
    })
}

fn research(
    journal: &Journal<&World<'_>>,
    emit: &dyn Fn(Event),
    session: &mut Session,
    steps: usize,
) -> Result<ResearchResult> {
    let settings = settings(steps)?;
    let crew = Crew::for_settings(&settings);
    let research = Research {
        host: journal,
        engine: crew.engine.as_ref(),
        actor: crew.actor,
        settings: &settings,
        emit,
    };
    let (_, never) = AbortHandle::new_pair();
    Ok(block_on(research.run(session, &request(), never))?)
}

fn request() -> ResearchRequest {
    ResearchRequest {
        question: QUESTION.to_owned(),
        ..ResearchRequest::default()
    }
}

/// Fails if a run did not follow the script: its measurement would mean nothing.
fn check(result: &ResearchResult, session: &Session, steps: usize) -> Result<()> {
    let done = result.insight_doc.completed_tasks().len();
    // The results of each search and each visit become one or several topics.
    let topics = session.bank.query_graph().len();
    if result.termination == Termination::Answer && done == steps && topics > steps {
        return Ok(());
    }
    bail!(
        "the run did not go as written: {:?} after {done} of {steps} steps with {topics} topics, {:?}",
        result.termination,
        result.error,
    )
}
