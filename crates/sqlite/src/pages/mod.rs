//! Files in memory that track changed pages: the file system below SQLite if the platform keeps pages itself
//! (IndexedDB), and for tests that make writes fail.

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
