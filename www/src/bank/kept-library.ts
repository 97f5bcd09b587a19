/** The user's choice to have the library kept in this browser, and the number of documents in it then. */

import type { Device } from "./remembered.ts";

const NAME = "agentic-memory-bank/library";

/** The number of documents that are kept; `null` if the user has not chosen to keep any. */
export function keptDocuments(device: Device | null): number | null {
  try {
    const held: unknown = JSON.parse(device?.getItem(NAME) ?? "null");
    return typeof held === "number" ? held : null;
  } catch {
    return null;
  }
}

/** Stores the choice; `null`: nothing is kept. Returns true if that could be done. */
export function noteKept(device: Device | null, documents: number | null): boolean {
  try {
    if (documents === null) device?.removeItem(NAME);
    else device?.setItem(NAME, String(documents));
    return device !== null;
  } catch {
    return false;
  }
}
