//! A research run: a request in, events on the way, a result out.

mod crew;
mod disputes;
mod ending;
mod evidence;
mod old_run;
mod ranking;
mod reading;
mod replay;
mod research;
mod session_check;
mod session_file;
mod standing;
mod step;
mod understanding;
mod writing;

pub use crew::{ActFuture, Actor, BeginActing, Crew, LearnFuture};
pub use evidence::{Evidence, retrieve_evidence, term_rarity};
pub use replay::{ReplayError, Resumed, read_back, replay, resume, resume_stored};
pub use research::Research;
pub use session_file::{SessionFileError, export_session, import_session};
