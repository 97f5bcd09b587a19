//! The contract while writes fail: the old state or the new one, never a third.

use std::fmt::Debug;

use super::place::{Failure, FaultyPlace, Kept, Place};
use crate::StoreError;
use crate::long_term::LongTermError;

/// The writes of a kind of store, each tried with each failure.
pub trait Trial {
    /// The kind of store.
    type Store: ?Sized + Kept<Error: Typed>;
    /// All visible state of a store.
    type Sight: Debug + PartialEq;
    /// A call that writes; its `Debug` names it.
    type Step: Copy + Debug + 'static;

    /// Every kind of call that writes.
    const STEPS: &'static [Self::Step];

    /// A subset of the steps that covers the others, for a place where each attempt takes long.
    const FEW_STEPS: &'static [Self::Step] = Self::STEPS;

    /// Returns an empty store whose writes do not fail.
    fn sound() -> Box<Self::Store>;

    /// Fills an empty store.
    async fn prepare(store: &Self::Store);

    /// Does a step on the state that [`Self::prepare`] left.
    async fn step(
        store: &Self::Store,
        step: Self::Step,
    ) -> Result<(), <Self::Store as Kept>::Error>;

    /// Looks at a store.
    async fn sight(store: &Self::Store) -> Self::Sight;
}

/// An error with its source.
pub trait Typed: Debug {
    /// Returns true if the error is the medium's or the server's.
    fn is_of_the_medium(&self) -> bool;
}

impl Typed for StoreError {
    fn is_of_the_medium(&self) -> bool {
        matches!(self, Self::Full { .. } | Self::Io { .. })
    }
}

impl Typed for LongTermError {
    fn is_of_the_medium(&self) -> bool {
        match self {
            Self::Store(error) => error.is_of_the_medium(),
            Self::Unreachable { .. } | Self::ReadOnly { .. } | Self::Server { .. } => true,
            Self::Trajectory(_) | Self::Hierarchy(_) | Self::Denied { .. } => false,
        }
    }
}

/// Makes the first write fail, then the second, and so on, until a call is through before its write comes;
/// so for every kind of call, every course of failures, and for opening.
pub async fn survives<T: Trial, P: Place<T::Store> + FaultyPlace>(place: impl AsyncFn() -> P) {
    let courses = courses(&place().await);
    let steps = match place().await.is_slow() {
        true => T::FEW_STEPS,
        false => T::STEPS,
    };
    let empty = T::sight(&T::sound()).await;
    for course in courses {
        for (number, failure) in (1..).zip(course.iter().copied().cycle()) {
            if !opening_fails::<T, P>(&place().await, failure, number, &empty).await {
                break;
            }
        }
        for (index, step) in steps.iter().enumerate() {
            let turns = course.iter().copied().cycle().skip(index);
            step_survives::<T, P>(&place, *step, turns).await;
        }
    }
}

/// Checks one step under failures. The state after a failure serves the next one, too, so a failed step is also
/// repeated.
async fn step_survives<T: Trial, P: Place<T::Store> + FaultyPlace>(
    place: impl AsyncFn() -> P,
    step: T::Step,
    turns: impl Iterator<Item = Failure>,
) {
    let expected = expected::<T>(step).await;
    let mut ready = None;
    for (number, failure) in (1..).zip(turns) {
        let (place, store) = match ready.take() {
            Some(ready) => ready,
            None => prepared::<T, P>(&place).await,
        };
        let case = format!("{step:?}, {failure:?} at write {number}");
        let attempt = Attempt {
            place: &place,
            step,
            expected: &expected,
            case: &case,
        };
        match step_fails::<T, P>(attempt, store, failure, number).await {
            Outcome::Undone(store) => ready = Some((place, store)),
            Outcome::Done { failed: true } => {}
            Outcome::Done { failed: false } => {
                assert!(number > 1, "{step:?} wrote nothing");
                break;
            }
        }
    }
}

async fn prepared<T: Trial, P: Place<T::Store>>(place: impl AsyncFn() -> P) -> (P, Box<T::Store>) {
    let place = place().await;
    let store = place.open().await.expect("a new place opens");
    T::prepare(&store).await;
    (place, store)
}

/// Returns the failures of a call's writes, in turn. Each write meets each of the place's failures. If an attempt takes
/// long, each write meets one of them, another than its neighbours and than in the next call.
fn courses(place: &impl FaultyPlace) -> Vec<Vec<Failure>> {
    let failures = place.failures().to_vec();
    match place.is_slow() {
        true => vec![failures],
        false => failures.into_iter().map(|it| vec![it]).collect(),
    }
}

/// Returns true if the write came.
async fn opening_fails<T: Trial, P: Place<T::Store> + FaultyPlace>(
    place: &P,
    failure: Failure,
    number: usize,
    empty: &T::Sight,
) -> bool {
    place.fail(number, failure);
    let opened = place.open().await;
    if let Err(error) = &opened {
        assert!(error.is_of_the_medium(), "open: {error:?}");
    }
    drop(opened);
    let failed = place.heal();
    let store = place.open().await.expect("it opens after a failure");
    assert_eq!(T::sight(&store).await, *empty);
    T::prepare(&store).await;
    failed
}

/// The state before and after a step, from a store whose writes do not fail.
struct Expected<Sight> {
    old: Sight,
    new: Sight,
}

async fn expected<T: Trial>(step: T::Step) -> Expected<T::Sight> {
    let store = T::sound();
    T::prepare(&store).await;
    let old = T::sight(&store).await;
    T::step(&store, step).await.expect("a step succeeds");
    let new = T::sight(&store).await;
    assert_ne!(old, new, "{step:?} is not to be seen");
    Expected { old, new }
}

struct Attempt<'a, T: Trial, P> {
    place: &'a P,
    step: T::Step,
    expected: &'a Expected<T::Sight>,
    case: &'a str,
}

/// The outcome of a step.
enum Outcome<S: ?Sized> {
    /// The old state, in this store.
    Undone(Box<S>),
    /// The new state; `failed` is true if the write that was to fail came.
    Done { failed: bool },
}

/// Does a step to a store of the place.
async fn step_fails<T: Trial, P: Place<T::Store> + FaultyPlace>(
    attempt: Attempt<'_, T, P>,
    store: Box<T::Store>,
    failure: Failure,
    number: usize,
) -> Outcome<T::Store> {
    let Attempt {
        place,
        step,
        expected: Expected { old, new },
        case,
    } = attempt;
    place.fail(number, failure);
    let result = T::step(&store, step).await;
    if let Err(error) = &result {
        assert!(error.is_of_the_medium(), "{case}: {error:?}");
    }
    let allowed = |seen: &T::Sight| seen == new || result.is_err() && seen == old;

    let mut failed = false;
    let mut before = None;
    if failure.passes() {
        failed = place.heal();
        let seen = T::sight(&store).await;
        assert!(allowed(&seen), "{case}, going on: {seen:?}");
        before = Some(seen);
    }
    drop(store);
    if !failure.passes() {
        failed = place.heal();
    }
    let store = place.open().await.expect(case);
    let seen = T::sight(&store).await;
    assert!(allowed(&seen), "{case}, opened again: {seen:?}");
    assert!(
        before.is_none_or(|before| before == seen),
        "{case}: what was seen before was not kept"
    );
    assert!(
        failed || result.is_ok(),
        "{case}: {result:?} without a failure"
    );
    match seen == *old {
        true => Outcome::Undone(store),
        false => Outcome::Done { failed },
    }
}
