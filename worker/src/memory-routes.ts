/** Routes of long-term memory. */
import { type MemoryBank, MemoryBankError, type MemoryRequest } from "agentic-memory-bank";
import { json, NEVER_KEPT } from "./answers.ts";
import { bounded, jsonOf } from "./bodies.ts";
import type { Home } from "./home.ts";

/** Sends a request to memory, or does the upkeep that is due. */
export async function askMemory(home: Home, request: Request): Promise<Response> {
  const asked = await jsonOf(request);
  const bank = await home.memory();
  return json({ answer: await answered(bank, asked) });
}

/** Streams all entries of long-term memory, as JSON Lines. */
export async function exportMemory(home: Home): Promise<Response> {
  const release = home.retain();
  const encoder = new TextEncoder();
  try {
    const bank = await home.memory();
    const parts = bank.exportLongTerm();
    // The first part is awaited: an unreadable store is a response with a status.
    let next = await parts.next();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (next.done) {
          release();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(next.value));
        next = await parts.next();
      },
      cancel: release,
    });
    return new Response(body, {
      headers: { ...NEVER_KEPT, "content-type": "application/x-ndjson" },
    });
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Takes an export of long-term memory in. */
export async function importMemory(home: Home, { body }: Request): Promise<Response> {
  const bank = await home.memory();
  const lines = body === null ? "" : bounded(body);
  return json(await bank.importLongTerm(lines));
}

function answered(bank: MemoryBank, asked: Record<string, unknown>): Promise<unknown> {
  const { memory, idle, op } = asked;
  if (memory === "upkeep" && typeof idle === "boolean") return bank.keepUp({ idle });
  const isAsked = memory === "hierarchy" || memory === "trajectories";
  if (isAsked && typeof op === "string") return bank.askMemory(asked as MemoryRequest);
  throw new MemoryBankError(
    "invalid_argument",
    "memory must be hierarchy or trajectories with an op, or upkeep with idle true or false",
  );
}
