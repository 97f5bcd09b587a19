//! One effect and its outcome.

use std::fmt;

use amb_documents::DocumentReader;
use amb_llm::http::HttpRequest;
use amb_store::long_term::MemoryCall;
use serde::{Deserialize, Serialize};

use crate::host::{ContentHash, EmbedderInfo, HostError};

/// A run's request to the world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// The time.
    Now,
    /// Random bits.
    Random,
    /// The description of the embedder.
    Embedder,
    /// The vectors of some texts.
    Embed {
        /// Number of texts.
        texts: usize,
        /// Hash over all of them, lengths included.
        digest: ContentHash,
    },
    /// To keep some bytes.
    PutBlob {
        /// Their hash.
        hash: ContentHash,
    },
    /// To give some bytes back.
    GetBlob {
        /// Their hash.
        hash: ContentHash,
    },
    /// To forget some bytes.
    DeleteBlob {
        /// Their hash.
        hash: ContentHash,
    },
    /// An HTTP exchange.
    Fetch {
        /// The method and the address, for people.
        asked: String,
        /// Hash of the whole request, which holds no key.
        digest: ContentHash,
    },
    /// To have a document read that is not plain text.
    ReadDocument {
        /// Its reader.
        reader: DocumentReader,
        /// Hash of its bytes.
        hash: ContentHash,
    },
    /// A call of long-term memory.
    Remember {
        /// Its name, for people.
        call: String,
        /// Hash of the whole call.
        digest: ContentHash,
    },
    /// A pause.
    Sleep {
        /// At least this long.
        milliseconds: u32,
    },
}

/// Formats the effect for people, with the beginning of its hash, which distinguishes effects that read alike.
impl fmt::Display for Effect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Now => formatter.write_str("the time"),
            Self::Random => formatter.write_str("random bits"),
            Self::Embedder => formatter.write_str("the embedder"),
            Self::Embed { texts, digest } => {
                write!(formatter, "the vectors of {texts} texts, {digest:.8}")
            }
            Self::PutBlob { hash } => write!(formatter, "to keep the bytes {hash:.8}"),
            Self::GetBlob { hash } => write!(formatter, "the bytes {hash:.8}"),
            Self::DeleteBlob { hash } => write!(formatter, "to forget the bytes {hash:.8}"),
            Self::Fetch { asked, digest } => write!(formatter, "a request, {asked}, {digest:.8}"),
            Self::ReadDocument { reader, hash } => {
                let reader = match reader {
                    DocumentReader::Pdf => "PDF",
                    DocumentReader::Html { .. } => "HTML",
                };
                write!(formatter, "the text of the {reader} document {hash:.8}")
            }
            Self::Remember { call, digest } => {
                write!(formatter, "long-term memory, {call}, {digest:.8}")
            }
            Self::Sleep { milliseconds } => write!(formatter, "a pause of {milliseconds} ms"),
        }
    }
}

impl Effect {
    /// The effect of this exchange.
    #[must_use]
    pub fn fetch(request: &HttpRequest) -> Self {
        Self::Fetch {
            asked: format!("{:?} {}", request.method, request.url),
            digest: ContentHash::of_json(request),
        }
    }

    /// The effect of this call of long-term memory.
    #[must_use]
    pub fn remember(call: &MemoryCall) -> Self {
        Self::Remember {
            call: call.name().to_owned(),
            digest: ContentHash::of_json(call),
        }
    }

    /// Returns true if a repetition costs money.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        matches!(self, Self::Fetch { .. })
    }

    /// Returns true if the effect is stored before it begins, and its result before that is used: paid effects, and
    /// changes of long-term memory. A resumed run that had forgotten its own writes would recall them as earlier
    /// memories.
    #[must_use]
    pub fn is_kept_at_once(&self) -> bool {
        match self {
            Self::Remember { call, .. } => MemoryCall::changes_memory(call),
            effect => effect.is_paid(),
        }
    }

    /// The effect of embedding these texts.
    #[must_use]
    pub fn embed(texts: &[String]) -> Self {
        let mut framed = Vec::with_capacity(texts.iter().map(|text| text.len() + 8).sum());
        for text in texts {
            framed.extend_from_slice(&(text.len() as u64).to_le_bytes());
            framed.extend_from_slice(text.as_bytes());
        }
        Self::Embed {
            texts: texts.len(),
            digest: ContentHash::of(&framed),
        }
    }
}

/// The world's reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Milliseconds since the Unix epoch.
    Time {
        /// The time.
        milliseconds: i64,
    },
    /// 128 random bits, as a UUID's hexadecimal digits.
    Random {
        /// The bits.
        bits: String,
    },
    /// The embedder, if any.
    Embedder {
        /// The embedder.
        info: Option<EmbedderInfo>,
    },
    /// Vectors and coverages, in a body.
    Embeddings {
        /// Numbers in a vector.
        dimensions: usize,
        /// The body that holds them.
        body: ContentHash,
    },
    /// Bytes, in a body; `None` if there are none.
    Blob {
        /// The body that holds them.
        body: Option<ContentHash>,
    },
    /// A response, its body apart.
    Response {
        /// The status.
        status: u16,
        /// The address that answered.
        url: String,
        /// The headers.
        headers: Vec<(String, String)>,
        /// The body that holds its bytes.
        body: ContentHash,
    },
    /// The text of a document, in a body, or the failure.
    Reading {
        /// The body that holds the reading as JSON.
        body: ContentHash,
    },
    /// Reply of long-term memory.
    Remembered {
        /// The body that holds the reply as JSON.
        body: ContentHash,
    },
    /// It was done.
    Done,
    /// It failed, and changed nothing.
    Failed {
        /// Why.
        error: HostError,
    },
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Time { .. } => "a time",
            Self::Random { .. } => "random bits",
            Self::Embedder { .. } => "an embedder",
            Self::Embeddings { .. } => "vectors",
            Self::Blob { .. } => "bytes",
            Self::Response { .. } => "a response",
            Self::Reading { .. } => "the text of a document",
            Self::Remembered { .. } => "memory's answer",
            Self::Done => "that it was done",
            Self::Failed { .. } => "a failure",
        })
    }
}

impl Outcome {
    /// The body that it points at.
    pub(super) fn body(&self) -> Option<&ContentHash> {
        match self {
            Self::Embeddings { body, .. }
            | Self::Response { body, .. }
            | Self::Reading { body }
            | Self::Remembered { body } => Some(body),
            Self::Blob { body } => body.as_ref(),
            Self::Time { .. }
            | Self::Random { .. }
            | Self::Embedder { .. }
            | Self::Done
            | Self::Failed { .. } => None,
        }
    }
}

/// An effect and its outcome. Its number is its place in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The effect.
    #[serde(flatten)]
    pub effect: Effect,
    /// The outcome; `None` while it is awaited, and for an abandoned effect.
    pub outcome: Option<Outcome>,
}

impl Record {
    /// Returns true if the effect may have ended a run: an exchange, whose status alone does not decide that, or a
    /// failure.
    pub(crate) fn may_have_failed(&self) -> bool {
        matches!(self.effect, Effect::Fetch { .. })
            || matches!(self.outcome, Some(Outcome::Failed { .. }))
    }

    /// Returns true if the effect may stand between two attempts at one exchange: time, randomness, a pause.
    pub(super) fn is_of_waiting(&self) -> bool {
        self.is_pause() || matches!(self.effect, Effect::Now | Effect::Random)
    }

    /// Returns true if the effect is a pause.
    pub(super) fn is_pause(&self) -> bool {
        matches!(self.effect, Effect::Sleep { .. })
    }
}
