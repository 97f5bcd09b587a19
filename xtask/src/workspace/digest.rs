//! SHA-256 of bytes and files.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The SHA-256 of the file at `path` in lower-case hexadecimal, read in pieces.
///
/// # Errors
/// When the file cannot be read.
pub fn sha256_of_file(path: &Path) -> Result<String> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut hasher = Sha256::new();
    let mut piece = vec![0; 1 << 20];
    loop {
        let count = reader.read(&mut piece)?;
        let Some(read) = piece.get(..count).filter(|read| !read.is_empty()) else {
            return Ok(hexadecimal(&hasher.finalize()));
        };
        hasher.update(read);
    }
}

fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn digest_of_the_standard_example() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }
}
