/** The memory about one topic. */

import { rangesOf, type SourceDocument } from "../state/source.ts";
import type { MemoryNode, State, TextPlace } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The details of the selected nodes, one beneath the other. */
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
      // A run that is played again is told by its events.
      body.setAttribute("aria-live", state.isPlayed ? "off" : "polite");
      const nodes = selected(state);
      const before = previous === null ? [] : selected(previous);
      const isSame =
        nodes.length === before.length && nodes.every((node, index) => node === before[index]);
      const isSelected = state.selectedNodes === previous?.selectedNodes;
      if (isSame && isSelected && state.sources === previous?.sources) return;
      const hint = state.selectedNodes.length > 0 ? words.memory.notThere : words.memory.choose;
      body.replaceChildren(
        ...(nodes.length > 0
          ? nodes.flatMap((node) => drawn(node, state, context))
          : [element("p", { class: "hint" }, hint)]),
      );
    },
  };
}

function selected({ shownNodes, selectedNodes }: State): MemoryNode[] {
  return selectedNodes.flatMap((id) => shownNodes.get(id) ?? []);
}

function drawn(node: MemoryNode, state: State, context: Context): HTMLElement[] {
  const { words } = context;
  const told = shown(node.topic) || words.memory.untitled;
  return [
    element("h3", { dir: "auto", lang: languageOf(told) }, told),
    element(
      "dl",
      {},
      ...disputes(node, state, context),
      element("dt", {}, words.memory.summary),
      element(
        "dd",
        { dir: "auto", class: "remembered" },
        shown(node.summary) || whyNoSummary(node, state, words),
      ),
      ...row(words.memory.keywords, [node.keywords.join(", ")]),
      element("dt", {}, words.memory.links),
      element("dd", {}, links(node, state, context)),
      ...row(words.memory.merges, node.merges),
      ...sources(node, state, context),
    ),
  ];
}

/** A topic that was merged since has left its texts to another one. */
function whyNoSummary({ id }: MemoryNode, { moment, nodes }: State, { memory }: Context["words"]) {
  return moment !== null && !nodes.has(id) ? memory.mergedSince : memory.noSummary;
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

/** The disputes, each with the topic on the other side. */
function disputes(node: MemoryNode, state: State, context: Context): HTMLElement[] {
  const { disputed, against } = context.words.memory;
  if (node.disputes.size === 0) return [];
  const told = [...node.disputes].flatMap(([by, texts]) => [
    ...texts.map((text) => element("dd", { dir: "auto", class: "disputed" }, shown(text))),
    element("dd", {}, element("span", { class: "hint" }, `${against} `), topic(by, state, context)),
  ]);
  return [element("dt", { class: "disputed" }, disputed), ...told];
}

/** The documents; where their text is at hand, each place leads there. */
function sources(node: MemoryNode, state: State, { store, words }: Context): HTMLElement[] {
  const places = node.places.filter((place) =>
    state.sources.some((source) => source.name === place.document && isAtHand(source, place)),
  );
  if (places.length === 0) return row(words.memory.source, [node.document]);
  const rows = places.map((place, index) =>
    element(
      "dd",
      { class: "place" },
      element("bdi", {}, shown(place.document)),
      " ",
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => store.dispatch({ type: "placeShown", place, citation: null }),
        },
        words.memory.show(places.length > 1 ? index + 1 : null),
      ),
    ),
  );
  return [element("dt", {}, words.memory.source), ...rows];
}

function isAtHand(source: SourceDocument, { bytes }: TextPlace): boolean {
  return rangesOf(source, bytes).length > 0;
}

/** A related topic, to be selected. */
function topic(id: string, state: State, { store, words }: Context): HTMLElement {
  return element(
    "button",
    {
      type: "button",
      class: "quiet",
      dir: "auto",
      onclick: () => store.dispatch({ type: "nodesSelected", ids: [id] }),
    },
    shown(state.shownNodes.get(id)?.topic ?? "") || words.memory.untitled,
  );
}

function links(node: MemoryNode, state: State, context: Context): HTMLElement {
  const items = [...node.links].map(([id, reason]) =>
    element(
      "li",
      {},
      topic(id, state, context),
      reason !== "" && element("span", { class: "hint", dir: "auto" }, ` ${shown(reason)}`),
    ),
  );
  return items.length === 0
    ? element("span", { class: "hint" }, context.words.memory.noLinks)
    : element("ul", {}, ...items);
}
