//! How often the passage that answers is among those retrieved, and how often an answer is given
//! when there is one and refused when there is none.
//!
//! Reads a whole book in English, a manual in Chinese and short documents in both through the same adapter, memory and engine
//! as a run in the browser, asks the development questions of `benches/recall/`, and compares the
//! five retrieved passages with those of plain MiniLM and plain BM25 over the same passages.
//! Prints a table and writes `target/bench/recall.json`.
//!
//! `cargo run --release -p amb-bench-recall [-- --verbose]`

mod corpus;
mod embedder;
mod host;
mod measure;
mod memory;
mod quotes;
mod report;

use anyhow::Result;

fn main() -> Result<()> {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    let root = corpus::root()?;
    let host = host::BenchHost::new(embedder::CachedEmbedder::open(&root)?);
    let mut cases = Vec::new();
    for case in corpus::cases(&root)? {
        let mut outcomes = Vec::new();
        let (mut passages, mut conflicts) = (0, Vec::new());
        for document in &case.documents {
            let memory = memory::Memory::read(&host, document)?;
            outcomes.extend(measure::ask_all(&host, &memory, document)?);
            passages += memory.passages();
            conflicts.extend(memory.conflicts);
        }
        if verbose {
            report::print_outcomes(&outcomes);
        }
        cases.push(report::Case::of(case.name, passages, conflicts, &outcomes));
    }
    report::print_table(&cases);
    report::write(&root, &cases)
}
