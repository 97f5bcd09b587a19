/** Scenarios that a host cannot play by its nature. */

interface Skipped {
  scenario: string;
  on: ("Node" | "Chromium")[];
  reason: string;
}

const SKIPPED: Skipped[] = [
  ...["troubled-pages", "visited-pdf"].map((scenario) => ({
    scenario,
    on: ["Chromium"] as Skipped["on"],
    reason: "its world is a proxy that hands redirects back, and a browser hides where they lead",
  })),
  ...["broken-connections", "troubled-streams"].map((scenario) => ({
    scenario,
    on: ["Node", "Chromium"] as Skipped["on"],
    reason:
      "the platform keeps a broken connection open, so each would be waited for half a minute",
  })),
];

/** Their names. */
export function skippedOn(host: "Node" | "Chromium"): string[] {
  return SKIPPED.filter(({ on }) => on.includes(host)).map(({ scenario }) => scenario);
}
