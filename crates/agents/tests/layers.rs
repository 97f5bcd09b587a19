//! The order of the crate's modules: none uses one behind it. Tests may.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The modules: each may use those before it.
const ORDER: [&str; 17] = [
    "inert",
    "fitting",
    "settings",
    "protocol",
    "host",
    "test_network",
    "services",
    "documents",
    "journal",
    "spending",
    "engine",
    "extractive",
    "llm",
    "long_term",
    "react",
    "task",
    "run",
];

#[test]
fn no_module_uses_one_behind_it() -> io::Result<()> {
    let mut known = BTreeSet::new();
    for module in in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))? {
        let name = name_of(&module);
        if name == "lib" {
            continue;
        }
        for (file, code) in code_of(&module)? {
            let used = used_by(&code).into_iter();
            let behind: Vec<String> = used.filter(|used| place(used) > place(&name)).collect();
            assert!(behind.is_empty(), "{} uses {behind:?}", file.display());
        }
        known.insert(name);
    }
    assert_eq!(known, ORDER.into_iter().map(str::to_owned).collect());
    Ok(())
}

/// The place of a module in the order; behind all others for one that is not in it.
fn place(module: &str) -> usize {
    let known = ORDER.iter().position(|one| *one == module);
    known.unwrap_or(ORDER.len())
}

/// The modules of the crate that a piece of code names.
fn used_by(code: &str) -> BTreeSet<String> {
    // A file of a folder reaches the whole crate by this path, too.
    let paths = code.replace("super::super::", "crate::");
    let is_name = |c: &char| c.is_alphanumeric() || *c == '_';
    let modules = paths.split("crate::").skip(1);
    modules
        .map(|path| path.chars().take_while(is_name).collect())
        .collect()
}

/// The files of a module, without tests and comments.
fn code_of(module: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut tests = BTreeSet::new();
    let mut code = Vec::new();
    for file in files_of(module)? {
        let text = fs::read_to_string(&file)?;
        let mut kept = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("#[cfg(") && line.contains("test") {
                let item = lines.next().unwrap_or_default();
                let apart = item.strip_prefix("mod ");
                if let Some(name) = apart.and_then(|name| name.strip_suffix(';')) {
                    tests.insert(name.to_owned());
                } else {
                    lines.find(|line| *line == "}");
                }
            } else if !line.trim_start().starts_with("//") {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        code.push((file, kept));
    }
    code.retain(|(file, _)| !tests.contains(&name_of(file)));
    Ok(code)
}

fn files_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in in_folder(path)? {
        files.extend(files_of(&entry)?);
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

fn name_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
