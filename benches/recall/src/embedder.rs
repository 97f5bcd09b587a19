//! A model with its vectors kept on disk, so that a second bench embeds nothing.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use amb_agents::host::{EmbedderInfo, Embedding};
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::model::{Model, ModelFiles};

/// Bytes of the hash of a text.
const HASH: usize = 32;

/// Bytes of a record of the cache: hash of the text, coverage, vector; numbers in little endian.
const fn record_length(dimensions: usize) -> usize {
    HASH + 4 + 4 * dimensions
}

type TextHash = [u8; HASH];

/// The model, loaded for the first new text, and a file of vectors that it has made. The file is named by the hash of
/// the model.
pub struct CachedEmbedder {
    files: ModelFiles,
    model: OnceCell<Model>,
    known: RefCell<BTreeMap<TextHash, Embedding>>,
    file: RefCell<File>,
}

impl CachedEmbedder {
    /// Opens the cache of a model.
    ///
    /// # Errors
    /// The model is missing, or the cache cannot be opened.
    pub fn open(root: &Path, files: ModelFiles) -> Result<Self> {
        let weights = files.weights()?;
        let build: String = hash(&weights)
            .iter()
            .take(8)
            .map(|b| format!("{b:02x}"))
            .collect();
        let folder = root.join("target/bench");
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("vectors-{build}.bin"));
        let known = fs::read(&path)
            .map(|bytes| records(&bytes, files.info.dimensions))
            .unwrap_or_default();
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            files,
            model: OnceCell::new(),
            known: RefCell::new(known),
            file: RefCell::new(file),
        })
    }

    /// The model's name and the length of its vectors.
    #[must_use]
    pub fn info(&self) -> &EmbedderInfo {
        &self.files.info
    }

    /// Returns one embedding per text.
    ///
    /// # Errors
    /// The model or the cache failed.
    pub fn embed(&self, texts: &[String]) -> Result<Vec<Embedding>> {
        texts.iter().map(|text| self.embed_one(text)).collect()
    }

    fn embed_one(&self, text: &str) -> Result<Embedding> {
        let key = hash(text.as_bytes());
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let embedding = self.model()?.embed(text)?;
        self.file
            .borrow_mut()
            .write_all(&record(&key, &embedding))?;
        self.known.borrow_mut().insert(key, embedding.clone());
        Ok(embedding)
    }

    fn model(&self) -> Result<&Model> {
        if self.model.get().is_none() {
            let model = self.files.load()?;
            return Ok(self.model.get_or_init(|| model));
        }
        self.model.get().context("a model that was loaded")
    }
}

fn hash(bytes: &[u8]) -> TextHash {
    Sha256::digest(bytes).into()
}

fn record(key: &TextHash, embedding: &Embedding) -> Vec<u8> {
    let numbers = std::iter::once(&embedding.coverage).chain(&embedding.vector);
    key.iter()
        .copied()
        .chain(numbers.flat_map(|number| number.to_le_bytes()))
        .collect()
}

/// Returns the complete records of a cache file; a truncated last one is left out.
fn records(bytes: &[u8], dimensions: usize) -> BTreeMap<TextHash, Embedding> {
    let records = bytes.chunks_exact(record_length(dimensions));
    records.filter_map(read_record).collect()
}

fn read_record(bytes: &[u8]) -> Option<(TextHash, Embedding)> {
    let (key, numbers) = bytes.split_at_checked(HASH)?;
    let mut numbers = numbers
        .chunks_exact(4)
        .filter_map(|n| Some(f32::from_le_bytes(n.try_into().ok()?)));
    let coverage = numbers.next()?;
    Some((
        key.try_into().ok()?,
        Embedding {
            vector: numbers.collect(),
            coverage,
        },
    ))
}
