//! Range of times.

/// The greatest distance of a time from 1970, in milliseconds: a `Date` of JavaScript holds none that is further
/// (ECMAScript, 21.4.1.1), and what cannot be shown to anybody is not kept.
pub const LATEST_TIME: u64 = 8_640_000_000_000_000;
