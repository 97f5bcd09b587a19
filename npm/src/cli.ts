#!/usr/bin/env node
/** The entry of the command line: an older Node gets a plain sentence, and must be able to parse this file for it. */
export {};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  // The built file's name: the two are built apart, so that nothing newer is parsed before the check.
  await import("./command-line.js");
} else {
  process.stderr.write(
    `error: agentic-memory-bank needs Node 20.19 or later, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 1;
}
