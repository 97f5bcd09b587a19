//! Locks for work that several lanes of tests need: the first lane does it, and the others wait for it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks until the returned guard is dropped. A lane that panicked left its work incomplete, and the next lane does it
/// again.
pub fn one_at_a_time(lock: &Mutex<()>) -> MutexGuard<'_, ()> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
