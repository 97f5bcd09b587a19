//! A research run: a request in, events on the way, a result out.

mod crew;
mod disputes;
mod embeddings;
mod ending;
mod evidence;
mod image;
mod pages;
mod progress;
mod ranking;
mod reading;
mod replay;
mod request;
mod research;
mod result;
mod session;
mod session_check;
mod session_file;
mod step;

pub use crew::{ActFuture, Actor, BeginActing, Crew, LearnFuture};
pub use embeddings::Embeddings;
pub use evidence::{Evidence, retrieve_evidence, term_rarity};
pub(crate) use image::media_type;
pub(crate) use pages::{file_of, page_address, page_at};
pub use progress::Progress;
pub use reading::read_document;
pub use replay::{ReplayError, Resumed, read_back, replay, resume, resume_stored};
pub use request::{Brought, ImageInput, RequestError, ResearchRequest, SourceText};
pub(crate) use request::{Names, given_again_as};
pub use research::Research;
pub use result::{DocumentSummary, ResearchResult, RunFailure, RunSummary, Termination, Usage};
pub use session::Session;
pub use session_file::{SessionFileError, export_session, import_session};
