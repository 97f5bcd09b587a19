/** The platform's log. It never holds a user's text, a token or a key. */

/** Writes a line: the event, and plain facts about it. */
export function log(what: string, facts: Record<string, string | number | null> = {}): void {
  // biome-ignore lint/suspicious/noConsole: the platform's log is its console
  console.log(what, JSON.stringify(facts));
}
