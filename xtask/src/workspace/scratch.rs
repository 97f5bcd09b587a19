//! Folders for temporary files of programs.

use std::path::Path;
use std::process::Command;

use super::capture;

/// Folder in which Linux keeps files in memory.
const IN_MEMORY: &str = "/dev/shm";
/// Twice the size of a browser's profile while its stores are tested, in bytes.
const NEEDED: u64 = 4_000_000_000;

/// Puts a command's temporary files in memory if there is room for them. Tests of stores synchronise their writes some
/// ten thousand times, which takes minutes on a slow disk.
pub fn with_scratch_in_memory(command: &mut Command) -> &mut Command {
    if room(Path::new(IN_MEMORY)).is_some_and(|room| room >= NEEDED) {
        command.env("TMPDIR", IN_MEMORY);
    }
    command
}

/// The bytes that may still be written to a folder; `None` if there is no such folder.
fn room(folder: &Path) -> Option<u64> {
    if !folder.is_dir() {
        return None;
    }
    let mut df = Command::new("df");
    df.args(["--output=avail", "--block-size=1"]).arg(folder);
    let told = capture(&mut df).ok()?;
    told.lines().nth(1)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_in_a_folder_and_none_in_what_is_no_folder() {
        assert!(room(&std::env::temp_dir()).is_some_and(|room| room > 0));
        assert_eq!(room(Path::new("/no/such/folder")), None);
    }
}
