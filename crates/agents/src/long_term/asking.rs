//! One run's calls of long-term memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use amb_memory::text::Language;
use amb_store::long_term::{MemoryCall, MemoryItem, MemoryReply};

use crate::engine::RunContext;
use crate::host::{Host, HostError};
use crate::protocol::{Event, MemoryPurpose, ResearchRequest};
use crate::settings::MemorySettings;

/// Access of one run to long-term memory. Empty by default: a run starts with the default.
#[derive(Debug)]
pub struct LongTerm {
    settings: MemorySettings,
    without: BTreeSet<String>,
    /// Language of labels.
    pub(super) language: Language,
    /// When the run began, in milliseconds since 1970.
    pub(super) started: i64,
    /// Memories about the user, marked; blank without any.
    pub(super) known_of_user: String,
    /// True if memory has answered in this run.
    has_answered: Cell<bool>,
    /// True if memory failed; it is not asked again until [`LongTerm::try_again`].
    has_failed: Cell<bool>,
    /// Notes that were already reported.
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
    pub(crate) fn of_run(
        context: &RunContext<'_>,
        request: &ResearchRequest,
        started: i64,
    ) -> Self {
        let options = request.memory.clone().unwrap_or_default();
        Self {
            settings: options.over(&context.settings.memory),
            without: options.without.into_iter().collect(),
            language: context.language,
            started,
            ..Self::default()
        }
    }

    /// Returns the settings of memory.
    pub(crate) fn settings(&self) -> &MemorySettings {
        &self.settings
    }

    /// Returns the memories about the user in the form that plans receive; blank without any.
    pub(crate) fn known_of_user(&self) -> &str {
        &self.known_of_user
    }

    /// The ids that the user does not want used.
    pub(super) fn without(&self) -> Vec<String> {
        self.without.iter().cloned().collect()
    }

    /// Returns true if the user wants this item used. Memory received the same exclusions, but the run does not rely on
    /// it.
    pub(super) fn wants(&self, item: &MemoryItem) -> bool {
        !self.without.contains(&item.id)
    }

    /// Returns true if memory has answered in this run, even if it failed later.
    pub(super) fn has_answered(&self) -> bool {
        self.has_answered.get()
    }

    /// Asks once more, though memory failed: what is to be learned would be lost.
    pub(super) fn try_again(&self) {
        self.has_failed.set(false);
    }

    /// Returns the reply of memory. `None` without a memory, or if it fails; a failure is reported once.
    ///
    /// # Errors
    /// Only an error that ends the run.
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

    /// Reports the items that the run was given.
    pub(super) fn tell_used(
        &self,
        emit: &dyn Fn(Event),
        purpose: MemoryPurpose,
        items: Vec<MemoryItem>,
    ) {
        if items.is_empty() {
            return;
        }
        emit(Event::MemoryUsed { purpose, items });
    }

    fn tell(&self, emit: &dyn Fn(Event), code: String, message: String) {
        if self.told.borrow_mut().insert(message.clone()) {
            emit(Event::Warning { code, message });
        }
    }
}

/// Returns true if a reply is of the call's kind.
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
