/** The Query Graph: its timeline, a search, a tree that can be walked by keyboard, details, and a drawing. */

import { element, setHidden, setText } from "./element.ts";
import { graphDrawing } from "./graph-drawing.ts";
import { importedNotice } from "./imported.ts";
import { lazyPanel } from "./lazy-panel.ts";
import { nodeDetails } from "./node-details.ts";
import type { Context, Panel } from "./panel.ts";
import { topicSearch } from "./topic-search.ts";
import { topicTree } from "./topic-tree.ts";

/** The memory with its three views, which share one selection. */
export function memoryPanel(context: Context): Panel {
  const { words } = context;
  const imported = importedNotice(context);
  const search = topicSearch(context);
  const timeline = lazyPanel(context, {
    isWanted: (state) => state.timeline.moments.length > 0,
    load: async () => (await import("./timeline-bar.ts")).timelineBar(context),
    failed: words.memory.noTimeline,
  });
  const parts = [graphDrawing(context), topicTree(context), nodeDetails(context)];
  const count = element("span", { class: "hint" });
  const section = element(
    "section",
    { class: "memory", "aria-labelledby": "memory-heading", hidden: true },
    element(
      "div",
      { class: "heading-row" },
      element("h2", { id: "memory-heading" }, words.memory.heading),
      count,
    ),
    imported.element,
    timeline.element,
    search.element,
    element("div", { class: "graph" }, ...parts.map((part) => part.element)),
  );
  return {
    element: section,
    view: (state, previous) => {
      setHidden(section, state.nodes.size === 0);
      setText(count, words.memory.topics(state.shownNodes.size));
      for (const part of [imported, timeline, search, ...parts]) part.view(state, previous);
    },
    close: () => {
      for (const part of [timeline, ...parts]) part.close?.();
    },
  };
}
