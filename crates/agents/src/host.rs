//! The one seam between a run and the world.

use std::fmt;
use std::future::Future;
use std::io;
use std::pin::Pin;

use amb_documents::{DocumentReader, DocumentReading, ReadingError};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_store::long_term::{MemoryCall, MemoryReply};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The future of a host's asynchronous effect. Dropping it abandons the effect.
pub type HostFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, HostError>> + 'a>>;

/// All effects of a run on the world.
///
/// The contract, for every implementation:
/// - effects are numbered in the order in which the methods are *called*, not polled;
/// - a failed effect changed nothing;
/// - no key, token or credential of the host appears in an error.
pub trait Host {
    /// Milliseconds since the Unix epoch, UTC.
    ///
    /// # Errors
    /// [`HostError::Journal`] when a replay asks for another effect than the recorded one.
    fn now(&self) -> Result<i64, HostError>;

    /// 128 random bits, fit for an identifier.
    ///
    /// # Errors
    /// [`HostError::Unavailable`] where the platform has no source of randomness, or as [`Host::now`].
    fn random(&self) -> Result<[u8; 16], HostError>;

    /// Returns the model that embeds texts here; `None` means keyword-only mode.
    ///
    /// # Errors
    /// As [`Host::now`].
    fn embedder(&self) -> Result<Option<EmbedderInfo>, HostError>;

    /// Embeds each text, in order. Texts over the model's window are split and averaged by the
    /// embedder, never cut.
    fn embed<'a>(&'a self, texts: &'a [String]) -> HostFuture<'a, Vec<Embedding>>;

    /// Stores bytes under their content hash; storing the same bytes again is harmless.
    fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash>;

    /// The bytes stored under a hash, or `None`.
    fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>>;

    /// Removes the bytes stored under a hash; a missing hash is no error.
    fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()>;

    /// Performs an HTTP exchange: adds the key that the request names if there is one, goes through the
    /// user's proxy if there is one, and reads the body to its end, within the request's limits. `chunk`
    /// gets the bytes as they come; on a replay, all at once.
    ///
    /// A key is sent to the origin that it was given for, and to no other. Any status is a response;
    /// only an exchange without one fails, with [`HostError::Network`]. A host without a network need not
    /// implement this.
    fn fetch<'a>(
        &'a self,
        request: &'a HttpRequest,
        chunk: &'a dyn Fn(&[u8]),
    ) -> HostFuture<'a, HttpResponse> {
        let _ = (request, chunk);
        Box::pin(async {
            Err(HostError::Unavailable {
                what: "the network".to_owned(),
                detail: "this host was opened without one".to_owned(),
            })
        })
    }

    /// Reads a document that is not plain text. The bytes are untrusted: a host runs the reader in a place that may
    /// crash, and ends it after a timeout, which is [`ReadingError::Failed`]. A host without a reader need not
    /// implement this.
    fn read_document<'a>(
        &'a self,
        reader: &'a DocumentReader,
        bytes: &'a [u8],
    ) -> HostFuture<'a, DocumentReading> {
        let _ = (reader, bytes);
        Box::pin(std::future::ready(Ok(Err(ReadingError::NoReader))))
    }

    /// Returns true if there is a long-term memory that may be called now. This is no effect: a run checks it before
    /// each call, and if it is false, no call is made or recorded.
    fn has_memory(&self) -> bool {
        false
    }

    /// Calls long-term memory. A failure there is a reply, too ([`MemoryReply::Unavailable`]): a run goes on without
    /// memory. A host without one need not implement this, nor [`Host::has_memory`].
    fn remember<'a>(&'a self, call: &'a MemoryCall) -> HostFuture<'a, MemoryReply> {
        let _ = call;
        Box::pin(std::future::ready(Ok(MemoryReply::absent())))
    }

    /// Stops the run: from now on no effect reaches the world. Returns true if there is a recorded result that the run
    /// has not received yet: it goes on to the last of them, and ends as it does when it is read back. A host without a
    /// record need not implement this.
    fn stop(&self) -> bool {
        false
    }

    /// Gives the platform a turn (its event loop, its timers) for at least this many milliseconds.
    fn sleep(&self, milliseconds: u32) -> HostFuture<'_, ()>;
}

/// The embedding model of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct EmbedderInfo {
    /// Model and build, stored with every vector: vectors of different builds do not mix.
    pub model_id: String,
    /// Numbers in a vector.
    pub dimensions: usize,
}

/// One text's vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// L2-normalised, [`EmbedderInfo::dimensions`] numbers.
    pub vector: Vec<f32>,
    /// Share of the text's tokens that the model knows, 0 to 1. A text that is mostly unknown to
    /// the model (Chinese to an English one) has a vector that means little.
    pub coverage: f32,
}

/// Share of a text's tokens from which on a model is said to know the text.
pub const KNOWN: f32 = 0.5;

impl Embedding {
    /// Returns true if the model knows enough of the text for its vector to say something.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.coverage >= KNOWN
    }
}

/// The SHA-256 of some bytes, as `sha256:` and 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(transparent)]
pub struct ContentHash(String);

impl ContentHash {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut hash = Sha256::new();
        hash.update(bytes);
        Self::end(hash)
    }

    /// The hash of a value's JSON.
    ///
    /// For a value that JSON cannot express, the hash covers the part before the failure; no caller passes one.
    #[must_use]
    pub fn of_json(value: &impl Serialize) -> Self {
        let mut hash = Hashed(Sha256::new());
        let _ = serde_json::to_writer(&mut hash, value);
        Self::end(hash.0)
    }

    fn end(hash: Sha256) -> Self {
        let mut text = String::with_capacity(PREFIX.len() + 2 * 32);
        text.push_str(PREFIX);
        let digest = hash.finalize();
        let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
        text.extend(digits.filter_map(|digit| char::from_digit(digit.into(), 16)));
        Self(text)
    }

    /// The hash that a text spells; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX)?;
        let sound = digits.len() == 64
            && digits
                .chars()
                .all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c));
        sound.then(|| Self(text.to_owned()))
    }

    /// The hash as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Prefix of every hash.
const PREFIX: &str = "sha256:";

/// A writer that keeps only the hash of its input.
struct Hashed(Sha256);

impl io::Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

/// Why an effect failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HostError {
    /// The platform lacks the requested feature.
    #[error("{what} is not available here: {detail}")]
    Unavailable {
        /// The missing ability, such as `embedder`.
        what: String,
        /// The platform's message.
        detail: String,
    },
    /// The embedder failed on these texts.
    #[error("the embedder failed: {detail}")]
    Embedding {
        /// The embedder's message.
        detail: String,
    },
    /// The blob store failed.
    #[error("storage failed: {detail}")]
    Storage {
        /// The store's message.
        detail: String,
    },
    /// An exchange had no response, or its body could not be read to the end.
    #[error("{host} {failure}: {detail}")]
    Network {
        /// The contacted host, or the proxy.
        host: String,
        /// The kind of failure.
        failure: NetworkFailure,
        /// The platform's message.
        detail: String,
    },
    /// The effect was on its way when the run was stopped, or lies past the end of a replay.
    #[error("the run was stopped here")]
    Abandoned,
    /// A replay left its record.
    #[error(
        "the journal does not fit this version of the engine: it was recorded by another, which asks models in other \
         words, or it was changed. Use the version that recorded it, or ask anew (effect {sequence} was {recorded}, the \
         run asked for {asked})"
    )]
    Journal {
        /// Number of the effect, from 0.
        sequence: usize,
        /// The effect on record.
        recorded: String,
        /// The requested effect.
        asked: String,
    },
}

impl HostError {
    /// Stable name of the error, the same in JavaScript's `error.code`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "host_unavailable",
            Self::Embedding { .. } => "embedding_failed",
            Self::Storage { .. } => "storage_failed",
            Self::Network { failure, .. } => failure.kind(),
            Self::Abandoned => "aborted",
            Self::Journal { .. } => "journal_mismatch",
        }
    }

    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Embedding { .. } | Self::Storage { .. } => true,
            Self::Network { failure, .. } => failure.is_retryable(),
            Self::Unavailable { .. } | Self::Abandoned | Self::Journal { .. } => false,
        }
    }
}

/// Why there was no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkFailure {
    /// No connection; in a browser also an address that allows no other page to read it (CORS).
    Unreachable,
    /// The whole exchange took too long.
    Timeout,
    /// Nothing came for too long.
    Stalled,
    /// The connection broke in the middle of the body.
    Broken,
    /// The body is longer than allowed.
    TooLarge,
    /// The address is forbidden.
    Forbidden,
}

impl NetworkFailure {
    fn kind(self) -> &'static str {
        match self {
            Self::Unreachable => "network_unreachable",
            Self::Timeout => "network_timeout",
            Self::Stalled => "network_stalled",
            Self::Broken => "network_broken",
            Self::TooLarge => "network_too_large",
            Self::Forbidden => "network_forbidden",
        }
    }

    fn is_retryable(self) -> bool {
        !matches!(self, Self::TooLarge | Self::Forbidden)
    }
}

impl fmt::Display for NetworkFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Unreachable => "could not be reached",
            Self::Timeout => "took too long",
            Self::Stalled => "stopped answering",
            Self::Broken => "broke off",
            Self::TooLarge => "sent more than is allowed",
            Self::Forbidden => "may not be asked",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BX-02: requests are found again by the hash that earlier versions gave them.
    #[test]
    fn bx_02_a_hash_of_json_is_that_of_its_bytes() {
        let abc = ContentHash::of(b"abc");
        assert_eq!(
            abc.as_str(),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(ContentHash::parse(abc.as_str()), Some(abc));
        let value = ("a \"word\"\n量", [1.5, -0.0], Some(()));
        let bytes = serde_json::to_vec(&value).unwrap();
        assert_eq!(ContentHash::of_json(&value), ContentHash::of(&bytes));
    }
}
