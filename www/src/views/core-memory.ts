/** Core memory: the text in every plan's prompt, in the user's own words. */

import { CORE_CHANGED_ELSEWHERE } from "../bank/long-term.ts";
import type { CoreBlock, CoreMemory } from "../bank/types.ts";
import { NO_CORE } from "../state/long-term.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

const BLOCKS: readonly CoreBlock[] = ["user_info", "instructions", "persona"];

/** A field for each block, the ones that people fill first. */
export function coreMemory({ session, words }: Context): Panel {
  const text = words.longTerm;
  const fields = new Map(BLOCKS.map((block) => [block, areaOf(block)]));
  /** Each block as of the start of the user's editing. */
  let begun = NO_CORE;
  const written = (): CoreMemory => {
    const core = { ...NO_CORE };
    for (const [block, area] of fields) core[block] = area.value;
    return core;
  };
  const form = element(
    "form",
    {},
    element("p", { class: "hint" }, text.coreHint),
    ...[...fields].flatMap(([block, area]) => [
      element("label", { for: area.id }, text.coreBlocks[block]),
      area,
    ]),
    element(
      "div",
      { class: "actions" },
      element(
        "button",
        { type: "submit", "aria-label": text.label(text.coreSave, text.core) },
        text.coreSave,
      ),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.longTerm.setCore(written(), begun);
  });
  const details = element(
    "details",
    { class: "core-memory" },
    element("summary", {}, text.core),
    form,
  );
  return {
    element: details,
    view: ({ longTerm: { core, problem } }, previous) => {
      setHidden(details, core === null);
      if (core === null) return;
      // The user was shown the other text, so the next save replaces it.
      const isTold = problem?.code === CORE_CHANGED_ELSEWHERE.code;
      if (isTold && problem !== previous?.longTerm.problem) begun = core;
      const before = previous?.longTerm.core ?? NO_CORE;
      if (core === before) return;
      // Unsaved edits stay; unchanged fields show the present text.
      for (const [block, area] of fields) {
        if (area.value !== before[block] && area.value !== core[block]) continue;
        area.value = core[block];
        begun = { ...begun, [block]: core[block] };
      }
    },
  };
}

function areaOf(block: CoreBlock): HTMLTextAreaElement {
  return element("textarea", { id: `core-${block}`, rows: 2, dir: "auto" });
}
