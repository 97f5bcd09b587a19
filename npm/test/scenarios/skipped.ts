/** Scenarios that are not played on a host: by its nature, or by that of the server that plays the world. */

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
      "the world's server closes a broken connection only where the client asked for that, which these may not, so each would be waited for half a minute",
  })),
];

/** Their names. */
export function skippedOn(host: "Node" | "Chromium"): string[] {
  return SKIPPED.filter(({ on }) => on.includes(host)).map(({ scenario }) => scenario);
}
