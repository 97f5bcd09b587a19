/** A folder's files in memory, whose N-th change fails, and which may lose power. */
import type { FolderFiles, OpenFile } from "../src/folder-files.ts";

/** How changes fail: what of the first is done all the same, of the others nothing, and how many there are. */
export const FAILURES = {
  full: { code: "ENOSPC", part: 0, times: 1 },
  refused: { code: "EIO", part: 0, times: 1 },
  torn: { code: "EDQUOT", part: 0.5, times: 1 },
  /** It is done, and told to have failed. */
  unsure: { code: "EIO", part: 1, times: 1 },
  /** What was written cannot be taken back at once. */
  stubborn: { code: "EIO", part: 1, times: 2 },
  /** As when the process is killed. */
  killed: { code: "EIO", part: 0.5, times: Number.POSITIVE_INFINITY },
} as const;

export type Failure = keyof typeof FAILURES;

/** What is found, after a loss of power, of bytes that were not synchronised. */
export const REMAINS = ["nothing", "half", "zeros", "all"] as const;

export type Remains = (typeof REMAINS)[number];

interface Held {
  bytes: Buffer;
  /** What is on the disk; `null` while the folder does not know of the file. */
  durable: Buffer | null;
}

/** The files. */
export class FaultyFiles implements FolderFiles {
  readonly #files = new Map<string, Held>();
  /** Files that were removed, until the folder is synchronised. */
  readonly #removed = new Map<string, Buffer>();
  #left = Number.POSITIVE_INFINITY;
  #failure: Failure = "refused";
  #hasFailed = false;

  /** From now on the `number`-th change (from 1) fails. */
  fail(number: number, failure: Failure): void {
    this.#left = number;
    this.#failure = failure;
    this.#hasFailed = false;
  }

  /** Changes succeed again. Gives back whether any failed. */
  heal(): boolean {
    this.#left = Number.POSITIVE_INFINITY;
    return this.#hasFailed;
  }

  /** Power goes, and comes again. */
  cutPower(remains: Remains): void {
    const isKept = remains !== "nothing";
    if (!isKept) for (const [name, bytes] of this.#removed) this.#put(name, bytes);
    for (const [name, { bytes, durable }] of this.#files) {
      if (durable === null && !isKept) this.#files.delete(name);
      else this.#put(name, remainsOf(bytes, durable ?? Buffer.of(), remains));
    }
    this.#removed.clear();
  }

  /** The bytes of a file, to look at or to damage. */
  get(name: string): Buffer {
    return this.#file(name).bytes;
  }

  set(name: string, bytes: Uint8Array): void {
    this.#put(name, Buffer.from(bytes));
  }

  path(name: string): string {
    return `/runs/${name}`;
  }

  async names(): Promise<string[]> {
    return [...this.#files.keys()];
  }

  async size(name: string): Promise<number | null> {
    return this.#files.get(name)?.bytes.length ?? null;
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const { bytes } = this.#file(name);
    // Lines do not end where pieces do.
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }

  async open(name: string, make: boolean): Promise<OpenFile> {
    if (make && !this.#files.has(name)) {
      this.#change((part) => {
        if (part === 1) this.#files.set(name, { bytes: Buffer.of(), durable: null });
      });
    }
    const file = this.#file(name);
    return {
      write: async (bytes, at) =>
        this.#change((part) => {
          const done = bytes.subarray(0, Math.ceil(bytes.length * part));
          const gap = Buffer.alloc(Math.max(0, at - file.bytes.length));
          const behind = file.bytes.subarray(at + done.length);
          file.bytes = Buffer.concat([file.bytes.subarray(0, at), gap, done, behind]);
        }),
      truncate: async (size) =>
        this.#change((part) => {
          if (part === 1) file.bytes = file.bytes.subarray(0, size);
        }),
      sync: async () =>
        this.#change((part) => {
          if (part === 1 && file.durable !== null) file.durable = file.bytes;
          // The file is on the disk, and its name is not.
          else if (part === 1) this.#nameless.set(name, file.bytes);
        }),
      close: async () => {},
    };
  }

  async remove(name: string): Promise<void> {
    const { durable } = this.#file(name);
    this.#change((part) => {
      if (part < 1) return;
      if (durable !== null) this.#removed.set(name, durable);
      this.#files.delete(name);
    });
  }

  async sync(): Promise<void> {
    this.#change((part) => {
      if (part < 1) return;
      this.#removed.clear();
      for (const [name, file] of this.#files) {
        file.durable ??= this.#nameless.get(name) ?? Buffer.of();
      }
      this.#nameless.clear();
    });
  }

  /** What was synchronised of files that the folder does not know durably. */
  readonly #nameless = new Map<string, Buffer>();

  #change(carryOut: (part: number) => void): void {
    this.#left -= 1;
    const { code, part, times } = FAILURES[this.#failure];
    const isDue = this.#left <= 0 && this.#left > -times;
    carryOut(isDue ? (this.#left === 0 ? part : 0) : 1);
    if (!isDue) return;
    this.#hasFailed = true;
    throw Object.assign(new Error(`${code}: it was made to fail`), { code });
  }

  #put(name: string, bytes: Buffer): void {
    this.#files.set(name, { bytes, durable: bytes });
  }

  #file(name: string): Held {
    const file = this.#files.get(name);
    if (file === undefined) throw Object.assign(new Error(`ENOENT: ${name}`), { code: "ENOENT" });
    return file;
  }
}

function remainsOf(bytes: Buffer, durable: Buffer, remains: Remains): Buffer {
  if (remains === "nothing") return durable;
  let same = 0;
  while (same < durable.length && bytes[same] === durable[same]) same += 1;
  const known = bytes.subarray(0, same);
  const fresh = bytes.subarray(same);
  if (remains === "half") return Buffer.concat([known, fresh.subarray(0, fresh.length / 2)]);
  if (remains === "zeros") return Buffer.concat([known, Buffer.alloc(fresh.length)]);
  return bytes;
}
