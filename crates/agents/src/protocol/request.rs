//! The request of a run.

use std::borrow::Cow;

use amb_memory::text::{Language, Structure, is_blank, language};
use serde::{Deserialize, Serialize};

use super::image::{KINDS, is_image};
use crate::settings::{Budget, MOST_ITERATIONS, MemoryOptions, Settings};

/// A question and what it is to be answered from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ResearchRequest {
    /// The question; may be blank only where there are images.
    pub question: String,
    /// Text that the question is about, apart from documents.
    pub context: Option<String>,
    /// Documents, already read into text.
    pub documents: Vec<SourceText>,
    /// Images that wait for recognition.
    pub images: Vec<ImageInput>,
    /// Language of prompts, labels and plans; the settings', or the question's own, unless set.
    pub language: Option<Language>,
    /// Budget of this run; that of the settings unless set.
    pub budget: Option<Budget>,
    /// Uses of long-term memory in this run; those of the settings unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryOptions>,
    /// Steps of this run before its answer at most; those of the settings unless set. With 0 the answer is made of what memory
    /// holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_iterations: Option<usize>,
}

/// A document's text and where it comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceText {
    /// Name for people and citations: a file name or an address.
    pub name: String,
    /// The text that offsets of citations count in.
    pub text: String,
    /// Repairs that were made while the document was read.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Unicode characters of the text before each page; empty for a document without pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<usize>,
    /// The structure of the text; `None` where no reader made one, as in journals of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
}

impl SourceText {
    /// Returns the structure of the text; that of plain text where no reader made one for it.
    #[must_use]
    pub fn structure(&self) -> Cow<'_, Structure> {
        // A journal may come from anybody.
        let made = self.structure.as_ref();
        Structure::or_plain(made.filter(|made| made.fits(&self.text)), &self.text)
    }
}

impl From<amb_documents::Document> for SourceText {
    fn from(document: amb_documents::Document) -> Self {
        Self {
            name: document.name,
            text: document.text,
            notes: document.notes.iter().map(ToString::to_string).collect(),
            pages: document.pages,
            structure: Some(document.structure),
        }
    }
}

/// An image as the user gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageInput {
    /// Its file name.
    pub name: String,
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// Its bytes, in base64.
    pub base64: String,
}

/// Characters of the longest question: some four pages. TypeScript has it from here.
const MAX_QUESTION_CHARS: usize = 8000;

/// A request that cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// Nothing was asked.
    #[error("the question is empty: write what you want to know")]
    EmptyQuestion,
    /// The question is longer than any question.
    #[error(
        "the question has {chars} characters; at most {limit} can be asked: give long text as a document, and ask about it"
    )]
    LongQuestion {
        /// Its length.
        chars: usize,
        /// The most there may be.
        limit: usize,
    },
    /// A document holds nothing but blanks.
    #[error("the document {name:?} holds no text")]
    EmptyDocument {
        /// The document.
        name: String,
    },
    /// An image is none, or of a kind that is not known.
    #[error(
        "the image {name:?} is no {kinds} image: give one of these, and text as a document",
        kinds = KINDS
    )]
    NotAnImage {
        /// The image.
        name: String,
    },
    /// All documents together are larger than one document may be.
    #[error(
        "the documents have {bytes} bytes together, more than the {limit} that can be read in one run: \
         give those that matter, or the others in a run of their own"
    )]
    TooLarge {
        /// The bytes of all.
        bytes: usize,
        /// The most that is accepted, in bytes.
        limit: usize,
    },
    /// The run may take more steps than any run.
    #[error("maxIterations of the request is {given}: it must be at most {MOST_ITERATIONS}")]
    TooManySteps {
        /// The number.
        given: usize,
    },
    /// There is nothing to answer from.
    #[error(
        "there is no document: give one, or a context, or a kept run to go on with; \
         a language model alone may do without"
    )]
    NoDocument,
}

impl RequestError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::EmptyQuestion => "empty_question",
            Self::LongQuestion { .. } => "long_question",
            Self::EmptyDocument { .. } => "empty_document",
            Self::NotAnImage { .. } => "not_an_image",
            Self::TooLarge { .. } => "too_large",
            Self::TooManySteps { .. } => "too_many_steps",
            Self::NoDocument => "no_document",
        }
    }
}

/// Contents of a request, known before any of it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Brought<'r> {
    /// The question; may be blank only where there are images.
    pub question: &'r str,
    /// True if there are images.
    pub images: bool,
    /// Bytes of each document, and of the context where there is one.
    pub texts: Vec<usize>,
    /// True if there is a memory to go on with.
    pub memory: bool,
}

impl Brought<'_> {
    /// Checks that there is a question and something to answer it from, and that neither is too long. A document
    /// that is too large by itself is for its reader to refuse, by name.
    ///
    /// # Errors
    /// A blank question without images, or one longer than 8,000 characters; [`RequestError::NoDocument`] unless
    /// a language model may answer without; [`RequestError::TooLarge`] where all texts together are larger than
    /// [`Settings::max_document_bytes`].
    pub fn check(&self, settings: &Settings) -> Result<(), RequestError> {
        check_question(self.question, self.images)?;
        let nothing = self.texts.is_empty() && !self.images && !self.memory;
        if nothing && settings.llm.is_none() {
            return Err(RequestError::NoDocument);
        }
        let limit = settings.max_document_bytes;
        let bytes: usize = self.texts.iter().sum();
        if bytes > limit && self.texts.iter().all(|one| *one <= limit) {
            return Err(RequestError::TooLarge { bytes, limit });
        }
        Ok(())
    }
}

fn check_question(question: &str, images: bool) -> Result<(), RequestError> {
    if is_blank(question) && !images {
        return Err(RequestError::EmptyQuestion);
    }
    let chars = question.chars().count();
    if chars > MAX_QUESTION_CHARS {
        return Err(RequestError::LongQuestion {
            chars,
            limit: MAX_QUESTION_CHARS,
        });
    }
    Ok(())
}

impl ResearchRequest {
    /// Checks that there is something to do.
    ///
    /// # Errors
    /// A blank question without images, one longer than 8,000 characters, an image that is none, a blank document, or more
    /// than 1,000 steps.
    pub fn validate(&self) -> Result<(), RequestError> {
        check_question(&self.question, !self.images.is_empty())?;
        if let Some(given) = self.max_iterations.filter(|most| *most > MOST_ITERATIONS) {
            return Err(RequestError::TooManySteps { given });
        }
        if let Some(image) = self.images.iter().find(|image| !is_image(&image.base64)) {
            return Err(RequestError::NotAnImage {
                name: image.name.clone(),
            });
        }
        match self
            .documents
            .iter()
            .find(|document| is_blank(&document.text))
        {
            Some(document) => Err(RequestError::EmptyDocument {
                name: document.name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Steps that the run may take.
    #[must_use]
    pub fn iterations(&self, settings: &Settings) -> usize {
        self.max_iterations.unwrap_or(settings.max_iterations)
    }

    /// The language of prompts, labels and plans: what the request says, else the settings, else the
    /// question's own (BX-09).
    #[must_use]
    pub fn language(&self, of_settings: Option<Language>) -> Language {
        let set = self.language.or(of_settings);
        set.unwrap_or_else(|| language(&self.question))
    }
}

#[cfg(all(test, feature = "ts"))]
mod tests {
    use super::*;

    /// Writes what TypeScript knows of the limits, beside its types.
    #[test]
    fn export_bindings_limits() {
        let folder = std::env::var("TS_RS_EXPORT_DIR").unwrap_or_else(|_| "bindings".to_owned());
        let text = format!(
            "// This file was generated from the Rust code. Do not edit this file manually.\n\n\
             /**\n * Characters of the longest question.\n */\n\
             export const LONGEST_QUESTION = {MAX_QUESTION_CHARS};\n"
        );
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(format!("{folder}/limits.ts"), text).unwrap();
    }
}
