//! The user of a Worker on this machine, and that user's token.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::workspace::{relative, sha256};

/// Name of the user.
const USER: &str = "me";
/// Prefix of the token in the file of variables; the Worker's own variable holds only its hash.
const TOKEN_LINE: &str = "# Token of \"me\": ";
/// Head of a new file of variables.
const HEAD: &str = "# Variables and secrets of the Worker on this machine, such as LLM_PROVIDER, LLM_MODEL and LLM_KEY.
# docs/deploy.md lists them. Git ignores this file.
";

/// Returns a fresh token of 256 random bits.
///
/// # Errors
/// When the system gives no randomness.
pub fn new_token() -> Result<String> {
    let mut bytes = [0; 32];
    let mut random = File::open("/dev/urandom").context("/dev/urandom")?;
    random.read_exact(&mut bytes)?;
    Ok(format!("amb_{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// Returns the variables with the user of this token.
pub fn variables_of(token: &str) -> String {
    let hash = sha256(token.as_bytes());
    format!("{TOKEN_LINE}{token}\nUSERS='{{\"{USER}\":\"{hash}\"}}'\n")
}

/// Returns the token of a file of variables. A file without users gets the local user. `None` if it has other users,
/// whose tokens are not in it.
///
/// # Errors
/// When the file can be neither read nor written.
pub fn ensured(file: &Path) -> Result<Option<String>> {
    let text = match file.exists() {
        true => fs::read_to_string(file).with_context(|| relative(file))?,
        false => String::new(),
    };
    if names_users(&text) {
        return Ok(token_in(&text));
    }
    let token = new_token()?;
    let head = if text.is_empty() { HEAD } else { "" };
    let mut options = OpenOptions::new();
    let mut kept = options
        .append(true)
        .create(true)
        .mode(0o600)
        .open(file)
        .with_context(|| relative(file))?;
    let is_cut = !text.is_empty() && !text.ends_with('\n');
    let gap = if is_cut { "\n" } else { "" };
    write!(kept, "{gap}{head}{}", variables_of(&token))?;
    Ok(Some(token))
}

fn names_users(text: &str) -> bool {
    let mut names = text.lines().filter_map(|line| line.split_once('='));
    names.any(|(name, _)| name.trim().trim_start_matches("export ").trim() == "USERS")
}

/// Returns the token in the file's comment, if its users have the hash of it.
fn token_in(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let token = lines.find_map(|line| line.strip_prefix(TOKEN_LINE))?.trim();
    text.contains(&sha256(token.as_bytes()))
        .then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn scratch(name: &str) -> std::path::PathBuf {
        let file = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&file);
        file
    }

    #[test]
    fn pl_02_a_local_user_is_made_once_and_for_its_owner_alone() {
        let file = scratch("users");
        let token = ensured(&file).unwrap().unwrap();
        assert!(token.starts_with("amb_") && token.len() == 47, "{token}");
        assert_eq!(ensured(&file).unwrap(), Some(token.clone()));
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let told = fs::read_to_string(&file).unwrap();
        let users = format!("USERS='{{\"me\":\"{}\"}}'\n", sha256(token.as_bytes()));
        assert!(told.ends_with(&users), "{told}");
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn pl_02_variables_of_the_user_stay_and_their_users_are_left_alone() {
        let file = scratch("variables");
        fs::write(&file, "LLM_KEY=k").unwrap();
        let token = ensured(&file).unwrap().unwrap();
        let told = fs::read_to_string(&file).unwrap();
        assert!(
            told.starts_with("LLM_KEY=k\n# Token of \"me\": amb_"),
            "{told}"
        );
        fs::write(&file, told.replace(&token, "amb_other")).unwrap();
        assert_eq!(ensured(&file).unwrap(), None);
        fs::write(&file, "export USERS={\"ann\":\"0\"}\n").unwrap();
        assert_eq!(ensured(&file).unwrap(), None);
        fs::remove_file(file).unwrap();
    }
}
