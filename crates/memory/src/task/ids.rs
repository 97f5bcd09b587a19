//! Names of nodes and entries, given by the caller.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Makes a type of text that names something.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The id as given.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

pub(crate) use id;

id! {
    /// The id of a [`QueryGraphNode`](super::QueryGraphNode), a UUID in the seeds.
    NodeId
}

id! {
    /// The id of an [`InteractionEntry`](super::InteractionEntry), a UUID in the seeds.
    EntryId
}

id! {
    /// The id of a [`Conflict`](super::Conflict), unique within its memory.
    ConflictId
}
