/** Calls that the writer left in doubt: their outcome is found out from the next one. */
import { MemoryBankError } from "./errors.ts";
import type { Batch, NewRun } from "./generated.ts";
import type { MemoryCalls, MemoryStep } from "./memory-calls.ts";
import { lost } from "./memory-owner.ts";
import type { StoreCalls } from "./store-calls.ts";
import { WriterGone } from "./writer-failures.ts";

/** The calls of a store of runs, and of the long-term memory in it. */
type AllCalls = StoreCalls & MemoryCalls;

/**
 * The same face; where the writer went and left it in doubt what became of a call, it is found out from the next one.
 */
export function settling<F extends AllCalls>(face: F): F {
  const settled: F = {
    ...face,
    createRun: (run) =>
      unlessGone(face.createRun(run), (doubt) => createdOnce(settled, run, doubt)),
    append: (run, batch) =>
      unlessGone(face.append(run, batch), (doubt) => appendedOnce(settled, run, batch, doubt)),
    deleteRun: (run) =>
      unlessGone(face.deleteRun(run), (doubt) => deletedOnce(settled, run, doubt)),
    askMemory: (request, settings) => unlessLost(face.askMemory(request, settings)),
    supplyMemory: (call, supply) => unlessLost(face.supplyMemory(call, supply)),
  } satisfies AllCalls & F;
  return settled;
}

async function unlessGone(
  asked: Promise<void>,
  findOut: (doubt: WriterGone) => Promise<void>,
): Promise<void> {
  try {
    await asked;
  } catch (thrown) {
    if (!(thrown instanceof WriterGone)) throw thrown;
    await findOut(thrown);
  }
}

/** The answer by which it is found out; without one the call stays in doubt. */
async function orDoubt<T>(asked: Promise<T>, doubt: WriterGone): Promise<T> {
  try {
    return await asked;
  } catch {
    throw doubt;
  }
}

/** A call of memory ends with its caller's tab; its writes by then stay. */
async function unlessLost(asked: Promise<MemoryStep>): Promise<MemoryStep> {
  try {
    return await asked;
  } catch (thrown) {
    throw thrown instanceof WriterGone ? lost() : thrown;
  }
}

/** An existing run that equals the new one was created. */
async function createdOnce(store: StoreCalls, run: NewRun, doubt: WriterGone): Promise<void> {
  try {
    await store.createRun(run);
  } catch (thrown) {
    if (MemoryBankError.from(thrown).code !== "stored_run_exists") throw doubt;
    const { head, lines } = await orDoubt(store.load(run.id), doubt);
    if (head.created !== run.created || !isSame(lines, run.lines)) throw thrown;
  }
}

/** Lines that are already at their place were appended; the store itself refuses any others there. */
async function appendedOnce(
  store: StoreCalls,
  run: string,
  batch: Batch,
  doubt: WriterGone,
): Promise<void> {
  const { lines } = await orDoubt(store.load(run), doubt);
  const isThere = batch.lines.length > 0 && isSame(lines.slice(batch.at), batch.lines);
  if (!isThere) await store.append(run, batch);
}

async function deletedOnce(store: StoreCalls, run: string, doubt: WriterGone): Promise<void> {
  try {
    await store.deleteRun(run);
  } catch (thrown) {
    if (MemoryBankError.from(thrown).code !== "stored_run_not_found") throw doubt;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}
