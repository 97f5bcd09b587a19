/** Scenarios that a host cannot play by its nature. */

interface Skipped {
  scenario: string;
  on: ("Node" | "Chromium")[];
  reason: string;
}

const SKIPPED: Skipped[] = [
  {
    scenario: "troubled-pages",
    on: ["Chromium"],
    reason: "a browser keeps to itself where a redirect leads, so each is asked for once more, to be followed",
  },
];

/** Their names. */
export function skippedOn(host: "Node" | "Chromium"): string[] {
  return SKIPPED.filter(({ on }) => on.includes(host)).map(({ scenario }) => scenario);
}
