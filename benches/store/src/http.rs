//! HTTP by a blocking client: the bench sends one request after the other.

use std::future::ready;
use std::thread;
use std::time::Duration;

use amb_neo4j::{Exchange, ExchangeFuture, NotAnswered, Pause, Request, Response};

/// Sends over HTTP.
pub struct Http(ureq::Agent);

impl Http {
    /// A client that keeps its connection.
    pub fn new() -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None);
        Self(config.build().into())
    }

    fn post(&self, request: &Request) -> Result<Response, ureq::Error> {
        let mut post = self.0.post(&request.url);
        for (name, value) in request.headers() {
            post = post.header(name, value);
        }
        let timeout = Duration::from_millis(request.timeout_ms.into());
        let post = post.config().timeout_global(Some(timeout)).build();
        let mut response = post.send(&request.body)?;
        let headers = response.headers().iter();
        let headers = headers.filter_map(|(name, value)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        });
        let headers = headers.collect();
        let body = response.body_mut().with_config();
        let body = body.limit(request.most_bytes as u64).read_to_vec()?;
        Ok(Response {
            status: response.status().as_u16(),
            headers,
            body,
        })
    }
}

impl Exchange for Http {
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a> {
        let sent = self.post(request).map_err(|error| NotAnswered {
            sent: true,
            detail: error.to_string(),
        });
        Box::pin(ready(sent))
    }

    fn sleep(&self, milliseconds: u32) -> Pause<'_> {
        thread::sleep(Duration::from_millis(milliseconds.into()));
        Box::pin(ready(()))
    }

    fn random(&self) -> f32 {
        0.5
    }
}
