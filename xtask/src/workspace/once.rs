//! What several lanes of tests need is made by the first that comes; the others wait and find it made.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Holds others off as long as what it returns lives. What a lane left half made when it panicked is no whole for the
/// next either, which makes it anew.
pub fn one_at_a_time(lock: &Mutex<()>) -> MutexGuard<'_, ()> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
