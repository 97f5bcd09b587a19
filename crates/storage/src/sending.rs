//! Facts about a failed request.

/// Returns true if a failure of this code means that nothing was sent. The codes are Node's, also in its `fetch`.
pub fn never_left(code: &str) -> bool {
    matches!(
        code,
        "ECONNREFUSED"
            | "EHOSTUNREACH"
            | "ENETUNREACH"
            | "ENOTFOUND"
            | "EAI_AGAIN"
            | "UND_ERR_CONNECT_TIMEOUT"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_09_a_connection_that_was_not_made_sent_nothing_and_one_that_broke_may_have() {
        assert!(never_left("ECONNREFUSED") && never_left("ENOTFOUND"));
        for code in [
            "ECONNRESET",
            "UND_ERR_SOCKET",
            "UND_ERR_HEADERS_TIMEOUT",
            "",
        ] {
            assert!(!never_left(code), "{code}");
        }
    }
}
