//! Vectors in JSON: base64 of little-endian `f32`, a quarter the size of a list of decimals and
//! exact.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a vector, or `null`.
pub(crate) fn serialize<S: Serializer>(
    vector: &Option<Vec<f32>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let encoded = vector.as_ref().map(|numbers| {
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        STANDARD.encode(bytes)
    });
    encoded.serialize(serializer)
}

/// Reads a vector, or `null`. Length and values are checked where the vector is indexed.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<f32>>, D::Error> {
    let Some(encoded) = Option::<String>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let bytes = STANDARD.decode(encoded).map_err(D::Error::custom)?;
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(D::Error::custom(
            "a vector's bytes are not whole numbers of four bytes",
        ));
    }
    Ok(Some(
        numbers
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect(),
    ))
}
