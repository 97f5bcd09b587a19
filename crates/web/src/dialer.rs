//! Connections to addresses that were judged before, where the platform tells where names lead: Node does, a tab does
//! not.

use std::net::IpAddr;

use amb_llm::reader::is_public;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// `Dialer` of the TypeScript definitions.
pub struct JsDialer {
    resolve: Function,
    fetch: Function,
}

/// Why a name is not asked.
pub(crate) enum NotDialed {
    /// It leads to this address of one's own machine or network.
    Private(IpAddr),
    /// It leads nowhere, as the platform says.
    Nowhere(JsValue),
}

/// Addresses of the internet that a name leads to.
pub(crate) struct PublicAddresses(Array);

impl JsDialer {
    /// Over this object; none where it lacks a function.
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

    /// Where a name leads, if that is into the internet alone.
    pub(crate) async fn addresses_of(&self, host: &str) -> Result<PublicAddresses, NotDialed> {
        let addresses = self.resolved(host).await.map_err(NotDialed::Nowhere)?;
        for address in addresses.iter() {
            let address = address.as_string().unwrap_or_default();
            match address.parse::<IpAddr>() {
                Ok(address) if !is_public(address) => return Err(NotDialed::Private(address)),
                Ok(_) => {}
                Err(_) => return Err(NotDialed::Nowhere(JsValue::from_str(&address))),
            }
        }
        if addresses.length() == 0 {
            return Err(NotDialed::Nowhere(JsValue::from_str("no address")));
        }
        Ok(PublicAddresses(addresses))
    }

    async fn resolved(&self, host: &str) -> Result<Array, JsValue> {
        let name = JsValue::from_str(host);
        let promise = self.resolve.call1(&JsValue::UNDEFINED, &name)?;
        JsFuture::from(promise.dyn_into::<Promise>()?)
            .await?
            .dyn_into()
    }

    /// Sends a request to one of these addresses: what the name leads to by now does not count.
    pub(crate) async fn fetch(
        &self,
        request: web_sys::Request,
        PublicAddresses(addresses): &PublicAddresses,
    ) -> Result<web_sys::Response, JsValue> {
        let promise = self.fetch.call2(&JsValue::UNDEFINED, &request, addresses)?;
        let response = JsFuture::from(promise.dyn_into::<Promise>()?).await?;
        // Another package's response is used as the platform's own, of which it is no instance.
        Ok(response.unchecked_into())
    }
}
