//! Retries of a failed request.

use serde::{Deserialize, Serialize};

/// The retry policy of a failed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RetryPolicy {
    /// Most repetitions: 2, as the field's clients have it.
    pub retries: u32,
    /// Milliseconds before the first; doubled each time: 500.
    pub backoff: u32,
    /// Longest of these pauses: 8,000.
    pub longest_backoff: u32,
    /// Longest wait that an endpoint may ask for; a longer one ends the call: 60,000.
    pub longest_wait: u32,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            retries: 2,
            backoff: 500,
            longest_backoff: 8000,
            longest_wait: 60_000,
        }
    }
}

/// The next step after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Ask again after this many milliseconds.
    Again(u32),
    /// Stop: all attempts were made.
    GiveUp,
    /// Stop: the endpoint requires a longer wait than is allowed, until this time (milliseconds since the epoch).
    NotBefore(i64),
}

impl RetryPolicy {
    /// Returns the next step after the failure of an attempt (0 for the first). `asked` is the wait that the endpoint
    /// requests, `random` eight random bits that spread the retries of many clients.
    #[must_use]
    pub fn after(&self, attempt: u32, asked: Option<&str>, now: i64, random: u8) -> Attempt {
        match asked.and_then(|asked| retry_after(asked, now)) {
            // After the last attempt too: the user wants to know the end of the wait.
            Some(wait) if wait > u64::from(self.longest_wait) => {
                Attempt::NotBefore(now.saturating_add_unsigned(wait))
            }
            _ if attempt >= self.retries => Attempt::GiveUp,
            Some(wait) => Attempt::Again(u32::try_from(wait).unwrap_or(self.longest_wait)),
            None => Attempt::Again(self.pause(attempt, random)),
        }
    }

    /// Twice as long each time, less up to a quarter.
    fn pause(&self, attempt: u32, random: u8) -> u32 {
        let doubled = u64::from(self.backoff) << attempt.min(16);
        let pause = doubled.min(u64::from(self.longest_backoff));
        let less = pause * u64::from(random) / (4 * 255);
        u32::try_from(pause - less).unwrap_or(self.longest_backoff)
    }
}

/// Returns the milliseconds of a `Retry-After`: whole or fractional seconds, `…ms`, or an HTTP date; the first of
/// several. `None` for anything else. `now` is in milliseconds since the epoch.
#[must_use]
pub fn retry_after(value: &str, now: i64) -> Option<u64> {
    let value = value.trim();
    if let Ok(date) = httpdate::parse_http_date(value) {
        let since_epoch = date.duration_since(std::time::UNIX_EPOCH).ok()?;
        let until = i64::try_from(since_epoch.as_millis()).ok()?;
        return Some(u64::try_from(until.saturating_sub(now)).unwrap_or(0));
    }
    let first = value.split(',').next().unwrap_or_default().trim();
    match first.strip_suffix("ms") {
        Some(written) => milliseconds(written, 1.0),
        None => milliseconds(first.trim_end_matches('s'), 1000.0),
    }
}

/// The last second that HTTP can write: the end of the year 9999.
const LAST_SECOND: u64 = 253_402_300_799;

/// A time as HTTP writes it: `Sun, 22 Nov 2026 00:00:05 GMT`. `milliseconds` since the epoch; before it, the
/// epoch, and beyond the year 9999 its end.
#[must_use]
pub fn http_date(milliseconds: i64) -> String {
    let since = u64::try_from(milliseconds)
        .unwrap_or(0)
        .min(LAST_SECOND * 1000);
    httpdate::fmt_http_date(std::time::UNIX_EPOCH + std::time::Duration::from_millis(since))
}

/// Returns a number of units of so many milliseconds; the largest value if it exceeds it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "no number below 0, and above the range the cast saturates"
)]
fn milliseconds(written: &str, unit: f64) -> Option<u64> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 = written
        .trim()
        .parse()
        .ok()
        .filter(|_| written.trim().chars().all(is_number))?;
    Some((number * unit).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_305_600_000; // Sun, 22 Nov 2026 00:00:00 GMT

    #[test]
    fn mb_21_retry_after_is_read_in_all_its_forms() {
        assert_eq!(retry_after("5", NOW), Some(5000));
        assert_eq!(retry_after(" 0.5s", NOW), Some(500));
        assert_eq!(retry_after("250ms", NOW), Some(250));
        assert_eq!(retry_after("150.5ms", NOW), Some(151));
        assert_eq!(retry_after("120, 120", NOW), Some(120_000));
        let huge = retry_after("99999999999999", NOW);
        assert!(huge.is_some_and(|wait| wait / 1000 >= 99_999_999_999_999));
        assert_eq!(retry_after(&"9".repeat(400), NOW), Some(u64::MAX));
        assert_eq!(
            retry_after("Sun, 22 Nov 2026 00:00:05 GMT", NOW),
            Some(5000)
        );
        assert_eq!(
            retry_after("Sun, 22 Nov 2026 00:00:00 GMT", NOW + 9),
            Some(0)
        );
        for garbage in ["", "soon", "-3", "NaN", "1e400", "inf"] {
            assert_eq!(retry_after(garbage, NOW), None, "{garbage}");
        }
    }

    #[test]
    fn mb_21_a_time_is_told_as_http_tells_it() {
        assert_eq!(http_date(NOW + 5000), "Sun, 22 Nov 2026 00:00:05 GMT");
        assert_eq!(http_date(i64::MAX), "Fri, 31 Dec 9999 23:59:59 GMT");
    }

    #[test]
    fn mb_21_a_wait_is_honoured_up_to_its_limit() {
        let policy = RetryPolicy::default();
        assert_eq!(policy.after(0, Some("5"), NOW, 0), Attempt::Again(5000));
        let hour = policy.after(0, Some("3600"), NOW, 0);
        assert_eq!(hour, Attempt::NotBefore(NOW + 3_600_000));
        let never = policy.after(0, Some(&"9".repeat(30)), NOW, 0);
        assert_eq!(never, Attempt::NotBefore(i64::MAX));
        assert_eq!(policy.after(0, Some("soon"), NOW, 0), Attempt::Again(500));
        assert_eq!(policy.after(2, Some("5"), NOW, 0), Attempt::GiveUp);
    }

    #[test]
    fn mb_21_a_wait_that_is_too_long_is_told_by_the_last_attempt_too() {
        let never = RetryPolicy {
            retries: 0,
            ..RetryPolicy::default()
        };
        for (policy, attempt) in [(RetryPolicy::default(), 2), (never, 0)] {
            let hour = policy.after(attempt, Some("3600"), NOW, 0);
            assert_eq!(hour, Attempt::NotBefore(NOW + 3_600_000));
            let none = policy.after(attempt, None, NOW, 0);
            assert_eq!(none, Attempt::GiveUp);
        }
    }

    #[test]
    fn mb_21_pauses_double_and_are_spread() {
        let policy = RetryPolicy {
            retries: 9,
            ..RetryPolicy::default()
        };
        assert_eq!(policy.after(1, None, NOW, 0), Attempt::Again(1000));
        assert_eq!(policy.after(1, None, NOW, 255), Attempt::Again(750));
        assert_eq!(policy.after(8, None, NOW, 0), Attempt::Again(8000));
    }
}
