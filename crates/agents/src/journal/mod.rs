//! The journal: each effect of a run recorded once, in the order of the requests for it.
//!
//! A [`Journal`] is itself a [`Host`](crate::host::Host). While its record holds further effects, it replies from them;
//! after that it calls the host beneath and records the result. The code between two effects is deterministic, so one
//! mechanism gives resume (the record of a killed run), replay (a record and no host, see [`NoHost`]) and fixtures for
//! tests.
//!
//! A [`RunLog`] writes it to a [`Store`](amb_store::Store) as it grows, line by line: a paid effect is stored before it
//! begins, and its result before that is used; cheap effects are stored in batches. A [`Keeper`] does so for runs from
//! their start.
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
mod recorded_settings;
mod recorder;
mod state;

pub use format::{JOURNAL_FORMAT, JOURNAL_VERSION, JournalError, JournalFile, Requested};
pub use keeper::Keeper;
pub use line::LINES_VERSION;
pub use log::{LoadError, RunLog, Tell};
pub use no_host::NoHost;
pub use record::{Effect, Outcome, Record};
pub use recorder::Journal;
