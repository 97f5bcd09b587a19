//! The programs that use the artefacts: the npm package with its command line, the page with its server, and the
//! Worker.

mod local_user;
mod package;
mod page;
mod server;
mod worker;
mod workerd;

pub use local_user::{ensured as local_token, new_token, variables_of};
pub use package::{
    built as package_built, output as command_line_output, tests_built as package_tests_built,
};
pub use page::built as page_built;
pub use server::{Server, free_port, get};
pub use worker::{WORKER, built as worker_built};
pub use workerd::{Setting, Workerd, any_port, on_its_own, wrangler};
