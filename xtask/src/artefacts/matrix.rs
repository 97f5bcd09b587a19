//! wasm-pack.toml, our build matrix.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::workspace::path;

#[derive(Deserialize)]
struct Matrix {
    artefact: Vec<Artefact>,
}

/// One wasm artefact.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Artefact {
    /// The name for people.
    pub name: String,
    /// The cargo package it is compiled from, whose library is a cdylib.
    #[serde(rename = "crate")]
    pub package: String,
    /// Cargo features on top of the default ones.
    #[serde(default)]
    pub features: Vec<String>,
    /// True if default features are left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_default_features: bool,
    /// Features of the quick build on top of the default ones; those of the release build unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick_features: Option<Vec<String>>,
    /// The cargo profile of the release build.
    #[serde(default = "default_profile")]
    pub profile: String,
    /// Most bytes that the artefact's memory may grow to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_memory: Option<u64>,
    /// The most bytes that the artefact may have in gzip.
    pub gzip_budget: u64,
}

/// The profile of what most visitors download: as small as it gets.
fn default_profile() -> String {
    "artefact".to_owned()
}

impl Artefact {
    /// Returns the features of the quick build.
    pub fn quick_features(&self) -> &[String] {
        self.quick_features.as_ref().unwrap_or(&self.features)
    }

    /// Returns the path of the wasm file.
    pub fn wasm(&self, build: Build) -> PathBuf {
        build.path().join(format!("{}.wasm", self.name))
    }

    /// Returns the path of the JavaScript file beside the wasm.
    pub fn script(&self, build: Build) -> PathBuf {
        build.path().join(format!("{}.js", self.name))
    }
}

/// The build of the artefacts: its purpose and its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// The package's: within the budgets.
    Release,
    /// The build of `cargo xtask start`: compiled in minutes.
    Quick,
}

impl Build {
    /// Returns the name of the build's folder.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Quick => "quick",
        }
    }

    /// Returns the path of the build's folder.
    pub fn path(self) -> PathBuf {
        path("target/artefacts").join(self.folder())
    }
}

/// The artefacts of wasm-pack.toml, in its order.
///
/// # Errors
/// When the file is missing or malformed.
pub fn matrix() -> Result<Vec<Artefact>> {
    let text = fs::read_to_string(path("wasm-pack.toml")).context("wasm-pack.toml")?;
    parse(&text).context("wasm-pack.toml cannot be read")
}

fn parse(text: &str) -> Result<Vec<Artefact>> {
    Ok(toml::from_str::<Matrix>(text)?.artefact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_matrix_holds_the_artefacts_within_the_promised_budgets() {
        let artefacts = matrix().unwrap();
        let budget = |name: &str| {
            artefacts
                .iter()
                .find(|it| it.name == name)
                .unwrap()
                .gzip_budget
        };
        assert!(budget("engine") <= 1_200_000);
        assert!(budget("embed-baseline") <= 4_000_000 && budget("embed-relaxed") <= 4_000_000);
        let mut names: Vec<_> = artefacts.iter().map(|it| &it.name).collect();
        names.dedup();
        assert_eq!(names.len(), artefacts.len());
    }

    #[test]
    fn the_quick_build_has_one_set_of_features_for_each_package() {
        let artefacts = matrix().unwrap();
        for one in &artefacts {
            for other in artefacts.iter().filter(|it| it.package == one.package) {
                assert_eq!(one.quick_features(), other.quick_features());
            }
        }
    }

    #[test]
    fn a_short_entry_has_defaults_and_a_misspelt_key_is_an_error() {
        let entry = "[[artefact]]\nname = 'e'\ncrate = 'a-b'\ngzip-budget = 1\n";
        let artefacts = parse(entry).unwrap();
        assert_eq!(artefacts[0].package, "a-b");
        assert!(!artefacts[0].no_default_features);
        assert!(
            artefacts[0]
                .wasm(Build::Quick)
                .ends_with("target/artefacts/quick/e.wasm")
        );
        assert!(parse(&format!("{entry}max-memry = 1\n")).is_err());
    }
}
