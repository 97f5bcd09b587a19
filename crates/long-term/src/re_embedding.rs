//! Vectors of the model that runs now, for what is kept and has none of it: how either memory gets them.

use crate::control::Control;
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::retrieval::Embedding;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::mem;

/// Texts that are embedded and written at once.
pub(crate) const BATCH: usize = 64;

/// Texts that are embedded by one call beside other work, about: it goes on with the batch that it has begun.
const EMBEDDED_BESIDE: usize = 4 * BATCH;

/// Texts that are looked at by one call beside other work, about.
const LOOKED_AT_BESIDE: usize = 32 * BATCH;

/// Result of a call to embed again.
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
    /// True if all texts were looked at. If not, another call continues with the rest.
    pub complete: bool,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// One page of texts, done.
pub(crate) struct Page<Place> {
    pub embedded: usize,
    pub looked_at: usize,
    /// After which the next page begins; none after the last.
    pub next: Option<Place>,
}

/// Progress of the scan for vectors of one model. It lives as long as its memory is open; a memory that is opened anew
/// is scanned once more.
#[derive(Debug)]
pub(crate) struct Progress<Place>(RefCell<Looked<Place>>);

#[derive(Debug)]
struct Looked<Place> {
    /// A vector of the model.
    probe: Option<Embedding>,
    /// A vector of the model whose look was broken off for this one's.
    broken_off: Option<Embedding>,
    /// True if this model's scan went on since the interrupted one was last asked for.
    goes_on: bool,
    /// Cursor of the scan; `None` at the first text.
    after: Option<Place>,
    is_complete: bool,
    /// True to scan once more after the last text: something was written meanwhile.
    once_more: bool,
}

impl<Place> Default for Looked<Place> {
    fn default() -> Self {
        Self {
            probe: None,
            broken_off: None,
            goes_on: false,
            after: None,
            is_complete: false,
            once_more: false,
        }
    }
}

impl<Place> Looked<Place> {
    fn is_of(&self, probe: &Embedding) -> bool {
        is_comparable(self.probe.as_ref(), probe)
    }
}

fn is_comparable(own: Option<&Embedding>, probe: &Embedding) -> bool {
    own.is_some_and(|own| own.is_comparable(probe))
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
        looked.once_more = true;
        looked.is_complete = false;
    }

    /// Looks once more if one of these texts, which were written just now, has no vector of the model.
    pub fn written<'e>(&self, vectors: impl IntoIterator<Item = Option<&'e Embedding>>) {
        let probe = self.0.borrow().probe.clone();
        let mut vectors = vectors.into_iter();
        if probe.is_some_and(|probe| vectors.any(|own| !is_comparable(own, &probe))) {
            self.look_once_more();
        }
    }

    /// Begins anew for another model; whether the look is of this one now. Callers may run different models: of two that
    /// took turns neither would ever be done, so that the one whose look was broken off waits while the other's goes on.
    fn follow(&self, probe: &Embedding) -> bool {
        let mut looked = self.0.borrow_mut();
        if looked.is_of(probe) {
            return true;
        }
        let was_broken_off = is_comparable(looked.broken_off.as_ref(), probe);
        if was_broken_off && !looked.is_complete && mem::take(&mut looked.goes_on) {
            return false;
        }
        let former = looked.probe.take();
        *looked = Looked {
            probe: Some(probe.clone()),
            broken_off: former.filter(|_| !looked.is_complete),
            goes_on: true,
            ..Looked::default()
        };
        true
    }

    /// Returns true if a scan starts with the first text. It sees all that was written before.
    fn begins(&self) -> bool {
        let mut looked = self.0.borrow_mut();
        let begins = looked.after.is_none() && !looked.is_complete;
        looked.once_more &= !begins;
        begins
    }

    /// Returns true if the scan is one for this model, and complete.
    fn is_complete(&self, probe: &Embedding) -> bool {
        let looked = self.0.borrow();
        looked.is_of(probe) && looked.is_complete
    }

    /// Returns true if the scan is one for this model, and incomplete.
    fn is_left(&self, probe: &Embedding) -> bool {
        let looked = self.0.borrow();
        looked.is_of(probe) && !looked.is_complete
    }

    fn after(&self) -> Option<Place> {
        self.0.borrow().after.clone()
    }

    /// Takes over how far a look for a model came, unless one for another began meanwhile.
    fn advance(&self, probe: &Embedding, next: Option<Place>) {
        let mut looked = self.0.borrow_mut();
        if !looked.is_of(probe) {
            return;
        }
        looked.goes_on = true;
        looked.is_complete = next.is_none() && !looked.once_more;
        if next.is_none() {
            looked.once_more = false;
        }
        looked.after = next;
    }
}

/// A memory whose texts have vectors.
pub(crate) trait Embedded {
    /// Cursor of a scan of the texts.
    type Place: Clone;

    /// Returns the progress of the scan that runs beside other work.
    fn progress(&self) -> &Progress<Self::Place>;

    /// A vector of the model that runs now; none where none runs or it failed.
    async fn probe(&self, notes: &mut Notes) -> Option<Embedding>;

    /// Returns true if a text may lack a vector comparable with `probe`. Costs much less than a scan.
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
    if !progress.follow(probe) {
        return Ok(());
    }
    if progress.begins() && !memory.may_lack_any(probe).await? {
        progress.advance(probe, None);
    }
    while progress.is_left(probe)
        && done.embedded < EMBEDDED_BESIDE
        && done.looked_at < LOOKED_AT_BESIDE
    {
        let after = progress.after();
        let page = memory.embed_page(after.as_ref(), probe, notes).await?;
        let Some(page) = page else { break };
        done.count(&page);
        progress.advance(probe, page.next);
    }
    done.complete = progress.is_complete(probe);
    Ok(())
}

impl ReEmbedded {
    fn count<Place>(&mut self, page: &Page<Place>) {
        self.embedded += page.embedded;
        self.looked_at += page.looked_at;
        self.complete = page.next.is_none();
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a test that meets the unexpected must stop"
    )]

    use super::*;
    use futures::FutureExt;
    use std::cell::Cell;
    use std::future::Future;

    /// Texts whose vectors are of some model, and what happens while the next page of them is embedded.
    struct Texts {
        models: RefCell<Vec<&'static str>>,
        model: Cell<&'static str>,
        progress: Progress<usize>,
        meanwhile: RefCell<Option<Meanwhile>>,
        pages: Cell<usize>,
    }

    type Meanwhile = fn(&Texts);

    fn texts(count: usize, model: &'static str) -> Texts {
        Texts {
            models: RefCell::new(vec![""; count]),
            model: Cell::new(model),
            progress: Progress::default(),
            meanwhile: RefCell::default(),
            pages: Cell::new(0),
        }
    }

    fn of(model: &str) -> Embedding {
        Embedding::new(model, &[1.0]).unwrap()
    }

    fn wait<T>(future: impl Future<Output = T>) -> T {
        future.now_or_never().unwrap()
    }

    impl Texts {
        fn keep(&self) -> ReEmbedded {
            wait(keep_embedded(self)).unwrap()
        }

        fn keep_as(&self, model: &'static str) -> ReEmbedded {
            self.model.set(model);
            self.keep()
        }

        fn all_are(&self, model: &str) -> bool {
            self.models.borrow().iter().all(|own| *own == model)
        }
    }

    impl Embedded for Texts {
        type Place = usize;

        fn progress(&self) -> &Progress<usize> {
            &self.progress
        }

        async fn probe(&self, _: &mut Notes) -> Option<Embedding> {
            Some(of(self.model.get()))
        }

        async fn may_lack_any(&self, probe: &Embedding) -> Result<bool, MemoryError> {
            Ok(!self.all_are(probe.model()))
        }

        async fn embed_page(
            &self,
            after: Option<&usize>,
            _: &Embedding,
            _: &mut Notes,
        ) -> Result<Option<Page<usize>>, MemoryError> {
            self.pages.set(self.pages.get() + 1);
            let (from, model) = (after.copied().unwrap_or(0), self.model.get());
            let meanwhile = self.meanwhile.borrow_mut().take();
            meanwhile.into_iter().for_each(|happens| happens(self));
            let mut embedded = 0;
            let mut models = self.models.borrow_mut();
            let page = models.iter_mut().skip(from).take(BATCH);
            let looked_at = page.len();
            for own in page.filter(|own| **own != model) {
                (*own, embedded) = (model, embedded + 1);
            }
            let next = from + looked_at;
            Ok(Some(Page {
                embedded,
                looked_at,
                next: (next < models.len()).then_some(next),
            }))
        }
    }

    #[test]
    fn af_14_a_look_for_one_model_does_not_count_for_another_that_came_in_between() {
        let texts = texts(BATCH, "former");
        *texts.meanwhile.borrow_mut() = Some(|texts| assert!(texts.progress.follow(&of("latter"))));
        // The only page is done, for the former model.
        assert!(!texts.keep().complete);
        let done = texts.keep_as("latter");
        assert_eq!((done.embedded, done.complete), (BATCH, true));
        assert!(texts.all_are("latter"));
    }

    #[test]
    fn af_14_two_models_do_not_begin_anew_for_ever_in_turns() {
        let texts = texts(3 * EMBEDDED_BESIDE, "former");
        assert_eq!(texts.keep().embedded, EMBEDDED_BESIDE);
        // The one that came later goes on; the other is told that there is nothing for it.
        assert_eq!(texts.keep_as("latter").embedded, EMBEDDED_BESIDE);
        let denied = texts.keep_as("former");
        assert_eq!((denied.looked_at, denied.complete), (0, false));
        texts.keep_as("latter");
        assert!(texts.keep_as("latter").complete && texts.all_are("latter"));
        // Later, by an upkeep of its own, it has its turn.
        assert_eq!(texts.keep_as("former").embedded, EMBEDDED_BESIDE);
        // And if the other has stopped half way, with its second.
        texts.keep_as("latter");
        assert_eq!(texts.keep_as("former").looked_at, 0);
        assert!(texts.keep_as("former").looked_at > 0);
    }

    #[test]
    fn af_14_what_is_written_while_a_look_is_under_way_is_looked_at_once_more() {
        let texts = texts(BATCH, "only");
        *texts.meanwhile.borrow_mut() = Some(|texts| texts.progress.look_once_more());
        let done = texts.keep();
        assert_eq!((done.looked_at, done.complete), (2 * BATCH, true));
        // What was written before a look begins is seen by it: nothing lacks a vector, and no page is read.
        texts.progress.look_once_more();
        texts.progress.look_once_more();
        let (pages, done) = (texts.pages.get(), texts.keep());
        assert_eq!((done.complete, texts.pages.get() - pages), (true, 0));
    }
}
