/** The platform's log. What a user wrote, a token or a key is never in it. */

/** Writes a line: what happened, and plain facts about it. */
export function log(what: string, facts: Record<string, string | number | null> = {}): void {
  // biome-ignore lint/suspicious/noConsole: the platform's log is its console
  console.log(what, JSON.stringify(facts));
}
