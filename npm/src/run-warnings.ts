/** Warnings of a run from before its beginning. */
import type { Emit } from "./backend.ts";
import type { ModelStatus } from "./model-status.ts";
import type { Event } from "./types.ts";

type Warning = Extract<Event, { type: "warning" }>;

/** Puts the warnings behind the run's first event. */
export function withWarnings(warnings: Warning[], emit: Emit): Emit {
  let waiting = warnings;
  return (event) => {
    emit(event);
    const due = waiting;
    waiting = [];
    for (const warning of due) emit(warning);
  };
}

/** The warning of a run without a model, if there should be one. */
export function modelWarning(status: ModelStatus | null): Warning[] {
  if (status?.state !== "unavailable") return [];
  const message = `searching by keywords alone, which finds less: ${status.message}`;
  return [{ type: "warning", code: status.code, message }];
}

/** The warning of a request in these fields of which half characters were replaced, if any. */
export function surrogateWarning(mended: string[]): Warning[] {
  if (mended.length === 0) return [];
  const message = `half characters (lone surrogates) became U+FFFD in ${mended.join(", ")}`;
  return [{ type: "warning", code: "lone_surrogates", message }];
}
