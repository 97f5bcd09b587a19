//! One run's calls of long-term memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use amb_memory::task::Trust;
use amb_memory::text::{Language, gives_orders};
use amb_store::long_term::{MemoryCall, MemoryItem, MemoryReply};

use crate::event::{Event, MemoryPurpose};
use crate::host::{Host, HostError};
use crate::run::ResearchRequest;
use crate::settings::MemorySettings;

/// What one run has of long-term memory. By default nothing: a run begins with it.
#[derive(Debug)]
pub struct LongTerm {
    settings: MemorySettings,
    without: BTreeSet<String>,
    /// Language of labels.
    pub(super) language: Language,
    /// When the run began, in milliseconds since 1970.
    pub(super) started: i64,
    /// What is remembered of the user, marked; blank if nothing is.
    pub(super) known_of_user: String,
    /// Whether memory has answered in this run.
    has_answered: Cell<bool>,
    /// Whether it failed; it is not asked again then.
    has_failed: Cell<bool>,
    /// What was told of it already.
    told: RefCell<BTreeSet<String>>,
}

impl Default for LongTerm {
    fn default() -> Self {
        Self {
            settings: MemorySettings {
                observe: false,
                recall: false,
                advise: false,
                learn: false,
                ..MemorySettings::default()
            },
            without: BTreeSet::new(),
            language: Language::English,
            started: 0,
            known_of_user: String::new(),
            has_answered: Cell::new(false),
            has_failed: Cell::new(false),
            told: RefCell::default(),
        }
    }
}

impl LongTerm {
    /// For a run of this request, which began then.
    pub(crate) fn begin(
        settings: &MemorySettings,
        request: &ResearchRequest,
        language: Language,
        started: i64,
    ) -> Self {
        let options = request.memory.clone().unwrap_or_default();
        Self {
            settings: options.over(settings),
            without: options.without.into_iter().collect(),
            language,
            started,
            ..Self::default()
        }
    }

    /// What it is used for.
    pub(crate) fn settings(&self) -> &MemorySettings {
        &self.settings
    }

    /// What is remembered of the user, as plans are told it; blank if nothing is.
    pub(crate) fn known_of_user(&self) -> &str {
        &self.known_of_user
    }

    /// The ids that the user does not want used.
    pub(super) fn without(&self) -> Vec<String> {
        self.without.iter().cloned().collect()
    }

    /// Whether the user wants this used. Memory was told so, and is not relied on to have heard.
    pub(super) fn wants(&self, item: &MemoryItem) -> bool {
        !self.without.contains(&item.id)
    }

    /// Whether memory has answered in this run, be it that it failed since.
    pub(super) fn has_answered(&self) -> bool {
        self.has_answered.get()
    }

    /// Asks once more, though memory failed: what is to be learned would be lost.
    pub(super) fn try_again(&self) {
        self.has_failed.set(false);
    }

    /// What memory says; `None` where there is none, or it fails, which is told once.
    ///
    /// # Errors
    /// Only what ends the run.
    pub(super) async fn ask(
        &self,
        host: &dyn Host,
        emit: &dyn Fn(Event),
        call: &MemoryCall,
    ) -> Result<Option<MemoryReply>, HostError> {
        if self.has_failed.get() || !host.has_memory() {
            return Ok(None);
        }
        let (code, why) = match host.remember(call).await {
            Err(error @ (HostError::Abandoned | HostError::Journal { .. })) => return Err(error),
            Err(error) => (error.kind().to_owned(), error.to_string()),
            Ok(MemoryReply::Unavailable { code, why }) => (code, why),
            Ok(reply) if answers(call, &reply) => {
                self.has_answered.set(true);
                self.tell_notes(&reply, emit);
                return Ok(Some(reply));
            }
            Ok(_) => (
                "memory_confused".to_owned(),
                format!("to {} it gave another call's answer", call.name()),
            ),
        };
        self.has_failed.set(true);
        let message = format!("Long-term memory: {why}. The run goes on without it.");
        self.tell(emit, code, message);
        Ok(None)
    }

    fn tell_notes(&self, reply: &MemoryReply, emit: &dyn Fn(Event)) {
        let notes = match reply {
            MemoryReply::Observed { notes, .. }
            | MemoryReply::Recalled { notes, .. }
            | MemoryReply::Advised { notes, .. }
            | MemoryReply::Learned { notes, .. } => notes.as_slice(),
            MemoryReply::Unavailable { .. } => &[],
        };
        for note in notes {
            let message = format!("Long-term memory: {note}");
            self.tell(emit, "memory_note".to_owned(), message);
        }
    }

    /// Says what the run was given, and of what others wrote in it that it gives orders.
    pub(super) fn tell_used(
        &self,
        emit: &dyn Fn(Event),
        purpose: MemoryPurpose,
        items: Vec<MemoryItem>,
    ) {
        if items.is_empty() {
            return;
        }
        let is_of_others = |item: &&MemoryItem| item.trust != Trust::Given;
        let orders = items.iter().filter(is_of_others);
        for item in orders.filter(|item| gives_orders(&item.text)) {
            let id = &item.id;
            let message = format!(
                "Long-term memory: {id} gives orders to a language model, or quotes such. \
                 It is told as data, marked; forget it if it should not be there."
            );
            self.tell(emit, "gives_orders".to_owned(), message);
        }
        emit(Event::MemoryUsed { purpose, items });
    }

    fn tell(&self, emit: &dyn Fn(Event), code: String, message: String) {
        if self.told.borrow_mut().insert(message.clone()) {
            emit(Event::Warning { code, message });
        }
    }
}

/// Whether a reply is of the call's kind.
fn answers(call: &MemoryCall, reply: &MemoryReply) -> bool {
    matches!(
        (call, reply),
        (MemoryCall::Observe { .. }, MemoryReply::Observed { .. })
            | (MemoryCall::Recall { .. }, MemoryReply::Recalled { .. })
            | (
                MemoryCall::Advise { .. } | MemoryCall::Escape { .. },
                MemoryReply::Advised { .. }
            )
            | (MemoryCall::Learn { .. }, MemoryReply::Learned { .. })
    )
}
