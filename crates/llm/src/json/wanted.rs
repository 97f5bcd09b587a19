//! Types that can be read from an array.
//!
//! `serde_json` reads a struct from an array of its fields in order, too. A model's `["a", "b"]`, or a
//! footnote `[1]`, must not become a struct that way.

use std::cell::Cell;

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// Returns true if arrays are offered to `T`: not to structs, maps and enums.
pub(super) fn takes_arrays<T: DeserializeOwned>() -> bool {
    let keyed = Cell::new(false);
    // The probe answers every question with an error, so that there is no value to look at.
    let _ = T::deserialize(Probe { keyed: &keyed });
    !keyed.get()
}

/// An empty deserializer that notes if a type wants keys.
struct Probe<'a> {
    keyed: &'a Cell<bool>,
}

impl Probe<'_> {
    fn keyed<V>(self) -> Result<V, Error> {
        self.keyed.set(true);
        Err(Error::custom("nothing here"))
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing here"))
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.keyed()
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.keyed()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.keyed()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::Value;

    use super::*;

    #[derive(Deserialize)]
    struct Record {
        #[expect(dead_code, reason = "only its shape is looked at")]
        field: u32,
    }

    #[derive(Deserialize)]
    struct List(#[expect(dead_code, reason = "only its shape is looked at")] Vec<Record>);

    #[test]
    fn mb_21_only_types_without_keys_take_arrays() {
        assert!(takes_arrays::<Value>());
        assert!(takes_arrays::<List>());
        assert!(takes_arrays::<Option<Vec<u8>>>());
        assert!(!takes_arrays::<Record>());
        assert!(!takes_arrays::<Option<Box<Record>>>());
        assert!(!takes_arrays::<BTreeMap<String, u8>>());
    }
}
