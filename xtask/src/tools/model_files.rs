//! Files of models: each is what its hash says, or refused.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::workspace::{sha256, sha256_of_file};

/// A file that is fetched.
#[derive(Debug, Deserialize)]
pub struct FetchedFile {
    /// The file's name.
    pub file: String,
    /// SHA-256 in lower-case hexadecimal.
    pub sha256: String,
}

/// Describes a file for a `manifest.json`.
///
/// # Errors
/// When it cannot be read.
pub fn file_of(file: &Path) -> Result<Value> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::metadata(file)?.len();
    Ok(json!({ "file": name, "sha256": sha256_of_file(file)?, "bytes": bytes }))
}

/// Returns true if the file exists with this hash.
pub fn has_hash(file: &Path, sha256: &str) -> bool {
    file.exists() && sha256_of_file(file).is_ok_and(|found| found == sha256)
}

/// Reads a member of an archive.
///
/// # Errors
/// When there is none, or it is damaged.
pub fn unpacked<R: Read + std::io::Seek>(
    archive: &mut ZipArchive<R>,
    name: &str,
) -> Result<Vec<u8>> {
    let mut member = archive
        .by_name(name)
        .with_context(|| format!("no {name} in the archive"))?;
    let mut bytes = Vec::new();
    member.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes `bytes` as the file they must be, or refuses them.
///
/// # Errors
/// When the hash differs, or the file cannot be written.
pub fn keep(bytes: &[u8], file: &FetchedFile, folder: &Path) -> Result<()> {
    let found = sha256(bytes);
    if found != file.sha256 {
        bail!(
            "{} has the hash {found}, not {}: refused",
            file.file,
            file.sha256
        );
    }
    fs::write(folder.join(&file.file), bytes)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_with_another_hash_are_refused() {
        let file = FetchedFile {
            file: "never-written".to_owned(),
            sha256: sha256(b"right"),
        };
        let folder = std::env::temp_dir();
        let refusal = keep(b"wrong", &file, &folder).unwrap_err().to_string();
        assert!(refusal.contains("refused"), "{refusal}");
        assert!(!folder.join("never-written").exists());
    }
}
