//! MiniLM with its vectors kept on disk, so that a second bench embeds nothing.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use amb_agents::host::Embedding;
use amb_embed::{DIMENSIONS, MiniLm};
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

const MODEL: &str = "target/models/all-MiniLM-L6-v2-int8.safetensors";
const TOKENIZER: &str = "target/models/tokenizer.json";

/// Bytes of the hash of a text.
const HASH: usize = 32;

/// A record of the cache: hash of the text, coverage, vector; numbers in little endian.
const RECORD: usize = HASH + 4 + 4 * DIMENSIONS;

type TextHash = [u8; HASH];

/// The model, loaded for the first new text, and a file of vectors that it has made. The file is named by the hash of
/// the model.
pub struct CachedEmbedder {
    root: PathBuf,
    model: OnceCell<MiniLm>,
    known: RefCell<BTreeMap<TextHash, Embedding>>,
    file: RefCell<File>,
}

impl CachedEmbedder {
    /// Opens the cache of the workspace's model.
    ///
    /// # Errors
    /// The model is missing, or the cache cannot be opened.
    pub fn open(root: &Path) -> Result<Self> {
        let weights = fs::read(root.join(MODEL))
            .with_context(|| format!("{MODEL} (cargo xtask bench recall makes it)"))?;
        let build: String = hash(&weights)
            .iter()
            .take(8)
            .map(|b| format!("{b:02x}"))
            .collect();
        let folder = root.join("target/bench");
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("vectors-{build}.bin"));
        let known = fs::read(&path)
            .map(|bytes| records(&bytes))
            .unwrap_or_default();
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            root: root.to_owned(),
            model: OnceCell::new(),
            known: RefCell::new(known),
            file: RefCell::new(file),
        })
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
        let model = self.model()?;
        let vector = model
            .embed(&[text])?
            .pop()
            .context("one vector for one text")?;
        let embedding = Embedding {
            vector,
            coverage: model.coverage(text),
        };
        self.file
            .borrow_mut()
            .write_all(&record(&key, &embedding))?;
        self.known.borrow_mut().insert(key, embedding.clone());
        Ok(embedding)
    }

    fn model(&self) -> Result<&MiniLm> {
        if self.model.get().is_none() {
            let weights = fs::read(self.root.join(MODEL))?;
            let tokenizer = fs::read(self.root.join(TOKENIZER))?;
            let model = MiniLm::load(&weights, &tokenizer)?;
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
fn records(bytes: &[u8]) -> BTreeMap<TextHash, Embedding> {
    bytes.chunks_exact(RECORD).filter_map(read_record).collect()
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
