/** The user's choice of a language model on this device, on request: keys are stored unencrypted. */

import { searchServiceNamed } from "../../../npm/src/search-services.ts";
import { type ModelChoice, NO_MODEL } from "./model-choice.ts";

const NAME = "agentic-memory-bank/language-model";

/** The storage of a remembered choice. */
export type Device = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** This origin's storage; `null` if the browser lets no page have any. */
export function thisDevice(): Device | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The remembered choice; `null` if there is none, or none that this page can read. */
export function remembered(device: Device | null): ModelChoice | null {
  try {
    return choiceOf(JSON.parse(device?.getItem(NAME) ?? "null"));
  } catch {
    return null;
  }
}

/** Remembers a choice; whether that could be done. */
export function remember(device: Device | null, choice: ModelChoice): boolean {
  try {
    device?.setItem(NAME, JSON.stringify(choice));
    return device !== null;
  } catch {
    return false;
  }
}

/** Forgets the remembered choice. */
export function forget(device: Device | null): void {
  device?.removeItem(NAME);
}

/** A choice made of the valid fields. */
function choiceOf(value: unknown): ModelChoice | null {
  if (typeof value !== "object" || value === null) return null;
  const known = Object.entries(value).filter(
    ([name, held]) =>
      typeof held === typeof NO_MODEL[name as keyof ModelChoice] &&
      (name !== "searchService" || searchServiceNamed(held) !== undefined),
  );
  return { ...NO_MODEL, ...Object.fromEntries(known) };
}
