//! The seam as a native program fills it: a blocking client on threads of their own.

use std::thread;
use std::time::Duration;

use amb_neo4j::{Exchange, ExchangeFuture, NotAnswered, Pause, Request, Response};
use futures::channel::oneshot;

/// Sends over HTTP.
#[derive(Clone)]
pub struct Http(ureq::Agent);

impl Http {
    pub fn new() -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None);
        Self(config.build().into())
    }

    /// Sends a request and waits for the response.
    pub fn post(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        body: &str,
        timeout: Duration,
        most_bytes: u64,
    ) -> Result<Response, NotAnswered> {
        let mut post = self.0.post(url);
        for (name, value) in headers {
            post = post.header(*name, *value);
        }
        let post = post.config().timeout_global(Some(timeout)).build();
        let mut response = post.send(body).map_err(|error| not_answered(&error))?;
        let headers = response.headers().iter();
        let headers = headers.filter_map(|(name, value)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        });
        let headers = headers.collect();
        let body = response.body_mut().with_config().limit(most_bytes);
        let body = body.read_to_vec().map_err(|error| NotAnswered {
            sent: true,
            detail: error.to_string(),
        })?;
        Ok(Response {
            status: response.status().as_u16(),
            headers,
            body,
        })
    }
}

fn not_answered(error: &ureq::Error) -> NotAnswered {
    let is_refused = |error: &std::io::Error| error.kind() == std::io::ErrorKind::ConnectionRefused;
    let sent = match error {
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => false,
        ureq::Error::Io(error) => !is_refused(error),
        ureq::Error::Timeout(phase) => {
            !matches!(phase, ureq::Timeout::Resolve | ureq::Timeout::Connect)
        }
        _ => true,
    };
    NotAnswered {
        sent,
        detail: error.to_string(),
    }
}

impl Http {
    /// Sends a request, and aborts it after so many milliseconds.
    pub fn send_within<'a>(&'a self, request: &'a Request, timeout_ms: u32) -> ExchangeFuture<'a> {
        let (answer, answered) = oneshot::channel();
        let client = self.clone();
        let (url, body) = (request.url.clone(), request.body.clone());
        let headers = request
            .headers()
            .map(|(name, value)| (name, value.to_owned()));
        let timeout = Duration::from_millis(timeout_ms.into());
        let most_bytes = request.most_bytes as u64;
        thread::spawn(move || {
            let headers = headers
                .each_ref()
                .map(|(name, value)| (*name, value.as_str()));
            let response = client.post(&url, &headers, &body, timeout, most_bytes);
            // The caller may be gone.
            let _ = answer.send(response);
        });
        Box::pin(async { answered.await.expect("the thread answers") })
    }
}

impl Exchange for Http {
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a> {
        self.send_within(request, request.timeout_ms)
    }

    fn sleep(&self, milliseconds: u32) -> Pause<'_> {
        let (done, slept) = oneshot::channel();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(milliseconds.into()));
            let _ = done.send(());
        });
        Box::pin(async { slept.await.expect("the thread wakes up") })
    }

    fn random(&self) -> f32 {
        use std::hash::{BuildHasher, Hasher, RandomState};
        let random = RandomState::new().build_hasher().finish();
        (random >> 40) as f32 / (1_u32 << 24) as f32
    }
}
