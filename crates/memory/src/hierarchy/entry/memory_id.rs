//! Names of memories, given by the caller.

use crate::task::ids::id;
use serde::{Deserialize, Serialize};
use std::fmt;

id! {
    /// The id of a [`MemoryEntry`](super::MemoryEntry), a UUID.
    MemoryId
}

impl MemoryId {
    /// No id is longer.
    const MAX_CHARS: usize = 256;

    /// Returns true if the id can be shown and told apart: not empty, of bounded length, without control characters.
    pub(super) fn is_sound(&self) -> bool {
        let id = self.as_str();
        !id.trim().is_empty()
            && id.chars().count() <= Self::MAX_CHARS
            && !id.chars().any(char::is_control)
    }
}
