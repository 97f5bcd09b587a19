//! Files in memory that know which of their pages changed: what lies beneath SQLite where the platform keeps
//! pages itself (IndexedDB), and where tests make writes fail.

mod disk;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod tests;
mod vfs;

pub use disk::Disk;
#[cfg(target_arch = "wasm32")]
pub use disk::PAGE;
pub use vfs::Mount;
