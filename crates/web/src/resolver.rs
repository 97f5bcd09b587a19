//! Where names lead, where the platform tells: Node does, a tab does not.

use std::net::IpAddr;

use amb_llm::reader::is_public;
use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// `resolve(host: string): Promise<string[]>` of the caller: the addresses that a name leads to.
pub struct JsResolver {
    resolve: Function,
}

impl JsResolver {
    /// Over this function.
    #[must_use]
    pub fn new(resolve: Function) -> Self {
        Self { resolve }
    }

    /// An address of one's own machine or network that this name leads to; none where the name leads nowhere, which
    /// whoever connects finds out.
    pub(crate) async fn private_address_of(&self, host: &str) -> Option<IpAddr> {
        let addresses = self.addresses_of(host).await.unwrap_or_default();
        let known = addresses.iter().filter_map(|address| address.as_string());
        let mut addresses = known.filter_map(|address| address.parse().ok());
        addresses.find(|address| !is_public(*address))
    }

    async fn addresses_of(&self, host: &str) -> Result<Array, JsValue> {
        let name = JsValue::from_str(host);
        let promise = self.resolve.call1(&JsValue::UNDEFINED, &name)?;
        JsFuture::from(promise.dyn_into::<Promise>()?)
            .await?
            .dyn_into()
    }
}
