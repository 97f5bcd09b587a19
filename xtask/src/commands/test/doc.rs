//! The documentation: rustdoc without warnings, and no dead relative link in a Markdown file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};
use walkdir::{DirEntry, WalkDir};

use crate::workspace::{path, relative, run};

/// rustdoc over the workspace; a broken link or a malformed comment is an error.
///
/// # Errors
/// When rustdoc warns.
pub fn documentation() -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["doc", "--workspace", "--no-deps", "--quiet"]);
    cargo
        .env("RUSTDOCFLAGS", "-D warnings")
        .current_dir(path(""));
    run(&mut cargo)
}

/// Every relative link of a Markdown file leads to a file of the repository.
///
/// # Errors
/// When one does not; all are named.
pub fn links() -> Result<()> {
    let mut dead = Vec::new();
    for file in markdown_files() {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let text = fs::read_to_string(&file)?;
        let broken = targets(&text)
            .into_iter()
            .filter(|it| !folder.join(it).exists());
        dead.extend(broken.map(|target| format!("{}: {target}", relative(&file))));
    }
    if !dead.is_empty() {
        bail!("links that lead nowhere: {}", dead.join("; "));
    }
    Ok(())
}

fn markdown_files() -> Vec<PathBuf> {
    let left_out = ["target", "node_modules", "dist", "public", "pkg"];
    let is_ours = |entry: &DirEntry| !left_out.contains(&&*entry.file_name().to_string_lossy());
    WalkDir::new(path(""))
        .into_iter()
        .filter_entry(is_ours)
        .filter_map(Result::ok)
        .map(DirEntry::into_path)
        .filter(|file| file.extension().is_some_and(|it| it == "md"))
        .filter(|file| !is_template(file))
        .collect()
}

/// Returns true if a file is a prompt template: the links in it are examples.
fn is_template(file: &Path) -> bool {
    let prompts = path("prompts");
    file.parent()
        .is_some_and(|folder| folder != prompts && folder.starts_with(&prompts))
}

/// The relative targets of `[text](target)` outside of code blocks, without their `#fragment`.
fn targets(markdown: &str) -> Vec<&str> {
    let mut in_code = false;
    let prose = markdown.lines().filter(|line| {
        in_code ^= line.trim_start().starts_with("```");
        !in_code
    });
    prose
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split([')', '#', ' ']).next())
        .filter(|target| !target.is_empty() && !target.contains(':'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::targets;

    #[test]
    fn relative_targets_are_found_and_others_left_out() {
        let text = "See [a](docs/a.md#part), [b](https://b.example) and [c](#here).\n\
            ```\n[d](d.md)\n```\n[e](../e.md)";
        assert_eq!(targets(text), ["docs/a.md", "../e.md"]);
    }
}
