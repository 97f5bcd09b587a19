//! The journal: each effect of a run recorded once, in the order in which it was asked for.
//!
//! A [`Journal`] is itself a [`Host`](crate::host::Host). While effects are left in its record it
//! answers from them; after that it asks the host beneath and records what it said. The code between
//! two effects is deterministic, so one mechanism gives resume (the record of a killed run),
//! replay (a record and no host, see [`NoHost`]) and fixtures for tests.
//!
//! A [`RunLog`] hands it to a [`Store`](amb_store::Store) as it grows, line by line: what is paid for is there
//! before it is asked for, and its answer before that is used; what is cheap goes along in batches. A [`Keeper`] does so for runs from their first moment.
//!
//! Texts, vectors and files are bodies, stored once by content hash beside the record.

mod answering;
mod body;
mod format;
mod keeper;
mod line;
mod log;
mod no_host;
mod record;
mod recorder;
mod state;

pub use format::{JOURNAL_FORMAT, JOURNAL_VERSION, JournalError, JournalFile, Requested};
pub use keeper::Keeper;
pub use line::LINES_VERSION;
pub use log::{LoadError, RunLog, Tell};
pub use no_host::NoHost;
pub use record::{Effect, Outcome, Record};
pub use recorder::Journal;
