//! `cargo xtask figures`: the size of the code and how much of it is rules, to compare over time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use crate::workspace::path;

/// Folders of rules, whose size is watched.
const WATCHED: [&str; 5] = [
    "crates/agents/src/extractive",
    "crates/agents/src/llm",
    "crates/memory/src/text",
    "crates/memory/src/trajectory",
    "crates/memory/src/hierarchy",
];

/// Most lines of a decision.
const DECISION: usize = 60;

/// First words of doc comments in the old form.
const OLD_FORM: [&str; 5] = ["What ", "Whether ", "How ", "Of ", "Where "];

/// Prints the table.
///
/// # Errors
/// When a file cannot be read.
pub fn run() -> Result<ExitCode> {
    let rust = sources(&["src", "crates", "benches", "xtask", "worker", "tests"])?;
    let all = |files: &[Source]| -> usize { files.iter().map(|it| it.text.lines().count()).sum() };
    let product = rust.iter().filter(|file| is_product(file));
    row("lines of Rust", all(&rust));
    row(
        "lines of Rust that is no test",
        product.map(|file| file.product.lines().count()).sum(),
    );
    for folder in WATCHED {
        row(folder, all(&sources(&[folder])?));
    }
    row(
        "word lists",
        rust.iter().map(|file| word_lists(&file.product)).sum(),
    );
    let old: usize = rust.iter().map(|file| in_old_form(&file.text)).sum();
    row(
        "doc comments that begin with What, Whether, How, Of or Where",
        old,
    );
    let manifest = fs::read_to_string(path("Cargo.toml"))?;
    let is_override = |line: &&str| line.starts_with("[profile.") && line.contains(".package.");
    row(
        "overrides of profiles",
        manifest.lines().filter(is_override).count(),
    );
    row("decisions over 60 lines", long_decisions()?);
    Ok(ExitCode::SUCCESS)
}

fn row(name: &str, figure: usize) {
    println!("{figure:>8}  {name}");
}

/// A Rust file.
struct Source {
    path: PathBuf,
    text: String,
    /// Its text before the module of tests.
    product: String,
}

fn sources(folders: &[&str]) -> Result<Vec<Source>> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&path(folder), &mut found)?;
    }
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<Source>) -> Result<()> {
    const APART: [&str; 4] = ["target", "node_modules", "dist", "artefacts"];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !APART.contains(&name.as_ref()) {
            collect(&path, found)?;
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path)?;
            let product = text
                .split("\n#[cfg(test)]\nmod ")
                .next()
                .unwrap_or_default();
            found.push(Source {
                product: product.to_owned(),
                text,
                path,
            });
        }
    }
    Ok(())
}

/// Returns true for a file that is neither a test nor a bench.
fn is_product(file: &Source) -> bool {
    let path = file.path.to_string_lossy();
    let apart = ["/tests/", "/benches/", "/examples/", "_tests.rs", "test_"];
    !apart.iter().any(|part| path.contains(part))
}

/// Constants that are lists of words or of characters.
fn word_lists(text: &str) -> usize {
    let is_list = |line: &&str| {
        let line = line.trim_start();
        let constant = line.contains("const ") || line.contains("static ");
        let of_words = ["[&str;", "[(&str,", "&[&str]", "[char;", "[&[&str];"];
        constant && of_words.iter().any(|shape| line.contains(shape))
    };
    text.lines().filter(is_list).count()
}

fn in_old_form(text: &str) -> usize {
    let begins = |line: &&str| {
        let line = line.trim_start();
        let comment = line
            .strip_prefix("/// ")
            .or_else(|| line.strip_prefix("//! "));
        comment.is_some_and(|words| OLD_FORM.iter().any(|first| words.starts_with(first)))
    };
    text.lines().filter(begins).count()
}

fn long_decisions() -> Result<usize> {
    let mut long = 0;
    for entry in fs::read_dir(path("docs/decisions"))? {
        let text = fs::read_to_string(entry?.path())?;
        long += usize::from(text.lines().count() > DECISION);
    }
    Ok(long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_comments_are_counted() {
        let text = "    const A: [&str; 2] = [\"a\", \"b\"];\nconst B: usize = 1;\n/// What it is.\n/// The thing.\n";
        assert_eq!((word_lists(text), in_old_form(text)), (1, 1));
    }
}
