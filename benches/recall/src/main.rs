//! The recall bench: evidence recall and answers on real documents, beside plain MiniLM and plain BM25.
//!
//! Reads books, short documents and the documents of `benches/judgement` through the same adapter, memory and engine as
//! a run in the browser, asks their questions, and compares the five retrieved passages with those of plain MiniLM and
//! plain BM25 over the same passages. Prints a table and writes `target/bench/recall.json`.
//!
//! `cargo run --release -p amb-bench-recall [-- --verbose] [--encoder FOLDER]`; with `--encoder`, by the encoder in the
//! ONNX file of a folder in place of MiniLM.

mod report;

use amb_bench_recall::{
    BenchHost, CachedEmbedder, Case, Memory, ModelFiles, ask_all, judged, root,
};
use anyhow::Result;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let verbose = arguments.iter().any(|argument| argument == "--verbose");
    let folder = arguments.iter().skip_while(|it| *it != "--encoder").nth(1);
    let root = root()?;
    let files = match folder {
        Some(folder) => ModelFiles::encoder(&root.join(folder))?,
        None => ModelFiles::minilm(&root),
    };
    let host = BenchHost::new(Some(CachedEmbedder::open(&root, files)?));
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
