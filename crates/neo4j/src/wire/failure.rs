//! Failures of a request, and their retries.
//!
//! The server's message is left out: it quotes stored data, and names the user. Its code is kept.

use amb_store::StoreError;
use amb_store::long_term::LongTermError;

use crate::exchange::{NotAnswered, Response};

/// The effect of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// It changes nothing, or the same however often: it may be sent again.
    Look,
    /// It changes memory.
    Write,
}

/// The retry policy of a failed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// It would fail again.
    Never,
    /// It may have been carried out: only if that does no harm.
    Looks,
    /// The same, and nothing came back: the next may be waited for as long, so once at most.
    LookOnce,
    /// It was not carried out.
    Always,
}

/// A request that failed.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The caller's error.
    pub error: LongTermError,
    /// The retry policy.
    pub repeat: Repeat,
    /// Shortest wait before a retry, in milliseconds.
    pub after_ms: Option<u32>,
    /// True if the server refused to write, and might allow to read.
    pub no_writes: bool,
}

impl Failure {
    fn new(error: LongTermError, repeat: Repeat) -> Self {
        Self {
            error,
            repeat,
            after_ms: None,
            no_writes: false,
        }
    }

    /// Nothing came back.
    pub fn not_answered(host: &str, intent: Intent, why: NotAnswered) -> Self {
        let repeat = if why.sent {
            Repeat::LookOnce
        } else {
            Repeat::Always
        };
        let error = LongTermError::Unreachable {
            host: host.to_owned(),
            detail: why.detail,
            in_doubt: why.sent && intent == Intent::Write,
        };
        Self::new(error, repeat)
    }

    /// Returns the failure for a response that is not the API's: a proxy's page, or a truncated reply.
    pub fn not_the_api(host: &str, intent: Intent, response: &Response) -> Self {
        let status = response.status;
        let failure = match status {
            401 | 403 | 407 => Self::new(denied(&format!("HTTP {status}")), Repeat::Never),
            429 => Self::new(
                failed(&format!("http_{status}"), BUSY, true),
                Repeat::Always,
            ),
            200..300 | 500..600 if intent == Intent::Write => {
                let why = NotAnswered {
                    sent: true,
                    detail: format!("HTTP {status}, and the answer is not one of Neo4j"),
                };
                Self::not_answered(host, intent, why)
            }
            200..300 => Self::new(failed("unexpected_answer", NOT_NEO4J, true), Repeat::Looks),
            500..600 => Self::new(failed(&format!("http_{status}"), BUSY, true), Repeat::Looks),
            _ => Self::new(
                failed(&format!("http_{status}"), NOT_NEO4J, false),
                Repeat::Never,
            ),
        };
        Self {
            after_ms: response.retry_after_ms(),
            ..failure
        }
    }

    /// Returns the failure for the server's code.
    pub fn of_code(host: &str, intent: Intent, code: &str) -> Self {
        let code = if is_code(code) { code } else { "unknown" };
        if let Some(kind) = code.strip_prefix("Neo.ClientError.Security.") {
            return Self {
                no_writes: kind == "Forbidden",
                ..Self::new(denied(code), Repeat::Never)
            };
        }
        match code {
            "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase"
            | "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase"
            | "Neo.ClientError.Cluster.NotALeader" => {
                let detail = code.to_owned();
                Self {
                    no_writes: true,
                    ..Self::new(LongTermError::ReadOnly { detail }, Repeat::Never)
                }
            }
            // The server does not report if the write took effect before it failed.
            "Neo.DatabaseError.Transaction.TransactionCommitFailed" if intent == Intent::Write => {
                let why = NotAnswered {
                    sent: true,
                    detail: code.to_owned(),
                };
                Self::not_answered(host, intent, why)
            }
            _ if code.starts_with("Neo.TransientError.") => {
                Self::new(failed(code, BUSY, true), Repeat::Always)
            }
            // Another client created it at the same moment: sent again, there is nothing to do.
            "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
            | "Neo.ClientError.Schema.ConstraintAlreadyExists"
            | "Neo.ClientError.Schema.IndexAlreadyExists" => {
                Self::new(failed(code, BUSY, true), Repeat::Always)
            }
            "Neo.ClientError.Database.DatabaseNotFound" => {
                let detail = "the server has no database of this name";
                Self::new(failed(code, detail, false), Repeat::Never)
            }
            _ => Self::new(failed(code, SEE_LOG, false), Repeat::Never),
        }
    }
}

const BUSY: &str = "it is busy, or not up yet: try again later";
const NOT_NEO4J: &str = "what answers is not the Query API of Neo4j 5.25 or later: check the address, and what stands between";
const SEE_LOG: &str = "its log says more";

fn denied(detail: &str) -> LongTermError {
    LongTermError::Denied {
        detail: detail.to_owned(),
    }
}

fn failed(code: &str, detail: &str, retryable: bool) -> LongTermError {
    LongTermError::Server {
        code: code.to_owned(),
        detail: detail.to_owned(),
        retryable,
    }
}

/// Others wrote each time before this could be written.
pub fn contended() -> LongTermError {
    failed("contended", "others write without pause: try again", true)
}

/// Returns the error for a database whose memory is gone since it was opened.
pub fn memory_gone() -> LongTermError {
    let detail = "the node :TrajectoryMemory is gone; open the memory again to begin anew";
    StoreError::Corrupt {
        detail: detail.to_owned(),
    }
    .into()
}

/// Returns the error for a row of another program. The parser's message is left out, because it would quote the row.
pub fn unreadable() -> LongTermError {
    let detail = "a node or relation has other properties than this program writes; if another program uses the same \
        labels there, give this memory a database of its own";
    StoreError::Corrupt {
        detail: detail.to_owned(),
    }
    .into()
}

/// Returns true if a text is a status code of Neo4j, and no other text.
fn is_code(text: &str) -> bool {
    let mut parts = text.split('.');
    let sound = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_alphanumeric());
    parts.next() == Some("Neo")
        && text.len() <= 120
        && parts.clone().count() == 3
        && parts.all(sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_code(intent: Intent, code: &str) -> Failure {
        Failure::of_code("host:1", intent, code)
    }

    #[test]
    fn cg_09_codes_decide_what_is_tried_again() {
        for (code, kind, repeat) in [
            (
                "Neo.TransientError.Transaction.DeadlockDetected",
                "server_failed",
                Repeat::Always,
            ),
            (
                "Neo.TransientError.General.DatabaseUnavailable",
                "server_failed",
                Repeat::Always,
            ),
            (
                "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
                "server_failed",
                Repeat::Always,
            ),
            (
                "Neo.ClientError.Security.Unauthorized",
                "server_denied",
                Repeat::Never,
            ),
            (
                "Neo.ClientError.Security.AuthenticationRateLimit",
                "server_denied",
                Repeat::Never,
            ),
            (
                "Neo.ClientError.Statement.SyntaxError",
                "server_failed",
                Repeat::Never,
            ),
            (
                "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
                "server_read_only",
                Repeat::Never,
            ),
            (
                "Neo.ClientError.Cluster.NotALeader",
                "server_read_only",
                Repeat::Never,
            ),
            (
                "Neo.DatabaseError.General.UnknownError",
                "server_failed",
                Repeat::Never,
            ),
        ] {
            for intent in [Intent::Look, Intent::Write] {
                let failure = of_code(intent, code);
                assert_eq!(
                    (failure.error.kind(), failure.repeat),
                    (kind, repeat),
                    "{code}"
                );
                assert!(!failure.error.is_in_doubt());
                assert_eq!(failure.error.is_retryable(), repeat == Repeat::Always);
            }
        }
    }

    #[test]
    fn cg_09_a_commit_that_failed_is_in_doubt() {
        let code = "Neo.DatabaseError.Transaction.TransactionCommitFailed";
        let failure = of_code(Intent::Write, code);
        assert!(failure.error.is_in_doubt() && failure.repeat == Repeat::LookOnce);
        assert!(!of_code(Intent::Look, code).error.is_in_doubt());
    }

    #[test]
    fn cg_09_a_code_that_is_none_is_not_repeated() {
        for text in [
            "password=sesame",
            "Neo.a.b",
            "Neo.a.b.c d",
            "Neo.a.b.<b>",
            "",
            "neo.a.b.c",
        ] {
            let LongTermError::Server { code, .. } = of_code(Intent::Look, text).error else {
                panic!("another error");
            };
            assert_eq!(code, "unknown");
        }
    }

    #[test]
    fn cg_09_pages_of_a_proxy_are_told_by_their_status() {
        let page = |status, intent| {
            let response = Response {
                status,
                headers: vec![("Retry-After".to_owned(), "2".to_owned())],
                body: b"<html>".to_vec(),
            };
            Failure::not_the_api("host:1", intent, &response)
        };
        for (status, kind, repeat) in [
            (401, "server_denied", Repeat::Never),
            (403, "server_denied", Repeat::Never),
            (302, "server_failed", Repeat::Never),
            (404, "server_failed", Repeat::Never),
            (429, "server_failed", Repeat::Always),
            (200, "server_failed", Repeat::Looks),
            (502, "server_failed", Repeat::Looks),
            (503, "server_failed", Repeat::Looks),
        ] {
            let failure = page(status, Intent::Look);
            assert_eq!(
                (failure.error.kind(), failure.repeat),
                (kind, repeat),
                "{status}"
            );
            assert_eq!(failure.after_ms, Some(2_000));
            let in_doubt = page(status, Intent::Write).error.is_in_doubt();
            assert_eq!(in_doubt, [200, 502, 503].contains(&status), "{status}");
        }
    }
}
