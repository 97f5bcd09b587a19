//! The recall bench: evidence recall and answers on real documents, beside plain MiniLM and plain BM25.
//!
//! Reads books, short documents and the documents of `benches/judgement` through the same adapter, memory and engine as
//! a run in the browser, asks their questions, and compares the five retrieved passages with those of plain MiniLM and
//! plain BM25 over the same passages. Prints a table and writes `target/bench/recall.json`.
//!
//! `cargo run --release -p amb-bench-recall [-- --verbose]`

mod report;

use amb_bench_recall::{BenchHost, CachedEmbedder, Case, Memory, ask_all, judged, root};
use anyhow::Result;

fn main() -> Result<()> {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    let root = root()?;
    let host = BenchHost::new(Some(CachedEmbedder::open(&root)?));
    let mut cases = Case::of_recall(&root)?;
    cases.extend(Case::by_kind(judged(&root)?));
    let mut figures = Vec::new();
    for case in &cases {
        let mut outcomes = Vec::new();
        let (mut passages, mut conflicts) = (0, Vec::new());
        for document in &case.documents {
            let memory = Memory::read(&host, document)?;
            outcomes.extend(ask_all(&host, &memory, document)?);
            passages += memory.passages();
            conflicts.extend(memory.conflicts);
        }
        if verbose {
            report::print_outcomes(&outcomes);
        }
        figures.push(report::Figures::of(
            &case.name, passages, conflicts, &outcomes,
        ));
    }
    report::print_table(&figures);
    report::write(&root, &figures)
}
