/** The switch for the next questions' use of long-term memory, and the list of excluded items. */

import { ALL_USED } from "../state/long-term.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The switch, under an id of its own. */
export function memorySwitch({ store, words }: Context, id: string): Panel {
  const text = words.longTerm;
  const input = element("input", { id, type: "checkbox", "aria-describedby": `${id}-hint` });
  input.addEventListener("change", () => {
    const use = { ...store.state.memoryUse, isOff: !input.checked };
    store.dispatch({ type: "memoryUseChosen", use });
  });
  const count = element("span", {});
  const useAll = element(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        const { isOff } = store.state.memoryUse;
        store.dispatch({ type: "memoryUseChosen", use: { ...ALL_USED, isOff } });
        input.focus();
      },
    },
    text.useAll,
  );
  const leftOut = element("p", { class: "hint" }, count, " ", useAll);
  return {
    element: element(
      "div",
      { class: "memory-use" },
      element("p", { class: "check" }, input, element("label", { for: id }, text.use)),
      element("p", { class: "hint", id: `${id}-hint` }, text.useHint),
      leftOut,
    ),
    view: ({ memoryUse }) => {
      input.checked = !memoryUse.isOff;
      setHidden(leftOut, memoryUse.without.length === 0);
      setText(count, text.leftOut(memoryUse.without.length));
    },
  };
}
