/** The storage of a Durable Object, of the few statements that the keeper of pages makes. */
import type { ObjectStorage } from "../src/object-storage.ts";

type Value = number | string | ArrayBuffer;
type Row = Record<string, Value>;

const STATEMENTS = {
  create: /^CREATE TABLE (\w+)/,
  names: /FROM sqlite_master WHERE name IN \((.*)\)$/,
  insert: /^INSERT INTO (\w+) \((.*)\) VALUES/,
  update: /^UPDATE (\w+) SET (.*)$/,
  delete: /^DELETE FROM (\w+)( WHERE id = \?)?$/,
  select: /^SELECT (.*) FROM (\w+)( WHERE id = \?)?$/,
};

/** Tables in memory, whose transactions are whole or not at all. */
export class ObjectStandIn implements ObjectStorage {
  tables = new Map<string, Row[]>();
  /** Rows that were inserted, changed or deleted. */
  written = 0;
  /** Statements before one fails of this. */
  failure: { after: number; message: string } | null = null;

  readonly sql = {
    exec: (query: string, ...bindings: unknown[]) => {
      if (this.failure !== null && this.failure.after-- <= 0) throw new Error(this.failure.message);
      const rows = this.#done(query, bindings);
      return { toArray: () => rows };
    },
  };

  transactionSync<T>(work: () => T): T {
    // Rows are never changed, but replaced.
    const before = new Map(this.tables);
    try {
      return work();
    } catch (thrown) {
      this.tables = before;
      throw thrown;
    }
  }

  /** All bytes of a table. */
  bytes(): Buffer {
    const rows = [...this.tables.values()].flat();
    const blobs = rows.flatMap(({ bytes }) => (bytes instanceof ArrayBuffer ? [bytes] : []));
    return Buffer.concat(blobs.map((blob) => Buffer.from(blob)));
  }

  #done(query: string, bindings: unknown[]): Row[] {
    for (const [kind, pattern] of Object.entries(STATEMENTS)) {
      const words = query.match(pattern);
      if (words !== null) return this.#carriedOut(kind as keyof typeof STATEMENTS, words, bindings);
    }
    throw new Error(`near "${query}": syntax error: SQLITE_ERROR`);
  }

  #carriedOut(kind: keyof typeof STATEMENTS, words: string[], bindings: unknown[]): Row[] {
    const [, one = "", other = ""] = words;
    const values = bindings.map(stored);
    switch (kind) {
      case "create":
        this.tables.set(one, []);
        return [];
      case "names":
        return [...this.tables.keys()].filter((name) => one.includes(`'${name}'`)).map(named);
      case "insert":
        return this.#changed(one, (rows) => [...rows, rowOf(other, values)], 1);
      case "update": {
        const columns = other.replaceAll(" = ?", "");
        return this.#changed(one, (rows) => rows.map(() => rowOf(columns, values)), 1);
      }
      case "delete": {
        const stays = (row: Row) => other !== "" && row.id !== values[0];
        const count = this.#table(one).filter((row) => !stays(row)).length;
        return this.#changed(one, (rows) => rows.filter(stays), count);
      }
      case "select": {
        const rows = this.#table(other);
        const found = words[3] ? rows.filter(({ id }) => id === values[0]) : rows;
        return found.map((row) => read(row, one));
      }
    }
  }

  #table(name: string): Row[] {
    const rows = this.tables.get(name);
    if (rows === undefined) throw new Error(`no such table: ${name}: SQLITE_ERROR`);
    return rows;
  }

  #changed(name: string, change: (rows: Row[]) => Row[], count: number): Row[] {
    this.tables.set(name, change(this.#table(name)));
    this.written += count;
    return [];
  }
}

/** The columns of a row, whose bytes are its reader's own. */
function read(row: Row, columns: string): Row {
  const values = columns.split(", ").map((column) => [column, row[column] as Value] as const);
  return Object.fromEntries(
    values.map(([column, value]) => [column, value instanceof ArrayBuffer ? value.slice() : value]),
  );
}

function named(name: string): Row {
  return { name };
}

function rowOf(columns: string, values: Value[]): Row {
  return Object.fromEntries(columns.split(", ").map((column, at) => [column, values[at] as Value]));
}

function stored(value: unknown): Value {
  return value instanceof Uint8Array ? (value.slice().buffer as ArrayBuffer) : (value as Value);
}
