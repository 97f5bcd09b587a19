/** The memory about one topic. */

import type { MemoryNode, State } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The details of the selected node. */
export function nodeDetails(context: Context): Panel {
  const { words } = context;
  const body = element("div", {
    class: "details",
    role: "region",
    // It scrolls, and may hold nothing else to focus.
    tabindex: 0,
    "aria-live": "polite",
    "aria-label": words.memory.summary,
  });
  return {
    element: body,
    view: (state, previous) => {
      if (state.selectedNode === previous?.selectedNode && selected(state) === selected(previous))
        return;
      const node = selected(state);
      body.replaceChildren(
        ...(node
          ? drawn(node, state, context)
          : [element("p", { class: "hint" }, words.memory.choose)]),
      );
    },
  };
}

function selected(state: State | null | undefined): MemoryNode | undefined {
  return state?.nodes.get(state.selectedNode ?? "");
}

function drawn(node: MemoryNode, state: State, context: Context): HTMLElement[] {
  const { words } = context;
  const told = shown(node.topic) || words.memory.untitled;
  return [
    element("h3", { dir: "auto", lang: languageOf(told) }, told),
    element(
      "dl",
      {},
      ...row(words.memory.disputed, node.disputes, "disputed"),
      element("dt", {}, words.memory.summary),
      element(
        "dd",
        { dir: "auto", class: "remembered" },
        shown(node.summary) || words.memory.noSummary,
      ),
      ...row(words.memory.keywords, [node.keywords.join(", ")]),
      element("dt", {}, words.memory.links),
      element("dd", {}, links(node, state, context)),
      ...row(words.memory.merges, node.merges),
      ...row(words.memory.source, [node.document]),
    ),
  ];
}

/** A term and its texts; empty if there are none. */
function row(
  term: string,
  told: readonly string[],
  className: string | null = null,
): HTMLElement[] {
  const said = told.filter((text) => text !== "");
  if (said.length === 0) return [];
  return [
    element("dt", { class: className }, term),
    ...said.map((text) => element("dd", { dir: "auto", class: className }, shown(text))),
  ];
}

function links(node: MemoryNode, state: State, { store, words }: Context): HTMLElement {
  const items = [...node.links].map(([id, reason]) =>
    element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          dir: "auto",
          onclick: () => store.dispatch({ type: "nodeSelected", id }),
        },
        shown(state.nodes.get(id)?.topic ?? "") || words.memory.untitled,
      ),
      reason !== "" && element("span", { class: "hint", dir: "auto" }, ` ${shown(reason)}`),
    ),
  );
  return items.length === 0
    ? element("span", { class: "hint" }, words.memory.noLinks)
    : element("ul", {}, ...items);
}
