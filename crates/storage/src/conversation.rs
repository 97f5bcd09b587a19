//! A call that gets its needs from its caller, step by step.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

use futures::channel::oneshot;

/// The next step of a call: a need for its caller to supply, or its result.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<Need, T> {
    /// It waits for this.
    Needs(Need),
    /// It is done.
    Done(T),
}

/// Queue of a call's needs; its caller receives them as the next step.
type Desk<Need, Supply> = Rc<RefCell<VecDeque<Asked<Need, Supply>>>>;

#[derive(Debug)]
struct Asked<Need, Supply> {
    need: Need,
    answer: oneshot::Sender<Supply>,
}

/// Slot for the queue of the call at work: all calls share memory and its world, and each has its own caller.
#[derive(Debug)]
pub struct Office<Need, Supply>(Rc<RefCell<Option<Desk<Need, Supply>>>>);

impl<Need, Supply> Clone for Office<Need, Supply> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<Need, Supply> Default for Office<Need, Supply> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<Need, Supply> Office<Need, Supply> {
    /// Requests a need from the caller of the call at work; `None` outside of calls, and once no supply can come.
    pub async fn ask(&self, need: Need) -> Option<Supply> {
        let desk = self.0.borrow().clone()?;
        let (answer, awaited) = oneshot::channel();
        desk.borrow_mut().push_back(Asked { need, answer });
        awaited.await.ok()
    }
}

/// A call under way, and its open need. Dropping it cancels the call.
pub struct Conversation<Need, Supply, T> {
    call: Pin<Box<dyn Future<Output = T>>>,
    office: Office<Need, Supply>,
    desk: Desk<Need, Supply>,
    open: Option<oneshot::Sender<Supply>>,
}

impl<Need, Supply, T> Conversation<Need, Supply, T> {
    /// Begins a call whose needs go to this office.
    pub fn begin(office: &Office<Need, Supply>, call: impl Future<Output = T> + 'static) -> Self {
        Self {
            call: Box::pin(call),
            office: office.clone(),
            desk: Desk::default(),
            open: None,
        }
    }

    /// Runs until the next need or the end. A need that was not supplied counts as refused.
    pub async fn step(&mut self) -> Step<Need, T> {
        self.open = None;
        poll_fn(|context| {
            self.office.0.replace(Some(Rc::clone(&self.desk)));
            let polled = self.call.as_mut().poll(context);
            self.office.0.replace(None);
            if let Poll::Ready(done) = polled {
                return Poll::Ready(Step::Done(done));
            }
            let Some(asked) = self.desk.borrow_mut().pop_front() else {
                return Poll::Pending;
            };
            self.open = Some(asked.answer);
            Poll::Ready(Step::Needs(asked.need))
        })
        .await
    }

    /// Supplies the need of the last step, before the next one.
    pub fn supply(&mut self, supply: Supply) {
        if let Some(answer) = self.open.take() {
            // The receiver may be gone.
            let _ = answer.send(supply);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use futures::join;

    use super::*;

    type Sums = Conversation<&'static str, u32, u32>;
    type SumOffice = Office<&'static str, u32>;

    fn needed(conversation: &mut Sums) -> &'static str {
        match block_on(conversation.step()) {
            Step::Needs(need) => need,
            Step::Done(done) => panic!("it came to {done}"),
        }
    }

    fn done(conversation: &mut Sums) -> u32 {
        match block_on(conversation.step()) {
            Step::Done(done) => done,
            Step::Needs(need) => panic!("it needs {need}"),
        }
    }

    /// Ten times the one, and the other.
    async fn sum(office: SumOffice, one: &'static str, other: &'static str) -> u32 {
        let one = office.ask(one).await.unwrap_or(100);
        10 * one + office.ask(other).await.unwrap_or(100)
    }

    #[test]
    fn a_call_is_answered_step_by_step() {
        let office = SumOffice::default();
        let mut call = Sums::begin(&office, sum(office.clone(), "one", "two"));
        assert_eq!(needed(&mut call), "one");
        call.supply(1);
        assert_eq!(needed(&mut call), "two");
        call.supply(2);
        assert_eq!(done(&mut call), 12);
    }

    #[test]
    fn calls_that_overlap_ask_their_own_callers() {
        let office = SumOffice::default();
        let mut call = Sums::begin(&office, sum(office.clone(), "a", "b"));
        let mut other = Sums::begin(&office, sum(office.clone(), "x", "y"));
        assert_eq!((needed(&mut call), needed(&mut other)), ("a", "x"));
        other.supply(7);
        call.supply(1);
        assert_eq!((needed(&mut other), needed(&mut call)), ("y", "b"));
        call.supply(2);
        other.supply(8);
        assert_eq!((done(&mut call), done(&mut other)), (12, 78));
    }

    #[test]
    fn what_is_asked_at_once_is_needed_one_by_one() {
        let office = SumOffice::default();
        let asking = office.clone();
        let mut call = Sums::begin(&office, async move {
            let (one, two) = join!(asking.ask("one"), asking.ask("two"));
            one.unwrap_or(0) * 10 + two.unwrap_or(0)
        });
        assert_eq!(needed(&mut call), "one");
        call.supply(1);
        assert_eq!(needed(&mut call), "two");
        call.supply(2);
        assert_eq!(done(&mut call), 12);
    }

    #[test]
    fn what_is_not_supplied_is_refused() {
        let office = SumOffice::default();
        let mut call = Sums::begin(&office, sum(office.clone(), "one", "two"));
        assert_eq!(needed(&mut call), "one");
        assert_eq!(needed(&mut call), "two");
        call.supply(1);
        assert_eq!(done(&mut call), 1001);
        assert_eq!(block_on(office.ask("nobody")), None);
    }
}
