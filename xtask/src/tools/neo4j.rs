//! Neo4j Community, the real server, by Maven: its jars under target, from xtask/neo4j/pom.xml.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::java::{java, maven};
use crate::workspace::{Inputs, Stamp, path, run_quietly, step};

/// Folder of the jars, relative to the repository.
const JARS: &str = "target/neo4j/jars";
const POM: &str = "xtask/neo4j/pom.xml";

/// The files that run the server.
pub struct Neo4j {
    /// Java.
    pub java: PathBuf,
    /// All jars, as `-cp` takes them.
    pub class_path: String,
}

/// Finds or fetches the server; 130 MB the first time.
///
/// # Errors
/// When Java or Maven cannot be had, or Maven's repository is out of reach.
pub fn neo4j() -> Result<Neo4j> {
    let java = java()?;
    let jars = path(JARS);
    let stamp = Stamp::new("neo4j-jars", Inputs::new().content(&path(POM))?);
    if !stamp.is_fresh(&[&jars]) {
        fetch(&jars)?;
        stamp.set()?;
    }
    let class_path = jars.join("*").to_string_lossy().into_owned();
    Ok(Neo4j { java, class_path })
}

fn fetch(jars: &Path) -> Result<()> {
    let maven = maven()?;
    step("fetching the Neo4j server with Maven");
    // Jars of another version beside these would be loaded, too.
    if jars.exists() {
        fs::remove_dir_all(jars)?;
    }
    let mut fetching = Command::new(maven);
    fetching.args(["--batch-mode", "--quiet", "--strict-checksums", "--file"]);
    fetching.arg(path(POM)).arg("dependency:copy-dependencies");
    fetching.arg(format!("-DoutputDirectory={}", jars.display()));
    run_quietly(&mut fetching).context("Maven cannot fetch org.neo4j:neo4j")
}
