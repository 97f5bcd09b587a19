//! What a run asks, as it comes from JavaScript.

use amb_memory::text::Language;
use amb_memory::trajectory::loops::LoopInfo;
use amb_memory::trajectory::records::{RawTrajectory, State};
use amb_store::long_term::{MemoryCall, ToldText};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::tagged::from_tagged;

/// [`MemoryCall`] without its tag.
#[derive(Deserialize)]
#[serde(
    remote = "MemoryCall",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
enum Untagged {
    Observe {
        told: Vec<ToldText>,
    },
    Recall {
        question: String,
        language: Language,
        tokens: usize,
        without: Vec<String>,
    },
    Advise {
        state: Box<State>,
        repo: String,
        language: Language,
        without: Vec<String>,
    },
    Escape {
        found: LoopInfo,
        language: Language,
        without: Vec<String>,
    },
    Learn {
        run: Box<RawTrajectory>,
    },
}

#[derive(Deserialize)]
struct Call(#[serde(with = "Untagged")] MemoryCall);

/// Reads a call whose tag is `call`.
pub fn run_call<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<MemoryCall>, D::Error> {
    let json = Box::<RawValue>::deserialize(deserializer)?;
    let Call(call) = from_tagged(json.get(), &["call"]).map_err(D::Error::custom)?;
    Ok(Box::new(call))
}
