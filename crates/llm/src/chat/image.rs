//! Refusals that an image in a request may be the reason of.

use super::failure::ChatError;

/// Names of images.
const IMAGES: [&str; 6] = [
    "image",
    "multimodal",
    "multi-modal",
    "mmproj",
    "图片",
    "图像",
];

/// A server's words for an image that it cannot take, in a response with an error status.
const NOT_TAKEN: [&str; 11] = [
    "not support",
    "n't support",
    "unsupported",
    "not accept",
    "n't accept",
    "cannot process",
    "failed to process",
    "missing data",
    "not a multimodal",
    "unknown variant",
    "不支持",
];

/// Names of the key or the account: some endpoints refuse those with the status of a bad request.
const ACCOUNT: [&str; 6] = [
    "api key", "api_key", "credit", "billing", "balance", "quota",
];

impl ChatError {
    /// Returns true if a request with an image may have failed because of the image, and one without it may succeed.
    /// Endpoints seldom say so: one without image support calls the request malformed, or has no model for it.
    #[must_use]
    pub fn may_be_of_an_image(&self) -> bool {
        match self {
            Self::Refused { status, message }
            | Self::Unsupported {
                status, message, ..
            } => is_of_the_request(*status, message),
            Self::NotFound { .. } => true,
            Self::Server { message, .. } => says(message, &IMAGES) && says(message, &NOT_TAKEN),
            _ => false,
        }
    }

    /// Returns true if the endpoint's message mentions images.
    #[must_use]
    pub fn speaks_of_images(&self) -> bool {
        says(&self.to_string(), &IMAGES)
    }
}

/// Returns true if a request is refused for its content, not for its sender.
fn is_of_the_request(status: u16, message: &str) -> bool {
    matches!(status, 400 | 415 | 422) && !says(message, &ACCOUNT)
}

fn says(told: &str, marks: &[&str]) -> bool {
    let told = told.to_lowercase();
    marks.iter().any(|mark| told.contains(mark))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::told::Told;
    use super::*;

    fn error(status: u16, message: &str) -> ChatError {
        let payload = json!({ "error": { "message": message } });
        Told::read(&payload).into_error(status, None)
    }

    #[test]
    fn mb_16_an_image_that_is_not_taken_is_known_by_the_words_of_each_endpoint() {
        for (status, message) in [
            (
                400,
                "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 9",
            ),
            (400, "m is not a multimodal model"),
            (404, "No endpoints found that support image input"),
            (415, "Images are not allowed"),
            (422, "image_url: extra inputs are not permitted"),
            (
                500,
                "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
            ),
            (
                500,
                "failed to process inputs: this model is missing data required for image input",
            ),
            (501, "Unsupported content: image_url"),
        ] {
            let error = error(status, message);
            assert!(error.may_be_of_an_image(), "{error}");
            assert!(error.speaks_of_images(), "{error}");
        }
        let terse = error(400, "messages[1].content must be a string");
        assert!(terse.may_be_of_an_image() && !terse.speaks_of_images());
    }

    #[test]
    fn mb_16_what_is_not_for_an_image_is_not_taken_for_its_refusal() {
        for (status, message) in [
            (400, "API key not valid. Please pass a valid API key."),
            (400, "Your credit balance is too low to access the API."),
            (401, "bad key for images"),
            (402, "no balance for images"),
            (403, "this key may not send images"),
            (405, "method not allowed"),
            (429, "too many images"),
            (500, "out of memory"),
            (503, "the model image-flash is overloaded"),
            (503, "this region is not supported"),
        ] {
            let error = error(status, message);
            assert!(!error.may_be_of_an_image(), "{error}");
        }
    }
}
