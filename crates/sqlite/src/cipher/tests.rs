//! Headers and passphrases, tested without SQLite.

use super::{Header, Passphrase};

/// The first bytes of a database of pages of 8,192 bytes, with this many reserved in each.
fn first(mark: &[u8; 16], reserved: u8) -> Vec<u8> {
    let mut first = mark.to_vec();
    first.extend([0x20, 0x00, 1, 1, reserved, 64, 32, 32]);
    first
}

#[test]
fn a_files_first_bytes_tell_whether_it_is_encrypted() {
    let salt = [7; 16];
    let plain = *b"SQLite format 3\0";
    assert_eq!(Header::of(&[]), Header::Empty);
    assert_eq!(Header::of(&first(&plain, 0)), Header::Plain);
    assert_eq!(Header::of(&first(&salt, 32)), Header::Encrypted);
    // A plain database with a damaged mark does not count as encrypted.
    assert_eq!(Header::of(&first(&salt, 0)), Header::Other);
    assert_eq!(Header::of(&[0; 24]), Header::Other);
    assert_eq!(Header::of(&first(&salt, 32)[..23]), Header::Other);
    for place in 16..24 {
        let mut damaged = first(&salt, 32);
        damaged[place] ^= 0x55;
        assert_eq!(Header::of(&damaged), Header::Other, "byte {place}");
    }
}

#[test]
fn a_passphrase_is_the_same_however_its_letters_are_composed() {
    let composed = Passphrase::new("caf\u{e9}").unwrap();
    let decomposed = Passphrase::new("cafe\u{301}").unwrap();
    assert!(composed == decomposed);
    assert_eq!(composed.hex(), "636166c3a9");
    assert!(Passphrase::new("a'b\0").unwrap().hex() == "61276200");
    assert!(Passphrase::new("").is_none());
    assert!(Passphrase::new(" ").is_some());
}
