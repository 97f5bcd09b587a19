/** The scenarios in Chromium, through the built package: the engine in the tab's dedicated worker. */
import { after } from "node:test";
import { lane } from "./lane.ts";
import type * as Perform from "./perform.ts";
import { Tab } from "./tab.ts";

/** What the tab's page puts into its global scope, and what it is given. */
declare const perform: typeof Perform;
declare const opens: Perform.Opens;
declare const requestWaits: () => Promise<void>;

const tab = await Tab.open();
after(() => tab.close());
const { page } = tab;

let waits = async () => {};
await page.exposeFunction("requestWaits", () => waits());

await lane({
  hidesRedirects: true,
  // Each takes three banks, and each bank a worker with the model; Node stops them all in the same wasm.
  oneStoppedOf: 3,
  research: (part) => page.evaluate((part) => perform.research(opens, part), part),
  stop: (part, requestArrives) => {
    waits = requestArrives;
    return page.evaluate((part) => perform.research(opens, part, requestWaits()), part);
  },
  resume: (part, stopped) =>
    page.evaluate(({ part, stopped }) => perform.resume(opens, part, stopped), {
      part,
      stopped,
    }),
});
