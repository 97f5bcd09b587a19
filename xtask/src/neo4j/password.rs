//! The password of a server of our own.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};

/// Returns an unguessable password.
///
/// # Errors
/// When the system gives no randomness.
pub fn random_password() -> Result<String> {
    let mut bytes = [0; 16];
    let mut random = File::open("/dev/urandom").context("/dev/urandom")?;
    random.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the password of the data in `home`: the stored one, or a new one, which is stored readable only for its
/// owner.
///
/// # Errors
/// When it can be neither read nor written.
pub fn kept_password(home: &Path) -> Result<String> {
    let file = home.join("password");
    if file.exists() {
        return Ok(fs::read_to_string(file)?.trim().to_owned());
    }
    let password = random_password()?;
    fs::create_dir_all(home)?;
    let mut options = OpenOptions::new();
    let mut kept = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    kept.write_all(password.as_bytes())?;
    Ok(password)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_password_is_kept_for_its_owner_alone() {
        let home = std::env::temp_dir().join(format!("xtask-password-{}", std::process::id()));
        let password = kept_password(&home).unwrap();
        assert!(password.len() == 32 && password != random_password().unwrap());
        assert_eq!(kept_password(&home).unwrap(), password);
        let mode = fs::metadata(home.join("password"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(home).unwrap();
    }
}
