// Meters of an isolate.

/** Cursors whose rows are not counted yet: a cursor knows them once it was read. */
let cursors = [];
const rows = { read: 0, written: 0 };
let objects = 0;
let isSqlMetered = false;

/** Memories of instances that are still alive. */
let memories = [];

/** Meters the statements of an object, and of all others of its isolate. */
export function metered(context) {
  objects += 1;
  const sql = Object.getPrototypeOf(context.storage.sql);
  if (!isSqlMetered) {
    const { exec } = sql;
    sql.exec = function counted(...words) {
      const cursor = exec.apply(this, words);
      cursors.push(cursor);
      if (cursors.length > 10_000) countRows();
      return cursor;
    };
    isSqlMetered = true;
  }
  return context;
}

/** Notes the memory of each instance that is made from now on. */
export function watchInstances() {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...words) {
      super(...words);
      const { memory } = this.exports;
      if (memory) memories.push(new WeakRef(memory));
    }
  };
}

function countRows() {
  for (const { rowsRead, rowsWritten } of cursors) {
    rows.read += rowsRead;
    rows.written += rowsWritten;
  }
  cursors = [];
}

/** What the meters say. */
export function metersRead() {
  countRows();
  memories = memories.filter((memory) => memory.deref() !== undefined);
  const bytes = memories.map((memory) => memory.deref()?.buffer.byteLength ?? 0);
  return {
    rowsRead: rows.read,
    rowsWritten: rows.written,
    wasmBytes: bytes.reduce((sum, one) => sum + one, 0),
    instances: bytes.length,
    objects,
  };
}
