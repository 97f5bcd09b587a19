/** The clipboard. */

import type { Context } from "./panel.ts";

/** Copies a text. Returns what to tell about it. */
export async function copy(text: string, { takeAway }: Context["words"]): Promise<string> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return copied ? takeAway.copied : takeAway.notCopied;
}
