/** Saving the memory and the journal as files. */

import { download } from "./download.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The buttons that save. */
export function keepPanel({ session, words }: Context): Panel {
  const memory = saver(words.keep.export, "memory.json", "application/json", () =>
    session.files.exportMemory(),
  );
  const journal = saver(words.keep.journal, "journal.jsonl", "text/plain", () =>
    session.files.exportJournal(),
  );
  const hint = element("p", { class: "hint" });
  const section = element(
    "section",
    { class: "keep", "aria-labelledby": "keep-heading", hidden: true },
    element("h2", { id: "keep-heading" }, words.keep.heading),
    hint,
    element("div", { class: "actions" }, memory, journal),
  );
  return {
    element: section,
    view: (state) => {
      setHidden(section, state.keptRun === null);
      const isStored = state.stored?.runs.some(({ id }) => id === state.keptRun) ?? false;
      const where = isStored ? words.keep.textStored : words.keep.text;
      setText(hint, `${where} ${words.keep.journalHint}`);
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
