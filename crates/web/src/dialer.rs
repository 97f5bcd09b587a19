//! Connections to checked IP addresses, on platforms that resolve names: Node does, a tab does not.

use std::net::IpAddr;

use amb_llm::http::Reach;
use amb_llm::reader::within_reach;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// `Dialer` of the TypeScript definitions.
pub struct JsDialer {
    resolve: Function,
    fetch: Function,
}

/// The reason why a name is not contacted.
pub(crate) enum NotDialed {
    /// It leads to this address, which is beyond the request's reach.
    Private(IpAddr),
    /// It does not resolve; the platform's exception.
    Nowhere(JsValue),
}

/// IP addresses of a name, at which it may be contacted.
pub(crate) struct JudgedAddresses(Array);

impl JsDialer {
    /// Wraps this object; `None` if it lacks a function.
    #[must_use]
    pub fn of(dialer: &JsValue) -> Option<Self> {
        let function = |name: &str| {
            let found = Reflect::get(dialer, &name.into()).ok()?;
            Some(found.dyn_ref::<Function>()?.bind0(dialer))
        };
        Some(Self {
            resolve: function("resolve")?,
            fetch: function("fetch")?,
        })
    }

    /// Returns the IP addresses of a name, if they are within reach.
    pub(crate) async fn addresses_of(
        &self,
        host: &str,
        reach: Reach,
    ) -> Result<JudgedAddresses, NotDialed> {
        let found = self.resolved(host).await.map_err(NotDialed::Nowhere)?;
        let found: Result<Vec<IpAddr>, NotDialed> = found.iter().map(|one| parsed(&one)).collect();
        let addresses = within_reach(found?, reach).map_err(NotDialed::Private)?;
        if addresses.is_empty() {
            return Err(NotDialed::Nowhere(JsValue::from_str("no address")));
        }
        let judged = addresses.iter().map(|one| JsValue::from(one.to_string()));
        Ok(JudgedAddresses(judged.collect()))
    }

    async fn resolved(&self, host: &str) -> Result<Array, JsValue> {
        let name = JsValue::from_str(host);
        let promise = self.resolve.call1(&JsValue::UNDEFINED, &name)?;
        JsFuture::from(promise.dyn_into::<Promise>()?)
            .await?
            .dyn_into()
    }

    /// Sends a request to one of these addresses, even if the name resolves otherwise by now.
    pub(crate) async fn fetch(
        &self,
        request: web_sys::Request,
        JudgedAddresses(addresses): &JudgedAddresses,
    ) -> Result<web_sys::Response, JsValue> {
        let promise = self.fetch.call2(&JsValue::UNDEFINED, &request, addresses)?;
        let response = JsFuture::from(promise.dyn_into::<Promise>()?).await?;
        // Another package's response is used as the platform's own, though it is no instance of that class.
        Ok(response.unchecked_into())
    }
}

fn parsed(address: &JsValue) -> Result<IpAddr, NotDialed> {
    let address = address.as_string().unwrap_or_default();
    let parsed = address.parse();
    parsed.map_err(|_| NotDialed::Nowhere(JsValue::from_str(&address)))
}
