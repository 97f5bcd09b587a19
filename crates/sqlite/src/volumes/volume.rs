//! A present or former database of a store.

use amb_store::StoreError;
use serde::Serialize;

/// Why a database is not in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "snake_case")]
pub enum AsideReason {
    /// It is damaged.
    StoreCorrupt,
    /// A newer version of this program wrote it.
    StoreTooNew,
    /// Another was taken back in its place.
    Replaced,
}

impl AsideReason {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::StoreCorrupt, Self::StoreTooNew, Self::Replaced];

    /// Returns its stable name: the `kind` of its error, if it has one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::StoreCorrupt => "store_corrupt",
            Self::StoreTooNew => "store_too_new",
            Self::Replaced => "replaced",
        }
    }

    /// The reason of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns the reason for an error: the database is unreadable, and will stay so for this build.
    #[must_use]
    pub fn of(error: &StoreError) -> Option<Self> {
        match error {
            StoreError::Corrupt { .. } => Some(Self::StoreCorrupt),
            StoreError::TooNew { .. } => Some(Self::StoreTooNew),
            _ => None,
        }
    }
}

/// A database that a store has or had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Volume {
    /// Its place among them.
    pub number: u32,
    /// Why it was set aside, if it was.
    pub aside: Option<AsideReason>,
    /// Bytes of its files.
    pub bytes: u64,
}

/// A store that was set aside: its runs are not listed, its bytes are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct AsideStore {
    /// Its number, by which it is named.
    pub number: u32,
    /// Why it was set aside.
    pub reason: AsideReason,
    /// Bytes of its files.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
}
