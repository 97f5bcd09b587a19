/** The search of the topics in memory, above their list and their drawing. */

import { isDisputed } from "../state/topic-filter.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The search field, the filter of disputes, and the number of matches. */
export function topicSearch({ store, words }: Context): Panel {
  const find = (text: string) => store.dispatch({ type: "topicsFiltered", filter: { text } });
  const input = element("input", {
    id: "topic-search",
    type: "text",
    dir: "auto",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    oninput: () => find(input.value),
    onkeydown: ({ key, isComposing }: KeyboardEvent) => {
      if (key !== "Escape" || isComposing) return;
      input.value = "";
      find("");
    },
  });
  const disputed = element(
    "button",
    {
      type: "button",
      "aria-pressed": "false",
      onclick: () => {
        const isDisputedOnly = !store.state.topicFilter.isDisputedOnly;
        store.dispatch({ type: "topicsFiltered", filter: { isDisputedOnly } });
      },
    },
    words.memory.disputedOnly,
  );
  const status = element("p", { class: "hint", role: "status" });
  return {
    element: element(
      "div",
      { class: "line topic-search", role: "search" },
      element("label", { for: "topic-search" }, words.memory.find),
      element("div", { class: "row" }, input, disputed),
      status,
    ),
    view: ({ shownNodes, topicFilter, foundNodes }, previous) => {
      if (input.value !== topicFilter.text) input.value = topicFilter.text;
      disputed.setAttribute("aria-pressed", String(topicFilter.isDisputedOnly));
      // While only disputed topics are shown there is a way to end that.
      const isOn = topicFilter.isDisputedOnly;
      if (shownNodes !== previous?.shownNodes || isOn !== previous.topicFilter.isDisputedOnly)
        setHidden(disputed, !isOn && ![...shownNodes.values()].some(isDisputed));
      const { found } = words.memory;
      setText(status, foundNodes === null ? "" : found(foundNodes.size, shownNodes.size));
    },
  };
}
