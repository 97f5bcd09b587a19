//! Enums that JavaScript writes as objects with a tag.
//!
//! serde's own way reads such an object into a tree of values first, and so has everything that it may hold compiled a
//! second time. Here the text is read twice instead: once for the tag, once for the fields.

use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IgnoredAny,
    IntoDeserializer, MapAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Error;

/// Reads an enum that derives serde's form without tags from an object of these tags: the first is the variant's name,
/// the next the name of an enum within it.
///
/// # Errors
/// The text is no such object.
pub fn from_tagged<T: DeserializeOwned>(json: &str, tags: &[&str]) -> Result<T, Error> {
    // To the end of the text, which those that read fields may not see.
    let _: IgnoredAny = serde_json::from_str(json)?;
    T::deserialize(Tagged { json, tags })
}

/// An object, and its tags.
#[derive(Clone, Copy)]
struct Tagged<'t> {
    json: &'t str,
    tags: &'t [&'t str],
}

impl<'de> Deserializer<'de> for Tagged<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("only an enum has tags"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Tagged<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let Some((tag, tags)) = self.tags.split_first() else {
            return Err(Error::custom("a tag is missing"));
        };
        let name = serde_json::Deserializer::from_str(self.json).deserialize_map(Named(tag))?;
        let name: StringDeserializer<Error> = name.into_deserializer();
        Ok((seed.deserialize(name)?, Self { tags, ..self }))
    }
}

impl<'de> VariantAccess<'de> for Tagged<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("an object has names for its values"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // The tags are fields that the variant does not know, and passes over.
        serde_json::Deserializer::from_str(self.json).deserialize_map(visitor)
    }
}

/// Finds the text of a tag among the fields.
struct Named<'t>(&'t str);

impl<'de> Visitor<'de> for Named<'_> {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with the tag `{}`", self.0)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<String, M::Error> {
        let mut name = None;
        while let Some(field) = fields.next_key::<String>()? {
            if field == self.0 {
                name = Some(fields.next_value()?);
            } else {
                let _: IgnoredAny = fields.next_value()?;
            }
        }
        name.ok_or_else(|| M::Error::custom(format!("the tag `{}` is missing", self.0)))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Call {
        Memory(Op),
        Upkeep { idle: bool },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Op {
        Stats,
        Browse {
            #[serde(default)]
            after: Option<String>,
            limit: usize,
        },
    }

    fn read(json: &str) -> Result<Call, String> {
        from_tagged(json, &["memory", "op"]).map_err(|error| error.to_string())
    }

    #[test]
    fn tags_may_stand_anywhere_and_fields_may_be_left_out() {
        let browse = |after: Option<&str>| {
            let after = after.map(str::to_owned);
            Ok(Call::Memory(Op::Browse { after, limit: 3 }))
        };
        let json = r#"{"memory": "memory", "op": "browse", "limit": 3}"#;
        assert_eq!(read(json), browse(None));
        let json = r#"{"limit": 3, "after": "\"op\": 1", "op": "browse", "memory": "memory"}"#;
        assert_eq!(read(json), browse(Some("\"op\": 1")));
        let json = r#"{"memory": "memory", "op": "stats", "whatever": {"op": "browse"}}"#;
        assert_eq!(read(json), Ok(Call::Memory(Op::Stats)));
        let json = r#"{"idle": true, "memory": "upkeep"}"#;
        assert_eq!(read(json), Ok(Call::Upkeep { idle: true }));
    }

    #[test]
    fn what_is_of_another_shape_is_refused_with_the_reason() {
        let refused = [
            (r#"{"op": "stats"}"#, "the tag `memory` is missing"),
            (r#"{"memory": "memory"}"#, "the tag `op` is missing"),
            (
                r#"{"memory": "memory", "op": "fly"}"#,
                "unknown variant `fly`",
            ),
            (
                r#"{"memory": "memory", "op": 7}"#,
                "invalid type: integer `7`",
            ),
            (
                r#"{"memory": "memory", "op": "browse"}"#,
                "missing field `limit`",
            ),
            (
                r#"{"memory": "upkeep", "idle": true} 7"#,
                "trailing characters",
            ),
            (r#"{"memory": "upkeep", "idle": true"#, "EOF"),
            ("[]", "invalid type: sequence"),
        ];
        for (json, reason) in refused {
            let told = read(json).unwrap_err();
            assert!(told.contains(reason), "{json}: {told}");
        }
    }
}
