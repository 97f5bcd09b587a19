/** Runs to store, and everything that is to be seen of a store: those of the contract's suite in `crates/store`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Batch, Body, NewRun } from "../src/generated.ts";
import type { EngineStore } from "../src/host.ts";

/** A run of this name. */
export function newRun(id: string, created = 1, changes: Partial<NewRun> = {}): NewRun {
  const question = `What became of ${id}?`;
  return { id, question, format: 1, created, lines: [], bodies: [], ...changes };
}

/** Lines that follow the first `at`, with these bodies. */
export function batch(at: number, lines: string[], bodies: string[] = []): Batch {
  const named = bodies.map(body);
  return { at, lines, bodies: named, state: null, updated: 1000 + at };
}

/** The body of this name: a few pages of it. */
export function body(hash: string): Body {
  return { hash, bytes: bytesOf(hash.repeat(3000)) };
}

/** The text's bytes. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** All that is in the files of a folder of runs, its bytes as text, too. */
export function everythingIn(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ name }) => readFileSync(join(folder, name), "utf8"));
  const decoded = (_: string, base64: string) => Buffer.from(base64, "base64").toString();
  return texts.join("\n").replace(/"base64":"([^"]*)"/g, decoded);
}

const NAMES = ["a", "b", "c", "shared", "image", "huge"];

/** All that is to be seen of a store. */
export async function sight(store: EngineStore): Promise<object> {
  const runs = await store.runs();
  const loaded = [];
  const blobs = [];
  for (const { id } of runs) {
    loaded.push(await store.load(id));
    for (const name of NAMES) blobs.push(await store.blob(id, name));
  }
  return { runs, loaded, blobs, bodies: await store.bodies(NAMES), bytes: await store.bytes() };
}
