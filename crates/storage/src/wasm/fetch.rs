//! HTTP by the platform's `fetch`: in a tab, a worker, Node.

use amb_fetch::{Abandon, BodyError, read_body, told};
use amb_neo4j::{Exchange, ExchangeFuture, NotAnswered, Pause, Request, Response};
use futures::future::{Either, select};
use futures::pin_mut;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Error, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestCredentials, RequestInit, RequestRedirect, ResponseType};

use crate::sending::never_left;

/// The status of a redirect that a browser hides.
const REDIRECT: u16 = 302;

/// Sends by `fetch`.
pub struct Fetch;

impl Exchange for Fetch {
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a> {
        Box::pin(within_time(request))
    }

    fn sleep(&self, milliseconds: u32) -> Pause<'_> {
        Box::pin(TimeoutFuture::new(milliseconds))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a pause needs no more")]
    fn random(&self) -> f32 {
        js_sys::Math::random() as f32
    }
}

/// Returns the response, unless it takes too long. Dropping the future aborts the exchange.
async fn within_time(request: &Request) -> Result<Response, NotAnswered> {
    let abandon = Abandon::new();
    let answered = response(request, &abandon);
    let late = TimeoutFuture::new(request.timeout_ms);
    pin_mut!(answered);
    match select(answered, late).await {
        // A body that was read to its end holds nothing any more.
        Either::Left((result, _)) => result.inspect(|_| abandon.done()),
        Either::Right(_) => Err(lost(format!("no answer within {} ms", request.timeout_ms))),
    }
}

async fn response(request: &Request, abandon: &Abandon) -> Result<Response, NotAnswered> {
    let sent = fetch(request, abandon).map_err(|thrown| not_sent(&thrown))?;
    let response = JsFuture::from(sent)
        .await
        .map_err(|thrown| failed(&thrown))?;
    let response: web_sys::Response = response.unchecked_into();
    if response.type_() == ResponseType::Opaqueredirect {
        return Ok(Response {
            status: REDIRECT,
            headers: Vec::new(),
            body: Vec::new(),
        });
    }
    let retry_after = response.headers().get("retry-after").ok().flatten();
    let mut body = Vec::new();
    let reading = read_body(response.body(), request.most_bytes, |piece| {
        body.extend_from_slice(piece);
    });
    reading.await.map_err(|error| match error {
        BodyError::Broken(error) => lost(told(&error, "the answer broke off")),
        BodyError::TooLong => lost(format!("more than {} bytes", request.most_bytes)),
    })?;
    Ok(Response {
        status: response.status(),
        headers: retry_after
            .map(|value| ("retry-after".to_owned(), value))
            .into_iter()
            .collect(),
        body,
    })
}

/// Calls the platform's `fetch`. The browser's own logins are left out, and so is its login dialog.
fn fetch(request: &Request, abandon: &Abandon) -> Result<Promise, JsValue> {
    let headers = Headers::new()?;
    for (name, value) in request.headers() {
        headers.set(name, value)?;
    }
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_headers(&headers);
    init.set_body(&JsValue::from_str(&request.body));
    init.set_credentials(RequestCredentials::Omit);
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(abandon.signal().as_ref());
    let fetch = Reflect::get(&js_sys::global(), &"fetch".into())?;
    let url = JsValue::from_str(&request.url);
    let fetch: Function = fetch.dyn_into()?;
    fetch.call2(&JsValue::UNDEFINED, &url, &init)?.dyn_into()
}

/// The platform would not send it.
fn not_sent(thrown: &JsValue) -> NotAnswered {
    NotAnswered {
        sent: false,
        detail: told(thrown, "there is no fetch here"),
    }
}

/// Returns the failure for an exception of `fetch`. A tab hides the cause; Node gives its code.
fn failed(thrown: &JsValue) -> NotAnswered {
    let cause = thrown
        .dyn_ref::<Error>()
        .map_or(JsValue::UNDEFINED, Error::cause);
    let code = Reflect::get(&cause, &"code".into()).ok();
    let code = code.and_then(|code| code.as_string());
    let said = told(thrown, "fetch failed");
    NotAnswered {
        sent: !code.as_deref().is_some_and(never_left),
        detail: match code {
            Some(code) => format!("{said}: {code}"),
            None => said,
        },
    }
}

/// It may have reached the server.
fn lost(detail: String) -> NotAnswered {
    NotAnswered { sent: true, detail }
}
