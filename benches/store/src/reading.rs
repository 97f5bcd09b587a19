//! The measurements.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;

/// The times of one operation at one size; `run.mjs` reads them, and the page writes the same.
#[derive(Serialize)]
pub struct Reading {
    /// The store of memory.
    pub place: &'static str,
    /// The operation.
    pub what: String,
    /// Among how many.
    pub size: usize,
    /// `ms`, or `bytes` each.
    pub unit: &'static str,
    /// The shortest time.
    pub least: f64,
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
}

/// Milliseconds of something that is done again and again.
#[derive(Default)]
pub struct Times(Vec<f64>);

impl Times {
    /// Runs and measures it once more.
    ///
    /// # Errors
    /// It failed.
    pub fn of<T>(&mut self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let begun = Instant::now();
        let done = work()?;
        self.0.push(milliseconds(begun.elapsed()));
        Ok(done)
    }

    /// Returns the reading of the last `most` times.
    pub fn reading(self, place: &'static str, what: &str, size: usize, most: usize) -> Reading {
        let from = self.0.len().saturating_sub(most);
        let mut times: Vec<f64> = self.0.into_iter().skip(from).collect();
        times.sort_by(f64::total_cmp);
        let at = |share: usize| {
            let last = times.len().saturating_sub(1);
            let index = (times.len() * share / 100).min(last);
            times.get(index).copied().unwrap_or(f64::NAN)
        };
        Reading {
            place,
            what: what.to_owned(),
            size,
            unit: "ms",
            least: at(0),
            p50: at(50),
            p95: at(95),
        }
    }
}

/// Returns the bytes of each of so many items.
pub fn bytes_each(place: &'static str, what: &str, size: usize, bytes: u64) -> Reading {
    let each = bytes as f64 / size as f64;
    Reading {
        place,
        what: what.to_owned(),
        size,
        unit: "bytes",
        least: each,
        p50: each,
        p95: each,
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
