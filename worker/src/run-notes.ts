/** Notes about runs that the store of runs has no place for: attempts to resume, wishes to stop, failures to go on. */
import { storageFailure } from "agentic-memory-bank";

/** Attempts to resume a run that does not get on. */
const MOST_ATTEMPTS = 8;

/** Bytes that must be free before anything is paid for. */
const ROOM = 65_536;

/** A note about one run. */
export interface RunNote {
  /** Attempts since the run last got on. */
  attempts: number;
  /** Lines of its journal at the last attempt. */
  lines: number;
  /** Returns true if its user stopped it. */
  isStopped: boolean;
  /** The failure because of which it is not resumed any more; `null`: none. */
  code: string | null;
}

type Row = { attempts: number; lines: number; is_stopped: number; code: string | null };

/** Notes in a table of the object. */
export class RunNotes {
  readonly #storage: DurableObjectStorage;
  /** Failures that found no room in the table. */
  readonly #unwritten = new Map<string, string>();
  #isReady = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** The note about a run; `null`: there is none. */
  of(docId: string): RunNote | null {
    const [row] = this.#rows(docId);
    const code = this.#unwritten.get(docId) ?? row?.code ?? null;
    if (row === undefined && code === null) return null;
    const { attempts = 0, lines = 0, is_stopped = 0 } = row ?? {};
    return { attempts, lines, isStopped: is_stopped === 1, code };
  }

  /**
   * Notes that a run is about to be resumed. Returns false if it was resumed too often without progress. Throws
   * `store_full` if there is no room for the note.
   */
  attempt(docId: string, lines: number): boolean {
    const note = this.of(docId);
    const before = note === null || lines > note.lines ? 0 : note.attempts;
    if (before >= MOST_ATTEMPTS) return false;
    this.#write(
      `INSERT INTO run_notes (doc_id, attempts, lines) VALUES (?, ?, ?)
       ON CONFLICT (doc_id) DO UPDATE SET attempts = excluded.attempts, lines = excluded.lines`,
      ...[docId, before + 1, lines],
    );
    return true;
  }

  /** Notes that its user stopped a run, so that it is not resumed if it is cut off before its end. */
  stop(docId: string): void {
    this.#write(
      `INSERT INTO run_notes (doc_id, is_stopped) VALUES (?, 1)
       ON CONFLICT (doc_id) DO UPDATE SET is_stopped = 1`,
      docId,
    );
  }

  /** Notes that a run cannot go on, and why. Without room for the note it is kept as long as the object lives. */
  giveUp(docId: string, code: string): void {
    this.#unwritten.set(docId, code);
    try {
      this.#write(
        `INSERT INTO run_notes (doc_id, code) VALUES (?, ?)
         ON CONFLICT (doc_id) DO UPDATE SET code = excluded.code`,
        ...[docId, code],
      );
      this.#unwritten.delete(docId);
    } catch {
      // It stays among the unwritten.
    }
  }

  /** Deletes the notes about a run. */
  forget(docId: string): void {
    this.#unwritten.delete(docId);
    if (this.#rows(docId).length > 0) this.#write("DELETE FROM run_notes WHERE doc_id = ?", docId);
  }

  /** Throws `store_full` unless there is room for the start of a run. */
  checkRoom(): void {
    const probe = "room";
    this.#write("INSERT INTO run_notes (doc_id, code) VALUES (?, ?)", probe, "0".repeat(ROOM));
    this.#write("DELETE FROM run_notes WHERE doc_id = ?", probe);
  }

  /** Begins anew, in an object whose tables are gone. */
  reset(): void {
    this.#isReady = false;
    this.#unwritten.clear();
  }

  #rows(docId: string): Row[] {
    this.#prepare();
    const query = "SELECT attempts, lines, is_stopped, code FROM run_notes WHERE doc_id = ?";
    return this.#storage.sql.exec<Row>(query, docId).toArray();
  }

  #write(statement: string, ...values: (string | number)[]): void {
    this.#prepare();
    try {
      this.#storage.transactionSync(() => this.#storage.sql.exec(statement, ...values));
    } catch (cause) {
      throw storageFailure(cause);
    }
  }

  #prepare(): void {
    if (this.#isReady) return;
    this.#storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS run_notes (
         doc_id TEXT PRIMARY KEY,
         attempts INTEGER NOT NULL DEFAULT 0,
         lines INTEGER NOT NULL DEFAULT 0,
         is_stopped INTEGER NOT NULL DEFAULT 0,
         code TEXT
       ) STRICT, WITHOUT ROWID`,
    );
    this.#isReady = true;
  }
}
