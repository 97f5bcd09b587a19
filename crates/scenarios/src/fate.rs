//! Kills a run's process at any of its effects.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The moment of a kill. Effects are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kill {
    /// Before this effect was performed.
    Before(usize),
    /// After the effect was performed, and before the run got its result.
    After(usize),
}

/// The payload that unwinds through a run in place of the end of the process: no line of the run is executed any more.
struct Killed;

/// Counts the effects of a run, and kills it at one.
#[derive(Debug, Default)]
pub struct Fate {
    effects: Cell<usize>,
    kill: Cell<Option<Kill>>,
}

impl Fate {
    /// The run will be killed, once.
    pub fn kill(&self, when: Kill) {
        self.kill.set(Some(when));
    }

    /// Effects so far.
    #[must_use]
    pub fn effects(&self) -> usize {
        self.effects.get()
    }

    /// Performs an effect, if the run lives so long.
    pub fn perform<T>(&self, effect: impl FnOnce() -> T) -> T {
        let number = self.begin();
        let done = effect();
        self.passes(Kill::After(number));
        done
    }

    /// As [`Fate::perform`], for an effect that is waited for.
    pub async fn wait_for<T>(&self, effect: impl Future<Output = T>) -> T {
        let number = self.begin();
        let done = effect.await;
        self.passes(Kill::After(number));
        done
    }

    fn begin(&self) -> usize {
        let number = self.effects.replace(self.effects.get() + 1);
        self.passes(Kill::Before(number));
        number
    }

    fn passes(&self, moment: Kill) {
        if self.kill.get() == Some(moment) {
            self.kill.set(None);
            resume_unwind(Box::new(Killed));
        }
    }
}

/// Returns the result of a run; `None` if it is killed.
pub fn unless_killed<T>(run: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(came) => Some(came),
        Err(cause) if cause.is::<Killed>() => None,
        Err(cause) => resume_unwind(cause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_killed_once_and_in_the_very_moment() {
        let fate = Fate::default();
        let done = Cell::new(0);
        let run = || {
            for _ in 0..3 {
                fate.perform(|| done.set(done.get() + 1));
            }
        };
        fate.kill(Kill::Before(1));
        assert_eq!((unless_killed(run), done.get()), (None, 1));
        fate.kill(Kill::After(3));
        assert_eq!((unless_killed(run), done.get()), (None, 3));
        assert_eq!((unless_killed(run), fate.effects()), (Some(()), 7));
    }
}
