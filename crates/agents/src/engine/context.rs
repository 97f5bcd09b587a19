//! Resources of a run.

use amb_memory::text::Language;

use super::{Embeddings, Progress};
use crate::host::Host;
use crate::protocol::Event;
use crate::settings::Settings;
use crate::spending::Meter;

/// Resources of a run, which the engine, the tools and long-term memory share.
#[derive(Clone, Copy)]
pub struct RunContext<'a> {
    /// The world, usually behind a journal.
    pub host: &'a dyn Host,
    /// The run's embedder; remembers the vectors of the window being read.
    pub embeddings: &'a Embeddings<'a>,
    /// Counter of long work.
    pub progress: &'a Progress<'a>,
    /// The user's numbers.
    pub settings: &'a Settings,
    /// Language of prompts, labels and plans.
    pub language: Language,
    /// The run's account: what costs something is asked through it.
    pub meter: &'a Meter,
    /// Receiver of events.
    pub emit: &'a dyn Fn(Event),
}

impl RunContext<'_> {
    /// Returns the language of the answer: the prompts', or the question's, unless set (BX-09).
    #[must_use]
    pub fn report_language(&self) -> Language {
        self.settings.report_language.unwrap_or(self.language)
    }
}
