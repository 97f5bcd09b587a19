//! The Chinese sentence encoder that models/bge-small-zh.toml describes, by Maven.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use zip::ZipArchive;

use super::java::maven;
use super::model_files::{FetchedFile, file_of, has_hash, keep, unpacked};
use crate::workspace::{one_at_a_time, path, run_quietly, step};

/// Maven's plugin that copies an artifact, and its goal.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:2.8:copy";

static FETCHING: Mutex<()> = Mutex::new(());

#[derive(Debug, Deserialize)]
struct Manifest {
    name: String,
    model_id: String,
    source: Source,
    weights: FetchedFile,
    tokenizer: FetchedFile,
    /// As `manifest.json` has it.
    encoder: Value,
}

#[derive(Debug, Deserialize)]
struct Source {
    maven: String,
}

/// Makes sure that the encoder is under target/models, with a `manifest.json`, and returns its folder.
///
/// # Errors
/// When it cannot be fetched, or a hash differs.
pub fn chinese_encoder() -> Result<PathBuf> {
    let _alone = one_at_a_time(&FETCHING);
    let manifest = manifest()?;
    let folder = path("target/models").join(&manifest.name);
    fs::create_dir_all(&folder)?;
    let files = [&manifest.weights, &manifest.tokenizer];
    let is_right = |it: &&FetchedFile| has_hash(&folder.join(&it.file), &it.sha256);
    if !files.iter().all(is_right) {
        step(&format!("fetching the model {} with Maven", manifest.name));
        fetch(&manifest, &files, &folder)?;
    }
    describe(&manifest, &folder)?;
    Ok(folder)
}

fn manifest() -> Result<Manifest> {
    let name = "models/bge-small-zh.toml";
    let text = fs::read_to_string(path(name)).context(name)?;
    toml::from_str(&text).with_context(|| format!("{name} cannot be read"))
}

fn fetch(manifest: &Manifest, files: &[&FetchedFile], folder: &Path) -> Result<()> {
    let downloads = folder.join("maven");
    let artifact = &manifest.source.maven;
    let mut copy = Command::new(maven()?);
    copy.args(["--batch-mode", "--quiet", "--strict-checksums", COPY]);
    copy.arg(format!("-Dartifact={artifact}"));
    copy.arg(format!("-DoutputDirectory={}", downloads.display()));
    run_quietly(&mut copy).with_context(|| format!("Maven cannot fetch {artifact}"))?;
    let mut fetched = fs::read_dir(&downloads)?;
    let archive = fetched.next().context("Maven left no archive")??.path();
    let mut archive = ZipArchive::new(File::open(archive)?)?;
    for file in files {
        keep(&unpacked(&mut archive, &file.file)?, file, folder)?;
    }
    fs::remove_dir_all(downloads)?;
    Ok(())
}

/// Writes `manifest.json`, by which loaders of the model check its files.
fn describe(manifest: &Manifest, folder: &Path) -> Result<()> {
    let described = json!({
        "name": manifest.name,
        "modelId": manifest.model_id,
        "files": {
            "model": file_of(&folder.join(&manifest.weights.file))?,
            "tokenizer": file_of(&folder.join(&manifest.tokenizer.file))?,
        },
        "encoder": manifest.encoder,
    });
    fs::write(folder.join("manifest.json"), format!("{described:#}\n"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_manifest_is_complete() {
        let manifest = manifest().unwrap();
        for file in [&manifest.weights, &manifest.tokenizer] {
            assert_eq!(file.sha256.len(), 64, "{}", file.file);
        }
        assert!(manifest.encoder["dimensions"].is_u64());
    }
}
