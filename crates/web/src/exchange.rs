//! HTTP exchanges by the platform's `fetch`.

use std::cell::Cell;
use std::rc::Rc;

use amb_agents::host::{HostError, NetworkFailure};
use amb_fetch::{Abandon, BodyError, read_body, told};
use amb_llm::http::{HttpRequest, HttpResponse, Method, Reach};
use amb_llm::network::{Network, Routed};
use futures::future::{Either, select};
use futures::pin_mut;
use gloo_net::http::{Request, RequestBuilder, Response};
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsValue;
use web_sys::{RequestRedirect, ResponseType};

use crate::JsDialer;
use crate::dialer::{JudgedAddresses, NotDialed};

/// Performs an exchange within the request's limits.
pub async fn exchange(
    network: &Network,
    dialer: Option<&JsDialer>,
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
        let line = Line::to(dialer, request, &routed).await?;
        let exchange = Exchange {
            network,
            request,
            routed: &routed,
            abandon: &abandon,
            line,
        };
        exchange.perform(&last_byte, chunk).await
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
            let detail = format!("no end after {} s", f64::from(request.timeout) / 1000.0);
            return failed(routed, NetworkFailure::Timeout, detail);
        }
        if now - last_byte.get() > f64::from(request.idle_timeout) {
            let seconds = f64::from(request.idle_timeout) / 1000.0;
            let detail = format!("nothing came for {seconds} s");
            return failed(routed, NetworkFailure::Stalled, detail);
        }
    }
}

/// The route of a request.
enum Line<'d> {
    /// As the platform finds it.
    Open,
    /// To addresses that were judged.
    Judged(&'d JsDialer, JudgedAddresses),
}

impl<'d> Line<'d> {
    /// Returns the route of a request. A page is fetched at an IP address that is known to be within its reach, if the
    /// platform resolves names. A service is the user's own choice, at any address; a proxy resolves names by itself.
    async fn to(
        dialer: Option<&'d JsDialer>,
        request: &HttpRequest,
        routed: &Routed,
    ) -> Result<Self, HostError> {
        let is_judged = request.reach != Reach::Any && !routed.is_behind_proxy();
        let Some(dialer) = dialer.filter(|_| is_judged) else {
            return Ok(Self::Open);
        };
        match dialer.addresses_of(&routed.host, request.reach).await {
            Ok(addresses) => Ok(Self::Judged(dialer, addresses)),
            Err(NotDialed::Private(address)) => {
                let detail = format!(
                    "{} leads to {address}, which is not on the public internet, and pages of one's own network are not opened",
                    routed.host
                );
                Err(failed(routed, NetworkFailure::Forbidden, detail))
            }
            Err(NotDialed::Nowhere(thrown)) => {
                Err(failed(routed, NetworkFailure::Unreachable, said(&thrown)))
            }
        }
    }

    async fn send(&self, request: Request) -> Result<Response, String> {
        match self {
            Self::Open => request.send().await.map_err(|error| error.to_string()),
            Self::Judged(dialer, addresses) => {
                let sent = dialer.fetch(request.into(), addresses).await;
                sent.map(Response::from).map_err(|error| said(&error))
            }
        }
    }
}

/// An exchange that is under way.
struct Exchange<'e> {
    network: &'e Network,
    request: &'e HttpRequest,
    routed: &'e Routed,
    abandon: &'e Abandon,
    line: Line<'e>,
}

impl Exchange<'_> {
    async fn perform(
        &self,
        last_byte: &Cell<f64>,
        chunk: &dyn Fn(&[u8]),
    ) -> Result<HttpResponse, HostError> {
        let response = self.response().await?;
        last_byte.set(js_sys::Date::now());
        let mut redaction = self.network.redaction(response.ok());
        let mut body = Vec::new();
        let mut hand_on = |piece: Vec<u8>| {
            chunk(&piece);
            body.extend(piece);
        };
        let take = |piece: &[u8]| hand_on(redaction.push(piece));
        read(self.request, self.routed, &response, last_byte, take).await?;
        hand_on(redaction.finish());
        let headers: Vec<(String, String)> = response
            .headers()
            .entries()
            .map(|(name, value)| (name.to_lowercase(), value))
            .collect();
        let seen = (response.status(), response.url());
        Ok(self
            .network
            .received(self.routed, (seen.0, &seen.1), headers, body))
    }

    /// Returns the response, also of a redirected request.
    async fn response(&self) -> Result<Response, HostError> {
        let response = self.send(RequestRedirect::Manual).await?;
        // A browser hides the target of a redirect; other platforms pass it on, and the caller checks it.
        if response.type_() != ResponseType::Opaqueredirect {
            return Ok(response);
        }
        let kept = if self.routed.is_behind_proxy() {
            Some("the proxy hands a redirect back, which a browser hides: let it follow redirects")
        } else {
            let carries_key = self.request.credential.is_some();
            carries_key
                .then_some("it redirects elsewhere, where no key is sent: give its final address")
        };
        match kept {
            Some(detail) => Err(failed(self.routed, NetworkFailure::Forbidden, detail)),
            None => self.send(RequestRedirect::Follow).await,
        }
    }

    async fn send(&self, redirect: RequestRedirect) -> Result<Response, HostError> {
        let unreachable = |error: String| {
            let detail = format!(
                "{error}. Check that a server runs at this address. In a browser this may also be an address that lets no other page read it: use a proxy"
            );
            failed(self.routed, NetworkFailure::Unreachable, detail)
        };
        let request = self.built(redirect);
        let request = request.map_err(|error| unreachable(error.to_string()))?;
        self.line.send(request).await.map_err(unreachable)
    }

    fn built(&self, redirect: RequestRedirect) -> Result<Request, gloo_net::Error> {
        let method = match self.request.method {
            Method::Get => gloo_net::http::Method::GET,
            Method::Post => gloo_net::http::Method::POST,
        };
        let signal = self.abandon.signal();
        let mut builder = RequestBuilder::new(&self.routed.url)
            .method(method)
            .credentials(web_sys::RequestCredentials::Omit)
            .redirect(redirect)
            .abort_signal(signal.as_ref());
        for (name, value) in &self.routed.headers {
            builder = builder.header(name, value);
        }
        if self.request.body.is_empty() {
            builder.build()
        } else {
            builder.body(self.request.body.as_str())
        }
    }
}

async fn read(
    request: &HttpRequest,
    routed: &Routed,
    response: &Response,
    last_byte: &Cell<f64>,
    mut take: impl FnMut(&[u8]),
) -> Result<(), HostError> {
    let reading = read_body(response.body(), request.max_bytes, |piece| {
        last_byte.set(js_sys::Date::now());
        take(piece);
    });
    reading.await.map_err(|error| match error {
        BodyError::Broken(error) => failed(routed, NetworkFailure::Broken, said(&error)),
        BodyError::TooLong => {
            let detail = format!("more than {} bytes", request.max_bytes);
            failed(routed, NetworkFailure::TooLarge, detail)
        }
    })
}

fn said(error: &JsValue) -> String {
    told(error, "the stream failed")
}
