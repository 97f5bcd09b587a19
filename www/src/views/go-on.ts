/** Going on with a run that was stopped or failed. */

import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The button that goes on, if there is something to go on with. */
export function goOnPanel({ session, words }: Context): Panel {
  const button = element(
    "button",
    { type: "button", onclick: () => void session.goOn() },
    words.goOn.submit,
  );
  const row = element(
    "p",
    { class: "go-on", hidden: true },
    button,
    element("span", { class: "hint" }, words.goOn.hint),
  );
  return {
    element: row,
    view: ({ canGoOn, phase }) => setHidden(row, !canGoOn || phase !== "idle"),
  };
}
