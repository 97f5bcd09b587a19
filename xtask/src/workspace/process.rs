//! Running other programs.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write, pipe};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

use super::progress::{say, speaker};

/// Runs `command` with its standard output sent to standard error; where several lanes of tests run at once, line by
/// line, each with the lane's name.
///
/// # Errors
/// When the program is missing or ends with a failure; the message holds the command line and, of a lane's program,
/// the last lines of its output.
pub fn run(command: &mut Command) -> Result<()> {
    command.stdin(Stdio::null());
    let (status, last_lines) = if speaker().is_some() {
        relayed(command)?
    } else {
        let to_stderr = std::io::stderr().as_fd().try_clone_to_owned()?;
        command.stdout(to_stderr);
        let status = command.status().with_context(|| not_started(command))?;
        (status, VecDeque::new())
    };
    if !status.success() {
        let last_lines: String = last_lines.iter().map(|line| format!("\n{line}")).collect();
        bail!("`{}` ended with {status}{last_lines}", shown(command));
    }
    Ok(())
}

/// Lines of a failed program's output that its error repeats: the names of failed tests stand at the end.
const LAST_LINES: usize = 12;

/// Runs `command` and prints each line of its output. Returns the last lines, too.
fn relayed(command: &mut Command) -> Result<(ExitStatus, VecDeque<String>)> {
    let (said, saying) = pipe()?;
    command.stdout(saying.try_clone()?).stderr(saying);
    let mut process = command.spawn().with_context(|| not_started(command))?;
    // The command holds the ends that are written to, which must all be closed for the other to end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut last_lines = VecDeque::new();
    for line in BufReader::new(said).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches('\r');
        say(line);
        if last_lines.len() == LAST_LINES {
            last_lines.pop_front();
        }
        last_lines.push_back(line.to_owned());
    }
    Ok((process.wait()?, last_lines))
}

/// Runs `command` silently and prints its output only if it fails.
///
/// # Errors
/// As [`run`].
pub fn run_quietly(command: &mut Command) -> Result<()> {
    command.stdin(Stdio::null());
    let output = command.output().with_context(|| not_started(command))?;
    if !output.status.success() {
        let mut stderr = std::io::stderr();
        stderr.write_all(&output.stdout)?;
        stderr.write_all(&output.stderr)?;
        bail!("`{}` ended with {}", shown(command), output.status);
    }
    Ok(())
}

/// Returns the standard output of `command`; its standard error passes through.
///
/// # Errors
/// As [`run`], and when the output is not UTF-8.
pub fn capture(command: &mut Command) -> Result<String> {
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().with_context(|| not_started(command))?;
    if !output.status.success() {
        bail!("`{}` ended with {}", shown(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` did not print UTF-8", shown(command)))
}

/// The second word of `PROGRAM --version` ("wasm-pack 0.15.1" gives "0.15.1"), or `None` when the program does not
/// run.
pub fn program_version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null());
    let output = command.output().ok().filter(|it| it.status.success())?;
    let printed = String::from_utf8(output.stdout).ok()?;
    printed.split_whitespace().nth(1).map(str::to_owned)
}

/// The first file called `program` in a folder of PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|candidate| candidate.is_file())
}

/// PATH with `folders` before everything else.
///
/// # Errors
/// When a folder's name cannot stand in PATH.
pub fn search_path_with(folders: &[PathBuf]) -> Result<OsString> {
    let present = std::env::var_os("PATH").unwrap_or_default();
    let all = folders
        .iter()
        .cloned()
        .chain(std::env::split_paths(&present));
    Ok(std::env::join_paths(all)?)
}

fn not_started(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    format!("{program} could not be started: is it installed and on PATH?")
}

fn shown(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
