//! From an answer to a value, step by step.

use std::ops::Range;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::{JsonError, MAX_BYTES};
use super::fence::unfenced;
use super::refusal::reads_like_refusal;
use super::repair::repaired;
use super::scan::{Candidate, scan};
use super::schema_echo::is_schema;
use super::thoughts::without_thoughts;
use super::wanted::takes_arrays;

/// The way in which an answer became a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extraction {
    /// The whole text was JSON, except for reasoning, a fence and invisible characters.
    Strict,
    /// It was JSON amid prose.
    Extracted,
    /// It was JSON after a small repair.
    Repaired,
}

/// A value, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extracted<T> {
    /// The value.
    pub value: T,
    /// The way in which it was found.
    pub how: Extraction,
}

/// Reads a value from a model's output: the whole text, or the last object in it that is a `T`, or the last one after a
/// small repair. Arrays count if `T` is no struct, map or enum.
///
/// `complete` is true if the model ended by itself. A truncated answer is never repaired: its missing end could be
/// anything. JSON that is the text of a JSON string is read, too.
///
/// # Errors
/// [`JsonError`], whose message can be quoted to the model.
pub fn extract<T: DeserializeOwned>(text: &str, complete: bool) -> Result<Extracted<T>, JsonError> {
    let error = match direct(text, complete) {
        Ok(found) => return Ok(found),
        Err(error) => error,
    };
    let quoted: Option<String> = serde_json::from_str(unfenced(&without_thoughts(text))).ok();
    match quoted.map(|inner| direct(&inner, complete)) {
        Some(Ok(found)) => Ok(Extracted {
            how: Extraction::Repaired,
            ..found
        }),
        _ => Err(error),
    }
}

fn direct<T: DeserializeOwned>(text: &str, complete: bool) -> Result<Extracted<T>, JsonError> {
    check_length(text)?;
    let arrays = takes_arrays::<T>();
    let answer = without_thoughts(text);
    let without_thoughts = || {
        let had_any = answer.len() < text.len();
        had_any.then(|| as_written(&answer, arrays)).flatten()
    };
    if let Some(value) = as_written(text, arrays).or_else(without_thoughts) {
        return Ok(strict(value));
    }
    Answer::new(unfenced(&answer), arrays)?.value(complete)
}

/// An object of a text that holds several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// The bytes of the text that it takes.
    pub at: Range<usize>,
    /// Its fields, or the error.
    pub fields: Result<Map<String, Value>, JsonError>,
}

/// Reads the objects in a model's output, in order: one behind the other, in a list or amid prose. They are repaired
/// only if the model ended by itself (`complete`).
///
/// # Errors
/// [`JsonError::TooDeep`] and [`JsonError::TooLong`].
pub fn objects(text: &str, complete: bool) -> Result<Vec<Object>, JsonError> {
    check_length(text)?;
    let found = scan(text, false)?.candidates.into_iter();
    Ok(found
        .map(|one| {
            let written = text.get(one.start..one.end).unwrap_or_default();
            let fields = read(written).or_else(|failure| match complete && !one.broken {
                true => read(&repaired(written)),
                false => Err(failure),
            });
            Object {
                at: one.start..one.end,
                fields: fields.map_err(JsonError::from),
            }
        })
        .collect())
}

fn check_length(text: &str) -> Result<(), JsonError> {
    if text.len() > MAX_BYTES {
        return Err(JsonError::TooLong {
            bytes: text.len(),
            limit: MAX_BYTES,
        });
    }
    Ok(())
}

fn strict<T>(value: T) -> Extracted<T> {
    Extracted {
        value,
        how: Extraction::Strict,
    }
}

/// Reads a text that is JSON without any repair. Think tags and invisible characters in its strings belong there.
fn as_written<T: DeserializeOwned>(text: &str, arrays: bool) -> Option<T> {
    let json = unfenced(text);
    scan(json, arrays).ok()?;
    whole(json, arrays).ok()
}

/// A whole text as a value.
fn whole<T: DeserializeOwned>(json: &str, arrays: bool) -> Result<T, Failure> {
    if !arrays && json.starts_with('[') {
        return Err(Failure::Array);
    }
    read(json)
}

/// An answer without thoughts, fences and invisible characters.
struct Answer {
    text: String,
    candidates: Vec<Candidate>,
    arrays: bool,
}

impl Answer {
    fn new(text: &str, arrays: bool) -> Result<Self, JsonError> {
        if text.is_empty() {
            return Err(JsonError::Empty);
        }
        let mut found = scan(text, arrays)?;
        let text = without(text, &found.invisible);
        if !found.invisible.is_empty() {
            found = scan(&text, arrays)?;
        }
        Ok(Self {
            text,
            candidates: found.candidates,
            arrays,
        })
    }

    fn value<T: DeserializeOwned>(&self, complete: bool) -> Result<Extracted<T>, JsonError> {
        let whole = match whole(&self.text, self.arrays) {
            Ok(value) => return Ok(strict(value)),
            Err(failure) => failure,
        };
        let last = match self.last_that_fits() {
            Ok(value) => {
                return Ok(Extracted {
                    value,
                    how: Extraction::Extracted,
                });
            }
            Err(failure) => failure,
        };
        let mended = if complete { self.repaired() } else { None };
        match mended {
            Some(Ok(value)) => Ok(Extracted {
                value,
                how: Extraction::Repaired,
            }),
            // An error after the repair names only the shape: positions in a text that the model did not write would
            // mislead it.
            Some(Err(failure)) if failure.is_of_shape() && !self.ends_broken() => {
                Err(failure.into())
            }
            _ => Err(last.map_or_else(|| self.without_candidates(whole), JsonError::from)),
        }
    }

    /// The last candidate that is a `T`; else why the last of all is not, if there is any.
    fn last_that_fits<T: DeserializeOwned>(&self) -> Result<T, Option<Failure>> {
        let mut last = None;
        for candidate in self.candidates.iter().rev() {
            match read(self.of(*candidate)) {
                Ok(value) => return Ok(value),
                Err(failure) => last = last.or(Some(failure)),
            }
        }
        Err(last)
    }

    fn repaired<T: DeserializeOwned>(&self) -> Option<Result<T, Failure>> {
        let candidate = self.candidates.iter().rfind(|one| !one.broken)?;
        Some(read(&repaired(self.of(*candidate))))
    }

    fn ends_broken(&self) -> bool {
        self.candidates.last().is_some_and(|one| one.broken)
    }

    fn of(&self, candidate: Candidate) -> &str {
        self.text
            .get(candidate.start..candidate.end)
            .unwrap_or_default()
    }

    fn without_candidates(&self, whole: Failure) -> JsonError {
        if reads_like_refusal(&self.text) {
            JsonError::refusal(&self.text)
        } else if serde_json::from_str::<IgnoredAny>(&self.text).is_ok() {
            whole.into()
        } else {
            JsonError::no_json(&self.text)
        }
    }
}

/// Returns a text without the characters at `places`.
fn without(text: &str, places: &[usize]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut start = 0;
    for place in places {
        kept.push_str(text.get(start..*place).unwrap_or_default());
        let removed = text.get(*place..).and_then(|rest| rest.chars().next());
        start = place + removed.map_or(0, char::len_utf8);
    }
    kept.push_str(text.get(start..).unwrap_or_default());
    kept
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, Failure> {
    if is_schema(json) {
        return Err(Failure::Schema);
    }
    serde_json::from_str(json).map_err(Failure::Json)
}

/// Why a JSON text is not the value.
enum Failure {
    /// It is a schema.
    Schema,
    /// It is an array, and something with keys is wanted.
    Array,
    /// The parser's error.
    Json(serde_json::Error),
}

impl Failure {
    fn is_of_shape(&self) -> bool {
        match self {
            Self::Schema | Self::Array => true,
            Self::Json(error) => error.is_data(),
        }
    }
}

impl From<Failure> for JsonError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Schema => Self::SchemaEcho,
            Failure::Array => Self::mismatch("it is an array, and an object is wanted"),
            Failure::Json(error) => Self::mismatch(&error.to_string()),
        }
    }
}
