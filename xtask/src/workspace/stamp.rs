//! Stamps of steps: a digest over a step's inputs, kept in a file, shows that they are unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use walkdir::{DirEntry, WalkDir};

use super::digest::{sha256, sha256_of_file};

/// Folders of generated files: never an input.
const MADE: [&str; 4] = [
    "node_modules",
    "target",
    "test-results",
    "playwright-report",
];

/// The inputs of a step: words and the content of files and folders, in the order they were named.
#[derive(Default)]
pub struct Inputs {
    hasher: Sha256,
}

impl Inputs {
    /// No inputs yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A word that decides the result: a version, an option.
    pub fn word(mut self, word: &str) -> Self {
        self.hasher.update(sha256(word.as_bytes()));
        self
    }

    /// The content of something that is in memory.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.hasher.update(sha256(bytes));
        self
    }

    /// Adds a file, or every file of a folder; a missing one counts as absent.
    ///
    /// # Errors
    /// When a file that exists cannot be read.
    pub fn content(self, path: &Path) -> Result<Self> {
        self.content_without(path, &[])
    }

    /// As [`Inputs::content`], leaving out the folders called as in `without`.
    ///
    /// # Errors
    /// When a file that exists cannot be read.
    pub fn content_without(mut self, path: &Path, without: &[&str]) -> Result<Self> {
        if !path.exists() {
            return Ok(self.word("absent"));
        }
        let is_input = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(MADE.contains(&&*name) || without.contains(&&*name))
        };
        let walk = WalkDir::new(path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(is_input);
        for entry in walk {
            let entry = entry?;
            if entry.file_type().is_file() {
                let name = entry.path().to_string_lossy();
                self = self.word(&name).word(&sha256_of_file(entry.path())?);
            }
        }
        Ok(self)
    }

    fn digest(self) -> String {
        sha256(&self.hasher.finalize())
    }
}

/// The file with the digest of a step's last inputs.
pub struct Stamp {
    file: PathBuf,
    digest: String,
}

impl Stamp {
    /// The stamp of the step called `name`, for the inputs of now.
    pub fn new(name: &str, inputs: Inputs) -> Self {
        let file = super::path("target/stamps").join(name);
        Self {
            file,
            digest: inputs.digest(),
        }
    }

    /// Returns true if the step was last done with these inputs and all of `outputs` still exist.
    pub fn is_fresh(&self, outputs: &[&Path]) -> bool {
        let noted = fs::read_to_string(&self.file).unwrap_or_default();
        noted == self.digest && outputs.iter().all(|output| output.exists())
    }

    /// Notes that the step is done with these inputs.
    ///
    /// # Errors
    /// When the stamp cannot be written.
    pub fn set(&self) -> Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&self.file, &self.digest))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("node_modules")).unwrap();
        folder
    }

    fn digest_of(folder: &Path) -> String {
        Inputs::new().content(folder).unwrap().digest()
    }

    #[test]
    fn content_and_names_change_the_digest_and_made_folders_do_not() {
        let folder = folder("inputs");
        fs::write(folder.join("a"), "one").unwrap();
        let first = digest_of(&folder);
        fs::write(folder.join("node_modules/b"), "made").unwrap();
        assert_eq!(digest_of(&folder), first);
        fs::write(folder.join("a"), "two").unwrap();
        let second = digest_of(&folder);
        assert_ne!(second, first);
        fs::rename(folder.join("a"), folder.join("c")).unwrap();
        assert_ne!(digest_of(&folder), second);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_stamp_is_fresh_while_inputs_and_outputs_stay() {
        let folder = folder("stamp");
        let output = folder.join("output");
        fs::write(&output, "").unwrap();
        let stamp = |word: &str| Stamp {
            file: folder.join("stamp"),
            digest: Inputs::new().word(word).digest(),
        };
        assert!(!stamp("a").is_fresh(&[&output]));
        stamp("a").set().unwrap();
        assert!(stamp("a").is_fresh(&[&output]));
        assert!(!stamp("b").is_fresh(&[&output]));
        fs::remove_dir_all(folder.join("node_modules")).unwrap();
        fs::remove_file(&output).unwrap();
        assert!(!stamp("a").is_fresh(&[&output]));
        fs::remove_dir_all(folder).unwrap();
    }
}
