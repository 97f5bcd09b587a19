/** Saving the memory and the journal as files. */

import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The buttons that save. */
export function keepPanel({ session, words }: Context): Panel {
  const memory = saver(words.keep.export, "memory.json", "application/json", () =>
    session.exportMemory(),
  );
  const journal = saver(words.keep.journal, "journal.jsonl", "text/plain", () =>
    session.exportJournal(),
  );
  const section = element(
    "section",
    { class: "keep", "aria-labelledby": "keep-heading", hidden: true },
    element("h2", { id: "keep-heading" }, words.keep.heading),
    element("p", { class: "hint" }, `${words.keep.text} ${words.keep.journalHint}`),
    element("div", { class: "actions" }, memory, journal),
  );
  return {
    element: section,
    view: (state) => {
      setHidden(section, state.keptRun === null);
      for (const button of [memory, journal]) button.disabled = state.phase !== "idle";
    },
  };
}

function saver(
  label: string,
  name: string,
  type: string,
  text: () => Promise<string | null>,
): HTMLButtonElement {
  const save = async () => {
    const made = await text();
    if (made !== null) download(name, new Blob([made], { type }));
  };
  return element("button", { type: "button", onclick: () => void save() }, label);
}

function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
