/** A file on its way into a memory, which reads and checks it part by part, and takes it in once it is whole. */
import type { HierarchyRequest, TrajectoryRequest } from "./generated.ts";

/** What either memory is asked of a file. */
export type ImportRequest = Extract<
  HierarchyRequest & TrajectoryRequest,
  { op: "readImport" | "checkImport" | "import" | "dropImport" }
>;

/** Hands a file to a memory. Whoever begins one ends it: by `takeIn`, or by `drop`. */
export class IncomingFile<Imported> {
  readonly #ask: (request: ImportRequest) => Promise<unknown>;
  /** Made up, as other tabs may import into the same memory. */
  readonly #import = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  #parts = 0;

  constructor(ask: (request: ImportRequest) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Whether any of it was read. */
  get isBegun(): boolean {
    return this.#parts > 0;
  }

  /** Reads the next part; rejects with `import_malformed` or `import_too_new` at its first damage. */
  async read(text: string): Promise<void> {
    const part = this.#parts;
    this.#parts += 1;
    await this.#ask({ op: "readImport", import: this.#import, part, text });
  }

  /** Rejects unless it is whole. */
  async check(): Promise<void> {
    await this.#ask({ op: "checkImport", import: this.#import });
  }

  /** Takes it in. */
  async takeIn(): Promise<Imported> {
    return (await this.#ask({ op: "import", import: this.#import })) as Imported;
  }

  /** Lets go of what was read and not taken in. Never rejects: a memory that cannot be asked has let go of it, or soon will. */
  async drop(): Promise<void> {
    if (this.isBegun) await this.#ask({ op: "dropImport", import: this.#import }).catch(() => {});
  }
}
