//! Marks of a content filter: endpoints report it in words, and with the statuses of other errors.

/// Marks that suffice alone.
const MARKS: [&str; 24] = [
    "content exists risk",
    "content_filter",
    "content filtering policy",
    "content_policy",
    "content policy",
    "content management policy",
    "content moderation",
    "content safety",
    "data_inspection_failed",
    "flagged",
    "moderation_blocked",
    "requires moderation",
    "blocked by moderation",
    "prohibited_content",
    "inappropriate content",
    "safety_check",
    "safety check",
    "safety filter",
    "safety system",
    "safety reasons",
    "due to safety",
    "敏感内容",
    "内容安全",
    "内容审核",
];

/// Names of content rules: they are violated, or merely mentioned to the user of a key.
const RULES: [&str; 6] = [
    "usage guidelines",
    "usage policy",
    "usage policies",
    "content guidelines",
    "safety policy",
    "safety policies",
];

/// Mark of violated rules.
const BROKEN: &str = "violat";

/// Marks of a refused key or account, even if its texts are the reason.
const STANDING: [&str; 11] = [
    "your account",
    "account has",
    "account is",
    "your organization",
    "organization has",
    "your access",
    "deactivated",
    "suspended",
    "revoked",
    "invalid api key",
    "api key provided",
];

/// Returns true if an endpoint's message, in lower case, says that it refuses this text; another text may pass.
pub(super) fn is_filtered(told: &str) -> bool {
    let says = |marks: &[&str]| marks.iter().any(|mark| told.contains(mark));
    let is_of_the_text = says(&MARKS) || says(&RULES) && told.contains(BROKEN);
    is_of_the_text && !says(&STANDING)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::failure::ChatError;
    use super::super::told::Told;

    fn kind(status: u16, payload: &Value) -> &'static str {
        let error: ChatError = Told::read(payload).into_error(status, None);
        error.kind()
    }

    #[test]
    fn mb_21_a_text_that_is_not_taken_is_known_by_the_words_of_each_endpoint() {
        let xai = json!({
            "code": "The caller does not have permission to execute the specified operation",
            "error": "Content violates usage guidelines. Team: 0f1e, API key ID: 2d3c, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO",
        });
        assert_eq!(kind(403, &xai), "llm_filtered");
        for (status, message, code) in [
            (400, "Content Exists Risk", "invalid_request_error"),
            (
                400,
                "Your request was rejected as a result of our safety system.",
                "moderation_blocked",
            ),
            (
                400,
                "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
                "invalid_prompt",
            ),
            (
                400,
                "Output blocked by content filtering policy",
                "invalid_request_error",
            ),
            (
                400,
                "Input data may contain inappropriate content.",
                "data_inspection_failed",
            ),
            (
                400,
                "系统检测到输入或生成内容可能包含不安全或敏感内容",
                "1301",
            ),
            (
                403,
                "m requires moderation on X. Your input was flagged for \"violence\".",
                "",
            ),
            (403, "This prompt violates our usage policies.", ""),
            (
                422,
                "The prompt was rejected by our content moderation.",
                "",
            ),
        ] {
            let payload = json!({ "error": { "message": message, "code": code } });
            assert_eq!(kind(status, &payload), "llm_filtered", "{message}");
        }
    }

    #[test]
    fn mb_21_a_refused_key_is_no_refused_text() {
        for message in [
            "Incorrect API key provided. Mind our usage policies.",
            "You don't have access to this model: see our usage guidelines.",
            "Your account has been suspended for violating our usage policies.",
            "Your access was terminated due to a violation of our content policy.",
            "This organization has been disabled: its prompts were flagged.",
            "The key was deactivated after repeated violations of our usage policies.",
            "This API key lacks permission for the moderation endpoint.",
            "The security system refused the key.",
        ] {
            for status in [401, 403] {
                let payload = json!({ "error": { "message": message } });
                assert_eq!(kind(status, &payload), "llm_unauthorized", "{message}");
            }
        }
    }
}
