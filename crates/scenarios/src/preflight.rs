//! What a browser asks before it sends a page's request to another origin (CORS).

use tiny_http::{Header, Method, Request, Response};

/// What is allowed: everything. `*` would not cover the header that holds keys.
const ALLOWED: [(&str, &str); 4] = [
    ("access-control-allow-origin", "*"),
    ("access-control-allow-methods", "GET, POST"),
    (
        "access-control-allow-headers",
        "authorization, content-type, *",
    ),
    ("access-control-max-age", "600"),
];

/// The request, unless it is only a browser's question, which is answered.
pub(crate) fn passed(request: Request) -> Option<Request> {
    if *request.method() != Method::Options {
        return Some(request);
    }
    let headers = ALLOWED
        .iter()
        .filter_map(|(name, value)| Header::from_bytes(*name, *value).ok());
    let response = headers.fold(Response::empty(204), Response::with_header);
    // Whoever no longer listens has given the request up.
    let _ = request.respond(response);
    None
}
