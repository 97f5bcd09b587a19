//! Code that all commands share: the repository's root, processes, progress output, native builds of the workspace, and
//! stamps of steps whose inputs have not changed.

mod building;
mod digest;
mod lockfile;
mod once;
mod process;
mod progress;
mod root;
mod scratch;
mod stamp;

pub use building::{GENERATED_TYPES, example, over_all};
pub use digest::{sha256, sha256_of_file};
pub use lockfile::locked_version;
pub use once::one_at_a_time;
pub use process::{capture, on_path, program_version, run, run_quietly, search_path_with};
pub use progress::{note, say, spawn_as, speaker, step, warning};
pub use root::{path, relative};
pub use scratch::with_scratch_in_memory;
pub use stamp::{Inputs, Stamp};
