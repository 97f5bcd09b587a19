//! Which times of a file are believed.

/// 2026-01-01, in milliseconds since 1970: a clock that says less was never set.
const SET: i64 = 1_767_225_600_000;
/// A year, in milliseconds: a clock that is behind is seldom so by more, and few plans are made for later.
const YEAR: i64 = 366 * 86_400_000;

/// The latest time that a file is believed, by this clock, in milliseconds since 1970: nothing of it is to be the newest
/// for good. A clock that was never set tells nothing, and changes no time.
pub(crate) fn latest_believed(now: i64) -> i64 {
    if now < SET {
        i64::MAX
    } else {
        now.saturating_add(YEAR)
    }
}
