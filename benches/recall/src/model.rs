//! The embedding model of a bench: all-MiniLM-L6-v2, or an encoder in an ONNX file.

use std::fs;
use std::path::{Path, PathBuf};

use amb_agents::host::{EmbedderInfo, Embedding};
use amb_embed::{DIMENSIONS, MiniLm};
use amb_onnx::{Description, Encoder};
use anyhow::{Context, Result};
use serde::Deserialize;

const MINILM: &str = "target/models/all-MiniLM-L6-v2-int8.safetensors";
const TOKENIZER: &str = "target/models/tokenizer.json";

/// The files of a model, and what they say about it.
pub struct ModelFiles {
    /// The model's name and the length of its vectors.
    pub info: EmbedderInfo,
    weights: PathBuf,
    tokenizer: PathBuf,
    /// Of an encoder in an ONNX file.
    encoder: Option<Description>,
}

/// `manifest.json` beside an ONNX file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    model_id: String,
    files: Files,
    encoder: Description,
}

#[derive(Deserialize)]
struct Files {
    model: Named,
    tokenizer: Named,
}

#[derive(Deserialize)]
struct Named {
    file: String,
}

impl ModelFiles {
    /// The files of all-MiniLM-L6-v2 in this workspace.
    #[must_use]
    pub fn minilm(root: &Path) -> Self {
        Self {
            info: EmbedderInfo {
                model_id: "all-MiniLM-L6-v2-int8".to_owned(),
                dimensions: DIMENSIONS,
            },
            weights: root.join(MINILM),
            tokenizer: root.join(TOKENIZER),
            encoder: None,
        }
    }

    /// The files of an encoder in this folder.
    ///
    /// # Errors
    /// The folder has no `manifest.json` of an encoder.
    pub fn encoder(folder: &Path) -> Result<Self> {
        let manifest = folder.join("manifest.json");
        let text = fs::read(&manifest).with_context(|| manifest.display().to_string())?;
        let manifest: Manifest = serde_json::from_slice(&text)?;
        Ok(Self {
            info: EmbedderInfo {
                model_id: manifest.model_id,
                dimensions: manifest.encoder.dimensions,
            },
            weights: folder.join(manifest.files.model.file),
            tokenizer: folder.join(manifest.files.tokenizer.file),
            encoder: Some(manifest.encoder),
        })
    }

    /// Reads the weights.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn weights(&self) -> Result<Vec<u8>> {
        fs::read(&self.weights)
            .with_context(|| format!("{}: run `cargo xtask models`", self.weights.display()))
    }

    /// Loads the model.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn load(&self) -> Result<Model> {
        let (weights, tokenizer) = (self.weights()?, fs::read(&self.tokenizer)?);
        Ok(match &self.encoder {
            None => Model::MiniLm(Box::new(MiniLm::load(&weights, &tokenizer)?)),
            Some(encoder) => {
                let encoder = Encoder::load(&weights, &tokenizer, encoder.clone())?;
                Model::Encoder(Box::new(encoder))
            }
        })
    }
}

/// A model that was loaded.
pub enum Model {
    /// all-MiniLM-L6-v2.
    MiniLm(Box<MiniLm>),
    /// An encoder in an ONNX file.
    Encoder(Box<Encoder>),
}

impl Model {
    /// Returns the vector of a text, and the share of its tokens that the model knows.
    ///
    /// # Errors
    /// The model failed.
    pub fn embed(&self, text: &str) -> Result<Embedding> {
        Ok(match self {
            Self::MiniLm(model) => Embedding {
                vector: model
                    .embed(&[text])?
                    .pop()
                    .context("one vector for one text")?,
                coverage: model.coverage(text),
            },
            Self::Encoder(model) => Embedding {
                vector: model.embed(text)?,
                coverage: model.coverage(text)?,
            },
        })
    }
}
