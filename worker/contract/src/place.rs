//! Places whose pages JavaScript keeps.

use std::cell::Cell;

use amb_sqlite::{PageKeeper, SqliteStore};
use amb_store::contract::{Failure, FaultyPlace, Opening, Place};
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use amb_store::{Store, StoreError};
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A keeper whose writes can be made to fail.
    type Faulty;

    #[wasm_bindgen(method)]
    fn fail(this: &Faulty, write: u32, failure: &str);

    #[wasm_bindgen(method)]
    fn heal(this: &Faulty) -> bool;
}

/// Places, each with a name of its own.
pub struct Places {
    keeper_of: Function,
    made: Cell<u32>,
}

impl Places {
    /// Places whose keepers this function gives by their names.
    pub fn new(keeper_of: Function) -> Self {
        let made = Cell::new(0);
        Self { keeper_of, made }
    }

    /// Returns a place that was not used before.
    pub fn next(&self) -> KeptPlace {
        let number = self.made.get();
        self.made.set(number + 1);
        KeptPlace {
            keeper_of: self.keeper_of.clone(),
            name: format!("place_{number}"),
        }
    }
}

/// A place, by its name.
pub struct KeptPlace {
    keeper_of: Function,
    name: String,
}

impl KeptPlace {
    async fn store(&self) -> Result<SqliteStore, StoreError> {
        SqliteStore::kept_by(self.keeper().unchecked_into::<PageKeeper>(), None).await
    }

    fn faulty(&self) -> Faulty {
        self.keeper().unchecked_into()
    }

    /// The keeper; what the function throws is thrown on.
    fn keeper(&self) -> JsValue {
        let name = JsValue::from_str(&self.name);
        let kept = self.keeper_of.call1(&JsValue::UNDEFINED, &name);
        kept.unwrap_or_else(|thrown| wasm_bindgen::throw_val(thrown))
    }
}

impl Place for KeptPlace {
    fn open(&self) -> Opening<'_, dyn Store> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl Place<dyn TrajectoryStore> for KeptPlace {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl Place<dyn HierarchyStore> for KeptPlace {
    fn open(&self) -> Opening<'_, dyn HierarchyStore> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl FaultyPlace for KeptPlace {
    fn failures(&self) -> &[Failure] {
        &[Failure::Full, Failure::Once, Failure::ForGood]
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn fail(&self, number: usize, failure: Failure) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.faulty().fail(number, &format!("{failure:?}"));
    }

    fn heal(&self) -> bool {
        self.faulty().heal()
    }
}
