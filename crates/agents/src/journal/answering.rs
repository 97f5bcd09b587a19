//! The result of an effect: from the record, or for a call of memory, from the host.

use amb_store::long_term::{MemoryCall, MemoryReply};

use super::record::{Effect, Outcome};
use crate::host::{Host, HostError};

/// Returns the error for an effect that differs from the recorded one.
pub(super) fn mismatch(sequence: usize, recorded: &Effect, asked: &Effect) -> HostError {
    HostError::Journal {
        sequence,
        recorded: recorded.to_string(),
        asked: asked.to_string(),
    }
}

/// Reads a recorded outcome; one of another shape than the effect's is a mismatch.
pub(super) fn read<T>(
    sequence: usize,
    effect: &Effect,
    outcome: Outcome,
    decode: impl FnOnce(Outcome) -> Result<Option<T>, HostError>,
) -> Result<T, HostError> {
    if let Outcome::Failed { error } = outcome {
        return Err(error);
    }
    let recorded = outcome.to_string();
    decode(outcome)?.ok_or_else(|| HostError::Journal {
        sequence,
        recorded,
        asked: effect.to_string(),
    })
}

/// Calls the host's memory, within its bounds; `own` is true if it may be called. A failure is a reply.
pub(super) async fn remembered<H: Host>(
    host: &H,
    own: bool,
    call: &MemoryCall,
) -> Result<MemoryReply, HostError> {
    if !own {
        return Ok(MemoryReply::off());
    }
    match host.remember(call).await {
        Ok(reply) => Ok(reply.bounded()),
        Err(HostError::Abandoned) => Err(HostError::Abandoned),
        Err(error) => Ok(MemoryReply::Unavailable {
            code: error.kind().to_owned(),
            why: error.to_string(),
        }
        .bounded()),
    }
}
