//! The header of a file, readable without a passphrase.

/// Bytes of a file that are read.
pub const HEADER_BYTES: usize = 24;

/// The kind of a file, by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// There is nothing in it yet.
    Empty,
    /// A database that anybody can read.
    Plain,
    /// A database encrypted by this program: a salt stands in place of SQLite's mark, and the rest, up to the start of
    /// encryption, is as SQLite writes it.
    Encrypted,
    /// Neither: damaged, or no database.
    Other,
}

/// First bytes of each plain database.
const MARK: &[u8; 16] = b"SQLite format 3\0";

/// Bytes of each page that hold its nonce and its authentication.
const RESERVED: u8 = 32;

/// Fractions of a page that SQLite's format fixes.
const FRACTIONS: [u8; 3] = [64, 32, 32];

impl Header {
    /// Returns the kind of a file with these first bytes; at most [`HEADER_BYTES`] are read.
    #[must_use]
    pub fn of(first: &[u8]) -> Self {
        if first.is_empty() {
            return Self::Empty;
        }
        if first.starts_with(MARK) {
            return Self::Plain;
        }
        match first.get(MARK.len()..HEADER_BYTES) {
            Some(fields) if is_encrypted(fields) => Self::Encrypted,
            _ => Self::Other,
        }
    }
}

/// Returns true for the fields behind the salt of an encrypted database: page size, versions, reserved bytes,
/// fractions.
fn is_encrypted(fields: &[u8]) -> bool {
    let &[high, low, writer, reader, reserved, most, least, leaf] = fields else {
        return false;
    };
    let page = u16::from_be_bytes([high, low]);
    let is_page = page == 1 || (page >= 512 && page.is_power_of_two());
    let are_versions = [writer, reader]
        .iter()
        .all(|version| (1..=2).contains(version));
    is_page && are_versions && reserved == RESERVED && [most, least, leaf] == FRACTIONS
}
