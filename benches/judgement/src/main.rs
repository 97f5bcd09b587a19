//! The judgement bench: precision and recall of the engine's judgement without a language model.
//!
//! `cargo run -p amb-bench-judgement -- [--model] [--only NAME,…] [--inline] [--features FILE] [--verbose]`
//!
//! Names are `answers`, `cases`, `contradictions`, `signatures` and `times`. `--model` answers with the embedding model
//! instead of keywords alone. `--inline` leaves the downloaded documents out. `--features` writes a line for each
//! candidate sentence.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use amb_bench_judgement::{
    CONTRADICTIONS, Candidates, judge_answers, judge_cases, judge_contradictions,
    judge_ordinary_signatures, judge_signatures, judge_times, print, print_answers, print_cases,
    write,
};
use amb_bench_recall::{BenchHost, CachedEmbedder, ModelFiles, inline, judged, root};
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Options of the bench.
#[derive(Default)]
struct Options {
    model: bool,
    inline: bool,
    verbose: bool,
    only: Option<String>,
    features: Option<PathBuf>,
}

impl Options {
    fn read() -> Result<Self> {
        let mut options = Self::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--model" => options.model = true,
                "--inline" => options.inline = true,
                "--verbose" => options.verbose = true,
                "--only" => options.only = Some(arguments.next().context("--only NAME,…")?),
                "--features" => {
                    let file = arguments.next().context("--features FILE")?;
                    options.features = Some(PathBuf::from(file));
                }
                _ => bail!("no option {argument}"),
            }
        }
        Ok(options)
    }

    fn wants(&self, judgement: &str) -> bool {
        let only = self.only.as_deref();
        only.is_none_or(|names| names.split(',').any(|name| judgement.ends_with(name)))
    }
}

fn main() -> Result<()> {
    let options = Options::read()?;
    let root = root()?;
    let folder = root.join("benches/judgement");
    let mut rows = Vec::new();
    if options.wants("contradictions") {
        for (name, file) in CONTRADICTIONS {
            let judged = judge_contradictions(&folder, file)?;
            rows.extend(print(name, &judged, options.verbose));
        }
    }
    for (name, judge) in [
        (
            "ordinary signatures",
            judge_ordinary_signatures as fn(&Path) -> _,
        ),
        ("signatures", judge_signatures),
        ("times", judge_times),
    ] {
        if options.wants(name) {
            rows.extend(print(name, &judge(&folder)?, options.verbose));
        }
    }
    if options.wants("answers") {
        rows.extend(answers(&root, &options)?);
    }
    if options.wants("cases") {
        rows.extend(cases(&root, &options)?);
    }
    write(&root, &rows)
}

fn host(root: &Path, options: &Options) -> Result<BenchHost> {
    let minilm = || CachedEmbedder::open(root, ModelFiles::minilm(root));
    let embedder = options.model.then(minilm);
    Ok(BenchHost::new(embedder.transpose()?))
}

fn cases(root: &Path, options: &Options) -> Result<Vec<Value>> {
    let outcomes = judge_cases(root, &host(root, options)?, !options.inline)?;
    Ok(print_cases(&outcomes, options.verbose))
}

fn answers(root: &Path, options: &Options) -> Result<Vec<Value>> {
    let host = host(root, options)?;
    let mut parts = vec![("short documents", inline(root)?)];
    if !options.inline {
        parts.push(("obtained documents", judged(root)?));
    }
    let mut file = match &options.features {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    let by = if options.model {
        "with the embedding model"
    } else {
        "by keywords alone"
    };
    let mut rows = Vec::new();
    for (name, documents) in parts {
        let mut writer = file.as_mut().map(|file| {
            move |candidate: Value| -> Result<()> { Ok(writeln!(file, "{candidate}")?) }
        });
        let candidates = writer.as_mut().map(|it| it as Candidates<'_>);
        let answers = judge_answers(&host, &documents, candidates)?;
        rows.extend(print_answers(
            &format!("answers from {name}, {by}"),
            &answers.groups,
        ));
        if options.verbose {
            answers.wrong.iter().for_each(|line| println!("{line}"));
        }
    }
    Ok(rows)
}
