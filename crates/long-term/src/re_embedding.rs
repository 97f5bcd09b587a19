//! Vectors of the model that runs now, for what is kept and has none of it: how either memory gets them.

use crate::control::Control;
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::retrieval::Embedding;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// Texts that are embedded and written at once.
pub(crate) const BATCH: usize = 64;

/// Texts that are embedded by one call beside other work, about: it goes on with the batch that it has begun.
const EMBEDDED_BESIDE: usize = 4 * BATCH;

/// Texts that are looked at by one call beside other work, about.
const LOOKED_AT_BESIDE: usize = 32 * BATCH;

/// What was embedded again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReEmbedded {
    /// Texts that have a vector of the present model now: memories, or what is told of runs, parts of them and methodologies.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub embedded: usize,
    /// Texts that were looked at.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub looked_at: usize,
    /// Whether all were looked at. If not, doing it again goes on with those that are left.
    pub complete: bool,
    /// What was done without.
    pub notes: Vec<MemoryNote>,
}

/// One page of texts, done.
pub(crate) struct Page<Place> {
    pub embedded: usize,
    pub looked_at: usize,
    /// After which the next page begins; none after the last.
    pub next: Option<Place>,
}

/// How far what is kept was looked through for vectors of one model. It is known as long as its memory is open; whoever
/// opens it anew looks once more.
#[derive(Debug)]
pub(crate) struct Progress<Place>(RefCell<Looked<Place>>);

#[derive(Debug)]
struct Looked<Place> {
    /// A vector of the model.
    probe: Option<Embedding>,
    /// Where to go on; none for the first.
    after: Option<Place>,
    is_complete: bool,
    /// Whether to begin once more after the last: something was written meanwhile.
    once_more: bool,
}

impl<Place> Default for Looked<Place> {
    fn default() -> Self {
        Self {
            probe: None,
            after: None,
            is_complete: false,
            once_more: false,
        }
    }
}

impl<Place> Default for Progress<Place> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Place: Clone> Progress<Place> {
    /// Something is there that may have no vector. A look that is under way comes to its end first, or one that begins
    /// again and again would never get there.
    pub fn look_once_more(&self) {
        let mut looked = self.0.borrow_mut();
        looked.once_more = !looked.is_complete;
        looked.is_complete = false;
    }

    /// Begins anew for another model.
    fn follow(&self, probe: &Embedding) {
        let mut looked = self.0.borrow_mut();
        let is_same = |own: &Embedding| own.is_comparable(probe);
        if !looked.probe.as_ref().is_some_and(is_same) {
            *looked = Looked {
                probe: Some(probe.clone()),
                ..Looked::default()
            };
        }
    }

    fn is_complete(&self) -> bool {
        self.0.borrow().is_complete
    }

    fn after(&self) -> Option<Place> {
        self.0.borrow().after.clone()
    }

    /// Takes over how far a look came.
    fn advance(&self, next: Option<Place>) {
        let mut looked = self.0.borrow_mut();
        looked.is_complete = next.is_none() && !looked.once_more;
        if next.is_none() {
            looked.once_more = false;
        }
        looked.after = next;
    }
}

/// A memory whose texts have vectors.
pub(crate) trait Embedded {
    /// Where a look at its texts goes on.
    type Place: Clone;

    /// How far it was looked through beside other work.
    fn progress(&self) -> &Progress<Self::Place>;

    /// A vector of the model that runs now; none where none runs or it failed.
    async fn probe(&self, notes: &mut Notes) -> Option<Embedding>;

    /// Whether a text may have no vector that can be compared with this one. It costs much less than to look at them.
    async fn may_lack_any(&self, probe: &Embedding) -> Result<bool, MemoryError>;

    /// Looks at the texts of a page, and gives vectors to those that have none of the model; none where it failed.
    async fn embed_page(
        &self,
        after: Option<&Self::Place>,
        probe: &Embedding,
        notes: &mut Notes,
    ) -> Result<Option<Page<Self::Place>>, MemoryError>;
}

/// Looks at all texts, from the first.
pub(crate) async fn re_embed(
    memory: &impl Embedded,
    control: &dyn Control,
) -> Result<ReEmbedded, MemoryError> {
    let mut notes = Notes::default();
    let mut done = ReEmbedded::default();
    if let Some(probe) = memory.probe(&mut notes).await {
        let mut after = None;
        while !done.complete && !control.is_cancelled() {
            let page = memory
                .embed_page(after.as_ref(), &probe, &mut notes)
                .await?;
            let Some(page) = page else { break };
            done.count(&page);
            control.progress(done.looked_at, None);
            after = page.next;
        }
    }
    done.notes = notes.into_vec();
    Ok(done)
}

/// Goes on with looking where the last such call ended, for a while. Where all was looked at for the model that runs,
/// nothing is asked of the store.
pub(crate) async fn keep_embedded(memory: &impl Embedded) -> Result<ReEmbedded, MemoryError> {
    let mut notes = Notes::default();
    let mut done = ReEmbedded::default();
    if let Some(probe) = memory.probe(&mut notes).await {
        embed_for_a_while(memory, &probe, &mut done, &mut notes).await?;
    }
    done.notes = notes.into_vec();
    Ok(done)
}

async fn embed_for_a_while(
    memory: &impl Embedded,
    probe: &Embedding,
    done: &mut ReEmbedded,
    notes: &mut Notes,
) -> Result<(), MemoryError> {
    let progress = memory.progress();
    progress.follow(probe);
    let begins = progress.after().is_none() && !progress.is_complete();
    if begins && !memory.may_lack_any(probe).await? {
        progress.advance(None);
    }
    while !progress.is_complete()
        && done.embedded < EMBEDDED_BESIDE
        && done.looked_at < LOOKED_AT_BESIDE
    {
        let after = progress.after();
        let page = memory.embed_page(after.as_ref(), probe, notes).await?;
        let Some(page) = page else { break };
        done.count(&page);
        progress.advance(page.next);
    }
    done.complete = progress.is_complete();
    Ok(())
}

impl ReEmbedded {
    fn count<Place>(&mut self, page: &Page<Place>) {
        self.embedded += page.embedded;
        self.looked_at += page.looked_at;
        self.complete = page.next.is_none();
    }
}
