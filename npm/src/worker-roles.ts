/** One worker script for every role. The first message that a worker gets names its role. */
import type { ReaderTask } from "./reader-worker.ts";

/** A role, with its start data. */
export type Role =
  | { role: "engine" }
  | { role: "embedder" }
  /** `name` is the name of the lock that shows its end. */
  | { role: "store"; name: string }
  | { role: "reader"; task: ReaderTask };

/** The mark of a message that assigns a role. */
const MARK = "agentic-memory-bank/role";

/** Gives a worker that was just started its role. */
export function assignRole(worker: Worker, role: Role, transfer: Transferable[] = []): void {
  worker.postMessage({ [MARK]: role }, transfer);
}

/** The role in a worker's message; `null` for any other message. */
export function roleIn(message: unknown): Role | null {
  return (message as { [MARK]?: Role } | null)?.[MARK] ?? null;
}

/** Starts another worker of the script that this worker runs. */
export function startSibling(): Worker {
  return new Worker(self.location.href, { type: isModuleWorker() ? "module" : "classic" });
}

/** A module has no `importScripts`: to call it, even with nothing to import, throws. */
function isModuleWorker(): boolean {
  try {
    (self as unknown as { importScripts: () => void }).importScripts();
    return false;
  } catch {
    return true;
  }
}
