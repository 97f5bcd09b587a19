//! Lessons of earlier runs for the steps of a run, and the lessons of a run at its end.

use std::collections::BTreeSet;

use amb_memory::task::Trust;
use amb_memory::trajectory::loops::LoopInfo;
use amb_memory::trajectory::records::State;
use amb_store::long_term::{MemoryCall, MemoryItem, MemoryReply};

use super::wording::{advice, fitting, way_out};
use super::{LongTerm, Trail};
use crate::engine::RunContext;
use crate::host::HostError;
use crate::protocol::{Event, MemoryPurpose};

/// Guides the steps of a run by what runs have taught (CG-10).
#[derive(Clone, Copy)]
pub struct Guide<'a> {
    /// Access of the run to memory.
    pub long_term: &'a LongTerm,
    /// Steps of the run.
    pub trail: &'a Trail,
}

/// Advice that one conversation has received.
#[derive(Default)]
pub(crate) struct Advised {
    ids: BTreeSet<String>,
    /// Tokens that are taken.
    taken: usize,
    /// State of the run at the last question to memory.
    asked: Option<Box<State>>,
    /// Labels of what was told.
    pub(crate) trust: Vec<Trust>,
}

impl Guide<'_> {
    /// Returns the message before the next turn of a conversation; `None` for no message. Memory is asked if the state
    /// of the run has changed since the last time.
    ///
    /// # Errors
    /// Only an error that ends the run.
    pub(crate) async fn before_turn(
        &self,
        context: &RunContext<'_>,
        advised: &mut Advised,
    ) -> Result<Option<String>, HostError> {
        let long_term = self.long_term;
        if !long_term.settings().advise {
            return Ok(None);
        }
        let state = Box::new(self.trail.state());
        let mut told = Vec::new();
        if advised.asked.as_ref() != Some(&state) {
            advised.asked = Some(state.clone());
            let call = MemoryCall::Advise {
                state,
                repo: String::new(),
                language: long_term.language,
                without: long_term.without(),
            };
            let items = self.items(context, &call).await?;
            let lines = self.tell(context, items, MemoryPurpose::Step, advised);
            if !lines.is_empty() {
                told.push(advice(&lines, long_term.language));
            }
        }
        // Where memory never answered a run is as it would be without this.
        if let Some(found) = self.trail.take_loop().filter(|_| long_term.has_answered()) {
            told.insert(0, self.way_out(context, found, advised).await?);
        }
        Ok((!told.is_empty()).then(|| told.join("\n\n")))
    }

    async fn way_out(
        &self,
        context: &RunContext<'_>,
        found: LoopInfo,
        advised: &mut Advised,
    ) -> Result<String, HostError> {
        let stuck = found.predicament();
        (context.emit)(Event::LoopFound {
            actions: found
                .cycle
                .iter()
                .map(|step| step.action_type.clone())
                .collect(),
            error_type: stuck
                .and_then(|step| step.error_category.clone())
                .unwrap_or_default(),
            repeats: found.repeats,
        });
        let call = MemoryCall::Escape {
            found: found.clone(),
            language: self.long_term.language,
            without: self.long_term.without(),
        };
        let items = self.items(context, &call).await?;
        let lines = self.tell(context, items, MemoryPurpose::Loop, advised);
        Ok(way_out(&found, &lines, self.long_term.language))
    }

    async fn items(
        &self,
        context: &RunContext<'_>,
        call: &MemoryCall,
    ) -> Result<Vec<MemoryItem>, HostError> {
        let asked = self.long_term.ask(context.host, context.emit, call);
        Ok(match asked.await? {
            Some(MemoryReply::Advised { items, .. }) => items,
            _ => Vec::new(),
        })
    }

    /// The lines of what is new to this conversation, wanted, and fits.
    fn tell(
        &self,
        context: &RunContext<'_>,
        mut items: Vec<MemoryItem>,
        purpose: MemoryPurpose,
        advised: &mut Advised,
    ) -> Vec<String> {
        items.retain(|item| self.long_term.wants(item) && !advised.ids.contains(&item.id));
        let room = self.long_term.settings().advice_tokens;
        let left = room.saturating_sub(advised.taken);
        let (fitting, left) = fitting(items, left, self.long_term.language);
        advised.taken = room - left.min(room);
        let (items, lines): (Vec<MemoryItem>, Vec<String>) = fitting.into_iter().unzip();
        for item in &items {
            advised.ids.insert(item.id.clone());
            advised.trust.push(item.trust);
            if let Some(methodology) = item.methodology() {
                self.trail.give(methodology);
            }
        }
        self.long_term.tell_used(context.emit, purpose, items);
        lines
    }

    /// Has memory learn the run of this id, which has ended.
    ///
    /// # Errors
    /// Only what ends the run.
    pub(crate) async fn learn(
        &self,
        context: &RunContext<'_>,
        id: &str,
        succeeded: bool,
    ) -> Result<(), HostError> {
        let long_term = self.long_term;
        if !long_term.settings().learn {
            return Ok(());
        }
        let Some(run) = self.trail.ended(id, long_term.started, succeeded) else {
            long_term.learned_nothing(context.emit, "the run called no tool");
            return Ok(());
        };
        let steps = run.steps.len();
        let call = MemoryCall::Learn { run: Box::new(run) };
        long_term.try_again();
        let reply = long_term.ask(context.host, context.emit, &call).await?;
        if let Some(MemoryReply::Learned { fragments, .. }) = reply {
            (context.emit)(Event::Learned {
                steps,
                fragments,
                why_nothing: None,
            });
        }
        Ok(())
    }
}

impl LongTerm {
    /// Says that nothing is learned of a run that memory took part in, and why.
    pub(crate) fn learned_nothing(&self, emit: &dyn Fn(Event), why: &str) {
        if self.settings().learn && self.has_answered() {
            emit(Event::Learned {
                steps: 0,
                fragments: 0,
                why_nothing: Some(why.to_owned()),
            });
        }
    }
}
