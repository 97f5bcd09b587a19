//! The repository's root.

use std::path::{Path, PathBuf};

/// Returns the absolute path of `relative`, a path inside the repository; an absolute path is returned unchanged.
pub fn path(relative: impl AsRef<Path>) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).join(relative)
}

/// `path` as seen from the repository's root, for messages.
pub fn relative(absolute: &Path) -> String {
    let shown = absolute.strip_prefix(path("")).unwrap_or(absolute);
    shown.display().to_string()
}
