/** What the next questions use of long-term memory, kept in the tab: a switch that is off stays off when the page is loaded again. */

import type { MemoryUse } from "../state/long-term.ts";

const NAME = "agentic-memory-bank/memory-use";

/** Where it is kept. */
export type Tab = Pick<Storage, "getItem" | "setItem">;

/** This tab's storage; `null` where the browser lets no page have any. */
export function thisTab(): Tab | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** What was kept; `null` where nothing was, or nothing that this page can read. */
export function keptUse(tab: Tab | null): MemoryUse | null {
  try {
    return useOf(JSON.parse(tab?.getItem(NAME) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps it, where the browser lets it. */
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
