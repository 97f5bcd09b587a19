//! A run's calls, as JavaScript passes them.

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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::memory::MemoryRequest;

    /// BX-06: a run's call is read as it was written, with its tag at any place.
    #[test]
    fn bx_06_a_call_is_read_as_it_was_written() {
        let language = Language::English;
        let calls = [
            MemoryCall::Observe { told: Vec::new() },
            MemoryCall::Recall {
                question: "\"call\": \"learn\"".to_owned(),
                language,
                tokens: 5,
                without: vec!["a".to_owned()],
            },
            MemoryCall::Advise {
                state: Box::default(),
                repo: "r".to_owned(),
                language,
                without: Vec::new(),
            },
            MemoryCall::Learn {
                run: Box::default(),
            },
        ];
        for call in calls {
            let json = json!({ "call": call, "memory": "run" }).to_string();
            let read = MemoryRequest::from_json(&json).unwrap();
            let MemoryRequest::Run { call: read } = read else {
                panic!("{json} is read as another request");
            };
            assert_eq!(*read, call);
        }
        let json = r#"{"memory": "run", "call": {"call": "fly"}}"#;
        let told = MemoryRequest::from_json(json).unwrap_err().to_string();
        assert!(told.contains("unknown variant `fly`"), "{told}");
    }
}
