/** A notice if the shown data comes from an imported file. */

import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The notice beside answers, summaries and disputes that were not checked against their source. */
export function importedNotice({ words }: Context): Panel {
  const notice = element(
    "p",
    { class: "notice caution imported", hidden: true },
    words.reading.imported,
  );
  return { element: notice, view: ({ imported }) => setHidden(notice, !imported) };
}
