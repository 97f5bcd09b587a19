/** A file on its way into a memory, which reads and checks it part by part, and takes it in once it is whole. */
import type { HierarchyRequest, TrajectoryRequest } from "./generated.ts";

/** The requests to either memory about an imported file. */
export type ImportRequest = Extract<
  HierarchyRequest & TrajectoryRequest,
  { op: "readImport" | "checkImport" | "import" | "dropImport" }
>;

/** Passes a file to a memory. Its caller must end it by `takeIn` or `drop`. */
export class IncomingFile<Imported> {
  readonly #ask: (request: ImportRequest) => Promise<unknown>;
  /** Made up, as other tabs may import into the same memory. */
  readonly #import = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  #parts = 0;

  constructor(ask: (request: ImportRequest) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** True if a part was read. */
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

  /**
   * Drops the parts that were read and not imported. Never rejects: an unreachable memory has dropped them, or soon
   * will.
   */
  async drop(): Promise<void> {
    if (this.isBegun) await this.#ask({ op: "dropImport", import: this.#import }).catch(() => {});
  }
}
