//! HTTP exchanges by the platform's `fetch`.

use std::cell::Cell;
use std::rc::Rc;

use amb_agents::host::{HostError, NetworkFailure};
use amb_llm::http::{HttpRequest, HttpResponse, Method};
use amb_llm::network::{Network, Routed};
use futures::future::{Either, select};
use futures::pin_mut;
use gloo_net::http::{RequestBuilder, Response};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, RequestRedirect, ResponseType};

use crate::JsResolver;
use crate::abandon::Abandon;

/// Performs an exchange within the request's limits.
pub async fn exchange(
    network: &Network,
    resolver: Option<&JsResolver>,
    request: &HttpRequest,
    chunk: &dyn Fn(&[u8]),
) -> Result<HttpResponse, HostError> {
    let routed = network.route(request).map_err(|error| HostError::Network {
        host: String::new(),
        failure: NetworkFailure::Forbidden,
        detail: error.to_string(),
    })?;
    let last_byte = Rc::new(Cell::new(js_sys::Date::now()));
    let abandon = Abandon::new();
    let performed = async {
        refuse_private(resolver, request, &routed).await?;
        perform(network, request, &routed, &abandon, &last_byte, chunk).await
    };
    let watched = watch(request, &routed, &last_byte);
    pin_mut!(performed);
    pin_mut!(watched);
    match select(performed, watched).await {
        Either::Left((result, _)) => {
            // A body that was read to its end holds nothing any more.
            result.inspect(|_| abandon.done())
        }
        Either::Right((error, _)) => Err(error),
    }
}

fn failed(routed: &Routed, failure: NetworkFailure, detail: impl Into<String>) -> HostError {
    HostError::Network {
        host: routed.host.clone(),
        failure,
        detail: detail.into(),
    }
}

/// Ends with a failure once the exchange has taken too long, or nothing has come for too long.
async fn watch(request: &HttpRequest, routed: &Routed, last_byte: &Cell<f64>) -> HostError {
    /// Milliseconds between two looks at the clock.
    const LOOK: u32 = 250;
    let begun = js_sys::Date::now();
    loop {
        TimeoutFuture::new(LOOK).await;
        let now = js_sys::Date::now();
        if now - begun > f64::from(request.timeout) {
            let detail = format!("no end after {} s", request.timeout / 1000);
            return failed(routed, NetworkFailure::Timeout, detail);
        }
        if now - last_byte.get() > f64::from(request.idle_timeout) {
            let detail = format!("nothing came for {} s", request.idle_timeout / 1000);
            return failed(routed, NetworkFailure::Stalled, detail);
        }
    }
}

/// Refuses a page of the internet whose name leads into one's own network. A proxy resolves names by itself.
async fn refuse_private(
    resolver: Option<&JsResolver>,
    request: &HttpRequest,
    routed: &Routed,
) -> Result<(), HostError> {
    let Some(resolver) = resolver.filter(|_| request.public_only && !routed.is_behind_proxy())
    else {
        return Ok(());
    };
    let Some(address) = resolver.private_address_of(&routed.host).await else {
        return Ok(());
    };
    let detail = format!(
        "{} leads to {address}, which is not on the public internet, and pages of one's own network are not opened",
        routed.host
    );
    Err(failed(routed, NetworkFailure::Forbidden, detail))
}

async fn perform(
    network: &Network,
    request: &HttpRequest,
    routed: &Routed,
    abandon: &Abandon,
    last_byte: &Cell<f64>,
    chunk: &dyn Fn(&[u8]),
) -> Result<HttpResponse, HostError> {
    let unreachable = |error: gloo_net::Error| {
        let detail = format!(
            "{error}. In a browser this may also be an address that lets no other page read it: use a proxy"
        );
        failed(routed, NetworkFailure::Unreachable, detail)
    };
    let sent = send(request, routed, abandon, RequestRedirect::Manual).await;
    let mut response = sent.map_err(unreachable)?;
    // A browser does not say where a redirect leads; elsewhere it is passed on, and judged by who asked.
    if response.type_() == ResponseType::Opaqueredirect {
        let kept = if routed.is_behind_proxy() {
            Some("the proxy hands a redirect back, which a browser hides: let it follow redirects")
        } else {
            let carries_key = request.credential.is_some();
            carries_key
                .then_some("it redirects elsewhere, where no key is sent: give its final address")
        };
        if let Some(detail) = kept {
            return Err(failed(routed, NetworkFailure::Forbidden, detail));
        }
        let sent = send(request, routed, abandon, RequestRedirect::Follow).await;
        response = sent.map_err(unreachable)?;
    }
    last_byte.set(js_sys::Date::now());
    let mut redaction = network.redaction(response.ok());
    let mut body = Vec::new();
    let mut hand_on = |piece: Vec<u8>| {
        chunk(&piece);
        body.extend(piece);
    };
    let take = |piece: &[u8]| hand_on(redaction.push(piece));
    read(request, routed, &response, last_byte, take).await?;
    hand_on(redaction.finish());
    let headers: Vec<(String, String)> = response
        .headers()
        .entries()
        .map(|(name, value)| (name.to_lowercase(), value))
        .collect();
    let seen = (response.status(), response.url());
    Ok(network.received(routed, (seen.0, &seen.1), headers, body))
}

async fn send(
    request: &HttpRequest,
    routed: &Routed,
    abandon: &Abandon,
    redirect: RequestRedirect,
) -> Result<Response, gloo_net::Error> {
    let method = match request.method {
        Method::Get => gloo_net::http::Method::GET,
        Method::Post => gloo_net::http::Method::POST,
    };
    let signal = abandon.signal();
    let mut builder = RequestBuilder::new(&routed.url)
        .method(method)
        .credentials(web_sys::RequestCredentials::Omit)
        .redirect(redirect)
        .abort_signal(signal.as_ref());
    for (name, value) in &routed.headers {
        builder = builder.header(name, value);
    }
    if request.body.is_empty() {
        builder.send().await
    } else {
        builder.body(request.body.as_str())?.send().await
    }
}

async fn read(
    request: &HttpRequest,
    routed: &Routed,
    response: &Response,
    last_byte: &Cell<f64>,
    mut take: impl FnMut(&[u8]),
) -> Result<(), HostError> {
    let mut taken = 0;
    let Some(stream) = response.body() else {
        return Ok(());
    };
    let broken = |error: JsValue| failed(routed, NetworkFailure::Broken, told(&error));
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(broken)?;
        let done = Reflect::get(&piece, &"done".into()).map_err(broken)?;
        if done.is_truthy() {
            return Ok(());
        }
        let value = Reflect::get(&piece, &"value".into()).map_err(broken)?;
        let bytes = Uint8Array::new(&value).to_vec();
        last_byte.set(js_sys::Date::now());
        taken += bytes.len();
        if taken > request.max_bytes {
            let detail = format!("more than {} bytes", request.max_bytes);
            return Err(failed(routed, NetworkFailure::TooLarge, detail));
        }
        take(&bytes);
    }
}

fn told(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || "the stream failed".to_owned(),
        |error| String::from(error.message()),
    )
}
