/** Scenarios that a host cannot play by its nature. */

interface Skipped {
  scenario: string;
  on: ("Node" | "Chromium")[];
  reason: string;
}

const SKIPPED: Skipped[] = [];

/** Their names. */
export function skippedOn(host: "Node" | "Chromium"): string[] {
  return SKIPPED.filter(({ on }) => on.includes(host)).map(({ scenario }) => scenario);
}
