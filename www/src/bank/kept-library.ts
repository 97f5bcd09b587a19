/** The user's choice to have the library kept in this browser, and the number of documents in it then. */

import type { Device } from "./remembered.ts";

const NAME = "agentic-memory-bank/library";

/** The value while what was kept is still to be deleted. */
const ENDED = "ended";

/** The number of documents that are kept; `null` if the user has not chosen to keep any. */
export function keptDocuments(device: Device | null): number | null {
  const held = storedValue(device);
  return typeof held === "number" ? held : null;
}

/** Stores the choice to keep documents, and their number. Returns true if that could be done. */
export function noteKept(device: Device | null, documents: number): boolean {
  return note(device, documents);
}

/** Stores that nothing is kept from now on, and that the storage is still to be deleted. */
export function noteEnded(device: Device | null): void {
  note(device, ENDED);
}

/** True if the storage is still to be deleted. */
export function isEnded(device: Device | null): boolean {
  return storedValue(device) === ENDED;
}

/** Stores that the storage is deleted, unless the user has chosen to keep documents meanwhile. */
export function noteDeleted(device: Device | null): void {
  if (isEnded(device)) device?.removeItem(NAME);
}

function storedValue(device: Device | null): unknown {
  try {
    return JSON.parse(device?.getItem(NAME) ?? "null");
  } catch {
    return null;
  }
}

function note(device: Device | null, value: number | string): boolean {
  try {
    device?.setItem(NAME, JSON.stringify(value));
    return device !== null;
  } catch {
    return false;
  }
}
