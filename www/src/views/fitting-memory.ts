/** The line that tells which memory a question uses in place of reading its documents again. */

import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The memory that holds the drafted documents, and the choice of a new one. */
export function fittingMemoryLine({ store, session, words }: Context): Panel {
  const { library: text } = words;
  const told = element("p", { role: "status" });
  const input = element("input", {
    id: "anew",
    type: "checkbox",
    onchange: () => store.dispatch({ type: "draftChanged", draft: { isAnew: input.checked } }),
  });
  const choice = element(
    "p",
    { class: "check" },
    input,
    element("label", { for: input.id }, text.anew),
  );
  return {
    element: element("div", { class: "fitting" }, told, choice),
    view: (state) => {
      const memory = session.threads.fitting();
      const isAnew = state.draft.isAnew ?? false;
      setHidden(choice, memory === null);
      setText(told, memory === null || isAnew ? "" : text.uses(shown(memory.question)));
      input.checked = isAnew;
    },
  };
}
