//! Both memories at work over a store.

use std::rc::Rc;

use amb_long_term::{
    HierarchicalMemory, HierarchyFile, Observation, PlainWords, RecallQuery, TrajectoryMemory,
    Uncontrolled,
};
use amb_memory::hierarchy::RecallStrategy;
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use anyhow::{Result, ensure};
use futures::executor::block_on;

use crate::corpus::{question, run, situation};
use crate::embedder::StandIn;
use crate::reading::{Reading, Times, bytes_each};

/// Rounds of the questions.
const ROUNDS: usize = 60;
/// Number of last runs that are counted, among those learned on the way to a size.
const LEARNED: usize = 200;

/// Learning and asking at each of these sizes.
///
/// # Errors
/// A store that fails.
pub fn trajectories(
    place: &'static str,
    store: Rc<dyn TrajectoryStore>,
    sizes: &[usize],
    bytes: impl Fn() -> Option<u64>,
) -> Result<Vec<Reading>> {
    let memory = TrajectoryMemory::new(
        store,
        Rc::new(StandIn::default()),
        Rc::new(PlainWords),
        Default::default(),
    )?;
    let mut readings = Vec::new();
    let mut known = 0;
    for &size in sizes {
        let mut learning = Times::default();
        for number in known..size {
            let learned = run(number);
            learning.of(|| Ok(block_on(memory.learn(&learned))?))?;
        }
        known = size;
        readings.push(learning.reading(place, "learn", size, LEARNED));
        let mut asking = Times::default();
        for number in 0..=ROUNDS {
            let (state, repo) = situation(number);
            asking.of(|| Ok(block_on(memory.query(&state, &repo))?))?;
        }
        // The first one reads vectors into memory.
        readings.push(asking.reading(place, "query", size, ROUNDS));
        let taken = bytes();
        readings.extend(taken.map(|bytes| bytes_each(place, "bytes a trajectory", size, bytes)));
        eprintln!("  {place}: {size} trajectories");
    }
    Ok(readings)
}

/// Recall among the entries of these files.
///
/// # Errors
/// A store that fails, or a file that was not imported.
pub fn memories(
    place: &'static str,
    store: Rc<dyn HierarchyStore>,
    files: impl Iterator<Item = Result<String>>,
    bytes: impl Fn() -> Option<u64>,
) -> Result<Vec<Reading>> {
    let memory = HierarchicalMemory::new(
        store,
        Rc::new(StandIn::default()),
        Rc::new(PlainWords),
        Default::default(),
    )?;
    let mut size = 0;
    for file in files {
        let file = HierarchyFile::of(&file?)?;
        size += block_on(memory.import(file, &Uncontrolled))?.imported;
    }
    eprintln!("  {place}: {size} entries");
    let mut readings = Vec::new();
    readings.extend(bytes().map(|bytes| bytes_each(place, "bytes an entry", size, bytes)));
    let ways = [
        ("recall by meaning", RecallStrategy::Semantic),
        ("recall by keywords", RecallStrategy::Keyword),
        ("recall, hybrid", RecallStrategy::Hybrid),
    ];
    let recall = |number: usize, strategy| {
        let query = RecallQuery {
            strategy: Some(strategy),
            ..RecallQuery::new(&question(number))
        };
        let found = block_on(memory.recall(&query))?;
        ensure!(
            !found.recollection.memories.is_empty(),
            "nothing came to mind"
        );
        Ok(())
    };
    let mut first = Times::default();
    first.of(|| recall(0, RecallStrategy::Semantic))?;
    readings.push(first.reading(place, "the first recall", size, 1));
    for (what, strategy) in ways {
        let mut times = Times::default();
        for number in 1..=ROUNDS {
            times.of(|| recall(number, strategy))?;
        }
        readings.push(times.reading(place, what, size, ROUNDS));
    }
    let mut times = Times::default();
    for number in 1..=ROUNDS {
        let observed = Observation {
            content: question(1000 + number),
            ..Observation::default()
        };
        times.of(|| Ok(block_on(memory.observe_all(vec![observed]))?))?;
    }
    readings.push(times.reading(place, "observe", size, ROUNDS));
    Ok(readings)
}
