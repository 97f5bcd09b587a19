// A Durable Object, whose storage has a type of its own.
import { MemoryBank, type ObjectStorage, openEmbedder, RunStore } from "agentic-memory-bank";

type Cell = ArrayBuffer | string | number | null;

/** A cursor as a Durable Object's SQLite gives it. */
interface Cursor<Row extends Record<string, Cell>> {
  toArray(): Row[];
  readonly rowsWritten: number;
}

interface Storage {
  readonly sql: {
    exec<Row extends Record<string, Cell>>(query: string, ...bindings: Cell[]): Cursor<Row>;
    readonly databaseSize: number;
  };
  transactionSync<T>(work: () => T): T;
}

/** What an object opens. */
export async function opened(storage: Storage): Promise<string | undefined> {
  const given: ObjectStorage = storage;
  const store = await RunStore.open({ storage: given, passphrase: "a passphrase" });
  const embedder = await openEmbedder({ models: "https://example.org/model/" });
  const bank = await MemoryBank.open({ store, embedder });
  const { answer } = await bank.research({ question: "Who?", keep: true }).result;
  const kept: "object" = store.place.kept;
  await store.close();
  return answer?.text ?? kept;
}

// @ts-expect-error: a folder is for Node.
export const elsewhere = () => RunStore.open({ folder: "runs" });
