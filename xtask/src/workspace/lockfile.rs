//! Versions from Cargo.lock.

use anyhow::{Context, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Lockfile {
    #[serde(default)]
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

/// The version at which Cargo.lock holds `package`.
///
/// # Errors
/// When Cargo.lock cannot be read or does not name the package.
pub fn locked_version(package: &str) -> Result<String> {
    let text = std::fs::read_to_string(super::path("Cargo.lock")).context("Cargo.lock")?;
    version_in(&text, package)
}

fn version_in(lockfile: &str, package: &str) -> Result<String> {
    let lockfile: Lockfile = toml::from_str(lockfile).context("Cargo.lock cannot be read")?;
    lockfile
        .package
        .into_iter()
        .find(|candidate| candidate.name == package)
        .map(|found| found.version)
        .with_context(|| format!("Cargo.lock does not name {package}"))
}

#[cfg(test)]
mod tests {
    use super::version_in;

    const LOCK: &str =
        "version = 4\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";

    #[test]
    fn the_locked_version_is_found_by_the_whole_name() {
        assert_eq!(version_in(LOCK, "wasm-bindgen").unwrap(), "0.2.130");
        let missing = version_in(LOCK, "wasm").unwrap_err().to_string();
        assert!(missing.contains("does not name wasm"), "{missing}");
    }
}
