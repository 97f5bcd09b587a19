//! From an answer to a value, step by step.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::error::{JsonError, MAX_BYTES};
use super::fence::unfenced;
use super::refusal::reads_like_refusal;
use super::repair::repaired;
use super::scan::{Candidate, scan};
use super::schema_echo::is_schema;
use super::thoughts::without_thoughts;
use super::wanted::takes_arrays;

/// How an answer became a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extraction {
    /// The whole text was JSON, but for thoughts, a fence and invisible characters.
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
    /// How it was found.
    pub how: Extraction,
}

/// Reads a value from what a model wrote: the whole text, or the last object in it that is a `T`, or
/// the last one after a small repair. Arrays count where `T` is none of struct, map and enum.
///
/// `complete` says that the model ended by itself. An answer that was cut off is never repaired: what
/// is missing at its end could be anything.
///
/// # Errors
/// [`JsonError`], whose message can be quoted to the model.
pub fn extract<T: DeserializeOwned>(text: &str, complete: bool) -> Result<Extracted<T>, JsonError> {
    if text.len() > MAX_BYTES {
        return Err(JsonError::TooLong {
            bytes: text.len(),
            limit: MAX_BYTES,
        });
    }
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
pub struct Each<T> {
    /// As it is written.
    pub written: String,
    /// What it is, or why it is no `T`.
    pub value: Result<T, JsonError>,
}

/// Reads every object of what a model wrote, in order: the whole text, or those that it holds one behind the other, in a
/// list or amid prose. Nothing is repaired. `T` is a struct or a map.
///
/// # Errors
/// [`JsonError`] where none is a `T`, as of [`extract`].
pub fn extract_all<T: DeserializeOwned>(text: &str) -> Result<Vec<Each<T>>, JsonError> {
    let found: Extracted<T> = extract(text, false)?;
    if found.how == Extraction::Strict {
        return Ok(vec![Each {
            written: text.trim().to_owned(),
            value: Ok(found.value),
        }]);
    }
    let answer = without_thoughts(text);
    Ok(Answer::new(unfenced(&answer), takes_arrays::<T>())?.all())
}

fn strict<T>(value: T) -> Extracted<T> {
    Extracted {
        value,
        how: Extraction::Strict,
    }
}

/// A text that is JSON without further ado. Think tags and invisible characters in it are in its
/// strings, where they belong.
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
            // What is wrong after the repair is said only of the shape: places in a text that the model
            // did not write would mislead it.
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

    /// All candidates, in order.
    fn all<T: DeserializeOwned>(&self) -> Vec<Each<T>> {
        let written = self.candidates.iter().map(|one| self.of(*one));
        written
            .map(|written| Each {
                written: written.to_owned(),
                value: read(written).map_err(JsonError::from),
            })
            .collect()
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

/// A text without the characters that stand at `places`.
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
    /// What the parser says.
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
