/** The next questions' use of long-term memory, stored in the tab: a switch that is off stays off after a reload. */

import type { MemoryUse } from "../state/long-term.ts";

const NAME = "agentic-memory-bank/memory-use";

/** Its storage. */
export type Tab = Pick<Storage, "getItem" | "setItem">;

/** This tab's storage; `null` if the browser lets no page have any. */
export function thisTab(): Tab | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The stored use; `null` if there is none, or none that this page can read. */
export function keptUse(tab: Tab | null): MemoryUse | null {
  try {
    return useOf(JSON.parse(tab?.getItem(NAME) ?? "null"));
  } catch {
    return null;
  }
}

/** Stores it, if the browser allows it. */
export function keepUse(tab: Tab | null, use: MemoryUse): void {
  try {
    tab?.setItem(NAME, JSON.stringify(use));
  } catch {
    // A full or forbidden storage: it holds until the page is loaded again.
  }
}

function useOf(value: unknown): MemoryUse | null {
  if (typeof value !== "object" || value === null) return null;
  const { isOff, without } = value as Record<string, unknown>;
  const isList = Array.isArray(without) && without.every((id) => typeof id === "string");
  return typeof isOff === "boolean" && isList ? { isOff, without } : null;
}
