use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

use super::methodology::MethodologyKind;
use crate::task::id;

id! {
    /// The id of a [`Trajectory`](super::Trajectory), given by who ran it.
    TrajectoryId
}

id! {
    /// The id of a [`Fragment`](super::Fragment): its trajectory's, its place there, and what tells it from any other that
    /// was ever there.
    FragmentId
}

id! {
    /// The id of an [`ErrorPattern`](super::ErrorPattern): its type and keywords, so that the same error is
    /// the same pattern for whoever writes it.
    ErrorPatternId
}

id! {
    /// The id of a [`Methodology`](super::Methodology): its kind, error type and task type, so that a group
    /// of fragments has one methodology for whoever consolidates.
    MethodologyId
}

impl FragmentId {
    /// The fragment at place `order` of a trajectory, of these words. A run that is forgotten leaves what other runs have, and
    /// another may be learned under its id.
    #[must_use]
    pub fn of(trajectory: &TrajectoryId, order: u32, words: &str) -> Self {
        let digest = Sha256::digest(words);
        let told: String = digest
            .iter()
            .take(4)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Self::from(format!("{trajectory}#{order}-{told}"))
    }
}

impl ErrorPatternId {
    /// The pattern of this type and these keywords, in whatever order.
    #[must_use]
    pub fn of(error_type: &str, keywords: &[String]) -> Self {
        let mut sorted: Vec<&str> = keywords.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        Self::from(format!("{error_type}|{}", sorted.join("|")))
    }
}

impl MethodologyId {
    /// The methodology of this kind for a group of fragments.
    #[must_use]
    pub fn of(kind: MethodologyKind, error_type: Option<&str>, task_type: &str) -> Self {
        let kind = match kind {
            MethodologyKind::Advice => "advice",
            MethodologyKind::Warning => "warning",
        };
        Self::from(format!(
            "{kind}|{}|{task_type}",
            error_type.unwrap_or_default()
        ))
    }
}
