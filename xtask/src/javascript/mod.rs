//! What stands on the artefacts: the npm package with its command line, the page, and its server.

mod package;
mod page;
mod server;

pub use package::{
    built as package_built, output as command_line_output, tests_built as package_tests_built,
};
pub use page::built as page_built;
pub use server::{Server, get};
